-- What becomes of mails (docs/adr/0544): which mail an event is about, and which of its links.
alter table mail_events drop column if exists mail_url_id;
alter table mail_events rename column is_machine_open to is_machine;
alter table mail_events
  add column mail_id bigint,
  -- The link's number in the mail as it was sent.
  add column link_no smallint check (link_no > 0);
drop index mail_events_push;
create index mail_events_message on mail_events (account_id, push_action_id, customer_id) where push_action_id is not null;
create index mail_events_mail on mail_events (account_id, mail_id, happened_at) where mail_id is not null;

alter table mail_stats
  add column clicked integer not null default 0 check (clicked >= 0),
  add column complained integer not null default 0 check (complained >= 0);

-- Events end three years after they were told; the days they counted for stay. @returns how many went.
create function end_mail_events(account bigint, before timestamptz, most integer) returns integer
language sql security definer set search_path = pg_catalog as $$
  with oldest as (
    select e.id, e.created_at from public.mail_events e where e.account_id = account order by e.id limit most
  ), gone as (
    delete from public.mail_events e using oldest o
    where e.account_id = account and e.id = o.id and o.created_at < least(before, now() - interval '3 years')
    returning e.id
  )
  select count(*)::integer from gone
$$;
