-- Which ends of contracts and options were announced by mail, so that each is once (docs/adr/0327).
create table end_notices (
  account_id bigint not null references accounts (id),
  subject text not null check (subject in ('contract', 'crm_option', 'crm_option_parent', 'registration_card_option')),
  ends_on date not null,
  stage text not null check (stage in ('month', 'week', 'over')),
  created_at timestamptz not null,
  primary key (account_id, subject, ends_on, stage)
);
select protect_tenant_table('end_notices');

-- The language in which a person signed in last: mails that nobody asked for come in it.
alter table users add column language text not null default 'ja' constraint users_language_check check (language in ('ja', 'en'));
