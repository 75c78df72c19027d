-- Mails that a provider reports as delivered itself: a mail that it accepted is not delivered yet. 0 for mails over SMTP.
alter table push_actions add column delivered_count integer not null default 0;
