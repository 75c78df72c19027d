-- Points are taken back in part, more than once, and by hand; rows are added and never changed (docs/adr/0077).

do $$
declare rule name;
begin
  select conname into strict rule from pg_constraint
    where conrelid = 'grant_points'::regclass and contype = 'c'
      and pg_get_constraintdef(oid) = 'CHECK (((grant_point < 0) = (reverses_grant_point_id IS NOT NULL)))';
  execute format('alter table grant_points drop constraint %I', rule);
end $$;

-- What is negative takes a named grant back, or was deducted by a person who says why. A deduction has no lot, so it expires never;
-- what it takes out of which lot stands in point_adjustments, as with a reversal.
alter table grant_points add constraint grant_points_sign check (
  case when reverses_grant_point_id is not null then grant_point < 0
  else grant_point > 0 or (
    remarks <> '' and created_by is not null and expiration_type = 'none' and expiration_date is null
    and num_nonnulls(action_id, push_action_id, stay_transaction_id, rule_version_id) = 0) end) not valid;

-- Of one grant no more is taken back than was granted, of the same customer, however many take back at once: each waits for the lot.
create function reversals_fit() returns trigger language plpgsql as $$
begin
  if not exists (select from added where reverses_grant_point_id is not null) then return null; end if;
  perform from point_lots l
    where (l.account_id, l.grant_point_id) in (select account_id, reverses_grant_point_id from added where reverses_grant_point_id is not null)
    order by l.account_id, l.grant_point_id for update;
  if exists (
    select from (select distinct account_id, reverses_grant_point_id as id from added where reverses_grant_point_id is not null) a
    cross join lateral (
      select g.grant_point, g.customer_id from grant_points g where g.account_id = a.account_id and g.id = a.id) g
    cross join lateral (
      select sum(r.grant_point) as taken, bool_and(r.customer_id = g.customer_id) as same
      from grant_points r where r.account_id = a.account_id and r.reverses_grant_point_id = a.id) r
    where g.grant_point < 0 or g.grant_point + r.taken < 0 or not r.same
  ) then
    raise exception 'more would be taken back than was granted, or of somebody else'
      using errcode = 'check_violation', constraint = 'grant_points_reversals_fit';
  end if;
  return null;
end
$$;
create trigger reversals_fit after insert on grant_points referencing new table as added
  for each statement execute function reversals_fit();
