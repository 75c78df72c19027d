-- Who was left out to be compared with stays, as who was reached does: what came of a send is compared for as long as both are known (0571).
create or replace function end_left_out(account bigint, push bigint, before timestamptz, keep integer, most integer) returns integer
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
      from public.push_action_targets t where t.account_id = account and t.push_action_id = push and t.outcome = 'skipped'
        and t.reason is distinct from 'control_group' and t.reason is distinct from 'standing_control') o
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
