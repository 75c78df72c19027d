-- An erased customer is not searched for: the text that searches read goes at once (docs/adr/0365).
create or replace function customers_found_as() returns trigger language plpgsql as $$
begin
  new.found_as := case when new.erased_at is null
    then customer_found_as(new.name, new.name_kana, new.email, new.tel, new.tel_national, new.member_number) end;
  return new;
end
$$;
alter table customers no force row level security;
update customers set found_as = null where erased_at is not null;
alter table customers force row level security;

-- Lines about things that people name are looked through by their kind, so that lines about deleted things are found, too. `named` is what
-- the version before passes: things that were found by their names. It is not read any more.
create or replace function forget_in_audit(programme bigint, guests bigint[], named jsonb, patterns text[]) returns void
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
  from public.accounts a join public.audit_logs o on o.account_id = a.id
    and o.entity in ('accounts', 'campaigns', 'coupons', 'import_batches', 'mail_templates', 'saved_conditions', 'saved_views')
    and o.action <> 'receive'
  cross join lateral (select public.without_words(o.before, patterns) as before, public.without_words(o.after, patterns) as after) n
  where a.programme_account_id = programme and l.id = o.id
    and (n.before is distinct from o.before or n.after is distinct from o.after);
  perform set_config('app.erasure', '', true);
end $$;
