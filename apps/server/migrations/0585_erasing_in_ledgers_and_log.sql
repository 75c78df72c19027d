-- What an erased guest leaves in tables that the application's role may not change (docs/adr/0365): remarks and booking numbers of the
-- ledgers, and words in lines of the audit log. Amounts, days, who and what stay. Each function touches guests alone whose erasure is
-- recorded (customers.erased_at), so that nothing else can be done with it.

-- A value of a line without what people typed: texts give way to a word that says so, but for those under names whose words are the
-- product's own. Numbers, ids and days stay.
create function without_texts(value jsonb, name text default '') returns jsonb language plpgsql immutable parallel safe as $$
begin
  if name ~ '(_date|_on|_until)$' or name = any ('{fields,channel,purpose,state,file,history,grant_status,expiration_type,plan_code,from,to,kinds}') then
    return value;
  end if;
  case jsonb_typeof(value)
    when 'string' then
      return case when value = '""' then value else to_jsonb('消去済み'::text) end;
    when 'array' then
      return (select coalesce(jsonb_agg(public.without_texts(a.part, name) order by a.place), '[]')
        from jsonb_array_elements(value) with ordinality a (part, place));
    when 'object' then
      return (select coalesce(jsonb_object_agg(o.key, public.without_texts(o.value, o.key)), '{}') from jsonb_each(value) o);
    else
      return value;
  end case;
end $$;

-- Whether a text says one of these words, in any width and case.
create function says(value text, patterns text[]) returns boolean language sql immutable parallel safe as $$
  select lower(normalize(value, nfkc)) ~ any (patterns)
$$;

-- A value without the texts that say one of these words, wherever they stand in it.
create function without_words(value jsonb, patterns text[]) returns jsonb language plpgsql immutable parallel safe as $$
begin
  case jsonb_typeof(value)
    when 'string' then
      return case when public.says(value #>> '{}', patterns) then to_jsonb('消去済み'::text) else value end;
    when 'array' then
      return (select coalesce(jsonb_agg(public.without_words(a.part, patterns) order by a.place), '[]')
        from jsonb_array_elements(value) with ordinality a (part, place));
    when 'object' then
      return (select coalesce(jsonb_object_agg(case when public.says(o.key, patterns) then '消去済み' else o.key end,
        public.without_words(o.value, patterns)), '{}') from jsonb_each(value) o);
    else
      return value;
  end case;
end $$;

create function erased_among(programme bigint, guests bigint[]) returns bigint[] language sql stable as $$
  select coalesce(array_agg(c.id), '{}') from public.customers c
  where c.account_id = programme and c.id = any (guests) and c.erased_at is not null
$$;

-- Uses of these guests, and what an engine used for a booking of theirs without saying whose it is (docs/adr/0203).
create function coupon_uses_of(programme bigint, guests bigint[]) returns setof bigint language sql stable as $$
  select u.id from public.use_coupon_cases u where u.account_id = programme and u.customer_id = any (guests)
  union select u.id from public.stay_reservations r
    join public.use_coupon_cases u on u.account_id = r.account_id and u.stay_reservation_id = r.id and u.customer_id is null
    where r.account_id = programme and r.customer_id = any (guests)
  union select u.id from public.stay_reservations r
    join public.use_coupon_cases u on u.account_id = r.account_id and u.stay_reservation_id is null and u.customer_id is null
      and u.facility_account_id = r.facility_account_id and u.reservation_code = r.original_reservation_code
    where r.account_id = programme and r.customer_id = any (guests) and r.active_status = 'active'
$$;

create function forget_in_ledgers(programme bigint, guests bigint[]) returns void
language plpgsql security definer set search_path = pg_catalog as $$
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
end $$;

-- Lines are found by what they are about, through the index audit_logs_entity: those about the guests lose all typed texts, those about
-- things `named` after them (a file, a campaign) the texts that say one of the words. Run before the ledgers are emptied: booking
-- numbers tell which uses are meant.
create function forget_in_audit(programme bigint, guests bigint[], named jsonb, patterns text[]) returns void
language plpgsql security definer set search_path = pg_catalog
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  gone constant bigint[] := public.erased_among(programme, guests);
begin
  if cardinality(gone) = 0 then return; end if;
  perform set_config('app.erasure', 'on', true);
  with things as materialized (
    select e.entity, g.id from unnest('{customers,customer_ranks}'::text[]) e (entity), unnest(gone) g (id)
    union select 'grant_points', g.id from public.grant_points g where g.account_id = programme and g.customer_id = any (gone)
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
  from jsonb_to_recordset(named) t (entity text, id bigint) join public.audit_logs o on o.entity = t.entity and o.entity_id = t.id
  cross join lateral (select public.without_words(o.before, patterns) as before, public.without_words(o.after, patterns) as after) n
  where l.id = o.id and (n.before is distinct from o.before or n.after is distinct from o.after);
  perform set_config('app.erasure', '', true);
end $$;

-- The application's role may not change lines (grants.sql); the owner may within the function above, in the caller's scope.
create policy erasure on audit_logs for update using (
  (select coalesce(current_setting('app.erasure', true), '')) = 'on'
  and account_id = any ((select app_account_ids())::bigint[]));

-- Keys that callers choose may hold an address: from now on they are kept as a digest (http/idempotency.ts), those of the last two days too.
alter table idempotency_keys no force row level security;
update idempotency_keys set key = encode(sha256(convert_to(key, 'UTF8')), 'hex');
alter table idempotency_keys force row level security;
