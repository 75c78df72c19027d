-- Above how many points a grant by hand needs a second person's approval; null: never (docs/adr/0890).
alter table account_settings add column point_approval_above bigint
  constraint account_settings_point_approval_above_check check (point_approval_above between 0 and 10000000);

-- Grants by hand that wait for a second person, and what was decided about them.
create table point_grant_requests (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  facility_account_id bigint not null,
  customer_id bigint not null,
  grant_point bigint not null check (grant_point > 0),
  expiration_type text not null check (expiration_type in ('none', 'date', 'days_from_grant', 'days_from_last_stay')),
  expiration_date date,
  expiration_days_from_grant integer,
  expiration_days_from_last_stay integer,
  remarks text not null default '',
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'rejected', 'lapsed')),
  -- The last day, in Japan, on which it can be approved.
  last_day date not null,
  requested_by bigint not null references users (id),
  requested_at timestamptz not null,
  -- Null for a request that lapsed.
  decided_by bigint references users (id),
  decided_at timestamptz,
  decision_remarks text not null default '',
  -- The grant that the approval booked.
  grant_point_id bigint,
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  foreign key (account_id, customer_id) references customers (account_id, id),
  foreign key (account_id, facility_account_id) references accounts (programme_account_id, id),
  foreign key (account_id, grant_point_id) references grant_points (account_id, id),
  check ((state = 'waiting') = (decided_at is null)),
  check ((state = 'approved') = (grant_point_id is not null)),
  check ((state in ('approved', 'rejected')) = (decided_by is not null)),
  check (decided_by <> requested_by)
);
create index point_grant_requests_customer on point_grant_requests (account_id, customer_id, id desc);
create index point_grant_requests_waiting on point_grant_requests (account_id, last_day) where state = 'waiting';
select protect_tenant_table('point_grant_requests');

create or replace function forget_in_ledgers(programme bigint, guests bigint[])
 returns void
 language plpgsql
 security definer
 set search_path to 'pg_catalog'
as $function$
declare
  gone constant bigint[] := public.erased_among(programme, guests);
begin
  -- A deduction has to say something (grant_points_sign).
  update public.grant_points g set remarks = case when g.grant_point < 0 then '-' else '' end
    where g.account_id = programme and g.customer_id = any (gone) and g.remarks not in ('', '-');
  -- A use goes on counting for its booking by the booking's id.
  update public.use_point_cases u set remarks = '', cancel_remarks = '', reservation_code = null,
      stay_reservation_id = coalesce(u.stay_reservation_id, (select max(r.id) from public.stay_reservations r
        where r.account_id = u.account_id and r.facility_account_id = u.facility_account_id
          and r.original_reservation_code = u.reservation_code and r.active_status = 'active'))
    where u.account_id = programme and u.customer_id = any (gone)
      and (u.remarks <> '' or u.cancel_remarks <> '' or u.reservation_code is not null);
  update public.use_coupon_cases u set remarks = '', cancel_remarks = '', reservation_code = null,
      stay_reservation_id = coalesce(u.stay_reservation_id, (select max(r.id) from public.stay_reservations r
        where r.account_id = u.account_id and r.facility_account_id = u.facility_account_id
          and r.original_reservation_code = u.reservation_code and r.active_status = 'active'))
    where u.account_id = programme and u.id in (select public.coupon_uses_of(programme, gone))
      and (u.remarks <> '' or u.cancel_remarks <> '' or u.reservation_code is not null);
  update public.acquire_coupons q set remarks = '', cancel_remarks = ''
    where q.account_id = programme and q.customer_id = any (gone) and (q.remarks <> '' or q.cancel_remarks <> '');
  -- Which text was agreed to, how and when stays: the proof.
  update public.customer_consents k set remarks = ''
    where k.account_id = programme and k.customer_id = any (gone) and k.remarks <> '';
  update public.customer_rank_histories h set remarks = '',
      given_before = case when h.given_before ? 'remarks' then h.given_before || '{"remarks": ""}' else h.given_before end
    where h.account_id = programme and h.customer_id = any (gone)
      and (h.remarks <> '' or coalesce(h.given_before ->> 'remarks', '') <> '');
  -- Nothing is granted to an erased guest: what still waits ends.
  update public.point_grant_requests r set remarks = '', decision_remarks = '', updated_at = now(),
      state = case when r.state = 'waiting' then 'lapsed' else r.state end, decided_at = coalesce(r.decided_at, now())
    where r.account_id = programme and r.customer_id = any (gone)
      and (r.state = 'waiting' or r.remarks <> '' or r.decision_remarks <> '');
end $function$;

create or replace function forget_in_audit(programme bigint, guests bigint[], named jsonb, patterns text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
declare
  gone constant bigint[] := public.erased_among(programme, guests);
begin
  if cardinality(gone) = 0 then return; end if;
  perform set_config('app.erasure', 'on', true);
  with things as materialized (
    select e.entity, g.id from unnest('{customers,customer_ranks}'::text[]) e (entity), unnest(gone) g (id)
    union select 'grant_points', g.id from public.grant_points g where g.account_id = programme and g.customer_id = any (gone)
    union select 'point_grant_requests', r.id from public.point_grant_requests r where r.account_id = programme and r.customer_id = any (gone)
    union select 'use_point_cases', u.id from public.use_point_cases u where u.account_id = programme and u.customer_id = any (gone)
    union select 'use_coupon_cases', u from public.coupon_uses_of(programme, gone) u
    union select 'acquire_coupons', q.id from public.acquire_coupons q where q.account_id = programme and q.customer_id = any (gone)
    union select 'stay_reservations', r.id from public.stay_reservations r where r.account_id = programme and r.customer_id = any (gone)
  )
  update public.audit_logs l set before = n.before, after = n.after
  from things t join public.audit_logs o on o.entity = t.entity and o.entity_id = t.id
  cross join lateral (select public.without_texts(o.before) as before, public.without_texts(o.after) as after) n
  where l.id = o.id and (n.before is distinct from o.before or n.after is distinct from o.after);
  update public.audit_logs l set before = n.before, after = n.after
  from public.accounts a join public.audit_logs o on o.account_id = a.id
    and o.entity in ('accounts', 'campaigns', 'coupons', 'import_batches', 'mail_templates', 'saved_conditions', 'saved_views')
    and o.action <> 'receive'
  cross join lateral (select public.without_words(o.before, patterns) as before, public.without_words(o.after, patterns) as after) n
  where a.programme_account_id = programme and l.id = o.id
    and (n.before is distinct from o.before or n.after is distinct from o.after);
  perform set_config('app.erasure', '', true);
end $function$;
