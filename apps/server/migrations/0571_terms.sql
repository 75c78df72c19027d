-- What ends after its term (docs/growth.md, docs/adr/0352). Ledger-like tables stay closed to the application's role: of these three it may
-- call functions with the owner's rights, each of which ends only what is older than its term, whatever it is asked for.

-- Guests who were left out of a send, as counts, once their rows are gone. By the facilities that see the guest, for who sees only some.
create table left_out_counts (
  account_id bigint not null references accounts (id),
  push_action_id bigint not null,
  reason text not null,
  facility_ids bigint[] not null,
  left_out integer not null check (left_out > 0),
  primary key (account_id, push_action_id, reason, facility_ids),
  foreign key (account_id, push_action_id) references push_actions (account_id, id)
);
select protect_tenant_table('left_out_counts');
alter table push_actions add column left_out_ended_at timestamptz;

-- Of each reason `keep` rows stay as samples. @returns how many rows went.
create function end_left_out(account bigint, push bigint, before timestamptz, keep integer, most integer) returns integer
language plpgsql security definer set search_path = pg_catalog as $$
declare
  ended integer;
begin
  perform from public.push_actions p where p.account_id = account and p.id = push and p.push_status in ('done', 'failure')
    and p.finished_at < least(before, now() - interval '400 days') for update;
  if not found then return 0; end if;
  with old as (
    select o.customer_id, o.reason from (
      select t.customer_id, coalesce(t.reason, '') as reason, row_number() over (partition by t.reason order by t.customer_id) as place
      from public.push_action_targets t where t.account_id = account and t.push_action_id = push and t.outcome = 'skipped') o
    where o.place > keep limit most
  ), gone as (
    delete from public.push_action_targets t using old o
    where t.account_id = account and t.push_action_id = push and t.customer_id = o.customer_id returning t.customer_id, o.reason
  ), seen as (
    select g.reason, array(select f.facility_account_id from public.customer_facilities f
      where f.account_id = account and f.customer_id = g.customer_id order by 1) as facility_ids from gone g
  ), counted as (
    insert into public.left_out_counts as k (account_id, push_action_id, reason, facility_ids, left_out)
    select account, push, s.reason, s.facility_ids, count(*) from seen s group by s.reason, s.facility_ids
    on conflict (account_id, push_action_id, reason, facility_ids) do update set left_out = k.left_out + excluded.left_out
  )
  select count(*) into ended from gone;
  return ended;
end $$;

-- A proof ends three years after another one of the same guest, channel and purpose took its place, or after the guest was erased. What is in
-- force stays. Looks at the next `most` rows behind `after`. @returns the last id looked at (null: none is left), and how many went.
create function end_consents(account bigint, before timestamptz, after bigint, most integer, out last_id bigint, out ended integer)
language sql security definer set search_path = pg_catalog as $$
  with looked as (
    select c.id, c.customer_id, c.channel, c.purpose, c.created_at from public.customer_consents c
    where c.account_id = account and c.id > after order by c.id limit most
  ), term as (
    select least(before, now() - interval '3 years') as over
  ), gone as (
    delete from public.customer_consents d using looked c, term
    where d.account_id = account and d.id = c.id and c.created_at < term.over and (
      exists (select from public.customer_consents n where n.account_id = account and n.customer_id = c.customer_id and n.channel = c.channel
        and n.purpose = c.purpose and n.id > c.id and n.created_at < term.over)
      or exists (select from public.customers g where g.account_id = account and g.id = c.customer_id and g.erased_at < term.over))
    returning d.id
  )
  select (select max(l.id) from looked l where exists (select from looked x, term where x.created_at < term.over)),
    (select count(*)::integer from gone)
$$;

-- Lines of one account, or with null those of none; a year at the least stays. @returns how many went.
create function end_audit_lines(account bigint, before timestamptz, most integer) returns integer
language plpgsql security definer set search_path = pg_catalog as $$
declare
  over constant timestamptz := least(before, now() - interval '1 year');
  ended integer;
begin
  if account is null then
    delete from public.audit_logs where id in (
      select l.id from public.audit_logs l where l.account_id is null and l.at < over order by l.at limit most);
  else
    delete from public.audit_logs where id in (
      select l.id from public.audit_logs l where l.account_id = account and l.at < over order by l.at limit most);
  end if;
  get diagnostics ended = row_count;
  return ended;
end $$;

-- The log has no policy for deleting. This one is the owner's, who runs the function.
do $$ begin
  execute format('create policy end_of_term on audit_logs for delete to %I using (at < now() - interval ''1 year'')', current_user);
end $$;

-- What a feed sent and nobody mended ends too: its code, its place and its reasons stay.
alter table feed_rows drop constraint feed_rows_fate_check,
  add constraint feed_rows_fate_check
    check (fate in ('new', 'changed', 'unchanged', 'refused', 'waiting', 'dismissed', 'lapsed')) not valid;
