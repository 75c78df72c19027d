CREATE OR REPLACE FUNCTION public.accounts_default_programme()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.programme_account_id := coalesce(new.programme_account_id, new.id);
  return new;
end
$function$
;

CREATE OR REPLACE FUNCTION public.accounts_keep_programme()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- Policies hide rows of other accounts: who cannot see the programme cannot tell that it is empty.
  if row_security_active('grant_points') and not coalesce(old.programme_account_id = any (app_account_ids()), false) then
    raise exception 'the programme of account % is changed within its scope', new.id using errcode = 'insufficient_privilege';
  end if;
  if facility_is_used(old.programme_account_id, new.id) then
    raise exception 'account % has rows in programme %', new.id, old.programme_account_id
      using errcode = 'foreign_key_violation', constraint = 'accounts_keep_programme';
  end if;
  return new;
end
$function$
;

CREATE OR REPLACE FUNCTION public.accounts_refuse_cycle()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    with recursive above (id, parent_id) as (
      select a.id, a.parent_id from accounts a where a.id = new.parent_id
      union
      select a.id, a.parent_id from accounts a join above on a.id = above.parent_id
    )
    select from above where id = new.id
  ) then
    raise exception 'account % would be its own ancestor', new.id using errcode = 'check_violation', constraint = 'accounts_parent_cycle';
  end if;
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION public.admit_system_reader(target regclass)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  execute format('create policy system_reader on %s for select using ((select app_is_system()))', target);
end
$function$
;

CREATE OR REPLACE FUNCTION public.app_account_ids()
 RETURNS bigint[]
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select string_to_array(nullif(current_setting('app.account_ids', true), ''), ',')::bigint[]
$function$
;

CREATE OR REPLACE FUNCTION public.app_actor_id()
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select nullif(current_setting('app.actor_id', true), '')::bigint
$function$
;

CREATE OR REPLACE FUNCTION public.app_company_ids()
 RETURNS bigint[]
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select string_to_array(nullif(current_setting('app.company_ids', true), ''), ',')::bigint[]
$function$
;

CREATE OR REPLACE FUNCTION public.app_is_system()
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select coalesce(current_setting('app.system', true), '') = 'on'
$function$
;

CREATE OR REPLACE FUNCTION public.app_runs_jobs()
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select coalesce(current_setting('app.jobs', true), '') = 'on'
$function$
;

CREATE OR REPLACE FUNCTION public.app_user_id()
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select nullif(current_setting('app.user_id', true), '')::bigint
$function$
;

CREATE OR REPLACE FUNCTION public.children_are_gone()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  held record;
  used boolean;
begin
  for held in select c.conname, c.conrelid::regclass as child, a.attname as col from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[2]
    where c.confrelid = tg_relid and c.contype = 'f' and not c.conenforced
  loop
    execute format('select exists (select from removed r join %s c on c.account_id = r.account_id and c.%I = r.id)', held.child, held.col)
      into used;
    if used then
      raise exception '%: still named by %', tg_table_name, held.child
        using errcode = 'foreign_key_violation', table = tg_table_name, constraint = held.conname;
    end if;
  end loop;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.code_key(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select normalize(casefold(normalize(value, NFKC) collate "pg_unicode_fast"), NFKC)
$function$
;

CREATE OR REPLACE FUNCTION public.continue_edit(programme bigint, campaign bigint, actor bigint, address inet, was jsonb, became jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
declare
  last record;
  first_was jsonb;
  last_became jsonb;
begin
  select l.id, l.at, l.action, l.actor_user_id, l.ip, l.before, l.after into last
  from public.audit_logs l
  where l.entity = 'campaigns' and l.entity_id = campaign and l.account_id = programme
  order by l.at desc, l.id desc limit 1;
  if not found or last.action <> 'update' or last.actor_user_id is distinct from actor or last.ip is distinct from address
    or last.at < now() - interval '30 minutes' or last.after -> 'saves' is null then return false; end if;
  first_was := was || last.before;
  last_became := last.after || became || jsonb_build_object('saves', (last.after ->> 'saves')::int + 1, 'since', last.after -> 'since');
  perform set_config('app.continues', 'on', true);
  update public.audit_logs l set at = now(),
    -- What is again as it was has not changed.
    before = (select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(first_was) f
      where last_became -> f.key is distinct from f.value),
    after = (select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(last_became) f
      where first_was -> f.key is distinct from f.value)
  where l.id = last.id;
  perform set_config('app.continues', '', true);
  return true;
end $function$
;

CREATE OR REPLACE FUNCTION public.count_customers(account bigint, difference bigint)
 RETURNS void
 LANGUAGE sql
BEGIN ATOMIC
 INSERT INTO public.account_counters AS c (account_id, slot, customer_count)
   VALUES (count_customers.account, (pg_backend_pid() % 16), count_customers.difference) ON CONFLICT(account_id, slot) DO UPDATE SET customer_count = (c.customer_count + excluded.customer_count);
END
;

CREATE OR REPLACE FUNCTION public.coupon_uses_of(programme bigint, guests bigint[])
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE
AS $function$
  select u.id from public.use_coupon_cases u where u.account_id = programme and u.customer_id = any (guests)
  union select u.id from public.stay_reservations r
    join public.use_coupon_cases u on u.account_id = r.account_id and u.stay_reservation_id = r.id and u.customer_id is null
    where r.account_id = programme and r.customer_id = any (guests)
  union select u.id from public.stay_reservations r
    join public.use_coupon_cases u on u.account_id = r.account_id and u.stay_reservation_id is null and u.customer_id is null
      and u.facility_account_id = r.facility_account_id and u.reservation_code = r.original_reservation_code
    where r.account_id = programme and r.customer_id = any (guests) and r.active_status = 'active'
$function$
;

CREATE OR REPLACE FUNCTION public.customer_search_text(name text, name_kana text, email text, tel text, tel_national text, member_number text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((((((((((public.search_words(name) || CASE WHEN (name_kana IS NOT NULL) THEN public.search_reading(name_kana) WHEN (name !~ '[㐀-鿿豈-﫿𠀀-𿿽]'::text) THEN (public.search_reading(name) || CASE WHEN (name ~* '[a-z]'::text) THEN (' '::text || public.search_short(name)) ELSE ''::text END) ELSE ''::text END) || ' '::text) || lower(COALESCE(email, ''::text))) || ' '::text) || COALESCE(tel, ''::text)) || ' '::text) || COALESCE(tel_national, ''::text)) || ' '::text) || lower(COALESCE(member_number, ''::text))) || 'ǃ'::text)
;

CREATE OR REPLACE FUNCTION public.customer_totals_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  execute 'update customers c
    set last_stay_on = moved.last_stay_on, stay_count = moved.stay_count, use_price_total = moved.use_price_total
    from (
      select n.* from now_total n join was_total w on w.account_id = n.account_id and w.customer_id = n.customer_id
      where (n.last_stay_on, n.stay_count, n.use_price_total) is distinct from (w.last_stay_on, w.stay_count, w.use_price_total)
    ) moved
    where c.account_id = moved.account_id and c.id = moved.customer_id';
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.customers_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform count_customers(account_id, -count(*))
  from removed where active_status = 'active' and merged_into is null group by account_id;
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION public.customers_inserted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into customer_totals (account_id, customer_id, is_listed, last_stay_on, stay_count, use_price_total)
  select account_id, id, active_status = 'active' and merged_into is null, last_stay_on, stay_count, use_price_total from added
  on conflict do nothing;
  perform count_customers(account_id, count(*))
  from added where active_status = 'active' and merged_into is null group by account_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.customers_listed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    (select account_id, id from now_customer where active_status = 'active' and merged_into is null
      except select account_id, id from was_customer where active_status = 'active' and merged_into is null)
    union all
    (select account_id, id from was_customer where active_status = 'active' and merged_into is null
      except select account_id, id from now_customer where active_status = 'active' and merged_into is null)
  ) then
    execute 'with moved as materialized (
        select n.account_id, n.id, n.active_status = ''active'' and n.merged_into is null as is_listed
        from now_customer n join was_customer w on w.account_id = n.account_id and w.id = n.id
        where (n.active_status = ''active'' and n.merged_into is null) <> (w.active_status = ''active'' and w.merged_into is null)
      ), listed as (
        update customer_totals t set is_listed = m.is_listed from moved m
        where t.account_id = m.account_id and t.customer_id = m.id and t.is_listed <> m.is_listed
      )
      select count_customers(account_id, sum(case when is_listed then 1 else -1 end)) from moved group by account_id';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.customers_merge_flat()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- Of two merges in a circle or a chain at once, the second waits here and then sees the first.
  perform from customers where account_id = new.account_id and id in (new.id, new.merged_into) order by id for update;
  if exists (select from customers where account_id = new.account_id and id = new.merged_into and merged_into is not null)
    or exists (select from customers where account_id = new.account_id and merged_into = new.id) then
    raise exception 'customer % is merged into one who lives on, and nobody is merged into it', new.id
      using errcode = 'check_violation', constraint = 'customers_merge_flat';
  end if;
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION public.customers_search_text()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.search_text := case when new.erased_at is null
    then customer_search_text(new.name, new.name_kana, new.email, new.tel, new.tel_national, new.member_number) end;
  return new;
end
$function$
;

CREATE OR REPLACE FUNCTION public.delete_import_rows()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from import_rows i where i.account_id = new.account_id and i.entity = 'customer' and i.entity_id = new.id;
  delete from import_rows i using stay_reservations r
    where r.account_id = new.account_id and r.customer_id = new.id and i.account_id = r.account_id and i.entity = 'reservation' and i.entity_id = r.id;
  -- Whose it was before the import made it somebody else's.
  delete from import_rows i where i.account_id = new.account_id and i.entity = 'reservation'
    and i.before is not null and (i.before -> 'reservation' ->> 'customer_id')::bigint = new.id;
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION public.end_audit_lines(account bigint, before timestamp with time zone, most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.end_consents(account bigint, before timestamp with time zone, after bigint, most integer, OUT last_id bigint, OUT ended integer)
 RETURNS record
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
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
$function$
;

CREATE OR REPLACE FUNCTION public.end_message_events(account bigint, before timestamp with time zone, most integer)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
  with oldest as (
    select e.id, e.created_at from public.message_events e where e.account_id = account order by e.id limit most
  ), gone as (
    delete from public.message_events e using oldest o
    where e.account_id = account and e.id = o.id and o.created_at < least(before, now() - interval '3 years')
    returning e.id
  )
  select count(*)::integer from gone
$function$
;

CREATE OR REPLACE FUNCTION public.erase_in_audit(programme bigint, guests bigint[], named jsonb, patterns text[])
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
end $function$
;

CREATE OR REPLACE FUNCTION public.erase_in_ledgers(programme bigint, guests bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.erased_among(programme bigint, guests bigint[])
 RETURNS bigint[]
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(array_agg(c.id), '{}') from public.customers c
  where c.account_id = programme and c.id = any (guests) and c.erased_at is not null
$function$
;

CREATE OR REPLACE FUNCTION public.facility_is_fixed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '%: account and facility never change', tg_table_name using errcode = 'check_violation';
end
$function$
;

CREATE OR REPLACE FUNCTION public.facility_is_known()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select from (select distinct account_id, facility_account_id from added) d
    where not coalesce((select a.programme_account_id = d.account_id from accounts a where a.id = d.facility_account_id), false)
  ) then
    raise exception '%: the facility does not belong to the programme account', tg_table_name using errcode = 'foreign_key_violation';
  end if;
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION public.facility_is_used(programme bigint, facility bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  held record;
  used boolean;
begin
  for held in
    select c.conrelid::regclass as tab, a.attname from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[2]
    where c.contype = 'f' and c.confrelid = 'accounts'::regclass and cardinality(c.conkey) = 2 and c.confupdtype = 'a'
      and a.attname like '%facility_account_id'
    union all
    select t.tgrelid::regclass, 'facility_account_id' from pg_trigger t where t.tgname = 'facility_is_known'
  loop
    execute format('select exists (select from %s where account_id = $1 and %I = $2)', held.tab, held.attname)
      into used using programme, facility;
    if used then return true; end if;
  end loop;
  return false;
end
$function$
;

CREATE OR REPLACE FUNCTION public.link_of_token(hash bytea)
 RETURNS TABLE(id bigint, user_id bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
  select t.id, t.user_id from public.account_tokens t where t.token_hash = hash
$function$
;

CREATE OR REPLACE FUNCTION public.link_tfa_secret(link_id bigint)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
  select t.tfa_secret from public.account_tokens t where t.id = link_id and t.user_id = public.app_user_id()
$function$
;

CREATE OR REPLACE FUNCTION public.occasions_of_reported_stays()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from trigger_events occasion
    where occasion.account_id = (select a.account_id from added a limit 1) and occasion.times_revoked > 0) then
    return null;
  end if;
  update trigger_events occasion
  set stay_changed_at = clock_timestamp()
  from added a
  where occasion.account_id = a.account_id and occasion.stay_reservation_id = a.stay_reservation_id and occasion.times_revoked > 0;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.parent_is_known()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  key constant bigint := (to_jsonb(new) ->> tg_argv[0])::bigint;
  held record;
  found boolean;
begin
  select c.conname, c.confrelid::regclass as parent into held from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[2]
    where c.conrelid = tg_relid and c.contype = 'f' and not c.conenforced and a.attname = tg_argv[0];
  execute format('select exists (select from %s where account_id = $1 and id = $2)', held.parent)
    into found using new.account_id, key;
  if not found then
    raise exception '%: no % %', tg_table_name, held.parent, key
      using errcode = 'foreign_key_violation', table = tg_table_name, constraint = held.conname;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.parents_are_known()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  held record;
  missing bigint;
begin
  for held in select c.conname, c.confrelid::regclass as parent, a.attname as col from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[2]
    where c.conrelid = tg_relid and c.contype = 'f' and not c.conenforced
  loop
    execute format('select r.id from (select distinct account_id, %1$I as id from added where %1$I is not null) r
      where not exists (select from %2$s p where p.account_id = r.account_id and p.id = r.id) limit 1', held.col, held.parent)
      into missing;
    if missing is not null then
      raise exception '%: no % %', tg_table_name, held.parent, missing
        using errcode = 'foreign_key_violation', table = tg_table_name, constraint = held.conname;
    end if;
  end loop;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.pending_tfa_secret(session_id bigint)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
  select s.pending_tfa_secret from public.sessions s where s.id = session_id and s.user_id = public.app_user_id()
$function$
;

CREATE OR REPLACE FUNCTION public.people_change_their_own()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.role <> old.role and (app_actor_id() is null or app_actor_id() = new.id) then
    raise exception 'the role of user % is changed by somebody else, who is named', new.id using errcode = 'insufficient_privilege';
  end if;
  if new.password is distinct from old.password and app_actor_id() is not null then
    raise exception 'the password of user % is changed by nobody else', new.id using errcode = 'insufficient_privilege';
  end if;
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION public.person_secrets()
 RETURNS TABLE(password text, tfa_secret text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
  select u.password, u.tfa_secret from public.users u where u.id = public.app_user_id()
$function$
;

CREATE OR REPLACE FUNCTION public.protect_tenant_table(target regclass)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  rule constant text := 'account_id = any ((select app_account_ids())::bigint[])';
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy tenant on %s using (%s) with check (%s)', target, rule, rule);
end
$function$
;

CREATE OR REPLACE FUNCTION public.purge_omitted(account bigint, push bigint, before timestamp with time zone, keep integer, most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
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
    insert into public.omitted_counts as k (account_id, push_action_id, reason, facility_ids, omitted)
    select account, push, s.reason, s.facility_ids, count(*) from seen s group by s.reason, s.facility_ids
    on conflict (account_id, push_action_id, reason, facility_ids) do update set omitted = k.omitted + excluded.omitted
  )
  select count(*) into ended from gone;
  return ended;
end $function$
;

CREATE OR REPLACE FUNCTION public.queue_attribution_of_bookings()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' then
    insert into public.attribution_queue (account_id, customer_id)
    select distinct w.account_id, w.customer_id from was w where w.customer_id is not null
    union select r.account_id, r.customer_id
    from was w join public.stay_reservations r on r.account_id = w.account_id and r.id = w.linked_to_id where r.customer_id is not null;
  end if;
  insert into public.attribution_queue (account_id, customer_id)
  select distinct n.account_id, n.customer_id from now_is n where n.customer_id is not null
  union select r.account_id, r.customer_id
  from now_is n join public.stay_reservations r on r.account_id = n.account_id and r.id = n.linked_to_id where r.customer_id is not null;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.queue_attribution_of_clicks()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into public.attribution_queue (account_id, customer_id)
  select distinct c.account_id, coalesce(c.merged_into, c.id)
  from now_is n
  join public.customers c on c.account_id = n.account_id and c.id = n.customer_id
  where n.kind = 'clicked' or (n.kind = 'delivered' and exists (
    select from public.message_events e
    where e.account_id = n.account_id and e.push_action_id = n.push_action_id and e.customer_id = n.customer_id and e.kind = 'clicked'
  ));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.queue_attribution_of_coded_uses()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into public.attribution_queue (account_id, customer_id)
  select distinct l.account_id, l.customer_id
  from now_is n
  join public.stay_reservations r on r.account_id = n.account_id and r.facility_account_id = n.facility_account_id
    and r.original_reservation_code = n.reservation_code
  join public.stay_reservations l on l.account_id = r.account_id and l.id in (r.id, r.linked_to_id)
  where n.stay_reservation_id is null and l.customer_id is not null;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.queue_attribution_of_merges()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into public.attribution_queue (account_id, customer_id)
  select new.account_id, m.id from unnest(array[new.id, old.merged_into, new.merged_into]) m (id) where m.id is not null;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.queue_attribution_of_messages()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into public.attribution_queue (account_id, customer_id)
  select c.account_id, coalesce(c.merged_into, c.id)
  from public.customers c
  where c.account_id = new.account_id and c.id = new.customer_id and exists (
    select from public.stay_reservations r
    where r.account_id = c.account_id and r.customer_id = coalesce(c.merged_into, c.id)
      and r.reserved_date >= (coalesce(new.sent_at, old.sent_at) at time zone 'Asia/Tokyo')::date
  );
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.queue_attribution_of_rules()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into public.attribution_queue (account_id, customer_id)
  select account_id, id from public.customers where account_id = new.account_id and merged_into is null;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.queue_attribution_of_stays_and_uses()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into public.attribution_queue (account_id, customer_id)
  select distinct l.account_id, l.customer_id
  from now_is n
  join public.stay_reservations r on r.account_id = n.account_id and r.id = n.stay_reservation_id
  join public.stay_reservations l on l.account_id = r.account_id and l.id in (r.id, r.linked_to_id)
  where l.customer_id is not null;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.queue_trigger_events()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  other_id constant bigint := to_jsonb(new) ->> tg_argv[0];
begin
  update trigger_events occasion
  set stay_changed_at = clock_timestamp()
  where occasion.account_id = new.account_id and occasion.campaign_action_id is not null and occasion.stay_reservation_id is not null
    and occasion.stay_reservation_id = any(array(
      select other_id
      union all
      select reservation.id
      from stay_reservations reservation
      where reservation.account_id = new.account_id and reservation.linked_to_id = other_id));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.require_facility(target regclass)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  execute format('create trigger facility_is_known after insert on %s referencing new table as added
    for each statement execute function facility_is_known()', target);
  execute format('create trigger facility_is_fixed after update of account_id, facility_account_id on %s for each row
    when ((old.account_id, old.facility_account_id) is distinct from (new.account_id, new.facility_account_id))
    execute function facility_is_fixed()', target);
end
$function$
;

CREATE OR REPLACE FUNCTION public.reversals_fit()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
$function$
;

CREATE OR REPLACE FUNCTION public.says(value text, patterns text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select lower(normalize(value, nfkc)) ~ any (patterns)
$function$
;

CREATE OR REPLACE FUNCTION public.search_folded(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (value ~ '[㐂㐅㒒㒵㓛㔟㕝㝡㝢㞍㟁㟢㠀㠯㠶㢡㣺㤗㪅㫖㫗㬎㮈㮍㮤㯃㯰㳒㴑㴱㹠㽵㿗䂓䌂䑓䑺䖝䡄䧺䨩丄丅丒丗两乕乘乚乢乨乹亂亊井亖亗亙亝亞亟亯亰从仐仝仭仾伙伮佀佛你佱來侌侐侟侫侽俠俢俣倂倅倐倶偀偁偂假做偬偸傚傡傯傳僀僃僞僡僭僱僴價儁儉儍儎儔儘儛儹兌兏兒兔兘兠兦內兩关其冀冉冋册冐冝冢冨冩冰冲决况冿凉减凖凜凢凥凬凮凴凾刄刅刧别刼剏剥剩剮剱劉劍劑劒劔功劫勄勈勊勍勐勗勛勞勳勵勸勹匀匃匈匞匡匨匩匳區卅卆卋卛卥卩卯卷卹卻卽厈厡厤厯厲厵厸厺叁參叄叅叓叔叞叠叧吊吓吳吴吿呌呍呑咊咏咒咜咤咪响哥唀唔啇啑啞啣喆喎單嗎嗜嗸嘊嘔嘼噄噋噐噓噵嚔嚙嚞嚥嚳嚴囊囑囘囙囡囧囶圀圈國圍圑圓圖團圡坮坯坵垕垧垨垩埀埃埓埜埞埽埿堃堦堯堺堽塐塟填塲墈墌墖增墢墪墮壄壍壎壐壓壘壙壞壠壡壤壯壳壹壺壻壽夂夅夓夘夛夣夬夭夳夶夾奡奧奬奴妒妤姊姙姧姬姸娒娛娤娰娼婁婣媸媺媻嫐嫦嫰嫻嬉嬝嬭嬲孃孩學孽宂宊宍宐宲宷宼寃寇寉寍寗寚寢實寫寬寳寶尅將專對尒尓尔尙尠尤尪尫尭尲尶屆屓屚屛屢屬岺峩峯峽崑崕崗崙嵇嵒嵓嵜嵠嵩嵬嵳嶄嶇嶋嶌嶤嶬嶴嶸嶹嶽巎巖巗巛巢已巵巹帀帋帑師帶幇幤幫幷幺庬庽庿廁廏廐廑廒廚廛廝廟廠廢廣廰廳廹廽开弃弉弌弍弎强弼彈彌彎彑彜彝彦彴徃徇徑從徰徱徵德忄忈忝忢忩怘怱恆恊恖恠恤恱悅悊悋悑悓悞悤悧您悳悴惏惞惠惡惱惽愙愧愹愼愽慂慍慘慚慟慤慷慽憁憇憑憔憗憘憙憜憥應懦懧懨懯懵懶懷懺懼懾懿戀戃戝戞戟戧戮戰戱戲戶戾扯抂抅拂拔拕拖拜拯拿挊挐挖挵挾捊捍捴捼掭揈揑插揫揭揶揷搔搖搜摑摠撑撘撡撦擇擊擑擒擔擕據擡擣擥擧擱擴擵擿攈攉攊攜攝攟攢攪攬攵收敇效敍敎敕敘敞敲數敺斅斈斊斵斷斸旁旃旆旉旒旘旛旣旹旾昜昦昬昰昺昻晄晉晋晘晚晝晠晣晤晨晳暀暎暒暜暭暱暻曆曉曌曟曠曦曬曳曵曻曾替會朖朙朞朢朵朶权杇李杰枀构枼枽枾柂柒柗柩柬柰柹柺栁栅栖栢栧栾桉桌桒桘桙桝桮桺桼桿梅梔條梥梦棃棅棊棧棲椀椉楦楳榆榦榮槁槊槑槗槙槣槨槩槪槱槳槵槶樂樃樊樑樓樞樣樷樽橊橐橢橫橱檆檔檜檝檠檢檮檱檳櫁櫈櫟櫨櫳櫻櫽欉權欑欒欗欝欞欣欨欵歐歘歝歟歡步歬歮歲歷歸歺歾殁殃殘殲殻殼毆每毓毘毮氈氊氒气氣汍汙汴沉沒沗沲泝泪泮泯泻洓洤洯洶浼涉涌淚淨淬淵淸淺渀渊渕渴湊湌湶湻湽溪溫溯溼滔滙滛滮滯滲滾滿漄潑潛澀澁澂澐澑澔澗澘澣澤澳澷濅濕濟濤濱濳濵濾瀁瀆瀏瀕瀦瀧瀨灃灇灋灌灔灕灣灩灮灵灾炁炗烖烟烱焏焔焭焮焰煅煊煑煕煗煞煢煬熈熖熙熢熺燄燈燌燎燒營燻燼爇爐爕爗爛爤爭爲爴爼爾牅牆牋牎牕牗牚牱犂犧犮犹狀狗狥狹猂猍猨猩猪獎獦獨獵獸獻玁玅玺珉珎珏珙珡珤珮琉琹瑇瑣瑯瑶璅璡璢璹瓌瓔瓚瓣瓫甁甆甌甞甠產甩甪甯甼甽畄畆畊畍畎畒留畞畡畧畫畭畱畲畵當畺畻畼疂疅疆疇疉疊疏痌瘂瘦瘺瘻癀癄癅癎癡癢癰發皀皂皃皈皍皎皓皖皜皞皡皥皨皷皹盃盈盋盖盜盡盫眀眎眞眦眾睂睢睥睫睽睿瞚瞪瞹瞾矒矙矚矦矧矩矴砆砥砿硃硏硑确碇碎碔碗碚碪碰碵碻碼磇磺礆礐礙礚礟礠礦礪礮祑祕禄禩禪禮禰禱秇秊秌秏秢秪稅稉稟稱稸稺稻稾穃穉穐穗穩穪穰穹窑窗窪窰窳窶窻竃竆竈竊竒竚竝竸笇笈笔笵笶筇筍筏筓筭筺箍箏箟箰箸篋篏篙篛篠篦篪篭簋簔簞簠簪簷籆籏籑籒籘籤籭籯类籼粃粇粥粦粮粳粹糓糚糝糠糢糸糺紭絋絍絕絲絸綂綋綑經綗綠綫綷緀緖緜緡緣緪緫縣縧縨縱縲總繃繅繡繦繩繪繫繼纃續纍纎纒纖纘纜缸缺缻缼缽罇罌罍罎罐罒罓罩罸羃羑羔羗羝羣羪羶羹翠耈耋耒耔耨耻聀聃聟聦聭聯聰聲聽肅肈肎肤肬肭肱肹胄胚胡胥胭胷脆脉脋脗脣脫脵脹腁腆腗腦腳膄膐膓膖膣膽膾臃臋臘臙臞臟臤臥臯臰臺舂舄與舉舊舍舓舖舘舛舩舵艢艪艫艱艷艸芔芲芹芻苅苢茊茡茬茲荊荑荔荣莅莊莓莕莖莞莫菟菰菷菽萊萍萠萬萱萸葅葊著葘葢蒞蒦蒭蓑蓱蓴蔐蔔蔕蔣蔥蔭蔴蔶蕋蕐蕚蕭蕿薊薗薰薶薺薼藁藂藏藝藡藥藪藳藼蘂蘆蘊蘍蘐蘓蘖蘗蘘蘤蘯蘽處虗虛虝號虡虵蚉蛔蛙蛽蛾蜄蜯蜹蝅蝟蝨蝯蝱蝶螂螅螆螎螢螧螭螻蟁蟇蟊蟬蟱蟲蠁蠅蠇蠏蠒蠕蠟蠡蠢蠣蠧蠭蠶蠹蠺蠻衂衄衉衖衘衜衞衟袠袮袴袵裝裠裡裨裯裳裵褏褓褲襃襆襌襍襛襤襽覀覉覊覍覐覔覛覩覵覷覺覼覽觀觔觜觧觶觸觽觿訇訠訡訫訶訷詆詑詬誖說誯誼諐諫諬諵謌謠謰謼譆證譌譛譟譩譯譱譹譼譽譾讀讁變讍讐讓讖讚谺谿豎豐豓豔豕豘豫豬豭豺豻豾貂貆貇貋貍貎貒貓貔貘貜貟貭貮貳賉賖賝賡賣賤賬賰賴贁贊贒贓贗贜赫赱赿趂趈跋踈踋踐踴踸蹊蹋蹏蹙蹝蹞蹟蹠蹤蹯蹱蹵蹷蹹蹺躄躇躕躢躪躭躰躳躶軀軃軄軆軰輔輕輙輛輭輶輷輺轉轗轜轝轟轤轥辠辢辤辧辨辭辯辶达迁迊迤迯迱迴迹迺逈逕逬逷逹遌遒遘遞遥遨遲邇邉邊邛邥邨郉郌郒郞郤郶鄕鄖鄰鄹酆酇酉酙酧醆醉醋醎醔醕醘醫醬醱醻醼釀釄釋釖釚釡釰釻釼鈩鈾鉇鉤鉨鉮銕銜銲銳銿鋨鋩鋪錄錢鍈鍊鍬鍳鍿鎁鎋鎒鎔鎭鎶鎺鎻鏁鏓鏥鏽鐂鐚鐡鐮鐵鐸鐺鑃鑄鑒鑛鑠鑢鑪鑵鑽钄镸閇閒閠閧閱閹闃闊關阥阦阪阬阯阱阳阴阸陗陟陦陷陻陿隁隂隄隖隟隠隨險隯隱隸雋雖雙雜雝雞雟雱霚霛霢霶霸靁靈靎靏靑靖靜靣靤靱鞆鞉鞠鞫鞱鞵鞹鞾韁韈韌韙韜韝韠韤韮韱韲韵頖頥頬頴頸頽顋顏顖顛顯顰颿飄飆飇飈飌飜飡飮飰飱餈餐餘餚餝餞餟餠餱餳餵餹餻饈饍饎饘饙馝馟馱駈駞騈騐騭騷驅驑驒驗驘驛驝驢驥骵骹骽髈髓體髕髗髙髭髮髯髳髹鬀鬂鬄鬢鬦鬧鬪鬭鬮鬲鬻鬽魎魗鮑鯗鯘鯛鯵鯹鰮鰺鱔鱠鱡鱥鱭鱮鱶鱷鱸鳫鳬鴃鴈鴜鴽鵄鵞鵰鵶鵻鶕鶤鶪鶯鶵鷀鷄鷊鷏鷗鷞鷰鷴鷺鸎鸖鸜鹸鹹鹼鹽麄麅麏麕麞麤麥麪麬麴麵麸麹麽黃黋黏黑默點黨黱鼃鼇鼈鼑鼗鼡鼦鼹齅齇齊齋齎齏齒齔齗齝齡齧齩齰齶龍龒龜龝龞龢鿄﨑﨟𠀋𠂢𠂤𠅘𠌫𠍱𠑊𠔿𠖱𠛬𠠇𠤎𠦄𠩤𠫓𠮷𡈽𡉻𡑭𡙇𡚴𡧃𡶒𡿺𢅻𢌞𢛳𢪸𢭏𢿫𣆶𣇃𣏐𣏓𣏕𣘺𣠽𣳾𣴎𣵀𣷹𤢖𤸄𤹪𤺋𥁕𥒎𥔎𥡴𥧔𥹢𥻘𥽜𦀗𦈢𦉪𦊆𦐂𦚰𦜝𦦙𦰩𦱳𦾔𧪄𧰼𨐌𨯯𨳝𨻶𩙿𩵋𩻄𩿎𪗱𪘚𫝆𫝑𫝶𫝷𫞉𫞎𫞯𫟏𫟒𫟘𫟰斎靍杦枩籔鄉𨺓]'::text) THEN lower(translate(value, '・ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔゕゖゝゞ㐂㐅㒒㒵㓛㔟㕝㝡㝢㞍㟁㟢㠀㠯㠶㢡㣺㤗㪅㫖㫗㬎㮈㮍㮤㯃㯰㳒㴑㴱㹠㽵㿗䂓䌂䑓䑺䖝䡄䧺䨩丄丅丒丗两乕乘乚乢乨乹亂亊井亖亗亙亝亞亟亯亰从仐仝仭仾伙伮佀佛你佱來侌侐侟侫侽俠俢俣倂倅倐倶偀偁偂假做偬偸傚傡傯傳僀僃僞僡僭僱僴價儁儉儍儎儔儘儛儹兌兏兒兔兘兠兦內兩关其冀冉冋册冐冝冢冨冩冰冲决况冿凉减凖凜凢凥凬凮凴凾刄刅刧别刼剏剥剩剮剱劉劍劑劒劔功劫勄勈勊勍勐勗勛勞勳勵勸勹匀匃匈匞匡匨匩匳區卅卆卋卛卥卩卯卷卹卻卽厈厡厤厯厲厵厸厺叁參叄叅叓叔叞叠叧吊吓吳吴吿呌呍呑咊咏咒咜咤咪响哥唀唔啇啑啞啣喆喎單嗎嗜嗸嘊嘔嘼噄噋噐噓噵嚔嚙嚞嚥嚳嚴囊囑囘囙囡囧囶圀圈國圍圑圓圖團圡坮坯坵垕垧垨垩埀埃埓埜埞埽埿堃堦堯堺堽塐塟填塲墈墌墖增墢墪墮壄壍壎壐壓壘壙壞壠壡壤壯壳壹壺壻壽夂夅夓夘夛夣夬夭夳夶夾奡奧奬奴妒妤姊姙姧姬姸娒娛娤娰娼婁婣媸媺媻嫐嫦嫰嫻嬉嬝嬭嬲孃孩學孽宂宊宍宐宲宷宼寃寇寉寍寗寚寢實寫寬寳寶尅將專對尒尓尔尙尠尤尪尫尭尲尶屆屓屚屛屢屬岺峩峯峽崑崕崗崙嵇嵒嵓嵜嵠嵩嵬嵳嶄嶇嶋嶌嶤嶬嶴嶸嶹嶽巎巖巗巛巢已巵巹帀帋帑師帶幇幤幫幷幺庬庽庿廁廏廐廑廒廚廛廝廟廠廢廣廰廳廹廽开弃弉弌弍弎强弼彈彌彎彑彜彝彦彴徃徇徑從徰徱徵德忄忈忝忢忩怘怱恆恊恖恠恤恱悅悊悋悑悓悞悤悧您悳悴惏惞惠惡惱惽愙愧愹愼愽慂慍慘慚慟慤慷慽憁憇憑憔憗憘憙憜憥應懦懧懨懯懵懶懷懺懼懾懿戀戃戝戞戟戧戮戰戱戲戶戾扯抂抅拂拔拕拖拜拯拿挊挐挖挵挾捊捍捴捼掭揈揑插揫揭揶揷搔搖搜摑摠撑撘撡撦擇擊擑擒擔擕據擡擣擥擧擱擴擵擿攈攉攊攜攝攟攢攪攬攵收敇效敍敎敕敘敞敲數敺斅斈斊斵斷斸旁旃旆旉旒旘旛旣旹旾昜昦昬昰昺昻晄晉晋晘晚晝晠晣晤晨晳暀暎暒暜暭暱暻曆曉曌曟曠曦曬曳曵曻曾替會朖朙朞朢朵朶权杇李杰枀构枼枽枾柂柒柗柩柬柰柹柺栁栅栖栢栧栾桉桌桒桘桙桝桮桺桼桿梅梔條梥梦棃棅棊棧棲椀椉楦楳榆榦榮槁槊槑槗槙槣槨槩槪槱槳槵槶樂樃樊樑樓樞樣樷樽橊橐橢橫橱檆檔檜檝檠檢檮檱檳櫁櫈櫟櫨櫳櫻櫽欉權欑欒欗欝欞欣欨欵歐歘歝歟歡步歬歮歲歷歸歺歾殁殃殘殲殻殼毆每毓毘毮氈氊氒气氣汍汙汴沉沒沗沲泝泪泮泯泻洓洤洯洶浼涉涌淚淨淬淵淸淺渀渊渕渴湊湌湶湻湽溪溫溯溼滔滙滛滮滯滲滾滿漄潑潛澀澁澂澐澑澔澗澘澣澤澳澷濅濕濟濤濱濳濵濾瀁瀆瀏瀕瀦瀧瀨灃灇灋灌灔灕灣灩灮灵灾炁炗烖烟烱焏焔焭焮焰煅煊煑煕煗煞煢煬熈熖熙熢熺燄燈燌燎燒營燻燼爇爐爕爗爛爤爭爲爴爼爾牅牆牋牎牕牗牚牱犂犧犮犹狀狗狥狹猂猍猨猩猪獎獦獨獵獸獻玁玅玺珉珎珏珙珡珤珮琉琹瑇瑣瑯瑶璅璡璢璹瓌瓔瓚瓣瓫甁甆甌甞甠產甩甪甯甼甽畄畆畊畍畎畒留畞畡畧畫畭畱畲畵當畺畻畼疂疅疆疇疉疊疏痌瘂瘦瘺瘻癀癄癅癎癡癢癰發皀皂皃皈皍皎皓皖皜皞皡皥皨皷皹盃盈盋盖盜盡盫眀眎眞眦眾睂睢睥睫睽睿瞚瞪瞹瞾矒矙矚矦矧矩矴砆砥砿硃硏硑确碇碎碔碗碚碪碰碵碻碼磇磺礆礐礙礚礟礠礦礪礮祑祕禄禩禪禮禰禱秇秊秌秏秢秪稅稉稟稱稸稺稻稾穃穉穐穗穩穪穰穹窑窗窪窰窳窶窻竃竆竈竊竒竚竝竸笇笈笔笵笶筇筍筏筓筭筺箍箏箟箰箸篋篏篙篛篠篦篪篭簋簔簞簠簪簷籆籏籑籒籘籤籭籯类籼粃粇粥粦粮粳粹糓糚糝糠糢糸糺紭絋絍絕絲絸綂綋綑經綗綠綫綷緀緖緜緡緣緪緫縣縧縨縱縲總繃繅繡繦繩繪繫繼纃續纍纎纒纖纘纜缸缺缻缼缽罇罌罍罎罐罒罓罩罸羃羑羔羗羝羣羪羶羹翠耈耋耒耔耨耻聀聃聟聦聭聯聰聲聽肅肈肎肤肬肭肱肹胄胚胡胥胭胷脆脉脋脗脣脫脵脹腁腆腗腦腳膄膐膓膖膣膽膾臃臋臘臙臞臟臤臥臯臰臺舂舄與舉舊舍舓舖舘舛舩舵艢艪艫艱艷艸芔芲芹芻苅苢茊茡茬茲荊荑荔荣莅莊莓莕莖莞莫菟菰菷菽萊萍萠萬萱萸葅葊著葘葢蒞蒦蒭蓑蓱蓴蔐蔔蔕蔣蔥蔭蔴蔶蕋蕐蕚蕭蕿薊薗薰薶薺薼藁藂藏藝藡藥藪藳藼蘂蘆蘊蘍蘐蘓蘖蘗蘘蘤蘯蘽處虗虛虝號虡虵蚉蛔蛙蛽蛾蜄蜯蜹蝅蝟蝨蝯蝱蝶螂螅螆螎螢螧螭螻蟁蟇蟊蟬蟱蟲蠁蠅蠇蠏蠒蠕蠟蠡蠢蠣蠧蠭蠶蠹蠺蠻衂衄衉衖衘衜衞衟袠袮袴袵裝裠裡裨裯裳裵褏褓褲襃襆襌襍襛襤襽覀覉覊覍覐覔覛覩覵覷覺覼覽觀觔觜觧觶觸觽觿訇訠訡訫訶訷詆詑詬誖說誯誼諐諫諬諵謌謠謰謼譆證譌譛譟譩譯譱譹譼譽譾讀讁變讍讐讓讖讚谺谿豎豐豓豔豕豘豫豬豭豺豻豾貂貆貇貋貍貎貒貓貔貘貜貟貭貮貳賉賖賝賡賣賤賬賰賴贁贊贒贓贗贜赫赱赿趂趈跋踈踋踐踴踸蹊蹋蹏蹙蹝蹞蹟蹠蹤蹯蹱蹵蹷蹹蹺躄躇躕躢躪躭躰躳躶軀軃軄軆軰輔輕輙輛輭輶輷輺轉轗轜轝轟轤轥辠辢辤辧辨辭辯辶达迁迊迤迯迱迴迹迺逈逕逬逷逹遌遒遘遞遥遨遲邇邉邊邛邥邨郉郌郒郞郤郶鄕鄖鄰鄹酆酇酉酙酧醆醉醋醎醔醕醘醫醬醱醻醼釀釄釋釖釚釡釰釻釼鈩鈾鉇鉤鉨鉮銕銜銲銳銿鋨鋩鋪錄錢鍈鍊鍬鍳鍿鎁鎋鎒鎔鎭鎶鎺鎻鏁鏓鏥鏽鐂鐚鐡鐮鐵鐸鐺鑃鑄鑒鑛鑠鑢鑪鑵鑽钄镸閇閒閠閧閱閹闃闊關阥阦阪阬阯阱阳阴阸陗陟陦陷陻陿隁隂隄隖隟隠隨險隯隱隸雋雖雙雜雝雞雟雱霚霛霢霶霸靁靈靎靏靑靖靜靣靤靱鞆鞉鞠鞫鞱鞵鞹鞾韁韈韌韙韜韝韠韤韮韱韲韵頖頥頬頴頸頽顋顏顖顛顯顰颿飄飆飇飈飌飜飡飮飰飱餈餐餘餚餝餞餟餠餱餳餵餹餻饈饍饎饘饙馝馟馱駈駞騈騐騭騷驅驑驒驗驘驛驝驢驥骵骹骽髈髓體髕髗髙髭髮髯髳髹鬀鬂鬄鬢鬦鬧鬪鬭鬮鬲鬻鬽魎魗鮑鯗鯘鯛鯵鯹鰮鰺鱔鱠鱡鱥鱭鱮鱶鱷鱸鳫鳬鴃鴈鴜鴽鵄鵞鵰鵶鵻鶕鶤鶪鶯鶵鷀鷄鷊鷏鷗鷞鷰鷴鷺鸎鸖鸜鹸鹹鹼鹽麄麅麏麕麞麤麥麪麬麴麵麸麹麽黃黋黏黑默點黨黱鼃鼇鼈鼑鼗鼡鼦鼹齅齇齊齋齎齏齒齔齗齝齡齧齩齰齶龍龒龜龝龞龢鿄﨑﨟𠀋𠂢𠂤𠅘𠌫𠍱𠑊𠔿𠖱𠛬𠠇𠤎𠦄𠩤𠫓𠮷𡈽𡉻𡑭𡙇𡚴𡧃𡶒𡿺𢅻𢌞𢛳𢪸𢭏𢿫𣆶𣇃𣏐𣏓𣏕𣘺𣠽𣳾𣴎𣵀𣷹𤢖𤸄𤹪𤺋𥁕𥒎𥔎𥡴𥧔𥹢𥻘𥽜𦀗𦈢𦉪𦊆𦐂𦚰𦜝𦦙𦰩𦱳𦾔𧪄𧰼𨐌𨯯𨳝𨻶𩙿𩵋𩻄𩿎𪗱𪘚𫝆𫝑𫝶𫝷𫞉𫞎𫞯𫟏𫟒𫟘𫟰斎靍杦枩籔鄉𨺓'::text, ' ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶヽヾ喜五僕貌切勢事最宇尻岸崎島以帆奨心泰更旨厚顕奈箋松漆植法遡深豚荘㿉規握台帆虫軌雄霊上下丑世両虎乗乙蓋始乾乱事丼四歳亘斉亜丞享京従傘同仞低火努似仏伱法来陰伵薦佞男侠修㑨併伜倏俱英称前仮作倊偷俲並倊伝偙備偽恵僣雇僩価俊倹傻載俦侭舞儧兊長児兎始兜亡内両笑丌兾冄冂冊冒宜冡富写冫沖決況津涼減準凛凡居風風凭函刃創刦別刦刱剝剰冎剣刘剣剤剣剣切刦敏勇勀倞猛勖勲労勲励勧包勻丐丐匠往蔵往匲区世卒世率西㔾卬巻䘏却即厂原暦暦厉源隣去参参参参事升尉畳冎弔嚇呉呉告叫吽吞和詠呪吒吒咩響歌誘吾商唼唖㘅哲咼単罵呩嗷啀呕畜喫啍器嘘道嚏噛哲咽俈厳嚢嘱回因囚冏国国圏国囲圃円図団土台坏丘厚坰守聖垂垁埒野堤掃泥坤階垚界岡塑葬塡場坎坧塔増坺墩堕野塹塤璽圧塁儣壊壟叡壌壮売壱壷婿寿終降夏卬多夢叏友泰比夹傲奥奨侮妬伃姉妊姦姫妍姆娯妝姒倡娄姻妛媄婆娚姮嫩嫺娭嫋妳娚嬢咳学孼冗突肉宜実審冦冤冦鶴寧寧宝寝実写寛宝宝剋将専対儞儞儞尚尟尢尩尩垚凲凲届負漏屏屡属岭峨峰峡崐崖岡崘嵆岩岩崎渓崧㟴嵯嶃岴島島嶢䧧奥峵島岳峱巌巌川巣以卮卺匝紙伖帥帯帮幣帮并么厖寓庙厠厩厩厪厫厨壥厮庙厰廃広庁庁迫廻開棄奘一二三強弻弾弥弯彐彛彛彥仢往侚径従征僄徴徳心仁添悟匆固匆恒協思怪䘏悦悦哲恡怖俔誤匆俐伱徳忰啉俽恵悪悩惛恪媿愑慎博惥愠惨慙恫愨忼慼愡憩慿嫶憖喜喜惰労応愞愞懕怤懜嬾懐懴惧慴㦤恋惝財戛㦸創剹戦戯戯戸戻偖狂拘払抜扡扡拝抍拏弄拏扼弄挟抙扞総挼㮇掬捏挿揪掲捓挿掻揺捜掴総撐搭摻偖択撃接捦担携拠抬搗㩜挙閣拡摩擲捃搉擽携摂捃攅撹㩜攴収策効叙教勅叙敝䯨数駆学学斉斲断劚㫄㫋斾敷旈幟旙既時春陽昊昏是昞昂晃㬜㬜旱晩昼晟晢旿㫳晰旺映晴普暤昵景暦暁照㫳昿㬢晒拽拽昇曽普会朗明期望䒳䒳権圬杍傑松構親桑柿柁漆松匛揀奈柿枴柳柵捿柏枻圝案卓桑椎杅枡杯柳漆杆某桅条松夢梨柄棋桟捿埦乗楥某楡幹栄槀㮶某橋槇敧椁概概梄㯍梙椢楽桹棥梁楼枢様叢墫榴槖楕横厨杉档桧楫㯳検梼棋梹樒凳檪枦槞桜檃叢権櫕圝欄鬱櫺俽呴款欧欻斁欤歓歩前渋歳歴帰歹圽歿䄃残殱売売殴毎育毗毟毡毡厥乞気汎汚汳沈没添沱遡涙沜冺潟漬泉潔汹凂渉湧涙浄㳃囦清浅奔囦囦渇凑䬸泉淳淄渓温遡湿㴞匯淫淲滞涁滚満涯溌潜渋渋澄沄溜浩㵎潸浣沢澚漫浸湿済涛浜潜浜沪漾涜嚠頻潴滝瀬豊潨法潅灎漓湾灎光霊災気光災煙炯丞㷔㷀炘㷔鍛暄煮焈煖殺㷀烊焈㷔焈烽熹㷔灯焚尞焼営熏烬焫炉燮燁燗燗争為攫俎儞墉墻箋窓窓牖橕牁犁犠友猶状㺃侚狭悍狸猿狌䐗奨猲独猟獣献獫妙璽玟珍玨玜琴宝佩珋琴玳琑琅瑤琑瑨瑠琡瑰珱瓉弁盆瓶瓷瓯嘗夝産摔角寧町圳備畝耕界圳畝備畝垓略画畬備畬画当壃塍暢畳壃壃畴畳畳䟽恫唖痩瘘瘘㾮嫶瘤癇痴痒癕発香皁貌帰即晈晧晥暠暤暤暤星鼓皸杯盁鉢蓋盗尽盦明視真眥衆眉濉睤䀹暌叡瞬瞠曖照瞢瞰瞩侯矤榘椗玞厎鉱朱研砰埆椗砕珷盌培砧掽碩確瑪砒鉱険埆碍磕砲磁鉱砺砲秩秘祿祀禅礼祢祷芸年秋耗齢秖税秔禀称蓄稚稲稿榕稚秋穂穏称穣宆窯窓漥窯寙寠窓灶窮灶窃奇佇並競算极筆範矢笻笋栰笄算筐笟筝箘笋着匧箝㰏箬筱箆竾籠匭簑箪盙兂檐篗簱撰籀籐籖篩籝類秈秕穅俼燐糧秔粋穀妝糂穅模玄糾紘紘紝絶玄繭統紘捆経絅緑線紣紪緒綿緍縁絚総県絛幌縦累総綳繰繍繈縄絵繋継緕続累繊纏繊纉䌫瓨欠缶欠鉢墫甖櫑壜缶网网䈇罰冪羐美羌牴群養羴羮翆耇耊来秄槈恥職耼婿聡媿聨聡声聴粛肇肯膚疣朒厷肸伷肧楜偦咽胸脃脈脅吻唇脱股痮胼䐌脾脳脚痩膂腸胮腟胆脍癕臀臈咽癯臓賢卧皋臭台㫪舃与挙旧舎舐舗館升船柁檣艣舮囏艶䒑卉花斳犓刈苡兹芓茌兹荆苐茘栄涖荘苺荇茎唍草莵苽帚尗莱荓萌万萓茰菹菴着菑蓋涖彠犓簑荓蒓荻菔蒂蒋葱䕃麻簀蕊華萼䔥萓葪園薫埋萕蔯稿叢蔵芸荻薬薮稿萓蕊芦薀薫萓蘇櫱檗葙花蕩藟処虚虚虎号簴蛇蚊蚘䵷貝䖸蜃蚌蚋蚕猬虱猿虻蜨蜋蚝蚝融蛍蛯彲蝼蚊蟆蝥蝉蝥虫嚮蝿蛎蟹繭蝡蝋蟸惷蛎螙蜂蚕螙蚕蛮䘐䘐喀巷㘅道衛道袟祢絝衽装裙裏朇幮常裴褎緥絝褒幞褝雑穠繿襴襾羇羈北覚覓眽睹瞯覰覚覶覧観筋嘴解觗触觹觹哼矤吟信哬伸呧訑訽愂説唱竩愆諌啓喃歌謡嗹嘑嘻証訛譖噪噫訳善諕監誉謭読謫変諤讎譲䜟讃岈渓竪豊艶艶亥豚予䐗猳犲犴狉㹦狟豤犴狸猊猯猫豼獏玃員質弐弐䘏賒琛続売賎帳偆頼敗賛賢賍偐賍爀走遅趁站䟦疎脚践踊趻徯踏蹄䠞屣跬跡跖踪籵徸蹴蹶踏趬躃墸蹰踏躙耽体躬裸躯嚲職体輩俌軽輒輌軟輏軣輜転輡輀輿軣䡎轔罪辣辝弁弁辞弁辵達遷匝迆逃迆回跡廼迥径迸逖達俉逎逅逓遙敖遅迩辺辺卭沈村邢邽郎郎郄部郷䢵隣郰鄷鄼丣斟酬盞酔酢堿酋醇榼医醤醗酬宴醸醿釈刀釓釜剣釓剣炉宙釶鈎鈮砷鉄㘅釬鋭鐘鉄釯舗録銭鉠錬鍫鑑錙鋣轄槈熔鎮鈳鈨鎖鎖鍯銹銹鎦錏鉄鎌鉄鈬鏜銚鋳鑑鉱爍鋁炉缶鑚鋃長閉間閏巷閲剦閴濶関陰陽坂坑址穽陽陰阨峭徏島陥垔陜堰陰堤塢隙乙随険島乙隷隽虽双雑雍鶏嶲滂霧霊霡滂覇雷霊鶴鶴青竫静面皰靭靹鞀毱諊轁鞋鞟靴繮襪靭愇轁鞲鞸襪韭韯虀韻沜頤頰穎頚頹腮顔囟顚顕矉帆飃颷颷颷風翻䬸飲飯飧糍䬸余肴飾䬻醊餅糇糖餧糖糕羞膳糦飦餴苾馞駄駆駝駢験隲騒駆駵騨験騾駅馲馿蘎体跤腿膀髄体臏顱高頾髪髥髦髤剃髩髢髩闘閙闘闘䦰鎘俼魅蜽醜蚫鮝鮾鮉臊鮏鰛臊鱓脍鰂鱖鮆魣鮝鰐魲雁鳧鴂雁䳄鴑鴟鵝雕鴉䳡䨄鵾鵙鴬雛鶿鶏鶃鷆鴎鶆燕鷳鴼鴬鶴鴝碱堿碱塩麁麃麇麇獐麁麦麺麩麯麺麩麯麼黄兤粘黒黙点党黛䵷鰲鱉鼎鞀鼠㹦鼴嗅齄斉斉賷虀歯齓㗴呞齢囓噛齚腭竜竜亀秋鱉和梁崎臈丈派堆亭蹕集儼网冱刑斲化卉原㐬吉土埣𡋗欠妛宇岪脳欆廻徳捥搗整晩㫪杓圬杮橋欛泰承涅添魈瘝痀疹昷碊碕稽屁聞粼枦織缶网岡翼脇臍挙茣兹旧記象辛鑓閏隙食魚鰥鴉齟齬今勢座座柳橋盁莵葉衛鏜斉鶴杉松薮郷隆'::text)) ELSE lower(translate(value, '・ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔゕゖゝゞ'::text, ' ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶヽヾ'::text)) END
;

CREATE OR REPLACE FUNCTION public.search_reading(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (public.search_words(value) || CASE WHEN (value ~ '[ ・]'::text) THEN (replace(public.search_words(translate(value, ' ・'::text, ''::text)), 'ǁǀǁ'::text, 'ǁǂǁ'::text) || 'ǂ'::text) ELSE ''::text END)
;

CREATE OR REPLACE FUNCTION public.search_short(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN regexp_replace(regexp_replace(regexp_replace(lower(NORMALIZE(regexp_replace(NORMALIZE(value, NFD), '[\u0302\u0304]'::text, ''::text, 'g'::text), NFC)), '([aiue])\1+'::text, '\1'::text, 'g'::text), 'o(?:h(?![aiueo])|o|u)+'::text, 'o'::text, 'g'::text), 'm(?=[bmp])'::text, 'n'::text, 'g'::text)
;

CREATE OR REPLACE FUNCTION public.search_words(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (replace(replace(regexp_replace((' '::text || public.search_folded(value)), '([々-〇ぁ-ヿ㐀-鿿가-힣豈-﫿𠀀-𿿽])'::text, 'ǁ\1'::text, 'g'::text), ' ǁ'::text, 'ǁǀǁ'::text), ' '::text, 'ǁ '::text) || 'ǁ'::text)
;

CREATE OR REPLACE FUNCTION public.session_of_token(hash bytea)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
  select s.id from public.sessions s where s.token_hash = hash
$function$
;

CREATE OR REPLACE FUNCTION public.without_texts(value jsonb, name text DEFAULT ''::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.without_words(value jsonb, patterns text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
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
end $function$
;

create table account_booking_channel_linkages (
  account_id bigint not null,
  id bigint not null generated always as identity,
  account_booking_channel_id bigint not null,
  feed_channel text not null,
  external_code text not null,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint account_booking_channel_linka_account_id_feed_channel_exter_key UNIQUE (account_id, feed_channel, external_code),
  constraint account_booking_channel_linkages_pkey PRIMARY KEY (account_id, id),
  constraint account_booking_channel_linka_account_id_account_booking_c_fkey FOREIGN KEY (account_id, account_booking_channel_id) REFERENCES public.account_booking_channels(account_id, id),
  constraint account_booking_channel_linkages_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint account_booking_channel_linkages_external_code_check CHECK ((external_code <> ''::text)),
  constraint account_booking_channel_linkages_feed_channel_check CHECK ((feed_channel = ANY (ARRAY['dynalution'::text, 's4'::text])))
);
CREATE INDEX account_booking_channel_linkages_channel ON public.account_booking_channel_linkages USING btree (account_id, account_booking_channel_id);
alter table account_booking_channel_linkages enable row level security;
alter table account_booking_channel_linkages force row level security;
create policy tenant on account_booking_channel_linkages for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table account_booking_channels (
  account_id bigint not null,
  id bigint not null generated always as identity,
  code text not null,
  name text not null,
  masked_email_domains text[] not null default '{}'::text[],
  sort_order integer not null default 0,
  version integer not null default 1,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint account_booking_channels_account_id_code_key UNIQUE (account_id, code),
  constraint account_booking_channels_pkey PRIMARY KEY (account_id, id),
  constraint account_booking_channels_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id),
  constraint account_booking_channels_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint account_booking_channels_code_check CHECK ((code <> ''::text)),
  constraint account_booking_channels_name_check CHECK ((name <> ''::text))
);
CREATE UNIQUE INDEX account_booking_channels_code_folded ON public.account_booking_channels USING btree (account_id, public.code_key(code));
alter table account_booking_channels enable row level security;
alter table account_booking_channels force row level security;
create policy tenant on account_booking_channels for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table account_counters (
  account_id bigint not null,
  slot smallint not null,
  customer_count bigint not null default 0,
  constraint account_counters_pkey PRIMARY KEY (account_id, slot),
  constraint account_counters_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id)
);
alter table account_counters enable row level security;
alter table account_counters force row level security;
create policy tenant on account_counters for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table account_customer_type_linkages (
  account_id bigint not null,
  id bigint not null generated always as identity,
  account_customer_type_id bigint not null,
  feed_channel text not null,
  external_code text not null,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint account_customer_type_linkage_account_id_feed_channel_exter_key UNIQUE (account_id, feed_channel, external_code),
  constraint account_customer_type_linkages_pkey PRIMARY KEY (account_id, id),
  constraint account_customer_type_linkage_account_id_account_customer__fkey FOREIGN KEY (account_id, account_customer_type_id) REFERENCES public.account_customer_types(account_id, id),
  constraint account_customer_type_linkages_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint account_customer_type_linkages_external_code_check CHECK ((external_code <> ''::text)),
  constraint account_customer_type_linkages_feed_channel_check CHECK ((feed_channel = ANY (ARRAY['dynalution'::text, 's4'::text])))
);
CREATE INDEX account_customer_type_linkages_type ON public.account_customer_type_linkages USING btree (account_id, account_customer_type_id);
alter table account_customer_type_linkages enable row level security;
alter table account_customer_type_linkages force row level security;
create policy tenant on account_customer_type_linkages for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table account_customer_types (
  account_id bigint not null,
  id bigint not null generated always as identity,
  code text not null,
  name text not null,
  sort_order integer not null default 0,
  version integer not null default 1,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint account_customer_types_account_id_code_key UNIQUE (account_id, code),
  constraint account_customer_types_pkey PRIMARY KEY (account_id, id),
  constraint account_customer_types_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id),
  constraint account_customer_types_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint account_customer_types_code_check CHECK ((code <> ''::text)),
  constraint account_customer_types_name_check CHECK ((name <> ''::text))
);
CREATE UNIQUE INDEX account_customer_types_code_folded ON public.account_customer_types USING btree (account_id, public.code_key(code));
alter table account_customer_types enable row level security;
alter table account_customer_types force row level security;
create policy tenant on account_customer_types for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table account_groups (
  account_id bigint not null,
  group_id bigint not null,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint account_groups_pkey PRIMARY KEY (account_id, group_id),
  constraint account_groups_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id),
  constraint account_groups_group_id_fkey FOREIGN KEY (group_id) REFERENCES public.groups(id),
  constraint account_groups_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text])))
);
CREATE INDEX account_groups_group ON public.account_groups USING btree (group_id);
alter table account_groups enable row level security;
alter table account_groups force row level security;
create policy programme_reader on account_groups for select using (EXISTS ( SELECT
   FROM public.accounts a
  WHERE ((a.id = account_groups.account_id) AND (a.programme_account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])))));
create policy tenant on account_groups for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table account_options (
  account_id bigint not null,
  id bigint not null generated always as identity,
  option_type text not null,
  option_started_at date not null,
  option_ended_at date,
  option_item text not null default ''::text,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint account_options_no_overlap EXCLUDE USING gist (account_id WITH =, option_type WITH =, daterange(option_started_at, option_ended_at, '[]'::text) WITH &&) WHERE ((active_status = 'active'::text)) DEFERRABLE INITIALLY DEFERRED,
  constraint account_options_pkey PRIMARY KEY (account_id, id),
  constraint account_options_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id),
  constraint account_options_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint account_options_check CHECK ((option_ended_at >= option_started_at)),
  constraint account_options_option_type_check CHECK ((option_type = ANY (ARRAY['crm_option'::text, 'crm_option_parent'::text, 'registration_card_option'::text])))
);
CREATE INDEX account_options_type ON public.account_options USING btree (option_type, account_id);
alter table account_options enable row level security;
alter table account_options force row level security;
create policy system_reader on account_options for select using ( SELECT public.app_is_system() AS app_is_system);
create policy tenant on account_options for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table account_settings (
  account_id bigint not null,
  legal_sender_name text not null default ''::text,
  legal_sender_address text not null default ''::text,
  legal_sender_tel text not null default ''::text,
  mail_from_name text not null default ''::text,
  mail_from_address text not null default ''::text,
  mail_signature text not null default ''::text,
  conversion_days integer not null default 30,
  quiet_from time without time zone default '21:00:00'::time without time zone,
  quiet_until time without time zone default '08:00:00'::time without time zone,
  frequency_cap_count integer,
  frequency_cap_days integer not null default 7,
  approval_above_count integer,
  grace_above_count integer default 1000,
  grace_seconds integer not null default 60,
  version integer not null default 1,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  point_share_percent smallint not null default 100,
  member_number_issue text not null default 'off'::text,
  member_number_prefix text not null default ''::text,
  member_number_digits smallint not null default 8,
  member_number_check text not null default 'none'::text,
  missed_run_hours smallint not null default 6,
  standing_control_rate smallint not null default 0,
  mail_from_confirmed text not null default ''::text,
  mail_from_asked_at timestamp with time zone,
  link_utm_source text not null default ''::text,
  point_approval_above bigint,
  display_name text not null default ''::text,
  constraint account_settings_pkey PRIMARY KEY (account_id),
  constraint account_settings_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id),
  constraint account_settings_approval_above_count_check CHECK ((approval_above_count >= 0)),
  constraint account_settings_conversion_days_check CHECK (((conversion_days >= 1) AND (conversion_days <= 365))),
  constraint account_settings_frequency_cap_count_check CHECK ((frequency_cap_count > 0)),
  constraint account_settings_frequency_cap_days_check CHECK (((frequency_cap_days >= 1) AND (frequency_cap_days <= 365))),
  constraint account_settings_grace_above_count_check CHECK ((grace_above_count >= 0)),
  constraint account_settings_grace_seconds_check CHECK ((grace_seconds >= 0)),
  constraint account_settings_link_utm_source_check CHECK ((length(link_utm_source) <= 60)),
  constraint account_settings_member_number_check_check CHECK ((member_number_check = ANY (ARRAY['none'::text, 'luhn'::text]))),
  constraint account_settings_member_number_digits_check CHECK (((member_number_digits >= 4) AND (member_number_digits <= 12))),
  constraint account_settings_member_number_issue_check CHECK ((member_number_issue = ANY (ARRAY['off'::text, 'registration'::text]))),
  constraint account_settings_member_number_prefix_check CHECK ((member_number_prefix ~ '^[A-Z0-9-]{0,8}$'::text)),
  constraint account_settings_missed_run_hours_check CHECK (((missed_run_hours >= 1) AND (missed_run_hours <= 48))),
  constraint account_settings_point_approval_above_check CHECK (((point_approval_above >= 0) AND (point_approval_above <= 10000000))),
  constraint account_settings_point_share_percent_check CHECK (((point_share_percent >= 1) AND (point_share_percent <= 100))),
  constraint account_settings_quiet_hours CHECK (((num_nonnulls(quiet_from, quiet_until) = ANY (ARRAY[0, 2])) AND (quiet_from <> quiet_until))),
  constraint account_settings_standing_control_rate_check CHECK (((standing_control_rate >= 0) AND (standing_control_rate <= 50)))
);
CREATE TRIGGER attribution_queued_ruled AFTER UPDATE OF conversion_days ON public.account_settings FOR EACH ROW WHEN ((new.conversion_days IS DISTINCT FROM old.conversion_days)) EXECUTE FUNCTION public.queue_attribution_of_rules();
CREATE TRIGGER attribution_queued_ruled_first AFTER INSERT ON public.account_settings FOR EACH ROW WHEN ((new.conversion_days <> 30)) EXECUTE FUNCTION public.queue_attribution_of_rules();
alter table account_settings enable row level security;
alter table account_settings force row level security;
create policy tenant on account_settings for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table account_tokens (
  id bigint not null generated always as identity,
  user_id bigint not null,
  purpose text not null,
  token_hash bytea not null,
  login_id text,
  tfa_secret text,
  tfa_verified_step bigint,
  attempt_count integer not null default 0,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  voided_at timestamp with time zone,
  created_by bigint,
  created_at timestamp with time zone not null default now(),
  new_email text,
  constraint account_tokens_token_hash_key UNIQUE (token_hash),
  constraint account_tokens_pkey PRIMARY KEY (id),
  constraint account_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id),
  constraint account_tokens_attempt_count_check CHECK ((attempt_count >= 0)),
  constraint account_tokens_check CHECK (((purpose = 'email'::text) = (new_email IS NOT NULL))),
  constraint account_tokens_purpose_check CHECK ((purpose = ANY (ARRAY['invitation'::text, 'reset'::text, 'email'::text, 'tfa'::text]))),
  constraint account_tokens_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
CREATE INDEX account_tokens_expiry ON public.account_tokens USING btree (expires_at);
CREATE UNIQUE INDEX account_tokens_open ON public.account_tokens USING btree (user_id, purpose) WHERE ((used_at IS NULL) AND (voided_at IS NULL));
alter table account_tokens enable row level security;
alter table account_tokens force row level security;
create policy everybody_reads on account_tokens for select using true;
create policy person_changes on account_tokens for update using true with check (user_id = ( SELECT public.app_user_id() AS app_user_id));
create policy person_gets on account_tokens for insert with check (user_id = ( SELECT public.app_user_id() AS app_user_id));
create policy system_clears on account_tokens for delete using ( SELECT public.app_is_system() AS app_is_system);

create table account_users (
  account_id bigint not null,
  user_id bigint not null,
  permissions text[] not null default '{}'::text[],
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  can_export boolean not null default false,
  constraint account_users_pkey PRIMARY KEY (account_id, user_id),
  constraint account_users_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id),
  constraint account_users_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id),
  constraint account_users_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text])))
);
CREATE INDEX account_users_user ON public.account_users USING btree (user_id);
alter table account_users enable row level security;
alter table account_users force row level security;
create policy actor_changes on account_users for update using true with check ((( SELECT public.app_actor_id() AS app_actor_id) IS NOT NULL) AND (user_id = ( SELECT public.app_user_id() AS app_user_id)));
create policy actor_gives on account_users for insert with check ((( SELECT public.app_actor_id() AS app_actor_id) IS NOT NULL) AND (user_id = ( SELECT public.app_user_id() AS app_user_id)));
create policy own_rows on account_users for select using (user_id = ( SELECT public.app_user_id() AS app_user_id));
create policy system_reader on account_users for select using ( SELECT public.app_is_system() AS app_is_system);
create policy tenant on account_users for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table accounts (
  id bigint not null generated always as identity,
  code text not null,
  name text not null,
  company_id bigint not null,
  parent_id bigint,
  programme_account_id bigint not null,
  contract_started_at date,
  contract_ended_at date,
  payment_id bigint,
  version integer not null default 1,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint accounts_code_key UNIQUE (code),
  constraint accounts_company_id_id_key UNIQUE (company_id, id),
  constraint accounts_programme_facility UNIQUE (programme_account_id, id),
  constraint accounts_pkey PRIMARY KEY (id),
  constraint accounts_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id),
  constraint accounts_company_id_parent_id_fkey FOREIGN KEY (company_id, parent_id) REFERENCES public.accounts(company_id, id),
  constraint accounts_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES public.payments(id),
  constraint accounts_programme_account_id_fkey FOREIGN KEY (programme_account_id) REFERENCES public.accounts(id) DEFERRABLE INITIALLY DEFERRED,
  constraint accounts_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint accounts_check CHECK ((parent_id <> id)),
  constraint accounts_check1 CHECK ((contract_ended_at >= contract_started_at)),
  constraint accounts_code_check CHECK ((code <> ''::text)),
  constraint accounts_name_check CHECK ((name <> ''::text))
);
CREATE INDEX accounts_parent ON public.accounts USING btree (parent_id);
CREATE INDEX accounts_payment ON public.accounts USING btree (payment_id);
CREATE INDEX accounts_programme ON public.accounts USING btree (programme_account_id);
CREATE UNIQUE INDEX accounts_code_folded ON public.accounts USING btree (public.code_key(code));
CREATE TRIGGER accounts_default_programme BEFORE INSERT ON public.accounts FOR EACH ROW EXECUTE FUNCTION public.accounts_default_programme();
CREATE TRIGGER accounts_keep_programme BEFORE UPDATE OF programme_account_id ON public.accounts FOR EACH ROW WHEN ((old.programme_account_id <> new.programme_account_id)) EXECUTE FUNCTION public.accounts_keep_programme();
CREATE TRIGGER accounts_refuse_cycle AFTER INSERT OR UPDATE OF parent_id ON public.accounts FOR EACH ROW WHEN ((new.parent_id IS NOT NULL)) EXECUTE FUNCTION public.accounts_refuse_cycle();

create table acquire_coupons (
  account_id bigint not null,
  id bigint not null generated always as identity,
  customer_id bigint not null,
  coupon_id bigint not null,
  acquire_date date not null,
  push_action_id bigint,
  remarks text not null default ''::text,
  idempotency_key text not null,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  cancel_date date,
  cancel_remarks text not null default ''::text,
  valid_until date,
  occasion text not null default ''::text,
  constraint acquire_coupons_account_id_idempotency_key_key UNIQUE (account_id, idempotency_key),
  constraint acquire_coupons_pkey PRIMARY KEY (account_id, id),
  constraint acquire_coupons_account_id_coupon_id_fkey FOREIGN KEY (account_id, coupon_id) REFERENCES public.coupons(account_id, id),
  constraint acquire_coupons_account_id_customer_id_fkey FOREIGN KEY (account_id, customer_id) REFERENCES public.customers(account_id, id),
  constraint acquire_coupons_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id),
  constraint acquire_coupons_account_id_push_action_id_fkey FOREIGN KEY (account_id, push_action_id) REFERENCES public.push_actions(account_id, id),
  constraint acquire_coupons_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint acquire_coupons_idempotency_key_check CHECK ((idempotency_key <> ''::text)),
  constraint acquire_coupons_revoked CHECK (((active_status = 'inactive'::text) = (cancel_date IS NOT NULL)))
);
CREATE INDEX acquire_coupons_customer ON public.acquire_coupons USING btree (account_id, customer_id, acquire_date DESC, id DESC);
CREATE INDEX acquire_coupons_held ON public.acquire_coupons USING btree (account_id, coupon_id, customer_id);
CREATE UNIQUE INDEX acquire_coupons_once ON public.acquire_coupons USING btree (account_id, coupon_id, customer_id, occasion) WHERE (active_status = 'active'::text);
alter table acquire_coupons enable row level security;
alter table acquire_coupons force row level security;
create policy tenant on acquire_coupons for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table attribution_queue (
  account_id bigint not null,
  id bigint not null generated always as identity,
  customer_id bigint not null,
  constraint attribution_queue_pkey PRIMARY KEY (account_id, id)
);
alter table attribution_queue enable row level security;
alter table attribution_queue force row level security;
create policy system_reader on attribution_queue for select using ( SELECT public.app_is_system() AS app_is_system);
create policy tenant on attribution_queue for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table audit_logs (
  id bigint not null generated always as identity,
  at timestamp with time zone not null default now(),
  actor_user_id bigint,
  ip inet,
  action text not null,
  entity text not null default ''::text,
  entity_id bigint,
  account_id bigint,
  company_id bigint,
  before jsonb,
  after jsonb,
  partner_key_id bigint,
  constraint audit_logs_pkey PRIMARY KEY (id),
  constraint audit_logs_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id),
  constraint audit_logs_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id),
  constraint audit_logs_partner_key_fkey FOREIGN KEY (account_id, partner_key_id) REFERENCES public.partner_keys(account_id, id),
  constraint audit_logs_action_check CHECK ((action <> ''::text))
);
CREATE INDEX audit_logs_account ON public.audit_logs USING btree (account_id, at DESC);
CREATE INDEX audit_logs_company ON public.audit_logs USING btree (company_id, at DESC);
CREATE INDEX audit_logs_entity ON public.audit_logs USING btree (entity, entity_id, at DESC);
CREATE INDEX audit_logs_named ON public.audit_logs USING btree (account_id) WHERE ((entity = ANY (ARRAY['accounts'::text, 'campaigns'::text, 'coupons'::text, 'import_batches'::text, 'mail_templates'::text, 'saved_conditions'::text, 'saved_views'::text])) AND (action <> 'receive'::text));
alter table audit_logs enable row level security;
alter table audit_logs force row level security;
create policy continuing on audit_logs for update using ((( SELECT COALESCE(current_setting('app.continues'::text, true), ''::text) AS "coalesce") = 'on'::text) AND (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])));
create policy erasure on audit_logs for update using ((( SELECT COALESCE(current_setting('app.erasure'::text, true), ''::text) AS "coalesce") = 'on'::text) AND (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])));
create policy system_reader on audit_logs for select using ( SELECT public.app_is_system() AS app_is_system);
create policy tenant on audit_logs for insert with check ((account_id IS NULL) OR (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])));
create policy tenant_reader on audit_logs for select using ((account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) OR ((account_id IS NULL) AND (company_id = ANY (( SELECT public.app_company_ids() AS app_company_ids)::bigint[]))));

create table campaign_actions (
  account_id bigint not null,
  id bigint not null generated always as identity,
  campaign_segment_id bigint not null,
  seq integer not null,
  type text not null,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint campaign_actions_account_id_campaign_segment_id_seq_key UNIQUE (account_id, campaign_segment_id, seq) DEFERRABLE INITIALLY DEFERRED,
  constraint campaign_actions_pkey PRIMARY KEY (account_id, id),
  constraint campaign_actions_account_id_campaign_segment_id_fkey FOREIGN KEY (account_id, campaign_segment_id) REFERENCES public.campaign_segments(account_id, id),
  constraint campaign_actions_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint campaign_actions_seq_check CHECK ((seq > 0)),
  constraint campaign_actions_type_check CHECK ((type = ANY (ARRAY['point'::text, 'coupon'::text, 'line'::text, 'mail'::text])))
);
alter table campaign_actions enable row level security;
alter table campaign_actions force row level security;
create policy system_reader on campaign_actions for select using ( SELECT public.app_is_system() AS app_is_system);
create policy tenant on campaign_actions for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table campaign_edits (
  account_id bigint not null,
  campaign_id bigint not null,
  version integer not null,
  document jsonb not null,
  saved_by bigint,
  saved_at timestamp with time zone not null,
  replaced_at timestamp with time zone not null,
  constraint campaign_edits_pkey PRIMARY KEY (account_id, campaign_id, version),
  constraint campaign_edits_account_id_campaign_id_fkey FOREIGN KEY (account_id, campaign_id) REFERENCES public.campaigns(account_id, id),
  constraint campaign_edits_document_check CHECK ((jsonb_typeof(document) = 'object'::text))
);
alter table campaign_edits enable row level security;
alter table campaign_edits force row level security;
create policy tenant on campaign_edits for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table campaign_reversals (
  account_id bigint not null,
  campaign_id bigint not null,
  push_action_id bigint,
  points bigint not null,
  constraint campaign_reversals_account_id_campaign_id_push_action_id_key UNIQUE NULLS NOT DISTINCT (account_id, campaign_id, push_action_id),
  constraint campaign_reversals_account_id_campaign_id_fkey FOREIGN KEY (account_id, campaign_id) REFERENCES public.campaigns(account_id, id),
  constraint campaign_reversals_account_id_campaign_id_push_action_id_fkey FOREIGN KEY (account_id, campaign_id, push_action_id) REFERENCES public.push_actions(account_id, campaign_id, id)
);
alter table campaign_reversals enable row level security;
alter table campaign_reversals force row level security;
create policy tenant on campaign_reversals for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table campaign_rule_versions (
  account_id bigint not null,
  id bigint not null generated always as identity,
  campaign_id bigint not null,
  valid_from date not null,
  valid_to date,
  pays boolean not null,
  start_on date,
  end_on date,
  segments jsonb not null,
  created_by bigint,
  created_at timestamp with time zone not null default now(),
  constraint campaign_rule_versions_pkey PRIMARY KEY (account_id, id),
  constraint campaign_rule_versions_account_id_campaign_id_fkey FOREIGN KEY (account_id, campaign_id) REFERENCES public.campaigns(account_id, id),
  constraint campaign_rule_versions_check CHECK ((valid_to >= valid_from)),
  constraint campaign_rule_versions_check1 CHECK (((valid_to IS NULL) OR pays)),
  constraint campaign_rule_versions_segments_check CHECK ((jsonb_typeof(segments) = 'array'::text))
);
CREATE INDEX campaign_rule_versions_campaign ON public.campaign_rule_versions USING btree (account_id, campaign_id, id);
alter table campaign_rule_versions enable row level security;
alter table campaign_rule_versions force row level security;
create policy tenant on campaign_rule_versions for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table campaign_runs (
  account_id bigint not null,
  id bigint not null generated always as identity,
  campaign_id bigint not null,
  campaign_action_id bigint not null,
  planned_at timestamp with time zone not null,
  state text not null,
  moved_to timestamp with time zone,
  reason text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint campaign_runs_account_id_campaign_action_id_planned_at_key UNIQUE (account_id, campaign_action_id, planned_at),
  constraint campaign_runs_pkey PRIMARY KEY (account_id, id),
  constraint campaign_runs_account_id_campaign_action_id_fkey FOREIGN KEY (account_id, campaign_action_id) REFERENCES public.campaign_actions(account_id, id) ON DELETE CASCADE,
  constraint campaign_runs_account_id_campaign_id_fkey FOREIGN KEY (account_id, campaign_id) REFERENCES public.campaigns(account_id, id) ON DELETE CASCADE,
  constraint campaign_runs_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id),
  constraint campaign_runs_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.users(id),
  constraint campaign_runs_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES public.users(id),
  constraint campaign_runs_missed CHECK (((state = 'missed'::text) = (reason IS NOT NULL))),
  constraint campaign_runs_moved CHECK (((state <> 'moved'::text) OR (moved_to IS NOT NULL))),
  constraint campaign_runs_reason_check CHECK ((reason = ANY (ARRAY['late'::text, 'newer'::text, 'stopped'::text, 'not_active'::text, 'initiator_lost_right'::text, 'incomplete'::text]))),
  constraint campaign_runs_state_check CHECK ((state = ANY (ARRAY['moved'::text, 'omitted'::text, 'made'::text, 'missed'::text])))
);
CREATE INDEX campaign_runs_by_day ON public.campaign_runs USING btree (account_id, COALESCE(moved_to, planned_at));
CREATE INDEX campaign_runs_of_campaign ON public.campaign_runs USING btree (account_id, campaign_id, planned_at);
alter table campaign_runs enable row level security;
alter table campaign_runs force row level security;
create policy tenant on campaign_runs for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table campaign_segments (
  account_id bigint not null,
  id bigint not null generated always as identity,
  campaign_id bigint not null,
  priority_seq integer not null,
  name text not null default ''::text,
  target jsonb,
  lua_script text not null default 'true'::text,
  target_count integer,
  target_counted_at timestamp with time zone,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  benefits_to_reached boolean not null default true,
  constraint campaign_segments_account_id_campaign_id_priority_seq_key UNIQUE (account_id, campaign_id, priority_seq) DEFERRABLE INITIALLY DEFERRED,
  constraint campaign_segments_pkey PRIMARY KEY (account_id, id),
  constraint campaign_segments_account_id_campaign_id_fkey FOREIGN KEY (account_id, campaign_id) REFERENCES public.campaigns(account_id, id),
  constraint campaign_segments_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint campaign_segments_lua_script_check CHECK ((length(lua_script) <= 100000)),
  constraint campaign_segments_priority_seq_check CHECK ((priority_seq > 0)),
  constraint campaign_segments_target_count_check CHECK ((target_count >= 0))
);
alter table campaign_segments enable row level security;
alter table campaign_segments force row level security;
create policy system_reader on campaign_segments for select using ( SELECT public.app_is_system() AS app_is_system);
create policy tenant on campaign_segments for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table campaign_stay_figures (
  account_id bigint not null,
  campaign_id bigint not null,
  entries bigint not null,
  customers bigint not null,
  points bigint not null,
  constraint campaign_stay_figures_pkey PRIMARY KEY (account_id, campaign_id),
  constraint campaign_stay_figures_account_id_campaign_id_fkey FOREIGN KEY (account_id, campaign_id) REFERENCES public.campaigns(account_id, id)
);
alter table campaign_stay_figures enable row level security;
alter table campaign_stay_figures force row level security;
create policy tenant on campaign_stay_figures for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table campaigns (
  account_id bigint not null,
  id bigint not null generated always as identity,
  name text not null,
  campaign_start_dt date,
  campaign_end_dt date,
  type text not null,
  preset_type text,
  status text not null default 'inactive'::text,
  control_rate smallint not null default 0,
  copied_from_id bigint,
  activated_at timestamp with time zone,
  stopped_at timestamp with time zone,
  version integer not null default 1,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  purpose text not null default 'marketing'::text,
  priority smallint not null default 5,
  run_facility_ids bigint[],
  text_confirmed_by bigint,
  text_confirmed_at timestamp with time zone,
  constraint campaigns_pkey PRIMARY KEY (account_id, id),
  constraint campaigns_account_id_copied_from_id_fkey FOREIGN KEY (account_id, copied_from_id) REFERENCES public.campaigns(account_id, id),
  constraint campaigns_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id),
  constraint campaigns_check CHECK ((campaign_end_dt >= campaign_start_dt)),
  constraint campaigns_control_rate_check CHECK (((control_rate >= 0) AND (control_rate <= 50))),
  constraint campaigns_name_check CHECK (((name <> ''::text) OR (activated_at IS NULL))),
  constraint campaigns_preset_type_check CHECK ((preset_type = ANY (ARRAY['birthmonth_benefit'::text, 'weekday_benefit'::text, 'good_customer_benefit'::text, 'fixed_customer_benefit'::text, 'customer_defection_benefit'::text, 'potential_good_customer_benefit'::text, 'online_check_in_promotion'::text, 'online_check_out_promotion'::text, 'information'::text, 'vip_treatment'::text, 'birthday'::text]))),
  constraint campaigns_priority_check CHECK (((priority >= 1) AND (priority <= 9))),
  constraint campaigns_purpose_check CHECK (((purpose = ANY (ARRAY['marketing'::text, 'service'::text])) AND ((purpose <> 'service'::text) OR ((type = 'customer_service'::text) AND (control_rate = 0))))),
  constraint campaigns_status_check CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text, 'stopped'::text]))),
  constraint campaigns_type_check CHECK ((type = ANY (ARRAY['basic'::text, 'customer_service'::text, 'repeat_promotion'::text])))
);
CREATE INDEX campaigns_ending ON public.campaigns USING btree (campaign_end_dt) WHERE ((status = ANY (ARRAY['active'::text, 'stopped'::text])) AND (type <> 'basic'::text));
CREATE INDEX campaigns_list ON public.campaigns USING btree (account_id, updated_at DESC, id DESC);
alter table campaigns enable row level security;
alter table campaigns force row level security;
create policy system_reader on campaigns for select using ( SELECT public.app_is_system() AS app_is_system);
create policy tenant on campaigns for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table clock_runs (
  job text not null,
  due_at timestamp with time zone not null,
  queued_at timestamp with time zone not null,
  served_at timestamp with time zone not null,
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  failed_at timestamp with time zone,
  fault text,
  constraint clock_runs_pkey PRIMARY KEY (job),
  constraint clock_runs_check CHECK (((failed_at IS NULL) = (fault IS NULL)))
);
alter table clock_runs enable row level security;
alter table clock_runs force row level security;
create policy clock on clock_runs for all using ( SELECT public.app_is_system() AS app_is_system) with check ( SELECT public.app_is_system() AS app_is_system);

create table companies (
  id bigint not null generated always as identity,
  name text not null,
  is_provider boolean not null default false,
  version integer not null default 1,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint companies_pkey PRIMARY KEY (id),
  constraint companies_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint companies_name_check CHECK ((name <> ''::text))
);
CREATE UNIQUE INDEX companies_one_provider ON public.companies USING btree (is_provider) WHERE is_provider;

create table control_guests (
  account_id bigint not null,
  campaign_id bigint,
  customer_id bigint not null,
  since timestamp with time zone not null,
  constraint control_guests_account_id_campaign_id_fkey FOREIGN KEY (account_id, campaign_id) REFERENCES public.campaigns(account_id, id),
  constraint control_guests_account_id_customer_id_fkey FOREIGN KEY (account_id, customer_id) REFERENCES public.customers(account_id, id),
  constraint control_guests_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id)
);
CREATE INDEX control_guests_group ON public.control_guests USING btree (account_id, campaign_id, customer_id);
CREATE UNIQUE INDEX control_guests_once ON public.control_guests USING btree (account_id, customer_id, campaign_id) NULLS NOT DISTINCT;
alter table control_guests enable row level security;
alter table control_guests force row level security;
create policy tenant on control_guests for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table conversion_attributions (
  account_id bigint not null,
  stay_reservation_id bigint not null,
  customer_id bigint not null,
  facility_account_id bigint not null,
  campaign_action_id bigint not null,
  touch text not null,
  touched_at timestamp with time zone not null,
  push_action_id bigint,
  sent_to_id bigint,
  message_event_id bigint,
  use_coupon_case_id bigint,
  reserved_on date,
  reserved_price bigint,
  transacted_on date,
  use_price bigint not null default 0,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint conversion_attributions_pkey PRIMARY KEY (account_id, stay_reservation_id),
  constraint conversion_attributions_account_id_campaign_action_id_fkey FOREIGN KEY (account_id, campaign_action_id) REFERENCES public.campaign_actions(account_id, id),
  constraint conversion_attributions_account_id_customer_id_fkey FOREIGN KEY (account_id, customer_id) REFERENCES public.customers(account_id, id),
  constraint conversion_attributions_account_id_facility_account_id_fkey FOREIGN KEY (account_id, facility_account_id) REFERENCES public.accounts(programme_account_id, id),
  constraint conversion_attributions_account_id_push_action_id_fkey FOREIGN KEY (account_id, push_action_id) REFERENCES public.push_actions(account_id, id),
  constraint conversion_attributions_account_id_sent_to_id_fkey FOREIGN KEY (account_id, sent_to_id) REFERENCES public.customers(account_id, id),
  constraint conversion_attributions_account_id_stay_reservation_id_fkey FOREIGN KEY (account_id, stay_reservation_id) REFERENCES public.stay_reservations(account_id, id),
  constraint conversion_attributions_account_id_use_coupon_case_id_fkey FOREIGN KEY (account_id, use_coupon_case_id) REFERENCES public.use_coupon_cases(account_id, id),
  constraint conversion_attributions_count CHECK ((num_nonnulls(reserved_on, transacted_on) > 0)),
  constraint conversion_attributions_evidence CHECK (
CASE touch
    WHEN 'use'::text THEN ((use_coupon_case_id IS NOT NULL) AND (num_nonnulls(push_action_id, sent_to_id, message_event_id) = 0))
    WHEN 'click'::text THEN ((use_coupon_case_id IS NULL) AND (num_nonnulls(push_action_id, sent_to_id, message_event_id) = 3))
    ELSE ((use_coupon_case_id IS NULL) AND (message_event_id IS NULL) AND (num_nonnulls(push_action_id, sent_to_id) = 2))
END),
  constraint conversion_attributions_touch_check CHECK ((touch = ANY (ARRAY['use'::text, 'click'::text, 'delivery'::text])))
);
CREATE INDEX conversion_attributions_action ON public.conversion_attributions USING btree (account_id, campaign_action_id, reserved_on);
CREATE INDEX conversion_attributions_customer ON public.conversion_attributions USING btree (account_id, customer_id);
alter table conversion_attributions enable row level security;
alter table conversion_attributions force row level security;
create policy tenant on conversion_attributions for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table conversion_clicks (
  account_id bigint not null,
  campaign_action_id bigint not null,
  stat_date date not null,
  clicked integer not null default 0,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint conversion_clicks_pkey PRIMARY KEY (account_id, campaign_action_id, stat_date),
  constraint conversion_clicks_account_id_campaign_action_id_fkey FOREIGN KEY (account_id, campaign_action_id) REFERENCES public.campaign_actions(account_id, id),
  constraint conversion_clicks_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint conversion_clicks_clicked_check CHECK ((clicked >= 0))
);
CREATE INDEX conversion_clicks_day ON public.conversion_clicks USING btree (account_id, stat_date);
alter table conversion_clicks enable row level security;
alter table conversion_clicks force row level security;
create policy tenant on conversion_clicks for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table conversions (
  account_id bigint not null,
  campaign_action_id bigint not null,
  facility_account_id bigint not null,
  stat_date date not null,
  reserved integer not null default 0,
  reserved_price bigint not null default 0,
  transacted integer not null default 0,
  use_price bigint not null default 0,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint conversions_pkey PRIMARY KEY (account_id, campaign_action_id, facility_account_id, stat_date),
  constraint conversions_account_id_campaign_action_id_fkey FOREIGN KEY (account_id, campaign_action_id) REFERENCES public.campaign_actions(account_id, id),
  constraint conversions_facility_account_id_fkey FOREIGN KEY (account_id, facility_account_id) REFERENCES public.accounts(programme_account_id, id),
  constraint conversions_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text])))
);
CREATE INDEX conversions_day ON public.conversions USING btree (account_id, stat_date);
alter table conversions enable row level security;
alter table conversions force row level security;
create policy tenant on conversions for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table coupon_codes (
  account_id bigint not null,
  id bigint not null generated always as identity,
  coupon_id bigint not null,
  code text not null,
  acquire_coupon_id bigint,
  created_by bigint,
  created_at timestamp with time zone not null default now(),
  constraint coupon_codes_account_id_code_key UNIQUE (account_id, code),
  constraint coupon_codes_pkey PRIMARY KEY (account_id, id),
  constraint coupon_codes_account_id_acquire_coupon_id_fkey FOREIGN KEY (account_id, acquire_coupon_id) REFERENCES public.acquire_coupons(account_id, id),
  constraint coupon_codes_account_id_coupon_id_fkey FOREIGN KEY (account_id, coupon_id) REFERENCES public.coupons(account_id, id),
  constraint coupon_codes_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id),
  constraint coupon_codes_code_check CHECK ((code <> ''::text))
);
CREATE INDEX coupon_codes_pool ON public.coupon_codes USING btree (account_id, coupon_id, acquire_coupon_id, id);
CREATE UNIQUE INDEX coupon_codes_given ON public.coupon_codes USING btree (account_id, acquire_coupon_id) WHERE (acquire_coupon_id IS NOT NULL);
alter table coupon_codes enable row level security;
alter table coupon_codes force row level security;
create policy tenant on coupon_codes for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table coupon_counters (
  account_id bigint not null,
  coupon_id bigint not null,
  acquired_count integer not null default 0,
  used_count integer not null default 0,
  code_count integer not null default 0,
  codes_left integer not null default 0,
  constraint coupon_counters_pkey PRIMARY KEY (account_id, coupon_id),
  constraint coupon_counters_account_id_coupon_id_fkey FOREIGN KEY (account_id, coupon_id) REFERENCES public.coupons(account_id, id),
  constraint coupon_counters_acquired_count_check CHECK ((acquired_count >= 0)),
  constraint coupon_counters_codes CHECK (((codes_left >= 0) AND (codes_left <= code_count))),
  constraint coupon_counters_used_count_check CHECK ((used_count >= 0))
);
alter table coupon_counters enable row level security;
alter table coupon_counters force row level security;
create policy tenant on coupon_counters for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table coupons (
  account_id bigint not null,
  id bigint not null generated always as identity,
  campaign_action_id bigint,
  name text not null,
  description text not null default ''::text,
  type text not null,
  code text,
  acquire_amount_limit integer,
  use_amount_limit integer,
  use_times_limit integer,
  use_quantity_limit integer,
  reservation_end_date date,
  available_months smallint[] not null default '{}'::smallint[],
  stay_start_date date,
  stay_end_date date,
  day_of_week smallint[] not null default '{}'::smallint[],
  unavailable_period jsonb not null default '[]'::jsonb,
  use_condition bigint not null default 0,
  plan_code text[] not null default '{}'::text[],
  discount_type text not null,
  absolute_type text,
  rate_type text,
  discount_absolute bigint,
  discount_rate numeric(6,3),
  discount_limit bigint,
  can_use_together boolean not null default false,
  includes_free boolean not null default false,
  cancellation_includes_discount boolean not null default false,
  version integer not null default 1,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  issued_at timestamp with time zone,
  codes_alarm_at integer,
  valid_days_from_acquire integer,
  valid_months_from_acquire integer,
  without_end boolean not null default false,
  taken_by_guest boolean not null default false,
  variant text not null default 'A'::text,
  share smallint,
  constraint coupons_of_action UNIQUE (account_id, campaign_action_id, variant),
  constraint coupons_pkey PRIMARY KEY (account_id, id),
  constraint coupons_account_id_campaign_action_id_fkey FOREIGN KEY (account_id, campaign_action_id) REFERENCES public.campaign_actions(account_id, id),
  constraint coupons_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id),
  constraint coupons_absolute_type_check CHECK ((absolute_type = ANY (ARRAY['action'::text, 'plan'::text]))),
  constraint coupons_acquire_amount_limit_check CHECK ((acquire_amount_limit > 0)),
  constraint coupons_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint coupons_available_months_check CHECK ((available_months <@ ARRAY[(1)::smallint, (2)::smallint, (3)::smallint, (4)::smallint, (5)::smallint, (6)::smallint, (7)::smallint, (8)::smallint, (9)::smallint, (10)::smallint, (11)::smallint, (12)::smallint])),
  constraint coupons_check CHECK ((stay_end_date >= stay_start_date)),
  constraint coupons_check1 CHECK (((discount_type = 'absolute'::text) = (absolute_type IS NOT NULL))),
  constraint coupons_check2 CHECK (((discount_type = 'rate'::text) = (rate_type IS NOT NULL))),
  constraint coupons_code_check CHECK ((code <> ''::text)),
  constraint coupons_codes_alarm_at_check CHECK ((codes_alarm_at >= 0)),
  constraint coupons_day_of_week_check CHECK ((day_of_week <@ ARRAY[(0)::smallint, (1)::smallint, (2)::smallint, (3)::smallint, (4)::smallint, (5)::smallint, (6)::smallint])),
  constraint coupons_days_or_months CHECK (((valid_days_from_acquire IS NULL) OR (valid_months_from_acquire IS NULL))),
  constraint coupons_discount_absolute_check CHECK ((discount_absolute > 0)),
  constraint coupons_discount_limit_check CHECK ((discount_limit > 0)),
  constraint coupons_discount_rate_check CHECK (((discount_rate > (0)::numeric) AND (discount_rate <= (100)::numeric))),
  constraint coupons_discount_type_check CHECK ((discount_type = ANY (ARRAY['absolute'::text, 'rate'::text]))),
  constraint coupons_limit_of_rates CHECK (((discount_type = 'rate'::text) OR (discount_limit IS NULL))),
  constraint coupons_named CHECK (((issued_at IS NULL) OR (name <> ''::text))),
  constraint coupons_percent CHECK (((issued_at IS NULL) OR (rate_type IS DISTINCT FROM 'action'::text) OR (discount_rate IS NOT NULL))),
  constraint coupons_rate_type_check CHECK ((rate_type = ANY (ARRAY['action'::text, 'plan'::text]))),
  constraint coupons_share_check CHECK (((share >= 1) AND (share <= 100))),
  constraint coupons_taken_by_guest CHECK (((NOT taken_by_guest) OR (type = 'acquire'::text))),
  constraint coupons_type_check CHECK ((type = ANY (ARRAY['code'::text, 'acquire'::text]))),
  constraint coupons_unavailable_period_check CHECK ((jsonb_typeof(unavailable_period) = 'array'::text)),
  constraint coupons_use_amount_limit_check CHECK ((use_amount_limit > 0)),
  constraint coupons_use_condition_check CHECK ((use_condition >= 0)),
  constraint coupons_use_quantity_limit_check CHECK ((use_quantity_limit > 0)),
  constraint coupons_use_times_limit_check CHECK ((use_times_limit > 0)),
  constraint coupons_valid_days_from_acquire_check CHECK (((valid_days_from_acquire >= 1) AND (valid_days_from_acquire <= 3650))),
  constraint coupons_valid_months_from_acquire_check CHECK (((valid_months_from_acquire >= 0) AND (valid_months_from_acquire <= 120))),
  constraint coupons_variant_check CHECK ((variant = ANY (ARRAY['A'::text, 'B'::text, 'C'::text, 'D'::text]))),
  constraint coupons_yen CHECK (((issued_at IS NULL) OR (absolute_type IS DISTINCT FROM 'action'::text) OR (discount_absolute IS NOT NULL)))
);
CREATE UNIQUE INDEX coupons_code ON public.coupons USING btree (account_id, code) WHERE ((code IS NOT NULL) AND (active_status = 'active'::text));
alter table coupons enable row level security;
alter table coupons force row level security;
create policy tenant on coupons for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table customer_consents (
  account_id bigint not null,
  id bigint not null generated always as identity,
  customer_id bigint not null,
  channel text not null,
  purpose text not null default 'marketing'::text,
  state text not null,
  happened_at timestamp with time zone not null default now(),
  source text not null,
  text_version text not null default ''::text,
  remarks text not null default ''::text,
  created_by bigint,
  created_at timestamp with time zone not null default now(),
  ends_on date,
  push_action_id bigint,
  constraint customer_consents_pkey PRIMARY KEY (account_id, id),
  constraint customer_consents_account_id_customer_id_fkey FOREIGN KEY (account_id, customer_id) REFERENCES public.customers(account_id, id),
  constraint customer_consents_channel_check CHECK ((channel = ANY (ARRAY['mail'::text, 'line'::text, 'post'::text]))),
  constraint customer_consents_ends_on_check CHECK (((ends_on IS NULL) OR ((purpose = 'pause'::text) AND (state = 'withdrawn'::text)))),
  constraint customer_consents_purpose_check CHECK ((purpose = ANY (ARRAY['marketing'::text, 'service'::text, 'news'::text, 'birthday'::text, 'around_stays'::text, 'pause'::text]))),
  constraint customer_consents_source_check CHECK ((source = ANY (ARRAY['import'::text, 'feed'::text, 'staff'::text, 'guest'::text, 'unsubscribe'::text, 'line_follow'::text, 'line_unfollow'::text, 'bounce'::text, 'complaint'::text, 'merge'::text]))),
  constraint customer_consents_state_check CHECK ((state = ANY (ARRAY['given'::text, 'withdrawn'::text])))
);
CREATE INDEX customer_consents_latest ON public.customer_consents USING btree (account_id, customer_id, channel, purpose, id DESC) INCLUDE (state);
CREATE INDEX customer_consents_preferences ON public.customer_consents USING btree (account_id, purpose, customer_id, id DESC) INCLUDE (state, ends_on) WHERE (purpose = ANY (ARRAY['news'::text, 'birthday'::text, 'around_stays'::text, 'pause'::text]));
alter table customer_consents enable row level security;
alter table customer_consents force row level security;
create policy tenant on customer_consents for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table customer_facilities (
  account_id bigint not null,
  facility_account_id bigint not null,
  customer_id bigint not null,
  first_seen_on date not null,
  constraint customer_facilities_pkey PRIMARY KEY (account_id, facility_account_id, customer_id),
  constraint customer_facilities_account_id_customer_id_fkey FOREIGN KEY (account_id, customer_id) REFERENCES public.customers(account_id, id) ON DELETE CASCADE NOT ENFORCED,
  constraint customer_facilities_facility_account_id_fkey FOREIGN KEY (account_id, facility_account_id) REFERENCES public.accounts(programme_account_id, id)
);
CREATE INDEX customer_facilities_customer ON public.customer_facilities USING btree (account_id, customer_id);
CREATE TRIGGER customer_id_is_known AFTER UPDATE OF account_id, customer_id ON public.customer_facilities FOR EACH ROW WHEN (((new.customer_id IS NOT NULL) AND ((old.account_id IS DISTINCT FROM new.account_id) OR (old.customer_id IS DISTINCT FROM new.customer_id)))) EXECUTE FUNCTION public.parent_is_known('customer_id');
CREATE TRIGGER parents_are_known AFTER INSERT ON public.customer_facilities REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.parents_are_known();
alter table customer_facilities enable row level security;
alter table customer_facilities force row level security;
create policy tenant on customer_facilities for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table customer_keys (
  account_id bigint not null,
  customer_id bigint not null,
  kind text not null,
  value text not null,
  kana_key text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  constraint customer_keys_pkey PRIMARY KEY (account_id, kind, value, kana_key, customer_id),
  constraint customer_keys_account_id_customer_id_fkey FOREIGN KEY (account_id, customer_id) REFERENCES public.customers(account_id, id),
  constraint customer_keys_kind_check CHECK ((kind = ANY (ARRAY['member'::text, 'email'::text, 'tel'::text]))),
  constraint customer_keys_value_check CHECK ((value <> ''::text))
);
CREATE INDEX customer_keys_customer ON public.customer_keys USING btree (account_id, customer_id);
alter table customer_keys enable row level security;
alter table customer_keys force row level security;
create policy tenant on customer_keys for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table customer_merge_candidates (
  account_id bigint not null,
  id bigint not null generated always as identity,
  customer_id bigint,
  other_customer_id bigint,
  stay_reservation_customer_id bigint,
  score smallint not null,
  reasons jsonb not null,
  decision text not null default 'open'::text,
  decided_by bigint,
  decided_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  import_batch_id bigint,
  constraint customer_merge_candidates_pkey PRIMARY KEY (account_id, id),
  constraint customer_merge_candidates_account_id_customer_id_fkey FOREIGN KEY (account_id, customer_id) REFERENCES public.customers(account_id, id),
  constraint customer_merge_candidates_account_id_other_customer_id_fkey FOREIGN KEY (account_id, other_customer_id) REFERENCES public.customers(account_id, id),
  constraint customer_merge_candidates_account_id_stay_reservation_cust_fkey FOREIGN KEY (account_id, stay_reservation_customer_id) REFERENCES public.stay_reservation_customers(account_id, id) ON DELETE CASCADE,
  constraint customer_merge_candidates_check CHECK ((num_nonnulls(other_customer_id, stay_reservation_customer_id) = 1)),
  constraint customer_merge_candidates_decision_check CHECK ((decision = ANY (ARRAY['open'::text, 'merged'::text, 'separate'::text, 'new_customer'::text, 'set_aside'::text]))),
  constraint customer_merge_candidates_score_check CHECK (((score >= 0) AND (score <= 100))),
  constraint customer_merge_candidates_somebody CHECK (((customer_id IS NOT NULL) OR (stay_reservation_customer_id IS NOT NULL)))
);
CREATE INDEX customer_merge_candidates_guest ON public.customer_merge_candidates USING btree (account_id, stay_reservation_customer_id) WHERE (stay_reservation_customer_id IS NOT NULL);
CREATE INDEX customer_merge_candidates_import ON public.customer_merge_candidates USING btree (account_id, import_batch_id) WHERE (import_batch_id IS NOT NULL);
CREATE INDEX customer_merge_candidates_open ON public.customer_merge_candidates USING btree (account_id, score DESC, id) WHERE (decision = 'open'::text);
CREATE INDEX customer_merge_candidates_other ON public.customer_merge_candidates USING btree (account_id, other_customer_id) WHERE (other_customer_id IS NOT NULL);
CREATE UNIQUE INDEX customer_merge_candidates_pair ON public.customer_merge_candidates USING btree (account_id, customer_id, other_customer_id, stay_reservation_customer_id) NULLS NOT DISTINCT;
alter table customer_merge_candidates enable row level security;
alter table customer_merge_candidates force row level security;
create policy tenant on customer_merge_candidates for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table customer_merges (
  account_id bigint not null,
  id bigint not null generated always as identity,
  survivor_customer_id bigint not null,
  source_customer_id bigint not null,
  survivor_before jsonb not null,
  moved jsonb not null,
  merged_by bigint,
  merged_at timestamp with time zone not null default now(),
  undone_by bigint,
  undone_at timestamp with time zone,
  erased_at timestamp with time zone,
  constraint customer_merges_pkey PRIMARY KEY (account_id, id),
  constraint customer_merges_account_id_source_customer_id_fkey FOREIGN KEY (account_id, source_customer_id) REFERENCES public.customers(account_id, id),
  constraint customer_merges_account_id_survivor_customer_id_fkey FOREIGN KEY (account_id, survivor_customer_id) REFERENCES public.customers(account_id, id)
);
CREATE INDEX customer_merges_source ON public.customer_merges USING btree (account_id, source_customer_id);
CREATE INDEX customer_merges_survivor ON public.customer_merges USING btree (account_id, survivor_customer_id);
alter table customer_merges enable row level security;
alter table customer_merges force row level security;
create policy tenant on customer_merges for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table customer_notes (
  account_id bigint not null,
  id bigint not null generated always as identity,
  customer_id bigint not null,
  body text not null,
  version integer not null default 1,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint customer_notes_pkey PRIMARY KEY (account_id, id),
  constraint customer_notes_account_id_customer_id_fkey FOREIGN KEY (account_id, customer_id) REFERENCES public.customers(account_id, id),
  constraint customer_notes_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint customer_notes_body_check CHECK ((body <> ''::text))
);
CREATE INDEX customer_notes_customer ON public.customer_notes USING btree (account_id, customer_id, id DESC);
alter table customer_notes enable row level security;
alter table customer_notes force row level security;
create policy tenant on customer_notes for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table customer_rank_histories (
  account_id bigint not null,
  id bigint not null generated always as identity,
  customer_id bigint not null,
  rank_detail_id bigint,
  previous_rank_detail_id bigint,
  rank_type text not null,
  expiration_date date,
  cause text not null,
  changed_on date not null,
  created_by bigint,
  created_at timestamp with time zone not null default now(),
  remarks text not null default ''::text,
  given_before jsonb,
  constraint customer_rank_histories_pkey PRIMARY KEY (account_id, id),
  constraint customer_rank_histories_account_id_customer_id_fkey FOREIGN KEY (account_id, customer_id) REFERENCES public.customers(account_id, id) ON DELETE CASCADE,
  constraint customer_rank_histories_account_id_previous_rank_detail_id_fkey FOREIGN KEY (account_id, previous_rank_detail_id) REFERENCES public.rank_details(account_id, id),
  constraint customer_rank_histories_account_id_rank_detail_id_fkey FOREIGN KEY (account_id, rank_detail_id) REFERENCES public.rank_details(account_id, id),
  constraint customer_rank_histories_cause_check CHECK ((cause = ANY (ARRAY['stay'::text, 'points'::text, 'evaluation'::text, 'expiry'::text, 'manual'::text, 'manual_end'::text, 'manual_undo'::text, 'reversal'::text, 'definition'::text, 'merge'::text]))),
  constraint customer_rank_histories_rank_type_check CHECK ((rank_type = ANY (ARRAY['auto'::text, 'manual'::text])))
);
CREATE INDEX customer_rank_histories_by_hand ON public.customer_rank_histories USING btree (account_id, customer_id, id DESC) WHERE (rank_type = 'manual'::text);
CREATE INDEX customer_rank_histories_customer ON public.customer_rank_histories USING btree (account_id, customer_id, id DESC);
CREATE INDEX customer_rank_histories_day ON public.customer_rank_histories USING btree (account_id, changed_on);
alter table customer_rank_histories enable row level security;
alter table customer_rank_histories force row level security;
create policy tenant on customer_rank_histories for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table customer_ranks (
  account_id bigint not null,
  customer_id bigint not null,
  rank_detail_id bigint not null,
  rank_type text not null,
  expiration_date date,
  since_date date not null,
  remarks text not null default ''::text,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint customer_ranks_pkey PRIMARY KEY (account_id, customer_id, rank_type),
  constraint customer_ranks_account_id_customer_id_fkey FOREIGN KEY (account_id, customer_id) REFERENCES public.customers(account_id, id) ON DELETE CASCADE,
  constraint customer_ranks_account_id_rank_detail_id_fkey FOREIGN KEY (account_id, rank_detail_id) REFERENCES public.rank_details(account_id, id),
  constraint customer_ranks_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint customer_ranks_rank_type_check CHECK ((rank_type = ANY (ARRAY['auto'::text, 'manual'::text])))
);
CREATE INDEX customer_ranks_by_hand ON public.customer_ranks USING btree (account_id, customer_id) WHERE (rank_type = 'manual'::text);
CREATE INDEX customer_ranks_detail ON public.customer_ranks USING btree (account_id, rank_detail_id);
CREATE INDEX customer_ranks_expiration ON public.customer_ranks USING btree (account_id, expiration_date) WHERE (expiration_date IS NOT NULL);
alter table customer_ranks enable row level security;
alter table customer_ranks force row level security;
create policy tenant on customer_ranks for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table customer_rfm_histories (
  account_id bigint not null,
  customer_id bigint not null,
  held_since date not null,
  rfm_id bigint not null,
  recency_score smallint not null,
  frequency_score smallint not null,
  monetary_score smallint not null,
  rfm_group_id bigint,
  held_until date not null,
  constraint customer_rfm_histories_pkey PRIMARY KEY (account_id, customer_id, rfm_id, held_since),
  constraint customer_rfm_histories_check CHECK ((held_until > held_since)),
  constraint customer_rfm_histories_frequency_score_check CHECK (((frequency_score >= 1) AND (frequency_score <= 5))),
  constraint customer_rfm_histories_monetary_score_check CHECK (((monetary_score >= 1) AND (monetary_score <= 5))),
  constraint customer_rfm_histories_recency_score_check CHECK (((recency_score >= 1) AND (recency_score <= 5)))
);
CREATE INDEX customer_rfm_histories_until ON public.customer_rfm_histories USING btree (account_id, held_until);
alter table customer_rfm_histories enable row level security;
alter table customer_rfm_histories force row level security;
create policy tenant on customer_rfm_histories for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table customer_rfms (
  account_id bigint not null,
  customer_id bigint not null,
  rfm_id bigint not null,
  recency_days integer not null,
  frequency_count integer not null,
  monetary_total bigint not null,
  recency_score smallint not null,
  frequency_score smallint not null,
  monetary_score smallint not null,
  rfm_group_id bigint,
  scored_on date not null,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  held_since date not null,
  constraint customer_rfms_pkey PRIMARY KEY (account_id, customer_id, rfm_id),
  constraint customer_rfms_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint customer_rfms_frequency_count_check CHECK ((frequency_count >= 0)),
  constraint customer_rfms_frequency_score_check CHECK (((frequency_score >= 1) AND (frequency_score <= 5))),
  constraint customer_rfms_monetary_score_check CHECK (((monetary_score >= 1) AND (monetary_score <= 5))),
  constraint customer_rfms_recency_days_check CHECK ((recency_days >= 0)),
  constraint customer_rfms_recency_score_check CHECK (((recency_score >= 1) AND (recency_score <= 5)))
);
CREATE INDEX customer_rfms_group ON public.customer_rfms USING btree (account_id, rfm_group_id);
alter table customer_rfms enable row level security;
alter table customer_rfms force row level security;
create policy tenant on customer_rfms for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table customer_totals (
  account_id bigint not null,
  customer_id bigint not null,
  is_listed boolean not null default true,
  reservation_count integer not null default 0,
  cancel_count integer not null default 0,
  no_show_count integer not null default 0,
  stay_count integer not null default 0,
  use_price_total bigint not null default 0,
  first_stay_on date,
  last_stay_on date,
  last_facility_account_id bigint,
  updated_at timestamp with time zone not null default now(),
  constraint customer_totals_pkey PRIMARY KEY (account_id, customer_id),
  constraint customer_totals_account_id_customer_id_fkey FOREIGN KEY (account_id, customer_id) REFERENCES public.customers(account_id, id) ON DELETE CASCADE NOT ENFORCED,
  constraint customer_totals_last_facility_account_id_fkey FOREIGN KEY (account_id, last_facility_account_id) REFERENCES public.accounts(programme_account_id, id),
  constraint customer_totals_stay_count_check CHECK ((stay_count >= 0))
);
CREATE INDEX customer_totals_last_stay ON public.customer_totals USING btree (account_id, last_stay_on DESC NULLS LAST, customer_id DESC) WHERE is_listed;
CREATE INDEX customer_totals_unlisted ON public.customer_totals USING btree (account_id, customer_id) WHERE (NOT is_listed);
CREATE TRIGGER customer_id_is_known AFTER UPDATE OF account_id, customer_id ON public.customer_totals FOR EACH ROW WHEN (((new.customer_id IS NOT NULL) AND ((old.account_id IS DISTINCT FROM new.account_id) OR (old.customer_id IS DISTINCT FROM new.customer_id)))) EXECUTE FUNCTION public.parent_is_known('customer_id');
CREATE TRIGGER customer_totals_changed AFTER UPDATE ON public.customer_totals REFERENCING OLD TABLE AS was_total NEW TABLE AS now_total FOR EACH STATEMENT EXECUTE FUNCTION public.customer_totals_changed();
CREATE TRIGGER parents_are_known AFTER INSERT ON public.customer_totals REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.parents_are_known();
alter table customer_totals enable row level security;
alter table customer_totals force row level security;
create policy tenant on customer_totals for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table customer_types (
  account_id bigint not null,
  customer_id bigint not null,
  account_customer_type_id bigint not null,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  addition_id bigint,
  constraint customer_types_pkey PRIMARY KEY (account_id, customer_id, account_customer_type_id),
  constraint customer_types_account_id_account_customer_type_id_fkey FOREIGN KEY (account_id, account_customer_type_id) REFERENCES public.account_customer_types(account_id, id),
  constraint customer_types_account_id_customer_id_fkey FOREIGN KEY (account_id, customer_id) REFERENCES public.customers(account_id, id)
);
CREATE INDEX customer_types_addition ON public.customer_types USING btree (account_id, addition_id) WHERE (addition_id IS NOT NULL);
CREATE INDEX customer_types_type ON public.customer_types USING btree (account_id, account_customer_type_id, customer_id);
alter table customer_types enable row level security;
alter table customer_types force row level security;
create policy tenant on customer_types for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table customers (
  account_id bigint not null,
  id bigint not null generated always as identity,
  member_number text,
  name text not null,
  name_kana text,
  gender text,
  birthday date,
  birth_month smallint generated always as ((EXTRACT(month FROM birthday))::smallint) stored,
  email text,
  email_state text not null default 'valid'::text,
  tel text,
  tel_national text,
  postcode text,
  address text,
  language text not null default 'ja'::text,
  nationality text,
  line_user_id text,
  line_follow_state text not null default 'none'::text,
  notes text not null default ''::text,
  merged_into bigint,
  name_typed text,
  name_kana_typed text,
  email_typed text,
  tel_typed text,
  postcode_typed text,
  address_typed text,
  last_stay_on date,
  stay_count integer not null default 0,
  use_price_total bigint not null default 0,
  version integer not null default 1,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  import_batch_id bigint,
  search_text text,
  erased_at timestamp with time zone,
  erase_remaining_on date,
  constraint customers_pkey PRIMARY KEY (account_id, id),
  constraint customers_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id),
  constraint customers_account_id_merged_into_fkey FOREIGN KEY (account_id, merged_into) REFERENCES public.customers(account_id, id),
  constraint customers_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint customers_check CHECK ((merged_into <> id)),
  constraint customers_check1 CHECK (((merged_into IS NULL) OR (active_status = 'inactive'::text))),
  constraint customers_email_state_check CHECK ((email_state = ANY (ARRAY['valid'::text, 'bounced'::text, 'opted_out'::text]))),
  constraint customers_gender_check CHECK ((gender = ANY (ARRAY['male'::text, 'female'::text, 'other'::text]))),
  constraint customers_language_check CHECK ((language = ANY (ARRAY['ja'::text, 'en'::text]))),
  constraint customers_line_follow_state_check CHECK ((line_follow_state = ANY (ARRAY['none'::text, 'following'::text, 'blocked'::text]))),
  constraint customers_member_number_check CHECK ((member_number <> ''::text)),
  constraint customers_name_check CHECK ((name <> ''::text))
);
CREATE INDEX customers_birthday ON public.customers USING btree (account_id, ((((EXTRACT(month FROM birthday) * (100)::numeric) + EXTRACT(day FROM birthday)))::integer)) WHERE (birthday IS NOT NULL);
CREATE INDEX customers_email ON public.customers USING btree (account_id, email) WHERE (email IS NOT NULL);
CREATE INDEX customers_erase_remaining ON public.customers USING btree (account_id, erase_remaining_on) WHERE (erase_remaining_on IS NOT NULL);
CREATE INDEX customers_line_user ON public.customers USING btree (account_id, line_user_id) WHERE (line_user_id IS NOT NULL);
CREATE INDEX customers_merged_into ON public.customers USING btree (account_id, merged_into) WHERE (merged_into IS NOT NULL);
CREATE INDEX customers_name_kana ON public.customers USING btree (account_id, name_kana, id) WHERE ((active_status = 'active'::text) AND (merged_into IS NULL));
CREATE INDEX customers_registered ON public.customers USING btree ((((created_at AT TIME ZONE 'Asia/Tokyo'::text))::date), account_id);
CREATE INDEX customers_search_text ON public.customers USING gin (account_id, search_text public.gin_trgm_ops);
CREATE INDEX customers_tel ON public.customers USING btree (account_id, tel, name_kana) WHERE (tel IS NOT NULL);
CREATE UNIQUE INDEX customers_member_number ON public.customers USING btree (account_id, member_number) WHERE (merged_into IS NULL);
CREATE TRIGGER attribution_queued_merged AFTER UPDATE OF merged_into ON public.customers FOR EACH ROW WHEN ((old.merged_into IS DISTINCT FROM new.merged_into)) EXECUTE FUNCTION public.queue_attribution_of_merges();
CREATE TRIGGER children_are_gone AFTER DELETE ON public.customers REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.children_are_gone();
CREATE TRIGGER customers_deleted AFTER DELETE ON public.customers REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.customers_deleted();
CREATE TRIGGER customers_inserted AFTER INSERT ON public.customers REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.customers_inserted();
CREATE TRIGGER customers_listed AFTER UPDATE ON public.customers REFERENCING OLD TABLE AS was_customer NEW TABLE AS now_customer FOR EACH STATEMENT EXECUTE FUNCTION public.customers_listed();
CREATE TRIGGER customers_merge_flat AFTER INSERT OR UPDATE OF merged_into ON public.customers FOR EACH ROW WHEN ((new.merged_into IS NOT NULL)) EXECUTE FUNCTION public.customers_merge_flat();
CREATE TRIGGER customers_search_text BEFORE INSERT OR UPDATE OF name, name_kana, email, tel, tel_national, member_number, search_text ON public.customers FOR EACH ROW EXECUTE FUNCTION public.customers_search_text();
CREATE TRIGGER delete_import_rows AFTER UPDATE OF erased_at ON public.customers FOR EACH ROW WHEN ((new.erased_at IS NOT NULL)) EXECUTE FUNCTION public.delete_import_rows();
alter table customers enable row level security;
alter table customers force row level security;
create policy tenant on customers for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table demo_clocks (
  is_only boolean not null default true,
  ahead_ms bigint not null,
  constraint demo_clocks_pkey PRIMARY KEY (is_only),
  constraint demo_clocks_ahead_ms_check CHECK ((ahead_ms >= 0)),
  constraint demo_clocks_is_only_check CHECK (is_only)
);
alter table demo_clocks enable row level security;
alter table demo_clocks force row level security;
create policy clock on demo_clocks for all using ( SELECT public.app_is_system() AS app_is_system) with check ( SELECT public.app_is_system() AS app_is_system);

create table dkim_keys (
  account_id bigint not null,
  id bigint not null generated always as identity,
  domain text not null,
  selector text not null,
  private_key text not null,
  public_key text not null,
  created_by bigint,
  created_at timestamp with time zone not null default now(),
  constraint dkim_keys_account_id_domain_selector_key UNIQUE (account_id, domain, selector),
  constraint dkim_keys_pkey PRIMARY KEY (account_id, id),
  constraint dkim_keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id),
  constraint dkim_keys_domain_check CHECK ((domain <> ''::text)),
  constraint dkim_keys_private_key_check CHECK ((private_key <> ''::text)),
  constraint dkim_keys_public_key_check CHECK ((public_key <> ''::text)),
  constraint dkim_keys_selector_check CHECK ((selector <> ''::text))
);
alter table dkim_keys enable row level security;
alter table dkim_keys force row level security;
create policy tenant on dkim_keys for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table end_notices (
  account_id bigint not null,
  subject text not null,
  ends_on date not null,
  stage text not null,
  created_at timestamp with time zone not null,
  constraint end_notices_pkey PRIMARY KEY (account_id, subject, ends_on, stage),
  constraint end_notices_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id),
  constraint end_notices_stage_check CHECK ((stage = ANY (ARRAY['month'::text, 'week'::text, 'over'::text]))),
  constraint end_notices_subject_check CHECK ((subject = ANY (ARRAY['contract'::text, 'crm_option'::text, 'crm_option_parent'::text, 'registration_card_option'::text])))
);
alter table end_notices enable row level security;
alter table end_notices force row level security;
create policy tenant on end_notices for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table erased_addresses (
  account_id bigint not null,
  address_hash bytea not null,
  created_at timestamp with time zone not null default now(),
  constraint erased_addresses_pkey PRIMARY KEY (account_id, address_hash),
  constraint erased_addresses_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id),
  constraint erased_addresses_address_hash_check CHECK ((octet_length(address_hash) = 32))
);
alter table erased_addresses enable row level security;
alter table erased_addresses force row level security;
create policy tenant on erased_addresses for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table erased_keys (
  account_id bigint not null,
  key_hash bytea not null,
  created_at timestamp with time zone not null default now(),
  constraint erased_keys_pkey PRIMARY KEY (account_id, key_hash),
  constraint erased_keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id),
  constraint erased_keys_key_hash_check CHECK ((octet_length(key_hash) = 32))
);
alter table erased_keys enable row level security;
alter table erased_keys force row level security;
create policy tenant on erased_keys for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table feed_batches (
  account_id bigint not null,
  import_batch_id bigint not null,
  kind text not null,
  row_count integer not null,
  payload text,
  constraint feed_batches_pkey PRIMARY KEY (account_id, import_batch_id),
  constraint feed_batches_account_id_import_batch_id_fkey FOREIGN KEY (account_id, import_batch_id) REFERENCES public.import_batches(account_id, id) ON DELETE CASCADE,
  constraint feed_batches_kind_check CHECK ((kind = ANY (ARRAY['reservations'::text, 'stays'::text]))),
  constraint feed_batches_row_count_check CHECK (((row_count >= 1) AND (row_count <= 1000)))
);
alter table feed_batches enable row level security;
alter table feed_batches force row level security;
create policy tenant on feed_batches for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table feed_keys (
  account_id bigint not null,
  id bigint not null generated always as identity,
  facility_account_id bigint not null,
  feed_channel text,
  name text not null,
  key_hash bytea not null,
  key_hint text not null,
  last_used_at timestamp with time zone,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  first_key_id bigint,
  constraint feed_keys_key_hash_key UNIQUE (key_hash),
  constraint feed_keys_pkey PRIMARY KEY (account_id, id),
  constraint feed_keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id),
  constraint feed_keys_facility_account_id_fkey FOREIGN KEY (account_id, facility_account_id) REFERENCES public.accounts(programme_account_id, id) ON UPDATE CASCADE,
  constraint feed_keys_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint feed_keys_feed_channel_check CHECK ((feed_channel = ANY (ARRAY['dynalution'::text, 's4'::text]))),
  constraint feed_keys_key_hash_check CHECK ((octet_length(key_hash) = 32)),
  constraint feed_keys_name_check CHECK ((name <> ''::text))
);
alter table feed_keys enable row level security;
alter table feed_keys force row level security;
create policy system_reader on feed_keys for select using ( SELECT public.app_is_system() AS app_is_system);
create policy tenant on feed_keys for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table feed_rows (
  account_id bigint not null,
  import_batch_id bigint not null,
  row_index integer not null,
  row_outcome text not null,
  reservation_code text not null default ''::text,
  reasons jsonb,
  raw text,
  version integer not null default 1,
  updated_by bigint,
  updated_at timestamp with time zone,
  constraint feed_rows_pkey PRIMARY KEY (account_id, import_batch_id, row_index),
  constraint feed_rows_account_id_import_batch_id_fkey FOREIGN KEY (account_id, import_batch_id) REFERENCES public.feed_batches(account_id, import_batch_id) ON DELETE CASCADE,
  constraint feed_rows_check CHECK (((row_outcome = ANY (ARRAY['refused'::text, 'waiting'::text])) = (raw IS NOT NULL))),
  constraint feed_rows_row_index_check CHECK ((row_index >= 0)),
  constraint feed_rows_row_outcome_check CHECK ((row_outcome = ANY (ARRAY['new'::text, 'changed'::text, 'unchanged'::text, 'refused'::text, 'waiting'::text, 'dismissed'::text, 'lapsed'::text])))
);
CREATE INDEX feed_rows_held ON public.feed_rows USING btree (account_id, import_batch_id) WHERE (row_outcome = 'refused'::text);
CREATE INDEX feed_rows_waiting ON public.feed_rows USING btree (account_id, reservation_code) WHERE (row_outcome = 'waiting'::text);
alter table feed_rows enable row level security;
alter table feed_rows force row level security;
create policy tenant on feed_rows for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table grant_points (
  account_id bigint not null,
  id bigint not null generated always as identity,
  facility_account_id bigint not null,
  customer_id bigint not null,
  grant_point bigint not null,
  grant_date date not null,
  expiration_type text not null,
  expiration_date date,
  expiration_days_from_grant integer,
  expiration_days_from_last_stay integer,
  remarks text not null default ''::text,
  action_id bigint,
  push_action_id bigint,
  stay_reservation_id bigint,
  stay_transaction_id bigint,
  reverses_grant_point_id bigint,
  idempotency_key text not null,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  rule_version_id bigint,
  campaign_id bigint,
  constraint grant_points_account_id_idempotency_key_key UNIQUE (account_id, idempotency_key),
  constraint grant_points_pkey PRIMARY KEY (account_id, id),
  constraint grant_points_account_id_action_id_fkey FOREIGN KEY (account_id, action_id) REFERENCES public.campaign_actions(account_id, id),
  constraint grant_points_account_id_campaign_id_fkey FOREIGN KEY (account_id, campaign_id) REFERENCES public.campaigns(account_id, id),
  constraint grant_points_account_id_campaign_id_push_action_id_fkey FOREIGN KEY (account_id, campaign_id, push_action_id) REFERENCES public.push_actions(account_id, campaign_id, id),
  constraint grant_points_account_id_customer_id_fkey FOREIGN KEY (account_id, customer_id) REFERENCES public.customers(account_id, id),
  constraint grant_points_account_id_reverses_grant_point_id_fkey FOREIGN KEY (account_id, reverses_grant_point_id) REFERENCES public.grant_points(account_id, id),
  constraint grant_points_account_id_rule_version_id_fkey FOREIGN KEY (account_id, rule_version_id) REFERENCES public.campaign_rule_versions(account_id, id),
  constraint grant_points_account_id_stay_reservation_id_fkey FOREIGN KEY (account_id, stay_reservation_id) REFERENCES public.stay_reservations(account_id, id),
  constraint grant_points_account_id_stay_transaction_id_fkey FOREIGN KEY (account_id, stay_transaction_id) REFERENCES public.stay_transactions(account_id, id),
  constraint grant_points_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint grant_points_check CHECK (((expiration_type <> 'none'::text) OR (expiration_date IS NULL))),
  constraint grant_points_check1 CHECK (((expiration_type = 'none'::text) OR (expiration_type = 'days_from_last_stay'::text) OR (expiration_date IS NOT NULL))),
  constraint grant_points_check2 CHECK ((num_nonnulls(action_id, campaign_id) = ANY (ARRAY[0, 2]))),
  constraint grant_points_check3 CHECK (((push_action_id IS NULL) OR (campaign_id IS NOT NULL))),
  constraint grant_points_expiration_days_from_grant_check CHECK ((expiration_days_from_grant > 0)),
  constraint grant_points_expiration_days_from_last_stay_check CHECK ((expiration_days_from_last_stay > 0)),
  constraint grant_points_expiration_type_check CHECK ((expiration_type = ANY (ARRAY['none'::text, 'date'::text, 'days_from_grant'::text, 'days_from_last_stay'::text]))),
  constraint grant_points_grant_point_check CHECK (((grant_point <> 0) AND ((grant_point >= '-1000000000'::integer) AND (grant_point <= 1000000000)))),
  constraint grant_points_idempotency_key_check CHECK ((idempotency_key <> ''::text)),
  constraint grant_points_sign CHECK (
CASE
    WHEN (reverses_grant_point_id IS NOT NULL) THEN (grant_point < 0)
    ELSE ((grant_point > 0) OR ((remarks <> ''::text) AND (created_by IS NOT NULL) AND (expiration_type = 'none'::text) AND (expiration_date IS NULL) AND (num_nonnulls(action_id, push_action_id, stay_transaction_id, rule_version_id) = 0)))
END)
);
CREATE INDEX grant_points_action ON public.grant_points USING btree (account_id, action_id) INCLUDE (grant_point, push_action_id) WHERE (action_id IS NOT NULL);
CREATE INDEX grant_points_campaign_customer ON public.grant_points USING btree (account_id, campaign_id, customer_id) WHERE ((campaign_id IS NOT NULL) AND (push_action_id IS NULL));
CREATE INDEX grant_points_customer ON public.grant_points USING btree (account_id, customer_id, grant_date DESC, id DESC);
CREATE INDEX grant_points_date ON public.grant_points USING btree (account_id, grant_date);
CREATE INDEX grant_points_reversals ON public.grant_points USING btree (account_id, reverses_grant_point_id) WHERE (reverses_grant_point_id IS NOT NULL);
CREATE INDEX grant_points_stay ON public.grant_points USING btree (account_id, stay_transaction_id) WHERE (stay_transaction_id IS NOT NULL);
CREATE UNIQUE INDEX grant_points_once_per_send ON public.grant_points USING btree (account_id, action_id, push_action_id, customer_id) WHERE ((push_action_id IS NOT NULL) AND (grant_point > 0));
CREATE TRIGGER facility_is_fixed AFTER UPDATE OF account_id, facility_account_id ON public.grant_points FOR EACH ROW WHEN (((old.account_id IS DISTINCT FROM new.account_id) OR (old.facility_account_id IS DISTINCT FROM new.facility_account_id))) EXECUTE FUNCTION public.facility_is_fixed();
CREATE TRIGGER facility_is_known AFTER INSERT ON public.grant_points REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.facility_is_known();
CREATE TRIGGER reversals_fit AFTER INSERT ON public.grant_points REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.reversals_fit();
alter table grant_points enable row level security;
alter table grant_points force row level security;
create policy tenant on grant_points for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table groups (
  id bigint not null generated always as identity,
  company_id bigint not null,
  name text not null,
  description text not null default ''::text,
  version integer not null default 1,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint groups_company_id_id_key UNIQUE (company_id, id),
  constraint groups_pkey PRIMARY KEY (id),
  constraint groups_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id),
  constraint groups_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint groups_name_check CHECK ((name <> ''::text))
);
alter table groups enable row level security;
alter table groups force row level security;
create policy system_reader on groups for select using ( SELECT public.app_is_system() AS app_is_system);
create policy tenant on groups for all using (company_id IN ( SELECT a.company_id
   FROM public.accounts a
  WHERE (a.id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])))) with check (company_id IN ( SELECT a.company_id
   FROM public.accounts a
  WHERE (a.id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]))));

create table idempotency_keys (
  account_id bigint not null,
  caller_kind text not null,
  caller_id bigint not null,
  key text not null,
  request_hash bytea not null,
  status integer,
  body jsonb,
  created_at timestamp with time zone not null default now(),
  constraint idempotency_keys_pkey PRIMARY KEY (account_id, caller_kind, caller_id, key),
  constraint idempotency_keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id),
  constraint idempotency_keys_caller_kind_check CHECK ((caller_kind = ANY (ARRAY['feed'::text, 'partner'::text, 'user'::text]))),
  constraint idempotency_keys_key_check CHECK ((key <> ''::text))
);
CREATE INDEX idempotency_keys_age ON public.idempotency_keys USING btree (account_id, created_at);
alter table idempotency_keys enable row level security;
alter table idempotency_keys force row level security;
create policy tenant on idempotency_keys for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table images (
  account_id bigint not null,
  hash text not null,
  type text not null,
  width integer not null,
  height integer not null,
  byte_size integer not null,
  bytes bytea not null,
  created_by bigint,
  created_at timestamp with time zone not null default now(),
  uploaded_at timestamp with time zone not null,
  constraint images_hash_key UNIQUE (hash),
  constraint images_pkey PRIMARY KEY (account_id, hash),
  constraint images_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id),
  constraint images_byte_size_check CHECK ((byte_size > 0)),
  constraint images_hash_check CHECK ((hash ~ '^[0-9a-f]{64}$'::text)),
  constraint images_height_check CHECK ((height > 0)),
  constraint images_type_check CHECK ((type = ANY (ARRAY['image/png'::text, 'image/jpeg'::text, 'image/gif'::text]))),
  constraint images_width_check CHECK ((width > 0))
);
alter table images enable row level security;
alter table images force row level security;
create policy system_reader on images for select using ( SELECT public.app_is_system() AS app_is_system);
create policy tenant on images for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table import_batches (
  account_id bigint not null,
  id bigint not null generated always as identity,
  facility_account_id bigint not null,
  source text not null,
  feed_key_id bigint,
  state text not null default 'uploading'::text,
  file_name text not null default ''::text,
  encoding text,
  delimiter text,
  header_fingerprint text not null default ''::text,
  mapping jsonb not null default '{}'::jsonb,
  byte_size bigint not null default 0,
  bytes_received bigint not null default 0,
  bytes_done bigint not null default 0,
  rows_read bigint not null default 0,
  rows_new bigint not null default 0,
  rows_changed bigint not null default 0,
  rows_unchanged bigint not null default 0,
  rows_refused bigint not null default 0,
  customers_new bigint not null default 0,
  stays_applied bigint not null default 0,
  error text,
  fencing_token bigint not null default 0,
  heartbeat_at timestamp with time zone,
  cancel_requested boolean not null default false,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  header text[] not null default '{}'::text[],
  kind text not null default 'reservations'::text,
  date_order text,
  overwrite_blanks boolean not null default false,
  field_values jsonb not null default '{}'::jsonb,
  check_state text,
  check_settings jsonb,
  check_result jsonb,
  rows_checked bigint not null default 0,
  undo_total bigint not null default 0,
  rows_undone bigint not null default 0,
  undo_result jsonb,
  undone_by bigint,
  undone_at timestamp with time zone,
  sheet text,
  turn bigint,
  constraint import_batches_pkey PRIMARY KEY (account_id, id),
  constraint import_batches_account_id_feed_key_id_fkey FOREIGN KEY (account_id, feed_key_id) REFERENCES public.feed_keys(account_id, id),
  constraint import_batches_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id),
  constraint import_batches_facility_account_id_fkey FOREIGN KEY (account_id, facility_account_id) REFERENCES public.accounts(programme_account_id, id),
  constraint import_batches_byte_size_check CHECK ((byte_size >= 0)),
  constraint import_batches_bytes_done_check CHECK ((bytes_done >= 0)),
  constraint import_batches_bytes_received_check CHECK ((bytes_received >= 0)),
  constraint import_batches_check CHECK (((bytes_received <= byte_size) AND (bytes_done <= bytes_received))),
  constraint import_batches_check_state_check CHECK ((check_state = ANY (ARRAY['waiting'::text, 'doing'::text, 'done'::text, 'failed'::text]))),
  constraint import_batches_customers_new_check CHECK ((customers_new >= 0)),
  constraint import_batches_date_order_check CHECK ((date_order = ANY (ARRAY['mdy'::text, 'dmy'::text]))),
  constraint import_batches_encoding_check CHECK ((encoding = ANY (ARRAY['utf-8'::text, 'utf-8-bom'::text, 'shift_jis'::text, 'xlsx'::text]))),
  constraint import_batches_kind_check CHECK ((kind = ANY (ARRAY['reservations'::text, 'stays'::text, 'customers'::text]))),
  constraint import_batches_rows_changed_check CHECK ((rows_changed >= 0)),
  constraint import_batches_rows_new_check CHECK ((rows_new >= 0)),
  constraint import_batches_rows_read_check CHECK ((rows_read >= 0)),
  constraint import_batches_rows_refused_check CHECK ((rows_refused >= 0)),
  constraint import_batches_rows_unchanged_check CHECK ((rows_unchanged >= 0)),
  constraint import_batches_source_check CHECK ((source = ANY (ARRAY['csv'::text, 'plain'::text, 'dynalution'::text, 's4'::text]))),
  constraint import_batches_state_check CHECK ((state = ANY (ARRAY['uploading'::text, 'uploaded'::text, 'queued'::text, 'running'::text, 'done'::text, 'cancelled'::text, 'failed'::text, 'undoing'::text, 'undone'::text]))),
  constraint import_batches_stays_applied_check CHECK ((stays_applied >= 0))
);
CREATE INDEX import_batches_feeds ON public.import_batches USING btree (account_id, id) WHERE (source <> 'csv'::text);
CREATE INDEX import_batches_feeds_read ON public.import_batches USING btree (account_id, (
CASE
    WHEN (turn IS NULL) THEN id
    ELSE turn
END)) WHERE (source <> 'csv'::text);
CREATE INDEX import_batches_open ON public.import_batches USING btree (account_id, state) WHERE (state = ANY (ARRAY['queued'::text, 'running'::text]));
CREATE TRIGGER children_are_gone AFTER DELETE ON public.import_batches REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.children_are_gone();
alter table import_batches enable row level security;
alter table import_batches force row level security;
create policy system_reader on import_batches for select using ( SELECT public.app_is_system() AS app_is_system);
create policy tenant on import_batches for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table import_files (
  account_id bigint not null,
  import_batch_id bigint not null,
  seq integer not null,
  start_byte bigint not null,
  bytes bytea not null,
  constraint import_files_pkey PRIMARY KEY (account_id, import_batch_id, seq),
  constraint import_files_account_id_import_batch_id_fkey FOREIGN KEY (account_id, import_batch_id) REFERENCES public.import_batches(account_id, id) ON DELETE CASCADE,
  constraint import_files_seq_check CHECK ((seq >= 0)),
  constraint import_files_start_byte_check CHECK ((start_byte >= 0))
);
alter table import_files enable row level security;
alter table import_files force row level security;
create policy tenant on import_files for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table import_mappings (
  account_id bigint not null,
  header_fingerprint text not null,
  mapping jsonb not null,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  date_order text,
  constraint import_mappings_pkey PRIMARY KEY (account_id, header_fingerprint),
  constraint import_mappings_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id),
  constraint import_mappings_date_order_check CHECK ((date_order = ANY (ARRAY['mdy'::text, 'dmy'::text])))
);
alter table import_mappings enable row level security;
alter table import_mappings force row level security;
create policy tenant on import_mappings for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table import_rejections (
  account_id bigint not null,
  import_batch_id bigint not null,
  line_no bigint not null,
  reasons jsonb not null,
  raw text not null,
  constraint import_rejections_pkey PRIMARY KEY (account_id, import_batch_id, line_no),
  constraint import_rejections_account_id_import_batch_id_fkey FOREIGN KEY (account_id, import_batch_id) REFERENCES public.import_batches(account_id, id) ON DELETE CASCADE,
  constraint import_rejections_line_no_check CHECK ((line_no > 0))
);
alter table import_rejections enable row level security;
alter table import_rejections force row level security;
create policy tenant on import_rejections for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table import_rows (
  account_id bigint not null,
  import_batch_id bigint not null,
  entity text not null,
  entity_id bigint not null,
  row_outcome text not null,
  before jsonb,
  after jsonb,
  version_after integer,
  undone text,
  constraint import_rows_pkey PRIMARY KEY (account_id, import_batch_id, entity, entity_id),
  constraint import_rows_account_id_import_batch_id_fkey FOREIGN KEY (account_id, import_batch_id) REFERENCES public.import_batches(account_id, id) ON DELETE CASCADE NOT ENFORCED,
  constraint import_rows_entity_check CHECK ((entity = ANY (ARRAY['reservation'::text, 'companion'::text, 'folio'::text, 'candidate'::text, 'customer'::text]))),
  constraint import_rows_row_outcome_check CHECK ((row_outcome = ANY (ARRAY['new'::text, 'changed'::text, 'unchanged'::text]))),
  constraint import_rows_undone_check CHECK ((undone = ANY (ARRAY['revoked'::text, 'later_import'::text, 'by_hand'::text, 'in_use'::text])))
);
CREATE INDEX import_rows_entity ON public.import_rows USING btree (account_id, entity, entity_id, import_batch_id);
CREATE INDEX import_rows_guest ON public.import_rows USING btree (account_id, ((((before -> 'reservation'::text) ->> 'customer_id'::text))::bigint)) WHERE ((entity = 'reservation'::text) AND (before IS NOT NULL));
CREATE TRIGGER import_batch_id_is_known AFTER UPDATE OF account_id, import_batch_id ON public.import_rows FOR EACH ROW WHEN (((new.import_batch_id IS NOT NULL) AND ((old.account_id IS DISTINCT FROM new.account_id) OR (old.import_batch_id IS DISTINCT FROM new.import_batch_id)))) EXECUTE FUNCTION public.parent_is_known('import_batch_id');
CREATE TRIGGER parents_are_known AFTER INSERT ON public.import_rows REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.parents_are_known();
alter table import_rows enable row level security;
alter table import_rows force row level security;
create policy tenant on import_rows for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table import_values (
  account_id bigint not null,
  facility_account_id bigint not null,
  field text not null,
  heading text not null,
  meanings jsonb not null default '{}'::jsonb,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint import_values_pkey PRIMARY KEY (account_id, facility_account_id, field, heading),
  constraint import_values_account_id_facility_account_id_fkey FOREIGN KEY (account_id, facility_account_id) REFERENCES public.accounts(programme_account_id, id)
);
alter table import_values enable row level security;
alter table import_values force row level security;
create policy tenant on import_values for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table information (
  id bigint not null generated always as identity,
  headline text not null,
  text text not null default ''::text,
  tag text not null default 'none'::text,
  release_date date not null,
  expiration_date date,
  version integer not null default 1,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint information_pkey PRIMARY KEY (id),
  constraint information_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint information_check CHECK ((expiration_date >= release_date)),
  constraint information_headline_check CHECK ((headline <> ''::text)),
  constraint information_tag_check CHECK ((tag = ANY (ARRAY['none'::text, 'important'::text])))
);
CREATE INDEX information_released ON public.information USING btree (release_date DESC);

create table issued_member_numbers (
  account_id bigint not null,
  member_number text not null,
  issued_at timestamp with time zone not null default now(),
  constraint issued_member_numbers_pkey PRIMARY KEY (account_id, member_number),
  constraint issued_member_numbers_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id),
  constraint issued_member_numbers_member_number_check CHECK ((member_number <> ''::text))
);
alter table issued_member_numbers enable row level security;
alter table issued_member_numbers force row level security;
create policy tenant on issued_member_numbers for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table key_budgets (
  account_id bigint not null,
  caller_id bigint not null,
  misses double precision not null default 0,
  finds double precision not null default 0,
  counted_at timestamp with time zone not null,
  constraint key_budgets_pkey PRIMARY KEY (account_id, caller_id),
  constraint key_budgets_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id),
  constraint key_budgets_finds_check CHECK ((finds >= (0)::double precision)),
  constraint key_budgets_misses_check CHECK ((misses >= (0)::double precision))
);
alter table key_budgets enable row level security;
alter table key_budgets force row level security;
create policy system_reader on key_budgets for select using ( SELECT public.app_is_system() AS app_is_system);
create policy tenant on key_budgets for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table key_call_minutes (
  account_id bigint not null,
  kind text not null,
  key_id bigint not null,
  call text,
  minute timestamp with time zone not null,
  last_at timestamp with time zone not null,
  calls integer not null,
  misses integer not null default 0,
  refused integer not null default 0,
  customer_ids bigint[] not null default '{}'::bigint[],
  ips inet[] not null default '{}'::inet[],
  constraint key_call_minutes_account_id_kind_key_id_call_minute_key UNIQUE NULLS NOT DISTINCT (account_id, kind, key_id, call, minute),
  constraint key_call_minutes_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id),
  constraint key_call_minutes_calls_check CHECK ((calls > 0)),
  constraint key_call_minutes_kind_check CHECK ((kind = ANY (ARRAY['feed'::text, 'partner'::text])))
);
alter table key_call_minutes enable row level security;
alter table key_call_minutes force row level security;
create policy system_reader on key_call_minutes for select using ( SELECT public.app_is_system() AS app_is_system);
create policy tenant on key_call_minutes for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table key_calls (
  account_id bigint not null,
  id bigint not null generated always as identity,
  feed_key_id bigint,
  partner_key_id bigint,
  called_at timestamp with time zone not null,
  method text not null,
  path text not null,
  status integer not null,
  import_batch_id bigint,
  reasons jsonb,
  constraint key_calls_pkey PRIMARY KEY (account_id, id),
  constraint key_calls_account_id_feed_key_id_fkey FOREIGN KEY (account_id, feed_key_id) REFERENCES public.feed_keys(account_id, id) ON UPDATE CASCADE,
  constraint key_calls_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id),
  constraint key_calls_account_id_partner_key_id_fkey FOREIGN KEY (account_id, partner_key_id) REFERENCES public.partner_keys(account_id, id) ON UPDATE CASCADE,
  constraint key_calls_check CHECK ((num_nonnulls(feed_key_id, partner_key_id) = 1))
);
CREATE INDEX key_calls_of_feed_key ON public.key_calls USING btree (account_id, feed_key_id, id DESC) WHERE (feed_key_id IS NOT NULL);
CREATE INDEX key_calls_of_partner_key ON public.key_calls USING btree (account_id, partner_key_id, id DESC) WHERE (partner_key_id IS NOT NULL);
alter table key_calls enable row level security;
alter table key_calls force row level security;
create policy tenant on key_calls for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table ledger_proofs (
  account_id bigint not null,
  proven_at timestamp with time zone not null,
  broken_count integer not null,
  customer_ids bigint[] not null default '{}'::bigint[],
  constraint ledger_proofs_pkey PRIMARY KEY (account_id),
  constraint ledger_proofs_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id),
  constraint ledger_proofs_broken_count_check CHECK ((broken_count >= 0))
);
alter table ledger_proofs enable row level security;
alter table ledger_proofs force row level security;
create policy system_reader on ledger_proofs for select using ( SELECT public.app_is_system() AS app_is_system);
create policy tenant on ledger_proofs for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table line_buttons_template_details (
  account_id bigint not null,
  id bigint not null generated always as identity,
  line_buttons_template_id bigint not null,
  seq smallint not null,
  thumbnail_image_url text,
  image_background_color text,
  title text not null default ''::text,
  text text not null,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint line_buttons_template_details_account_id_line_buttons_templ_key UNIQUE (account_id, line_buttons_template_id, seq) DEFERRABLE INITIALLY DEFERRED,
  constraint line_buttons_template_details_pkey PRIMARY KEY (account_id, id),
  constraint line_buttons_template_details_account_id_line_buttons_temp_fkey FOREIGN KEY (account_id, line_buttons_template_id) REFERENCES public.line_buttons_templates(account_id, id),
  constraint line_buttons_template_details_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint line_buttons_template_details_image_background_color_check CHECK ((image_background_color ~ '^#[0-9A-Fa-f]{6}$'::text)),
  constraint line_buttons_template_details_seq_check CHECK ((seq > 0))
);
alter table line_buttons_template_details enable row level security;
alter table line_buttons_template_details force row level security;
create policy tenant on line_buttons_template_details for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table line_buttons_templates (
  account_id bigint not null,
  id bigint not null generated always as identity,
  line_template_message_id bigint not null,
  image_aspect_ratio text not null default 'rectangle'::text,
  image_size text not null default 'cover'::text,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint line_buttons_templates_account_id_line_template_message_id_key UNIQUE (account_id, line_template_message_id),
  constraint line_buttons_templates_pkey PRIMARY KEY (account_id, id),
  constraint line_buttons_templates_account_id_line_template_message_id_fkey FOREIGN KEY (account_id, line_template_message_id) REFERENCES public.line_template_messages(account_id, id),
  constraint line_buttons_templates_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint line_buttons_templates_image_aspect_ratio_check CHECK ((image_aspect_ratio = ANY (ARRAY['rectangle'::text, 'square'::text]))),
  constraint line_buttons_templates_image_size_check CHECK ((image_size = ANY (ARRAY['cover'::text, 'contain'::text])))
);
alter table line_buttons_templates enable row level security;
alter table line_buttons_templates force row level security;
create policy tenant on line_buttons_templates for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table line_channels (
  account_id bigint not null,
  id bigint not null generated always as identity,
  name text not null default ''::text,
  channel_id text not null,
  channel_secret text not null,
  channel_access_token text not null,
  bot_user_id text,
  basic_id text,
  checked_at timestamp with time zone,
  version integer not null default 1,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint line_channels_bot_user_id_key UNIQUE (bot_user_id),
  constraint line_channels_channel_id_key UNIQUE (channel_id),
  constraint line_channels_pkey PRIMARY KEY (account_id, id),
  constraint line_channels_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id),
  constraint line_channels_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint line_channels_channel_id_check CHECK ((channel_id <> ''::text))
);
CREATE UNIQUE INDEX line_channels_one ON public.line_channels USING btree (account_id) WHERE (active_status = 'active'::text);
alter table line_channels enable row level security;
alter table line_channels force row level security;
create policy system_reader on line_channels for select using ( SELECT public.app_is_system() AS app_is_system);
create policy tenant on line_channels for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table line_click_stats (
  account_id bigint not null,
  id bigint not null generated always as identity,
  line_message_id bigint not null,
  line_uri_action_object_id bigint,
  url text not null,
  stat_unit text not null,
  start_date date not null,
  end_date date not null,
  click integer not null default 0,
  unique_click integer,
  unique_click_of_request integer,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint line_click_stats_account_id_line_message_id_url_stat_unit_s_key UNIQUE (account_id, line_message_id, url, stat_unit, start_date),
  constraint line_click_stats_pkey PRIMARY KEY (account_id, id),
  constraint line_click_stats_account_id_line_message_id_fkey FOREIGN KEY (account_id, line_message_id) REFERENCES public.line_messages(account_id, id),
  constraint line_click_stats_account_id_line_uri_action_object_id_fkey FOREIGN KEY (account_id, line_uri_action_object_id) REFERENCES public.line_uri_action_objects(account_id, id),
  constraint line_click_stats_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint line_click_stats_check CHECK ((end_date >= start_date)),
  constraint line_click_stats_click_check CHECK ((click >= 0)),
  constraint line_click_stats_stat_unit_check CHECK ((stat_unit = ANY (ARRAY['daily'::text, 'weekly'::text, 'monthly'::text]))),
  constraint line_click_stats_unique_click_check CHECK ((unique_click >= 0)),
  constraint line_click_stats_unique_click_of_request_check CHECK ((unique_click_of_request >= 0))
);
alter table line_click_stats enable row level security;
alter table line_click_stats force row level security;
create policy tenant on line_click_stats for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table line_image_messages (
  account_id bigint not null,
  id bigint not null generated always as identity,
  line_message_id bigint not null,
  original_content_url text not null,
  preview_image_url text not null,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint line_image_messages_account_id_line_message_id_key UNIQUE (account_id, line_message_id),
  constraint line_image_messages_pkey PRIMARY KEY (account_id, id),
  constraint line_image_messages_account_id_line_message_id_fkey FOREIGN KEY (account_id, line_message_id) REFERENCES public.line_messages(account_id, id),
  constraint line_image_messages_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text])))
);
alter table line_image_messages enable row level security;
alter table line_image_messages force row level security;
create policy tenant on line_image_messages for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table line_message_stats (
  account_id bigint not null,
  id bigint not null generated always as identity,
  line_message_id bigint not null,
  stat_unit text not null,
  start_date date not null,
  end_date date not null,
  impression integer not null default 0,
  unique_impression integer,
  media_played integer not null default 0,
  unique_media_played integer,
  media_played_25_percent integer not null default 0,
  media_played_50_percent integer not null default 0,
  media_played_75_percent integer not null default 0,
  media_played_100_percent integer not null default 0,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint line_message_stats_account_id_line_message_id_stat_unit_sta_key UNIQUE (account_id, line_message_id, stat_unit, start_date),
  constraint line_message_stats_pkey PRIMARY KEY (account_id, id),
  constraint line_message_stats_account_id_line_message_id_fkey FOREIGN KEY (account_id, line_message_id) REFERENCES public.line_messages(account_id, id),
  constraint line_message_stats_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint line_message_stats_check CHECK ((end_date >= start_date)),
  constraint line_message_stats_impression_check CHECK ((impression >= 0)),
  constraint line_message_stats_media_played_100_percent_check CHECK ((media_played_100_percent >= 0)),
  constraint line_message_stats_media_played_25_percent_check CHECK ((media_played_25_percent >= 0)),
  constraint line_message_stats_media_played_50_percent_check CHECK ((media_played_50_percent >= 0)),
  constraint line_message_stats_media_played_75_percent_check CHECK ((media_played_75_percent >= 0)),
  constraint line_message_stats_media_played_check CHECK ((media_played >= 0)),
  constraint line_message_stats_stat_unit_check CHECK ((stat_unit = ANY (ARRAY['daily'::text, 'weekly'::text, 'monthly'::text]))),
  constraint line_message_stats_unique_impression_check CHECK ((unique_impression >= 0)),
  constraint line_message_stats_unique_media_played_check CHECK ((unique_media_played >= 0))
);
alter table line_message_stats enable row level security;
alter table line_message_stats force row level security;
create policy tenant on line_message_stats for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table line_messages (
  account_id bigint not null,
  id bigint not null generated always as identity,
  line_id bigint not null,
  seq smallint not null,
  type text not null,
  content jsonb,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint line_messages_account_id_line_id_seq_key UNIQUE (account_id, line_id, seq) DEFERRABLE INITIALLY DEFERRED,
  constraint line_messages_pkey PRIMARY KEY (account_id, id),
  constraint line_messages_account_id_line_id_fkey FOREIGN KEY (account_id, line_id) REFERENCES public.lines(account_id, id),
  constraint line_messages_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint line_messages_seq_check CHECK (((seq >= 1) AND (seq <= 5))),
  constraint line_messages_type_check CHECK ((type = ANY (ARRAY['text'::text, 'sticker'::text, 'image'::text, 'video'::text, 'audio'::text, 'location'::text, 'template'::text])))
);
alter table line_messages enable row level security;
alter table line_messages force row level security;
create policy tenant on line_messages for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table line_stats (
  account_id bigint not null,
  id bigint not null generated always as identity,
  line_id bigint not null,
  custom_aggregation_unit text not null,
  stat_unit text not null,
  start_date date not null,
  end_date date not null,
  delivered integer not null default 0,
  impression integer not null default 0,
  unique_impression integer,
  click integer not null default 0,
  unique_click integer,
  media_played integer not null default 0,
  unique_media_played integer,
  unique_media_played_100_percent integer,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint line_stats_account_id_line_id_custom_aggregation_unit_stat__key UNIQUE (account_id, line_id, custom_aggregation_unit, stat_unit, start_date),
  constraint line_stats_pkey PRIMARY KEY (account_id, id),
  constraint line_stats_account_id_line_id_fkey FOREIGN KEY (account_id, line_id) REFERENCES public.lines(account_id, id),
  constraint line_stats_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint line_stats_check CHECK ((end_date >= start_date)),
  constraint line_stats_click_check CHECK ((click >= 0)),
  constraint line_stats_delivered_check CHECK ((delivered >= 0)),
  constraint line_stats_impression_check CHECK ((impression >= 0)),
  constraint line_stats_media_played_check CHECK ((media_played >= 0)),
  constraint line_stats_stat_unit_check CHECK ((stat_unit = ANY (ARRAY['daily'::text, 'weekly'::text, 'monthly'::text]))),
  constraint line_stats_unique_click_check CHECK ((unique_click >= 0)),
  constraint line_stats_unique_impression_check CHECK ((unique_impression >= 0)),
  constraint line_stats_unique_media_played_100_percent_check CHECK ((unique_media_played_100_percent >= 0)),
  constraint line_stats_unique_media_played_check CHECK ((unique_media_played >= 0))
);
alter table line_stats enable row level security;
alter table line_stats force row level security;
create policy tenant on line_stats for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table line_template_messages (
  account_id bigint not null,
  id bigint not null generated always as identity,
  line_message_id bigint not null,
  type text not null,
  content jsonb,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint line_template_messages_account_id_line_message_id_key UNIQUE (account_id, line_message_id),
  constraint line_template_messages_pkey PRIMARY KEY (account_id, id),
  constraint line_template_messages_account_id_line_message_id_fkey FOREIGN KEY (account_id, line_message_id) REFERENCES public.line_messages(account_id, id),
  constraint line_template_messages_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint line_template_messages_type_check CHECK ((type = ANY (ARRAY['buttons'::text, 'confirm'::text, 'carousel'::text, 'image_carousel'::text, 'flex'::text])))
);
alter table line_template_messages enable row level security;
alter table line_template_messages force row level security;
create policy tenant on line_template_messages for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table line_text_messages (
  account_id bigint not null,
  id bigint not null generated always as identity,
  line_message_id bigint not null,
  text text not null,
  emojis jsonb not null default '[]'::jsonb,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint line_text_messages_account_id_line_message_id_key UNIQUE (account_id, line_message_id),
  constraint line_text_messages_pkey PRIMARY KEY (account_id, id),
  constraint line_text_messages_account_id_line_message_id_fkey FOREIGN KEY (account_id, line_message_id) REFERENCES public.line_messages(account_id, id),
  constraint line_text_messages_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint line_text_messages_emojis_check CHECK ((jsonb_typeof(emojis) = 'array'::text))
);
alter table line_text_messages enable row level security;
alter table line_text_messages force row level security;
create policy tenant on line_text_messages for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table line_uri_action_objects (
  account_id bigint not null,
  id bigint not null generated always as identity,
  line_buttons_template_detail_id bigint not null,
  seq smallint not null,
  label text not null,
  uri text not null,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint line_uri_action_objects_account_id_line_buttons_template_de_key UNIQUE (account_id, line_buttons_template_detail_id, seq) DEFERRABLE INITIALLY DEFERRED,
  constraint line_uri_action_objects_pkey PRIMARY KEY (account_id, id),
  constraint line_uri_action_objects_account_id_line_buttons_template_d_fkey FOREIGN KEY (account_id, line_buttons_template_detail_id) REFERENCES public.line_buttons_template_details(account_id, id),
  constraint line_uri_action_objects_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint line_uri_action_objects_label_check CHECK ((label <> ''::text)),
  constraint line_uri_action_objects_seq_check CHECK (((seq >= 1) AND (seq <= 4))),
  constraint line_uri_action_objects_uri_check CHECK ((uri <> ''::text))
);
alter table line_uri_action_objects enable row level security;
alter table line_uri_action_objects force row level security;
create policy tenant on line_uri_action_objects for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table line_webhook_events (
  account_id bigint not null,
  webhook_event_id text not null,
  type text not null,
  line_user_id text,
  happened_at timestamp with time zone not null,
  received_at timestamp with time zone not null default now(),
  constraint line_webhook_events_pkey PRIMARY KEY (account_id, webhook_event_id),
  constraint line_webhook_events_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id)
);
CREATE INDEX line_webhook_events_age ON public.line_webhook_events USING btree (account_id, received_at);
alter table line_webhook_events enable row level security;
alter table line_webhook_events force row level security;
create policy tenant on line_webhook_events for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table lines (
  account_id bigint not null,
  id bigint not null generated always as identity,
  campaign_action_id bigint not null,
  alt_text text not null default ''::text,
  version integer not null default 1,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint lines_account_id_campaign_action_id_key UNIQUE (account_id, campaign_action_id),
  constraint lines_pkey PRIMARY KEY (account_id, id),
  constraint lines_account_id_campaign_action_id_fkey FOREIGN KEY (account_id, campaign_action_id) REFERENCES public.campaign_actions(account_id, id),
  constraint lines_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id),
  constraint lines_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint lines_alt_text_check CHECK ((length(alt_text) <= 400))
);
alter table lines enable row level security;
alter table lines force row level security;
create policy tenant on lines for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table mail_blocks (
  account_id bigint not null,
  id bigint not null generated always as identity,
  mail_id bigint,
  mail_template_id bigint,
  seq smallint not null,
  kind text not null,
  target jsonb,
  text text not null default ''::text,
  label text not null default ''::text,
  url text not null default ''::text,
  image_hash text,
  alt text not null default ''::text,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint mail_blocks_account_id_mail_id_seq_key UNIQUE (account_id, mail_id, seq) DEFERRABLE INITIALLY DEFERRED,
  constraint mail_blocks_account_id_mail_template_id_seq_key UNIQUE (account_id, mail_template_id, seq) DEFERRABLE INITIALLY DEFERRED,
  constraint mail_blocks_pkey PRIMARY KEY (account_id, id),
  constraint mail_blocks_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id),
  constraint mail_blocks_account_id_mail_id_fkey FOREIGN KEY (account_id, mail_id) REFERENCES public.mails(account_id, id) ON DELETE CASCADE,
  constraint mail_blocks_account_id_mail_template_id_fkey FOREIGN KEY (account_id, mail_template_id) REFERENCES public.mail_templates(account_id, id) ON DELETE CASCADE,
  constraint mail_blocks_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint mail_blocks_check CHECK ((num_nonnulls(mail_id, mail_template_id) = 1)),
  constraint mail_blocks_kind_check CHECK ((kind = ANY (ARRAY['heading'::text, 'text'::text, 'url'::text, 'image'::text, 'divider'::text, 'coupon'::text, 'points'::text, 'stay'::text]))),
  constraint mail_blocks_seq_check CHECK ((seq > 0))
);
CREATE INDEX mail_blocks_image ON public.mail_blocks USING btree (account_id, image_hash) WHERE (image_hash IS NOT NULL);
alter table mail_blocks enable row level security;
alter table mail_blocks force row level security;
create policy tenant on mail_blocks for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table mail_contents (
  account_id bigint not null,
  id bigint not null generated always as identity,
  hash text not null,
  compiled jsonb not null,
  created_at timestamp with time zone not null default now(),
  used_at timestamp with time zone not null default now(),
  image_hashes text[] not null default '{}'::text[],
  constraint mail_contents_account_id_hash_key UNIQUE (account_id, hash),
  constraint mail_contents_pkey PRIMARY KEY (account_id, id),
  constraint mail_contents_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id),
  constraint mail_contents_hash_check CHECK ((hash ~ '^[0-9a-f]{64}$'::text))
);
alter table mail_contents enable row level security;
alter table mail_contents force row level security;
create policy tenant on mail_contents for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table mail_deliveries (
  account_id bigint not null,
  via text not null default 'smtp'::text,
  sendgrid_api_key text,
  sendgrid_webhook_public_key text not null default ''::text,
  webhook_key text not null,
  mails_per_minute integer,
  domain_mails_per_minute integer,
  version integer not null default 1,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint mail_deliveries_webhook_key_key UNIQUE (webhook_key),
  constraint mail_deliveries_pkey PRIMARY KEY (account_id),
  constraint mail_deliveries_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id),
  constraint mail_deliveries_check CHECK (((via <> 'sendgrid'::text) OR (sendgrid_api_key IS NOT NULL))),
  constraint mail_deliveries_domain_mails_per_minute_check CHECK ((domain_mails_per_minute > 0)),
  constraint mail_deliveries_mails_per_minute_check CHECK ((mails_per_minute > 0)),
  constraint mail_deliveries_sendgrid_api_key_check CHECK ((sendgrid_api_key <> ''::text)),
  constraint mail_deliveries_via_check CHECK ((via = ANY (ARRAY['smtp'::text, 'sendgrid'::text]))),
  constraint mail_deliveries_webhook_key_check CHECK ((webhook_key <> ''::text))
);
alter table mail_deliveries enable row level security;
alter table mail_deliveries force row level security;
create policy system_reader on mail_deliveries for select using ( SELECT public.app_is_system() AS app_is_system);
create policy tenant on mail_deliveries for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table mail_facts (
  account_id bigint not null,
  id bigint not null generated always as identity,
  push_action_id bigint not null,
  customer_id bigint not null,
  content_id bigint not null,
  mail_id bigint not null,
  fact_values jsonb,
  shown smallint[] not null default '{}'::smallint[],
  has_coupon_page boolean not null default false,
  made_at timestamp with time zone not null,
  constraint mail_facts_account_id_customer_id_push_action_id_key UNIQUE (account_id, customer_id, push_action_id),
  constraint mail_facts_pkey PRIMARY KEY (account_id, id),
  constraint mail_facts_account_id_customer_id_fkey FOREIGN KEY (account_id, customer_id) REFERENCES public.customers(account_id, id),
  constraint mail_facts_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id),
  constraint mail_facts_account_id_push_action_id_fkey FOREIGN KEY (account_id, push_action_id) REFERENCES public.push_actions(account_id, id)
);
alter table mail_facts enable row level security;
alter table mail_facts force row level security;
create policy tenant on mail_facts for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table mail_stats (
  account_id bigint not null,
  id bigint not null generated always as identity,
  mail_id bigint not null,
  stat_date date not null,
  delivered integer not null default 0,
  machine_open_false integer not null default 0,
  machine_open_true integer not null default 0,
  bounced integer not null default 0,
  unsubscribed integer not null default 0,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  clicked integer not null default 0,
  complained integer not null default 0,
  constraint mail_stats_account_id_mail_id_stat_date_key UNIQUE (account_id, mail_id, stat_date),
  constraint mail_stats_pkey PRIMARY KEY (account_id, id),
  constraint mail_stats_account_id_mail_id_fkey FOREIGN KEY (account_id, mail_id) REFERENCES public.mails(account_id, id),
  constraint mail_stats_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint mail_stats_bounced_check CHECK ((bounced >= 0)),
  constraint mail_stats_clicked_check CHECK ((clicked >= 0)),
  constraint mail_stats_complained_check CHECK ((complained >= 0)),
  constraint mail_stats_delivered_check CHECK ((delivered >= 0)),
  constraint mail_stats_machine_open_false_check CHECK ((machine_open_false >= 0)),
  constraint mail_stats_machine_open_true_check CHECK ((machine_open_true >= 0)),
  constraint mail_stats_unsubscribed_check CHECK ((unsubscribed >= 0))
);
CREATE INDEX mail_stats_day ON public.mail_stats USING btree (account_id, stat_date);
alter table mail_stats enable row level security;
alter table mail_stats force row level security;
create policy tenant on mail_stats for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table mail_suppressions (
  account_id bigint not null,
  id bigint not null generated always as identity,
  customer_id bigint not null,
  address text not null,
  kind text not null,
  source text not null,
  status_code text not null default ''::text,
  detail text not null default ''::text,
  remarks text not null default ''::text,
  push_action_id bigint,
  happened_at timestamp with time zone not null,
  created_by bigint,
  created_at timestamp with time zone not null default now(),
  constraint mail_suppressions_pkey PRIMARY KEY (account_id, id),
  constraint mail_suppressions_account_id_customer_id_fkey FOREIGN KEY (account_id, customer_id) REFERENCES public.customers(account_id, id),
  constraint mail_suppressions_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id),
  constraint mail_suppressions_account_id_push_action_id_fkey FOREIGN KEY (account_id, push_action_id) REFERENCES public.push_actions(account_id, id),
  constraint mail_suppressions_address_check CHECK ((address <> ''::text)),
  constraint mail_suppressions_check CHECK (((kind = 'lift'::text) = (remarks <> ''::text))),
  constraint mail_suppressions_kind_check CHECK ((kind = ANY (ARRAY['hard'::text, 'soft'::text, 'complaint'::text, 'refusal'::text, 'lift'::text]))),
  constraint mail_suppressions_source_check CHECK ((source = ANY (ARRAY['send'::text, 'report'::text, 'sendgrid'::text, 'staff'::text])))
);
CREATE INDEX mail_suppressions_address ON public.mail_suppressions USING btree (account_id, address, happened_at) WHERE (kind = ANY (ARRAY['soft'::text, 'lift'::text]));
CREATE INDEX mail_suppressions_customer ON public.mail_suppressions USING btree (account_id, customer_id, id DESC);
CREATE INDEX mail_suppressions_soft ON public.mail_suppressions USING btree (account_id, happened_at) WHERE (kind = 'soft'::text);
alter table mail_suppressions enable row level security;
alter table mail_suppressions force row level security;
create policy tenant on mail_suppressions for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table mail_template_versions (
  account_id bigint not null,
  mail_template_id bigint not null,
  version integer not null,
  document jsonb not null,
  saved_by bigint,
  saved_at timestamp with time zone not null,
  replaced_at timestamp with time zone not null,
  constraint mail_template_versions_pkey PRIMARY KEY (account_id, mail_template_id, version),
  constraint mail_template_versions_account_id_mail_template_id_fkey FOREIGN KEY (account_id, mail_template_id) REFERENCES public.mail_templates(account_id, id)
);
alter table mail_template_versions enable row level security;
alter table mail_template_versions force row level security;
create policy tenant on mail_template_versions for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table mail_templates (
  account_id bigint not null,
  id bigint not null generated always as identity,
  name text not null,
  label text not null default ''::text,
  feature_type text not null,
  message_types text[] not null default '{mail}'::text[],
  title text not null,
  body text not null,
  version integer not null default 1,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  preheader text not null default ''::text,
  signature text not null default ''::text,
  from_address text not null default ''::text,
  language text not null default 'ja'::text,
  constraint mail_templates_pkey PRIMARY KEY (account_id, id),
  constraint mail_templates_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id),
  constraint mail_templates_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint mail_templates_feature_type_check CHECK ((feature_type = ANY (ARRAY['campaign'::text, 'registration_card'::text]))),
  constraint mail_templates_language_check CHECK ((language = ANY (ARRAY['ja'::text, 'en'::text]))),
  constraint mail_templates_message_types_check CHECK ((message_types <@ ARRAY['mail'::text])),
  constraint mail_templates_name_check CHECK ((name <> ''::text))
);
CREATE INDEX mail_templates_list ON public.mail_templates USING btree (account_id, feature_type, id);
alter table mail_templates enable row level security;
alter table mail_templates force row level security;
create policy tenant on mail_templates for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table mails (
  account_id bigint not null,
  id bigint not null generated always as identity,
  campaign_action_id bigint not null,
  mail_template_id bigint,
  title text not null default ''::text,
  body text not null default ''::text,
  signature text not null default ''::text,
  from_address text not null default ''::text,
  from_name text not null default ''::text,
  version integer not null default 1,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  preheader text not null default ''::text,
  language text not null default 'ja'::text,
  seq smallint not null default 1,
  variant text not null default 'A'::text,
  share smallint,
  constraint mails_of_action UNIQUE (account_id, campaign_action_id, variant, language),
  constraint mails_pkey PRIMARY KEY (account_id, id),
  constraint mails_account_id_campaign_action_id_fkey FOREIGN KEY (account_id, campaign_action_id) REFERENCES public.campaign_actions(account_id, id),
  constraint mails_account_id_mail_template_id_fkey FOREIGN KEY (account_id, mail_template_id) REFERENCES public.mail_templates(account_id, id) ON DELETE SET NULL (mail_template_id),
  constraint mails_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint mails_language_check CHECK ((language = ANY (ARRAY['ja'::text, 'en'::text]))),
  constraint mails_seq_check CHECK ((seq > 0)),
  constraint mails_share_check CHECK (((share >= 1) AND (share <= 100))),
  constraint mails_variant_check CHECK ((variant = ANY (ARRAY['A'::text, 'B'::text, 'C'::text, 'D'::text])))
);
CREATE INDEX mails_template ON public.mails USING btree (account_id, mail_template_id) WHERE (mail_template_id IS NOT NULL);
alter table mails enable row level security;
alter table mails force row level security;
create policy tenant on mails for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table member_number_counters (
  account_id bigint not null,
  last_number bigint not null,
  constraint member_number_counters_pkey PRIMARY KEY (account_id),
  constraint member_number_counters_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id),
  constraint member_number_counters_last_number_check CHECK ((last_number >= 0))
);
alter table member_number_counters enable row level security;
alter table member_number_counters force row level security;
create policy tenant on member_number_counters for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table message_events (
  account_id bigint not null,
  id bigint not null generated always as identity,
  provider_event_id text not null,
  kind text not null,
  is_machine boolean not null default false,
  push_action_id bigint,
  customer_id bigint,
  message_job_id bigint,
  happened_at timestamp with time zone not null,
  detail jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null default now(),
  mail_id bigint,
  link_no smallint,
  constraint message_events_account_id_provider_event_id_key UNIQUE (account_id, provider_event_id),
  constraint message_events_pkey PRIMARY KEY (account_id, id),
  constraint message_events_account_id_customer_id_fkey FOREIGN KEY (account_id, customer_id) REFERENCES public.customers(account_id, id),
  constraint message_events_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id),
  constraint message_events_account_id_message_job_id_fkey FOREIGN KEY (account_id, message_job_id) REFERENCES public.message_jobs(account_id, id),
  constraint message_events_account_id_push_action_id_fkey FOREIGN KEY (account_id, push_action_id) REFERENCES public.push_actions(account_id, id),
  constraint message_events_kind_check CHECK ((kind = ANY (ARRAY['delivered'::text, 'deferred'::text, 'bounced'::text, 'dropped'::text, 'opened'::text, 'clicked'::text, 'complained'::text, 'unsubscribed'::text]))),
  constraint message_events_link_no_check CHECK ((link_no > 0))
);
CREATE INDEX message_events_customer ON public.message_events USING btree (account_id, customer_id, happened_at DESC) WHERE (customer_id IS NOT NULL);
CREATE INDEX message_events_mail ON public.message_events USING btree (account_id, mail_id, happened_at) WHERE (mail_id IS NOT NULL);
CREATE INDEX message_events_message ON public.message_events USING btree (account_id, push_action_id, customer_id) WHERE (push_action_id IS NOT NULL);
CREATE TRIGGER attribution_queued_clicked AFTER INSERT ON public.message_events REFERENCING NEW TABLE AS now_is FOR EACH STATEMENT EXECUTE FUNCTION public.queue_attribution_of_clicks();
alter table message_events enable row level security;
alter table message_events force row level security;
create policy tenant on message_events for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table message_jobs (
  account_id bigint not null,
  id bigint not null generated always as identity,
  customer_id bigint,
  type text not null,
  feature_type text not null,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  push_action_id bigint,
  campaign_id bigint,
  push_status text,
  failure_reason text,
  failure_detail text,
  push_scheduled_time timestamp with time zone,
  push_sent_time timestamp with time zone,
  attempt_count smallint not null default 0,
  constraint message_jobs_pkey PRIMARY KEY (account_id, id),
  constraint message_jobs_account_id_customer_id_fkey FOREIGN KEY (account_id, customer_id) REFERENCES public.customers(account_id, id),
  constraint message_jobs_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id),
  constraint message_jobs_campaign_fkey FOREIGN KEY (account_id, campaign_id) REFERENCES public.campaigns(account_id, id) ON DELETE SET NULL (campaign_id),
  constraint message_jobs_push FOREIGN KEY (account_id, push_action_id) REFERENCES public.push_actions(account_id, id),
  constraint message_jobs_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint message_jobs_attempt_count_check CHECK ((attempt_count >= 0)),
  constraint message_jobs_failure_detail_check CHECK ((failure_detail = ANY (ARRAY['malformed'::text, 'suppressed'::text, 'bounced'::text, 'refused'::text, 'server_down'::text, 'not_known'::text, 'initiator_lost_right'::text, 'receiver_gone'::text]))),
  constraint message_jobs_failure_reason_check CHECK ((failure_reason = ANY (ARRAY['invalid_email'::text, 'other'::text]))),
  constraint message_jobs_feature_type_check CHECK ((feature_type = ANY (ARRAY['test'::text, 'registration_card'::text]))),
  constraint message_jobs_push_status_check CHECK ((push_status = ANY (ARRAY['standby'::text, 'doing'::text, 'done'::text, 'failure'::text]))),
  constraint message_jobs_state_check CHECK ((((feature_type = 'test'::text) = (push_status IS NOT NULL)) AND ((push_status IS NULL) OR ((push_action_id IS NULL) AND (push_scheduled_time IS NOT NULL))) AND (COALESCE((push_status = 'failure'::text), false) = (failure_reason IS NOT NULL)) AND (COALESCE((push_status = 'done'::text), false) = (push_sent_time IS NOT NULL)))),
  constraint message_jobs_type_check CHECK ((type = 'mail'::text))
);
CREATE INDEX message_jobs_customer ON public.message_jobs USING btree (account_id, customer_id, id) WHERE (customer_id IS NOT NULL);
CREATE INDEX message_jobs_old_tests ON public.message_jobs USING btree (account_id, created_at) WHERE (feature_type = 'test'::text);
CREATE INDEX message_jobs_tests ON public.message_jobs USING btree (account_id, campaign_id, created_by, id) WHERE (feature_type = 'test'::text);
CREATE UNIQUE INDEX message_jobs_of_push ON public.message_jobs USING btree (account_id, push_action_id);
alter table message_jobs enable row level security;
alter table message_jobs force row level security;
create policy tenant on message_jobs for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table message_jobs_mails (
  account_id bigint not null,
  message_job_id bigint not null,
  mail_template_id bigint,
  mail_id bigint,
  to_address text not null,
  from_address text not null,
  title text not null,
  body text not null,
  provider_message_id text,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  to_user_id bigint,
  html text not null default ''::text,
  constraint message_jobs_mails_pkey PRIMARY KEY (account_id, message_job_id),
  constraint message_jobs_mails_account_id_mail_template_id_fkey FOREIGN KEY (account_id, mail_template_id) REFERENCES public.mail_templates(account_id, id),
  constraint message_jobs_mails_job_fkey FOREIGN KEY (account_id, message_job_id) REFERENCES public.message_jobs(account_id, id) ON DELETE CASCADE,
  constraint message_jobs_mails_mail_fkey FOREIGN KEY (account_id, mail_id) REFERENCES public.mails(account_id, id) ON DELETE SET NULL (mail_id),
  constraint message_jobs_mails_to_user_id_fkey FOREIGN KEY (to_user_id) REFERENCES public.users(id),
  constraint message_jobs_mails_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint message_jobs_mails_from_address_check CHECK ((from_address <> ''::text)),
  constraint message_jobs_mails_to_address_check CHECK ((to_address <> ''::text))
);
CREATE INDEX message_jobs_mails_mail ON public.message_jobs_mails USING btree (account_id, mail_id) WHERE (mail_id IS NOT NULL);
alter table message_jobs_mails enable row level security;
alter table message_jobs_mails force row level security;
create policy tenant on message_jobs_mails for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table message_jobs_registration_cards (
  account_id bigint not null,
  message_job_id bigint not null,
  stay_reservation_id bigint not null,
  registration_card_auto_send_setting_id bigint,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint message_jobs_registration_cards_pkey PRIMARY KEY (account_id, message_job_id),
  constraint message_jobs_registration_car_account_id_registration_card_fkey FOREIGN KEY (account_id, registration_card_auto_send_setting_id) REFERENCES public.registration_card_auto_send_settings(account_id, id),
  constraint message_jobs_registration_car_account_id_stay_reservation__fkey FOREIGN KEY (account_id, stay_reservation_id) REFERENCES public.stay_reservations(account_id, id),
  constraint message_jobs_registration_cards_account_id_message_job_id_fkey FOREIGN KEY (account_id, message_job_id) REFERENCES public.message_jobs(account_id, id),
  constraint message_jobs_registration_cards_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text])))
);
CREATE INDEX message_jobs_registration_cards_reservation ON public.message_jobs_registration_cards USING btree (account_id, stay_reservation_id);
alter table message_jobs_registration_cards enable row level security;
alter table message_jobs_registration_cards force row level security;
create policy tenant on message_jobs_registration_cards for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table omitted_counts (
  account_id bigint not null,
  push_action_id bigint not null,
  reason text not null,
  facility_ids bigint[] not null,
  omitted integer not null,
  constraint omitted_counts_pkey PRIMARY KEY (account_id, push_action_id, reason, facility_ids),
  constraint omitted_counts_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id),
  constraint omitted_counts_account_id_push_action_id_fkey FOREIGN KEY (account_id, push_action_id) REFERENCES public.push_actions(account_id, id),
  constraint omitted_counts_omitted_check CHECK ((omitted > 0))
);
alter table omitted_counts enable row level security;
alter table omitted_counts force row level security;
create policy tenant on omitted_counts for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table partner_keys (
  account_id bigint not null,
  id bigint not null generated always as identity,
  facility_account_id bigint not null,
  name text not null,
  key_hash bytea not null,
  key_hint text not null,
  last_used_at timestamp with time zone,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  scopes text[] not null default '{customers,points,coupons}'::text[],
  first_key_id bigint,
  reach text not null default 'programme'::text,
  constraint partner_keys_key_hash_key UNIQUE (key_hash),
  constraint partner_keys_pkey PRIMARY KEY (account_id, id),
  constraint partner_keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id),
  constraint partner_keys_facility_account_id_fkey FOREIGN KEY (account_id, facility_account_id) REFERENCES public.accounts(programme_account_id, id) ON UPDATE CASCADE,
  constraint partner_keys_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint partner_keys_key_hash_check CHECK ((octet_length(key_hash) = 32)),
  constraint partner_keys_name_check CHECK ((name <> ''::text)),
  constraint partner_keys_reach_check CHECK ((reach = ANY (ARRAY['programme'::text, 'facility'::text]))),
  constraint partner_keys_scopes_check CHECK (((cardinality(scopes) > 0) AND (scopes <@ '{customers,points,coupons}'::text[])))
);
alter table partner_keys enable row level security;
alter table partner_keys force row level security;
create policy system_reader on partner_keys for select using ( SELECT public.app_is_system() AS app_is_system);
create policy tenant on partner_keys for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table password_histories (
  id bigint not null generated always as identity,
  user_id bigint not null,
  password text not null,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint password_histories_pkey PRIMARY KEY (id),
  constraint password_histories_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id),
  constraint password_histories_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text])))
);
CREATE INDEX password_histories_user ON public.password_histories USING btree (user_id, id DESC);
alter table password_histories enable row level security;
alter table password_histories force row level security;
create policy own_rows on password_histories for all using (user_id = ( SELECT public.app_user_id() AS app_user_id)) with check (user_id = ( SELECT public.app_user_id() AS app_user_id));

create table payments (
  id bigint not null generated always as identity,
  company_name text not null default ''::text,
  company_name_kana text not null default ''::text,
  post_code text not null default ''::text,
  address text not null default ''::text,
  department_name text not null default ''::text,
  contact_name text not null default ''::text,
  contact_tel text not null default ''::text,
  contact_email text not null default ''::text,
  discount_amount bigint not null default 0,
  discount_started_at date,
  discount_ended_at date,
  version integer not null default 1,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint payments_pkey PRIMARY KEY (id),
  constraint payments_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint payments_check CHECK ((discount_ended_at >= discount_started_at)),
  constraint payments_discount_amount_check CHECK ((discount_amount >= 0))
);
alter table payments enable row level security;
alter table payments force row level security;
create policy system_reader on payments for select using ( SELECT public.app_is_system() AS app_is_system);
create policy tenant on payments for update using (id IN ( SELECT a.payment_id
   FROM public.accounts a
  WHERE (a.id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]))));
create policy tenant_inserts on payments for insert with check (( SELECT public.app_account_ids() AS app_account_ids) IS NOT NULL);
create policy tenant_reads on payments for select using (id IN ( SELECT a.payment_id
   FROM public.accounts a
  WHERE (a.id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]))));

create table point_accounts (
  account_id bigint not null,
  customer_id bigint not null,
  balance bigint not null default 0,
  debt bigint not null default 0,
  updated_at timestamp with time zone not null default now(),
  constraint point_accounts_pkey PRIMARY KEY (account_id, customer_id),
  constraint point_accounts_account_id_customer_id_fkey FOREIGN KEY (account_id, customer_id) REFERENCES public.customers(account_id, id) ON DELETE CASCADE,
  constraint point_accounts_balance_check CHECK ((balance >= 0)),
  constraint point_accounts_check CHECK (((balance = 0) OR (debt = 0))),
  constraint point_accounts_debt_check CHECK ((debt >= 0))
);
alter table point_accounts enable row level security;
alter table point_accounts force row level security;
create policy tenant on point_accounts for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table point_adjustments (
  account_id bigint not null,
  id bigint not null generated always as identity,
  customer_id bigint not null,
  grant_point_id bigint not null,
  kind text not null,
  point bigint not null,
  happened_on date not null,
  cause_grant_point_id bigint,
  created_by bigint,
  created_at timestamp with time zone not null default now(),
  constraint point_adjustments_pkey PRIMARY KEY (account_id, id),
  constraint point_adjustments_account_id_cause_grant_point_id_fkey FOREIGN KEY (account_id, cause_grant_point_id) REFERENCES public.grant_points(account_id, id),
  constraint point_adjustments_account_id_customer_id_fkey FOREIGN KEY (account_id, customer_id) REFERENCES public.customers(account_id, id),
  constraint point_adjustments_account_id_grant_point_id_fkey FOREIGN KEY (account_id, grant_point_id) REFERENCES public.grant_points(account_id, id),
  constraint point_adjustments_kind_check CHECK ((kind = ANY (ARRAY['expired'::text, 'revived'::text, 'reversed'::text, 'debt_incurred'::text, 'debt_paid'::text]))),
  constraint point_adjustments_point_check CHECK ((point > 0))
);
CREATE INDEX point_adjustments_customer ON public.point_adjustments USING btree (account_id, customer_id, happened_on DESC);
CREATE INDEX point_adjustments_date ON public.point_adjustments USING btree (account_id, happened_on);
CREATE INDEX point_adjustments_debts ON public.point_adjustments USING btree (account_id, customer_id) INCLUDE (kind, point) WHERE (kind = ANY (ARRAY['debt_incurred'::text, 'debt_paid'::text]));
CREATE INDEX point_adjustments_grant ON public.point_adjustments USING btree (account_id, grant_point_id);
alter table point_adjustments enable row level security;
alter table point_adjustments force row level security;
create policy tenant on point_adjustments for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table point_grant_requests (
  account_id bigint not null,
  id bigint not null generated always as identity,
  facility_account_id bigint not null,
  customer_id bigint not null,
  grant_point bigint not null,
  expiration_type text not null,
  expiration_date date,
  expiration_days_from_grant integer,
  expiration_days_from_last_stay integer,
  remarks text not null default ''::text,
  state text not null default 'waiting'::text,
  last_day date not null,
  requested_by bigint not null,
  requested_at timestamp with time zone not null,
  decided_by bigint,
  decided_at timestamp with time zone,
  decision_remarks text not null default ''::text,
  grant_point_id bigint,
  updated_at timestamp with time zone not null default now(),
  constraint point_grant_requests_pkey PRIMARY KEY (account_id, id),
  constraint point_grant_requests_account_id_customer_id_fkey FOREIGN KEY (account_id, customer_id) REFERENCES public.customers(account_id, id),
  constraint point_grant_requests_account_id_facility_account_id_fkey FOREIGN KEY (account_id, facility_account_id) REFERENCES public.accounts(programme_account_id, id),
  constraint point_grant_requests_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id),
  constraint point_grant_requests_account_id_grant_point_id_fkey FOREIGN KEY (account_id, grant_point_id) REFERENCES public.grant_points(account_id, id),
  constraint point_grant_requests_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES public.users(id),
  constraint point_grant_requests_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES public.users(id),
  constraint point_grant_requests_check CHECK (((state = 'waiting'::text) = (decided_at IS NULL))),
  constraint point_grant_requests_check1 CHECK (((state = 'approved'::text) = (grant_point_id IS NOT NULL))),
  constraint point_grant_requests_check2 CHECK (((state = ANY (ARRAY['approved'::text, 'rejected'::text])) = (decided_by IS NOT NULL))),
  constraint point_grant_requests_check3 CHECK ((decided_by <> requested_by)),
  constraint point_grant_requests_expiration_type_check CHECK ((expiration_type = ANY (ARRAY['none'::text, 'date'::text, 'days_from_grant'::text, 'days_from_last_stay'::text]))),
  constraint point_grant_requests_grant_point_check CHECK ((grant_point > 0)),
  constraint point_grant_requests_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'approved'::text, 'rejected'::text, 'lapsed'::text])))
);
CREATE INDEX point_grant_requests_customer ON public.point_grant_requests USING btree (account_id, customer_id, id DESC);
CREATE INDEX point_grant_requests_waiting ON public.point_grant_requests USING btree (account_id, last_day) WHERE (state = 'waiting'::text);
alter table point_grant_requests enable row level security;
alter table point_grant_requests force row level security;
create policy tenant on point_grant_requests for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table point_lots (
  account_id bigint not null,
  grant_point_id bigint not null,
  customer_id bigint not null,
  granted bigint not null,
  remaining bigint not null,
  expires_on date,
  rolling_days integer,
  updated_at timestamp with time zone not null default now(),
  constraint point_lots_pkey PRIMARY KEY (account_id, grant_point_id),
  constraint point_lots_account_id_customer_id_fkey FOREIGN KEY (account_id, customer_id) REFERENCES public.customers(account_id, id),
  constraint point_lots_account_id_grant_point_id_fkey FOREIGN KEY (account_id, grant_point_id) REFERENCES public.grant_points(account_id, id),
  constraint point_lots_check CHECK ((remaining <= granted)),
  constraint point_lots_granted_check CHECK ((granted > 0)),
  constraint point_lots_remaining_check CHECK ((remaining >= 0)),
  constraint point_lots_rolling_days_check CHECK ((rolling_days > 0))
);
CREATE INDEX point_lots_expiry ON public.point_lots USING btree (account_id, expires_on) WHERE ((remaining > 0) AND (expires_on IS NOT NULL));
CREATE INDEX point_lots_rolling ON public.point_lots USING btree (account_id, customer_id, expires_on) WHERE (rolling_days IS NOT NULL);
CREATE INDEX point_lots_spend ON public.point_lots USING btree (account_id, customer_id, expires_on, grant_point_id) INCLUDE (remaining) WHERE (remaining > 0);
alter table point_lots enable row level security;
alter table point_lots force row level security;
create policy tenant on point_lots for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table points (
  account_id bigint not null,
  id bigint not null generated always as identity,
  campaign_action_id bigint not null,
  grant_condition bigint,
  plan_code text[] not null default '{}'::text[],
  expiration_type text not null,
  expiration_days_from_grant integer,
  expiration_days_from_last_stay integer,
  expiration_date date,
  grant_type text not null,
  grant_absolute bigint,
  grant_rate numeric(6,3),
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint points_account_id_campaign_action_id_key UNIQUE (account_id, campaign_action_id),
  constraint points_pkey PRIMARY KEY (account_id, id),
  constraint points_account_id_campaign_action_id_fkey FOREIGN KEY (account_id, campaign_action_id) REFERENCES public.campaign_actions(account_id, id),
  constraint points_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint points_check CHECK (((grant_type = 'absolute'::text) OR (grant_absolute IS NULL))),
  constraint points_check1 CHECK (((grant_type = 'rate'::text) OR (grant_rate IS NULL))),
  constraint points_check2 CHECK (((expiration_type = 'date'::text) OR (expiration_date IS NULL))),
  constraint points_check3 CHECK (((expiration_type = 'days_from_grant'::text) OR (expiration_days_from_grant IS NULL))),
  constraint points_check4 CHECK (((expiration_type = 'days_from_last_stay'::text) OR (expiration_days_from_last_stay IS NULL))),
  constraint points_expiration_days_from_grant_check CHECK ((expiration_days_from_grant > 0)),
  constraint points_expiration_days_from_last_stay_check CHECK ((expiration_days_from_last_stay > 0)),
  constraint points_expiration_type_check CHECK ((expiration_type = ANY (ARRAY['none'::text, 'date'::text, 'days_from_grant'::text, 'days_from_last_stay'::text]))),
  constraint points_grant_absolute_check CHECK (((grant_absolute >= 1) AND (grant_absolute <= 1000000000))),
  constraint points_grant_condition_check CHECK ((grant_condition >= 0)),
  constraint points_grant_rate_check CHECK (((grant_rate > (0)::numeric) AND (grant_rate <= (100)::numeric))),
  constraint points_grant_type_check CHECK ((grant_type = ANY (ARRAY['absolute'::text, 'rate'::text])))
);
alter table points enable row level security;
alter table points force row level security;
create policy tenant on points for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table push_action_targets (
  account_id bigint not null,
  push_action_id bigint not null,
  customer_id bigint not null,
  wave text not null default 'main'::text,
  outcome text not null default 'waiting'::text,
  reason text,
  detail text,
  campaign_segment_id bigint,
  push_batch_id bigint,
  claimed_by text,
  claimed_at timestamp with time zone,
  sent_at timestamp with time zone,
  provider_message_id text,
  attempt_count smallint not null default 0,
  delivered_at timestamp with time zone,
  opened_at timestamp with time zone,
  clicked_at timestamp with time zone,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  campaign_id bigint,
  granted_points bigint,
  machine_opened_at timestamp with time zone,
  unsubscribed_at timestamp with time zone,
  bounced_at timestamp with time zone,
  complained_at timestamp with time zone,
  variant text,
  constraint push_action_targets_pkey PRIMARY KEY (account_id, push_action_id, customer_id),
  constraint push_action_targets_account_id_campaign_id_push_action_id_fkey FOREIGN KEY (account_id, campaign_id, push_action_id) REFERENCES public.push_actions(account_id, campaign_id, id),
  constraint push_action_targets_account_id_campaign_segment_id_fkey FOREIGN KEY (account_id, campaign_segment_id) REFERENCES public.campaign_segments(account_id, id),
  constraint push_action_targets_account_id_customer_id_fkey FOREIGN KEY (account_id, customer_id) REFERENCES public.customers(account_id, id),
  constraint push_action_targets_account_id_push_batch_id_fkey FOREIGN KEY (account_id, push_batch_id) REFERENCES public.push_batches(account_id, id),
  constraint push_action_targets_push FOREIGN KEY (account_id, push_action_id) REFERENCES public.push_actions(account_id, id),
  constraint push_action_targets_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint push_action_targets_attempt_count_check CHECK ((attempt_count >= 0)),
  constraint push_action_targets_check CHECK (((outcome <> 'sent'::text) OR (sent_at IS NOT NULL))),
  constraint push_action_targets_granted_points_check CHECK ((granted_points > 0)),
  constraint push_action_targets_outcome_check CHECK ((outcome = ANY (ARRAY['waiting'::text, 'sending'::text, 'sent'::text, 'skipped'::text, 'failed'::text, 'unknown'::text]))),
  constraint push_action_targets_reason_check CHECK ((reason = ANY (ARRAY['control_group'::text, 'standing_control'::text, 'once_per'::text, 'no_consent'::text, 'no_address'::text, 'bounced'::text, 'opted_out'::text, 'class_refused'::text, 'paused'::text, 'blocked'::text, 'capped'::text, 'inactive'::text, 'merged'::text, 'quiet_hours'::text, 'stopped'::text, 'coupon_exhausted'::text, 'coupon_held'::text, 'coupon_refused'::text, 'coupon_no_code'::text, 'coupon_ended'::text, 'no_coupon'::text, 'nothing_to_say'::text, 'render_error'::text, 'refused'::text, 'connection'::text, 'timeout'::text, 'expired_at_once'::text, 'points_not_granted'::text, 'grant_refused'::text, 'reservation_changed'::text, 'reservation_cancelled'::text, 'gift_revoked'::text, 'gift_retained'::text]))),
  constraint push_action_targets_variant CHECK ((variant = ANY (ARRAY['A'::text, 'B'::text, 'C'::text, 'D'::text]))),
  constraint push_action_targets_wave_check CHECK ((wave = ANY (ARRAY['canary'::text, 'main'::text, 'remaining'::text])))
);
CREATE INDEX push_action_targets_customer ON public.push_action_targets USING btree (account_id, customer_id, sent_at DESC) WHERE (sent_at IS NOT NULL);
CREATE INDEX push_action_targets_guest_waits ON public.push_action_targets USING btree (account_id, customer_id) WHERE ((outcome = ANY (ARRAY['waiting'::text, 'sending'::text])) AND (sent_at IS NULL));
CREATE INDEX push_action_targets_outcome ON public.push_action_targets USING btree (account_id, push_action_id, outcome, customer_id) WHERE (outcome = ANY (ARRAY['skipped'::text, 'failed'::text, 'unknown'::text]));
CREATE INDEX push_action_targets_provider ON public.push_action_targets USING btree (account_id, provider_message_id) WHERE (provider_message_id IS NOT NULL);
CREATE INDEX push_action_targets_sending ON public.push_action_targets USING btree (account_id, push_action_id, claimed_at) WHERE (outcome = 'sending'::text);
CREATE INDEX push_action_targets_waiting ON public.push_action_targets USING btree (account_id, push_action_id, wave, customer_id) WHERE (outcome = 'waiting'::text);
CREATE TRIGGER attribution_queued_sent AFTER UPDATE ON public.push_action_targets FOR EACH ROW WHEN (((new.outcome IS DISTINCT FROM old.outcome) AND ((new.outcome = 'sent'::text) OR (old.outcome = 'sent'::text)))) EXECUTE FUNCTION public.queue_attribution_of_messages();
alter table push_action_targets enable row level security;
alter table push_action_targets force row level security;
create policy tenant on push_action_targets for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table push_actions (
  account_id bigint not null,
  id bigint not null generated always as identity,
  campaign_action_id bigint,
  stay_transaction_id bigint,
  line_message_id bigint,
  line_retry_key uuid not null default gen_random_uuid(),
  custom_aggregation_unit text,
  mail_api_id text,
  push_status text not null default 'standby'::text,
  push_scheduled_time timestamp with time zone not null default now(),
  push_sent_time timestamp with time zone,
  trigger_key text not null,
  frozen_at timestamp with time zone,
  funnel jsonb not null default '{}'::jsonb,
  target_count integer not null default 0,
  sent_count integer not null default 0,
  skipped_count integer not null default 0,
  failed_count integer not null default 0,
  unknown_count integer not null default 0,
  wave text not null default 'main'::text,
  grace_until timestamp with time zone,
  stop_requested boolean not null default false,
  stopped_by bigint,
  stopped_at timestamp with time zone,
  fencing_token bigint not null default 0,
  heartbeat_at timestamp with time zone,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  error text,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  campaign_id bigint,
  campaign_segment_id bigint,
  channel text not null,
  granted_points bigint not null default 0,
  started_by text not null,
  stay_reservation_id bigint,
  offset_days smallint,
  needs_approval boolean not null default false,
  approved_by bigint,
  approved_at timestamp with time zone,
  approved_fingerprint bytea,
  approval_void_at timestamp with time zone,
  held_for text,
  held_until timestamp with time zone,
  called_off_by bigint,
  called_off_at timestamp with time zone,
  refusal text,
  omitted_ended_at timestamp with time zone,
  in_sets boolean not null default false,
  cause_date date,
  opened_count integer not null default 0,
  machine_opened_count integer not null default 0,
  clicked_count integer not null default 0,
  unsubscribed_count integer not null default 0,
  bounced_count integer not null default 0,
  complained_count integer not null default 0,
  has_remaining boolean not null default false,
  chosen_variant text,
  chosen_by bigint,
  chosen_at timestamp with time zone,
  definition_digest bytea,
  delivered_count integer not null default 0,
  constraint push_actions_account_id_campaign_action_id_trigger_key_key UNIQUE (account_id, campaign_action_id, trigger_key),
  constraint push_actions_account_id_campaign_id_id_key UNIQUE (account_id, campaign_id, id),
  constraint push_actions_pkey PRIMARY KEY (account_id, id),
  constraint push_actions_account_id_campaign_action_id_fkey FOREIGN KEY (account_id, campaign_action_id) REFERENCES public.campaign_actions(account_id, id),
  constraint push_actions_account_id_campaign_id_fkey FOREIGN KEY (account_id, campaign_id) REFERENCES public.campaigns(account_id, id),
  constraint push_actions_account_id_campaign_segment_id_fkey FOREIGN KEY (account_id, campaign_segment_id) REFERENCES public.campaign_segments(account_id, id),
  constraint push_actions_account_id_line_message_id_fkey FOREIGN KEY (account_id, line_message_id) REFERENCES public.line_messages(account_id, id),
  constraint push_actions_account_id_stay_reservation_id_fkey FOREIGN KEY (account_id, stay_reservation_id) REFERENCES public.stay_reservations(account_id, id),
  constraint push_actions_account_id_stay_transaction_id_fkey FOREIGN KEY (account_id, stay_transaction_id) REFERENCES public.stay_transactions(account_id, id),
  constraint push_actions_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES public.users(id),
  constraint push_actions_called_off_by_fkey FOREIGN KEY (called_off_by) REFERENCES public.users(id),
  constraint push_actions_chosen_by_fkey FOREIGN KEY (chosen_by) REFERENCES public.users(id),
  constraint push_actions_stopped_by_fkey FOREIGN KEY (stopped_by) REFERENCES public.users(id),
  constraint push_actions_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint push_actions_approval CHECK ((num_nonnulls(approved_by, approved_at, approved_fingerprint) = ANY (ARRAY[0, 3]))),
  constraint push_actions_called_off CHECK ((((called_off_by IS NULL) = (called_off_at IS NULL)) AND ((refusal IS NULL) OR (called_off_at IS NOT NULL)))),
  constraint push_actions_channel_check CHECK ((channel = ANY (ARRAY['point'::text, 'coupon'::text, 'line'::text, 'mail'::text]))),
  constraint push_actions_choice CHECK (((num_nonnulls(chosen_variant, chosen_by, chosen_at) = ANY (ARRAY[0, 3])) AND ((chosen_variant IS NULL) OR (has_remaining AND (chosen_variant = ANY (ARRAY['A'::text, 'B'::text, 'C'::text, 'D'::text])))))),
  constraint push_actions_content CHECK ((num_nonnulls(campaign_id, campaign_segment_id, campaign_action_id) = ANY (ARRAY[0, 3]))),
  constraint push_actions_custom_aggregation_unit_check CHECK ((custom_aggregation_unit ~ '^[A-Za-z0-9_]{1,30}$'::text)),
  constraint push_actions_failed_count_check CHECK ((failed_count >= 0)),
  constraint push_actions_held_for_check CHECK ((held_for = ANY (ARRAY['approval'::text, 'grace'::text, 'canary'::text, 'variant'::text, 'quiet_hours'::text]))),
  constraint push_actions_hold CHECK (((held_for IS NOT NULL) OR (held_until IS NULL))),
  constraint push_actions_push_status_check CHECK ((push_status = ANY (ARRAY['standby'::text, 'doing'::text, 'done'::text, 'failure'::text]))),
  constraint push_actions_refusal_check CHECK ((refusal <> ''::text)),
  constraint push_actions_sent_count_check CHECK ((sent_count >= 0)),
  constraint push_actions_skipped_count_check CHECK ((skipped_count >= 0)),
  constraint push_actions_started_by_check CHECK (((started_by ~ '^[a-z][a-z_]*$'::text) AND (in_sets = (started_by <> ALL (ARRAY['by_hand'::text, 'schedule'::text]))))),
  constraint push_actions_started_by_names_its_cause CHECK ((in_sets OR (num_nonnulls(stay_reservation_id, stay_transaction_id, offset_days, cause_date) = 0))),
  constraint push_actions_target_count_check CHECK ((target_count >= 0)),
  constraint push_actions_trigger_key_check CHECK ((trigger_key <> ''::text)),
  constraint push_actions_unknown_count_check CHECK ((unknown_count >= 0)),
  constraint push_actions_void_approval CHECK (((approval_void_at IS NULL) OR (approved_at IS NOT NULL))),
  constraint push_actions_wave_check CHECK ((wave = ANY (ARRAY['canary'::text, 'main'::text, 'remaining'::text])))
);
CREATE INDEX push_actions_in_sets ON public.push_actions USING btree (account_id, id) WHERE (in_sets AND (push_status = ANY (ARRAY['standby'::text, 'doing'::text])));
CREATE INDEX push_actions_moments ON public.push_actions USING btree (account_id, push_scheduled_time) WHERE (campaign_id IS NOT NULL);
CREATE INDEX push_actions_omitted ON public.push_actions USING btree (account_id, finished_at) WHERE ((skipped_count > 0) AND (omitted_ended_at IS NULL) AND (push_status = ANY (ARRAY['done'::text, 'failure'::text])));
CREATE INDEX push_actions_open ON public.push_actions USING btree (push_scheduled_time) WHERE (push_status = ANY (ARRAY['standby'::text, 'doing'::text]));
CREATE INDEX push_actions_sends ON public.push_actions USING btree (account_id, push_scheduled_time) WHERE ((campaign_id IS NOT NULL) AND (NOT in_sets));
CREATE INDEX push_actions_siblings ON public.push_actions USING btree (account_id, campaign_segment_id, trigger_key) WHERE (campaign_segment_id IS NOT NULL);
CREATE UNIQUE INDEX push_actions_once ON public.push_actions USING btree (account_id, started_by, trigger_key, channel) WHERE (campaign_action_id IS NULL);
alter table push_actions enable row level security;
alter table push_actions force row level security;
create policy system_reader on push_actions for select using ( SELECT public.app_is_system() AS app_is_system);
create policy tenant on push_actions for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table push_batches (
  account_id bigint not null,
  id bigint not null generated always as identity,
  push_action_id bigint not null,
  seq integer not null,
  target_count integer not null,
  retry_key uuid not null,
  request_id text,
  outcome text not null default 'waiting'::text,
  attempt_count integer not null default 0,
  first_tried_at timestamp with time zone,
  sent_at timestamp with time zone,
  error text,
  constraint push_batches_account_id_push_action_id_seq_key UNIQUE (account_id, push_action_id, seq),
  constraint push_batches_account_id_retry_key_key UNIQUE (account_id, retry_key),
  constraint push_batches_pkey PRIMARY KEY (account_id, id),
  constraint push_batches_account_id_push_action_id_fkey FOREIGN KEY (account_id, push_action_id) REFERENCES public.push_actions(account_id, id),
  constraint push_batches_attempt_count_check CHECK ((attempt_count >= 0)),
  constraint push_batches_outcome_check CHECK ((outcome = ANY (ARRAY['waiting'::text, 'sending'::text, 'sent'::text, 'failed'::text, 'unknown'::text]))),
  constraint push_batches_seq_check CHECK ((seq >= 0)),
  constraint push_batches_target_count_check CHECK (((target_count >= 1) AND (target_count <= 500)))
);
alter table push_batches enable row level security;
alter table push_batches force row level security;
create policy tenant on push_batches for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table rank_details (
  account_id bigint not null,
  id bigint not null generated always as identity,
  rank_id bigint not null,
  name text not null,
  total_stay integer not null default 0,
  total_use_price bigint not null default 0,
  total_get_point bigint not null default 0,
  priority smallint not null,
  min_use_point bigint,
  max_use_point bigint,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint rank_details_pkey PRIMARY KEY (account_id, id),
  constraint rank_details_account_id_rank_id_fkey FOREIGN KEY (account_id, rank_id) REFERENCES public.ranks(account_id, id),
  constraint rank_details_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint rank_details_check CHECK ((max_use_point >= min_use_point)),
  constraint rank_details_min_use_point_check CHECK ((min_use_point >= 0)),
  constraint rank_details_name_check CHECK ((name <> ''::text)),
  constraint rank_details_priority_check CHECK ((priority > 0)),
  constraint rank_details_total_get_point_check CHECK ((total_get_point >= 0)),
  constraint rank_details_total_stay_check CHECK ((total_stay >= 0)),
  constraint rank_details_total_use_price_check CHECK ((total_use_price >= 0))
);
CREATE UNIQUE INDEX rank_details_priority ON public.rank_details USING btree (account_id, rank_id, priority) WHERE (active_status = 'active'::text);
alter table rank_details enable row level security;
alter table rank_details force row level security;
create policy tenant on rank_details for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table rank_stats (
  account_id bigint not null,
  rank_detail_id bigint not null,
  stat_date date not null,
  customer_count integer not null,
  constraint rank_stats_pkey PRIMARY KEY (account_id, stat_date, rank_detail_id),
  constraint rank_stats_account_id_rank_detail_id_fkey FOREIGN KEY (account_id, rank_detail_id) REFERENCES public.rank_details(account_id, id),
  constraint rank_stats_customer_count_check CHECK ((customer_count >= 0))
);
alter table rank_stats enable row level security;
alter table rank_stats force row level security;
create policy tenant on rank_stats for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table rank_versions (
  account_id bigint not null,
  id bigint not null generated always as identity,
  rank_id bigint not null,
  valid_from date not null,
  definition text not null,
  use_point_unit integer not null,
  active_month integer not null,
  base_month integer not null,
  base_date smallint not null,
  details jsonb not null,
  created_by bigint,
  created_at timestamp with time zone not null default now(),
  constraint rank_versions_account_id_rank_id_valid_from_key UNIQUE (account_id, rank_id, valid_from),
  constraint rank_versions_pkey PRIMARY KEY (account_id, id),
  constraint rank_versions_account_id_rank_id_fkey FOREIGN KEY (account_id, rank_id) REFERENCES public.ranks(account_id, id),
  constraint rank_versions_active_month_check CHECK (((active_month >= 1) AND (active_month <= 120))),
  constraint rank_versions_base_date_check CHECK (((base_date >= 1) AND (base_date <= 31))),
  constraint rank_versions_base_month_check CHECK (((base_month >= 1) AND (base_month <= 120))),
  constraint rank_versions_definition_check CHECK ((definition = ANY (ARRAY['stay'::text, 'use_price'::text, 'get_point'::text]))),
  constraint rank_versions_details_check CHECK ((jsonb_typeof(details) = 'array'::text)),
  constraint rank_versions_use_point_unit_check CHECK ((use_point_unit > 0))
);
alter table rank_versions enable row level security;
alter table rank_versions force row level security;
create policy tenant on rank_versions for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table ranks (
  account_id bigint not null,
  id bigint not null generated always as identity,
  definition text not null,
  use_point_unit integer not null default 1,
  active_month integer not null,
  base_month integer not null,
  base_date smallint not null default 1,
  evaluated_on date,
  version integer not null default 1,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  valid_from date not null default ((now() AT TIME ZONE 'Asia/Tokyo'::text))::date,
  evaluated_at timestamp with time zone,
  constraint ranks_pkey PRIMARY KEY (account_id, id),
  constraint ranks_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id),
  constraint ranks_active_month_check CHECK (((active_month >= 1) AND (active_month <= 120))),
  constraint ranks_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint ranks_base_date_check CHECK (((base_date >= 1) AND (base_date <= 31))),
  constraint ranks_base_month_check CHECK (((base_month >= 1) AND (base_month <= 120))),
  constraint ranks_definition_check CHECK ((definition = ANY (ARRAY['stay'::text, 'use_price'::text, 'get_point'::text]))),
  constraint ranks_use_point_unit_check CHECK ((use_point_unit > 0))
);
CREATE UNIQUE INDEX ranks_one_per_account ON public.ranks USING btree (account_id) WHERE (active_status = 'active'::text);
alter table ranks enable row level security;
alter table ranks force row level security;
create policy tenant on ranks for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table recovery_codes (
  id bigint not null generated always as identity,
  user_id bigint not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint recovery_codes_user_id_code_hash_key UNIQUE (user_id, code_hash),
  constraint recovery_codes_pkey PRIMARY KEY (id),
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id),
  constraint recovery_codes_code_hash_check CHECK ((octet_length(code_hash) = 32))
);
alter table recovery_codes enable row level security;
alter table recovery_codes force row level security;
create policy own_rows on recovery_codes for all using (user_id = ( SELECT public.app_user_id() AS app_user_id)) with check (user_id = ( SELECT public.app_user_id() AS app_user_id));

create table registration_card_auto_send_setting_schedules (
  account_id bigint not null,
  id bigint not null generated always as identity,
  registration_card_auto_send_setting_id bigint not null,
  sort_order integer not null,
  days_before_reserved_check_in integer not null,
  "time" time without time zone not null,
  target text not null default 'registration_card_not_filled'::text,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint registration_card_auto_send_s_account_id_registration_card__key UNIQUE (account_id, registration_card_auto_send_setting_id, sort_order) DEFERRABLE INITIALLY DEFERRED,
  constraint registration_card_auto_send_setting_schedules_pkey PRIMARY KEY (account_id, id),
  constraint registration_card_auto_send_s_account_id_registration_card_fkey FOREIGN KEY (account_id, registration_card_auto_send_setting_id) REFERENCES public.registration_card_auto_send_settings(account_id, id),
  constraint registration_card_auto_send__days_before_reserved_check_i_check CHECK (((days_before_reserved_check_in >= 0) AND (days_before_reserved_check_in <= 365))),
  constraint registration_card_auto_send_setting_schedul_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint registration_card_auto_send_setting_schedules_sort_order_check CHECK ((sort_order > 0)),
  constraint registration_card_auto_send_setting_schedules_target_check CHECK ((target = ANY (ARRAY['all'::text, 'registration_card_not_filled'::text, 'registration_card_unsent'::text])))
);
alter table registration_card_auto_send_setting_schedules enable row level security;
alter table registration_card_auto_send_setting_schedules force row level security;
create policy tenant on registration_card_auto_send_setting_schedules for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table registration_card_auto_send_settings (
  account_id bigint not null,
  id bigint not null generated always as identity,
  facility_account_id bigint not null,
  name text not null,
  types text[] not null default '{mail}'::text[],
  mail_template_id bigint not null,
  target jsonb,
  lua_script text not null default 'true'::text,
  version integer not null default 1,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint registration_card_auto_send_settings_pkey PRIMARY KEY (account_id, id),
  constraint registration_card_auto_send_s_account_id_facility_account__fkey FOREIGN KEY (account_id, facility_account_id) REFERENCES public.accounts(programme_account_id, id),
  constraint registration_card_auto_send_se_account_id_mail_template_id_fkey FOREIGN KEY (account_id, mail_template_id) REFERENCES public.mail_templates(account_id, id),
  constraint registration_card_auto_send_settings_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id),
  constraint registration_card_auto_send_settings_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint registration_card_auto_send_settings_lua_script_check CHECK ((length(lua_script) <= 100000)),
  constraint registration_card_auto_send_settings_name_check CHECK ((name <> ''::text)),
  constraint registration_card_auto_send_settings_types_check CHECK (((types <@ ARRAY['mail'::text]) AND (types <> '{}'::text[])))
);
CREATE INDEX registration_card_auto_send_settings_facility ON public.registration_card_auto_send_settings USING btree (account_id, facility_account_id);
alter table registration_card_auto_send_settings enable row level security;
alter table registration_card_auto_send_settings force row level security;
create policy tenant on registration_card_auto_send_settings for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table registration_card_auto_send_targets (
  account_id bigint not null,
  id bigint not null generated always as identity,
  registration_card_auto_send_setting_schedule_id bigint not null,
  stay_reservation_id bigint not null,
  send_on date not null,
  message_job_id bigint,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint registration_card_auto_send_t_account_id_registration_card__key UNIQUE (account_id, registration_card_auto_send_setting_schedule_id, stay_reservation_id),
  constraint registration_card_auto_send_targets_pkey PRIMARY KEY (account_id, id),
  constraint registration_card_auto_send_t_account_id_registration_card_fkey FOREIGN KEY (account_id, registration_card_auto_send_setting_schedule_id) REFERENCES public.registration_card_auto_send_setting_schedules(account_id, id),
  constraint registration_card_auto_send_t_account_id_stay_reservation__fkey FOREIGN KEY (account_id, stay_reservation_id) REFERENCES public.stay_reservations(account_id, id),
  constraint registration_card_auto_send_targ_account_id_message_job_id_fkey FOREIGN KEY (account_id, message_job_id) REFERENCES public.message_jobs(account_id, id),
  constraint registration_card_auto_send_targets_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text])))
);
CREATE INDEX registration_card_auto_send_targets_reservation ON public.registration_card_auto_send_targets USING btree (account_id, stay_reservation_id);
alter table registration_card_auto_send_targets enable row level security;
alter table registration_card_auto_send_targets force row level security;
create policy tenant on registration_card_auto_send_targets for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table registration_card_disclosures (
  account_id bigint not null,
  id bigint not null generated always as identity,
  registration_card_id bigint not null,
  user_id bigint not null,
  field text not null,
  reason text not null,
  happened_at timestamp with time zone not null default now(),
  constraint registration_card_disclosures_pkey PRIMARY KEY (account_id, id),
  constraint registration_card_disclosures_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id),
  constraint registration_card_disclosures_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id),
  constraint registration_card_disclosures_field_check CHECK ((field = ANY (ARRAY['passport_number'::text, 'passport_photo'::text]))),
  constraint registration_card_disclosures_reason_check CHECK ((reason <> ''::text))
);
CREATE INDEX registration_card_disclosures_card ON public.registration_card_disclosures USING btree (account_id, registration_card_id);
alter table registration_card_disclosures enable row level security;
alter table registration_card_disclosures force row level security;
create policy tenant on registration_card_disclosures for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table registration_card_messages_stats (
  account_id bigint not null,
  facility_account_id bigint not null,
  year smallint not null,
  month smallint not null,
  day smallint not null,
  type text not null,
  success_count integer not null default 0,
  failure_count integer not null default 0,
  total_count integer not null default 0,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint registration_card_messages_stats_pkey PRIMARY KEY (account_id, facility_account_id, year, month, day, type),
  constraint registration_card_messages_st_account_id_facility_account__fkey FOREIGN KEY (account_id, facility_account_id) REFERENCES public.accounts(programme_account_id, id),
  constraint registration_card_messages_stats_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id),
  constraint registration_card_messages_stats_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint registration_card_messages_stats_check CHECK ((total_count >= (success_count + failure_count))),
  constraint registration_card_messages_stats_day_check CHECK (((day >= 1) AND (day <= 31))),
  constraint registration_card_messages_stats_failure_count_check CHECK ((failure_count >= 0)),
  constraint registration_card_messages_stats_month_check CHECK (((month >= 1) AND (month <= 12))),
  constraint registration_card_messages_stats_success_count_check CHECK ((success_count >= 0)),
  constraint registration_card_messages_stats_total_count_check CHECK ((total_count >= 0)),
  constraint registration_card_messages_stats_type_check CHECK ((type = 'mail'::text)),
  constraint registration_card_messages_stats_year_check CHECK (((year >= 2000) AND (year <= 2200)))
);
alter table registration_card_messages_stats enable row level security;
alter table registration_card_messages_stats force row level security;
create policy tenant on registration_card_messages_stats for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table registration_card_photos (
  account_id bigint not null,
  registration_card_id bigint not null,
  encrypted bytea not null,
  media_type text not null,
  created_at timestamp with time zone not null default now(),
  constraint registration_card_photos_pkey PRIMARY KEY (account_id, registration_card_id),
  constraint registration_card_photos_account_id_registration_card_id_fkey FOREIGN KEY (account_id, registration_card_id) REFERENCES public.registration_cards(account_id, id) ON DELETE CASCADE,
  constraint registration_card_photos_media_type_check CHECK ((media_type = ANY (ARRAY['image/jpeg'::text, 'image/png'::text])))
);
alter table registration_card_photos enable row level security;
alter table registration_card_photos force row level security;
create policy tenant on registration_card_photos for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table registration_card_profiles (
  account_id bigint not null,
  facility_account_id bigint not null,
  legal_profile text not null default 'ryokan'::text,
  asks_passport_photo boolean not null default false,
  extra_fields jsonb not null default '[]'::jsonb,
  version integer not null default 1,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint registration_card_profiles_pkey PRIMARY KEY (account_id, facility_account_id),
  constraint registration_card_profiles_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id),
  constraint registration_card_profiles_facility_account_id_fkey FOREIGN KEY (account_id, facility_account_id) REFERENCES public.accounts(programme_account_id, id) ON UPDATE CASCADE,
  constraint registration_card_profiles_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint registration_card_profiles_extra_fields_check CHECK ((jsonb_typeof(extra_fields) = 'array'::text)),
  constraint registration_card_profiles_legal_profile_check CHECK ((legal_profile = ANY (ARRAY['ryokan'::text, 'minpaku'::text])))
);
alter table registration_card_profiles enable row level security;
alter table registration_card_profiles force row level security;
create policy tenant on registration_card_profiles for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table registration_cards (
  account_id bigint not null,
  id bigint not null generated always as identity,
  facility_account_id bigint not null,
  stay_reservation_id bigint not null,
  guest_no smallint not null,
  guest_type text not null,
  language_code text not null,
  name text not null,
  name_kana text,
  address text not null,
  contact text not null,
  occupation text,
  nationality text,
  has_address_in_japan boolean not null default true,
  passport_number text,
  passport_number_tail text,
  extra jsonb not null default '{}'::jsonb,
  made_at timestamp with time zone not null default now(),
  keep_until date not null,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint registration_cards_account_id_stay_reservation_id_guest_no_key UNIQUE (account_id, stay_reservation_id, guest_no),
  constraint registration_cards_pkey PRIMARY KEY (account_id, id),
  constraint registration_cards_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id),
  constraint registration_cards_account_id_stay_reservation_id_fkey FOREIGN KEY (account_id, stay_reservation_id) REFERENCES public.stay_reservations(account_id, id),
  constraint registration_cards_facility_account_id_fkey FOREIGN KEY (account_id, facility_account_id) REFERENCES public.accounts(programme_account_id, id),
  constraint registration_cards_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint registration_cards_guest_no_check CHECK ((guest_no > 0)),
  constraint registration_cards_guest_type_check CHECK ((guest_type = ANY (ARRAY['representative'::text, 'companion'::text]))),
  constraint registration_cards_language_code_check CHECK ((language_code = ANY (ARRAY['ja'::text, 'en'::text]))),
  constraint registration_cards_name_check CHECK ((name <> ''::text)),
  constraint registration_cards_passport_number_tail_check CHECK ((length(passport_number_tail) <= 3))
);
CREATE INDEX registration_cards_purge ON public.registration_cards USING btree (account_id, keep_until);
alter table registration_cards enable row level security;
alter table registration_cards force row level security;
create policy tenant on registration_cards for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table retired_keys (
  key_id text not null,
  purpose text not null,
  sealed text not null,
  since timestamp with time zone not null default now(),
  ends_on date,
  constraint retired_keys_pkey PRIMARY KEY (key_id, purpose),
  constraint retired_keys_key_id_fkey FOREIGN KEY (key_id) REFERENCES public.secret_keys(key_id),
  constraint retired_keys_purpose_check CHECK ((purpose = ANY (ARRAY['unsubscribe'::text, 'erased'::text])))
);
alter table retired_keys enable row level security;
alter table retired_keys force row level security;
create policy everybody on retired_keys for all using true with check true;

create table rfm_details (
  account_id bigint not null,
  id bigint not null generated always as identity,
  rfm_id bigint not null,
  score smallint not null,
  recency integer not null,
  frequency integer not null,
  monetary bigint not null,
  priority smallint not null,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint rfm_details_account_id_rfm_id_priority_key UNIQUE (account_id, rfm_id, priority) DEFERRABLE INITIALLY DEFERRED,
  constraint rfm_details_account_id_rfm_id_score_key UNIQUE (account_id, rfm_id, score),
  constraint rfm_details_pkey PRIMARY KEY (account_id, id),
  constraint rfm_details_account_id_rfm_id_fkey FOREIGN KEY (account_id, rfm_id) REFERENCES public.rfms(account_id, id),
  constraint rfm_details_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint rfm_details_frequency_check CHECK ((frequency >= 0)),
  constraint rfm_details_monetary_check CHECK ((monetary >= 0)),
  constraint rfm_details_priority_check CHECK ((priority > 0)),
  constraint rfm_details_recency_check CHECK ((recency >= 0)),
  constraint rfm_details_score_check CHECK (((score >= 1) AND (score <= 5)))
);
alter table rfm_details enable row level security;
alter table rfm_details force row level security;
create policy tenant on rfm_details for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table rfm_groups (
  account_id bigint not null,
  id bigint not null generated always as identity,
  rfm_id bigint not null,
  name text not null,
  recency_score smallint,
  frequency_score smallint,
  monetary_score smallint,
  priority smallint not null,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint rfm_groups_pkey PRIMARY KEY (account_id, id),
  constraint rfm_groups_account_id_rfm_id_fkey FOREIGN KEY (account_id, rfm_id) REFERENCES public.rfms(account_id, id),
  constraint rfm_groups_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint rfm_groups_frequency_score_check CHECK (((frequency_score >= 1) AND (frequency_score <= 5))),
  constraint rfm_groups_monetary_score_check CHECK (((monetary_score >= 1) AND (monetary_score <= 5))),
  constraint rfm_groups_name_check CHECK ((name <> ''::text)),
  constraint rfm_groups_priority_check CHECK ((priority > 0)),
  constraint rfm_groups_recency_score_check CHECK (((recency_score >= 1) AND (recency_score <= 5)))
);
CREATE INDEX rfm_groups_rfm ON public.rfm_groups USING btree (account_id, rfm_id, priority);
alter table rfm_groups enable row level security;
alter table rfm_groups force row level security;
create policy tenant on rfm_groups for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table rfm_versions (
  account_id bigint not null,
  rfm_id bigint not null,
  valid_from date not null,
  frequency_aggregation_years integer not null,
  monetary_aggregation_years integer not null,
  details jsonb not null,
  groups jsonb not null,
  facility_ids bigint[],
  created_by bigint,
  created_at timestamp with time zone not null default now(),
  constraint rfm_versions_pkey PRIMARY KEY (account_id, rfm_id, valid_from),
  constraint rfm_versions_account_id_rfm_id_fkey FOREIGN KEY (account_id, rfm_id) REFERENCES public.rfms(account_id, id),
  constraint rfm_versions_details_check CHECK ((jsonb_typeof(details) = 'array'::text)),
  constraint rfm_versions_frequency_aggregation_years_check CHECK (((frequency_aggregation_years >= 1) AND (frequency_aggregation_years <= 20))),
  constraint rfm_versions_groups_check CHECK ((jsonb_typeof(groups) = 'array'::text)),
  constraint rfm_versions_monetary_aggregation_years_check CHECK (((monetary_aggregation_years >= 1) AND (monetary_aggregation_years <= 20)))
);
alter table rfm_versions enable row level security;
alter table rfm_versions force row level security;
create policy tenant on rfm_versions for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table rfms (
  account_id bigint not null,
  id bigint not null generated always as identity,
  group_id bigint,
  frequency_aggregation_years integer not null default 2,
  monetary_aggregation_years integer not null default 2,
  scored_on date,
  version integer not null default 1,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  scored_at timestamp with time zone,
  constraint rfms_pkey PRIMARY KEY (account_id, id),
  constraint rfms_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id),
  constraint rfms_group_id_fkey FOREIGN KEY (group_id) REFERENCES public.groups(id),
  constraint rfms_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint rfms_frequency_aggregation_years_check CHECK (((frequency_aggregation_years >= 1) AND (frequency_aggregation_years <= 20))),
  constraint rfms_monetary_aggregation_years_check CHECK (((monetary_aggregation_years >= 1) AND (monetary_aggregation_years <= 20)))
);
CREATE INDEX rfms_group ON public.rfms USING btree (group_id) WHERE (group_id IS NOT NULL);
CREATE UNIQUE INDEX rfms_one_per_account ON public.rfms USING btree (account_id, group_id) NULLS NOT DISTINCT WHERE (active_status = 'active'::text);
alter table rfms enable row level security;
alter table rfms force row level security;
create policy tenant on rfms for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table saved_conditions (
  account_id bigint not null,
  id bigint not null generated always as identity,
  name text not null,
  target jsonb not null,
  version integer not null default 1,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint saved_conditions_account_id_name_key UNIQUE (account_id, name),
  constraint saved_conditions_pkey PRIMARY KEY (account_id, id),
  constraint saved_conditions_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id),
  constraint saved_conditions_name_check CHECK ((name <> ''::text))
);
alter table saved_conditions enable row level security;
alter table saved_conditions force row level security;
create policy tenant on saved_conditions for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table saved_views (
  account_id bigint not null,
  id bigint not null generated always as identity,
  user_id bigint not null,
  section text not null,
  name text not null,
  query jsonb not null,
  is_shared boolean not null default false,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  is_default boolean not null default false,
  constraint saved_views_account_id_user_id_section_name_key UNIQUE (account_id, user_id, section, name),
  constraint saved_views_pkey PRIMARY KEY (account_id, id),
  constraint saved_views_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id),
  constraint saved_views_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id),
  constraint saved_views_name_check CHECK ((name <> ''::text)),
  constraint saved_views_section_check CHECK ((section ~ '^[a-z_]{1,40}$'::text))
);
CREATE INDEX saved_views_shared ON public.saved_views USING btree (account_id, section) WHERE is_shared;
CREATE UNIQUE INDEX saved_views_default ON public.saved_views USING btree (account_id, user_id, section) WHERE is_default;
alter table saved_views enable row level security;
alter table saved_views force row level security;
create policy tenant on saved_views for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table schedules (
  account_id bigint not null,
  id bigint not null generated always as identity,
  campaign_action_id bigint not null,
  minute text not null,
  hour text not null,
  day_of_month text not null,
  month text not null,
  day_of_week text not null,
  year text not null,
  next_run_at timestamp with time zone,
  last_run_at timestamp with time zone,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  once_per text,
  once_days smallint,
  constraint schedules_account_id_campaign_action_id_key UNIQUE (account_id, campaign_action_id),
  constraint schedules_pkey PRIMARY KEY (account_id, id),
  constraint schedules_action_fkey FOREIGN KEY (account_id, campaign_action_id) REFERENCES public.campaign_actions(account_id, id) ON DELETE CASCADE,
  constraint schedules_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint schedules_once_check CHECK (((NOT (once_per IS DISTINCT FROM 'days'::text)) = (once_days IS NOT NULL))),
  constraint schedules_once_days_check CHECK ((once_days > 0)),
  constraint schedules_once_per_check CHECK ((once_per = ANY (ARRAY['year'::text, 'days'::text, 'ever'::text])))
);
CREATE INDEX schedules_due ON public.schedules USING btree (next_run_at) WHERE ((next_run_at IS NOT NULL) AND (active_status = 'active'::text));
alter table schedules enable row level security;
alter table schedules force row level security;
create policy system_reader on schedules for select using ( SELECT public.app_is_system() AS app_is_system);
create policy tenant on schedules for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table secret_keys (
  key_id text not null,
  since timestamp with time zone not null default now(),
  retired_at timestamp with time zone,
  constraint secret_keys_pkey PRIMARY KEY (key_id),
  constraint secret_keys_key_id_check CHECK ((key_id ~ '^[0-9a-f]{8}$'::text))
);
alter table secret_keys enable row level security;
alter table secret_keys force row level security;
create policy everybody on secret_keys for all using true with check true;

create table send_definitions (
  account_id bigint not null,
  campaign_id bigint not null,
  digest bytea not null,
  segments jsonb not null,
  created_at timestamp with time zone not null default now(),
  constraint send_definitions_pkey PRIMARY KEY (account_id, campaign_id, digest),
  constraint send_definitions_account_id_campaign_id_fkey FOREIGN KEY (account_id, campaign_id) REFERENCES public.campaigns(account_id, id),
  constraint send_definitions_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id)
);
alter table send_definitions enable row level security;
alter table send_definitions force row level security;
create policy tenant on send_definitions for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table send_revocations (
  account_id bigint not null,
  id bigint not null generated always as identity,
  campaign_id bigint not null,
  trigger_key text not null,
  remarks text not null,
  state text not null default 'running'::text,
  guests integer not null,
  done integer not null default 0,
  done_until bigint not null default 0,
  customers integer not null default 0,
  points bigint not null default 0,
  coupons integer not null default 0,
  created_by bigint not null,
  created_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  constraint send_revocations_pkey PRIMARY KEY (account_id, id),
  constraint send_revocations_account_id_campaign_id_fkey FOREIGN KEY (account_id, campaign_id) REFERENCES public.campaigns(account_id, id),
  constraint send_revocations_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.users(id),
  constraint send_revocations_done_check CHECK ((done >= 0)),
  constraint send_revocations_guests_check CHECK ((guests >= 0)),
  constraint send_revocations_remarks_check CHECK ((remarks <> ''::text)),
  constraint send_revocations_state_check CHECK ((state = ANY (ARRAY['running'::text, 'done'::text])))
);
CREATE INDEX send_revocations_campaign ON public.send_revocations USING btree (account_id, campaign_id, id);
CREATE UNIQUE INDEX send_revocations_once ON public.send_revocations USING btree (account_id, campaign_id, trigger_key) WHERE (state = 'running'::text);
alter table send_revocations enable row level security;
alter table send_revocations force row level security;
create policy tenant on send_revocations for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table send_slots (
  account_id bigint not null,
  domain text not null,
  free_at timestamp with time zone not null,
  constraint send_slots_pkey PRIMARY KEY (account_id, domain),
  constraint send_slots_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id)
);
alter table send_slots enable row level security;
alter table send_slots force row level security;
create policy tenant on send_slots for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table sessions (
  id bigint not null generated always as identity,
  token_hash bytea not null,
  user_id bigint not null,
  verified boolean not null default false,
  wrong_code_count integer not null default 0,
  ip inet,
  user_agent text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  last_seen_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  end_reason text,
  pending_tfa_secret text,
  constraint sessions_token_hash_key UNIQUE (token_hash),
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id),
  constraint sessions_check CHECK (((ended_at IS NULL) = (end_reason IS NULL))),
  constraint sessions_end_reason_check CHECK ((end_reason = ANY (ARRAY['logout'::text, 'expired'::text, 'changed'::text, 'replaced'::text, 'wrong_codes'::text]))),
  constraint sessions_token_hash_check CHECK ((octet_length(token_hash) = 32)),
  constraint sessions_wrong_code_count_check CHECK ((wrong_code_count >= 0))
);
CREATE INDEX sessions_ended ON public.sessions USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX sessions_expiry ON public.sessions USING btree (expires_at);
CREATE INDEX sessions_user ON public.sessions USING btree (user_id) WHERE (ended_at IS NULL);
alter table sessions enable row level security;
alter table sessions force row level security;
create policy everybody_reads on sessions for select using true;
create policy person_changes on sessions for update using true with check ((user_id = ( SELECT public.app_user_id() AS app_user_id)) OR (( SELECT public.app_is_system() AS app_is_system) AND (ended_at IS NOT NULL) AND (ip IS NULL)));
create policy person_opens on sessions for insert with check (user_id = ( SELECT public.app_user_id() AS app_user_id));
create policy system_clears on sessions for delete using ( SELECT public.app_is_system() AS app_is_system);

create table sign_in_throttles (
  kind text not null,
  key_hash bytea not null,
  failure_count integer not null default 0,
  window_started_at timestamp with time zone not null default now(),
  blocked_until timestamp with time zone,
  subject_hash bytea,
  constraint sign_in_throttles_pkey PRIMARY KEY (kind, key_hash),
  constraint sign_in_throttles_failure_count_check CHECK ((failure_count >= 0)),
  constraint sign_in_throttles_kind_check CHECK ((kind = ANY (ARRAY['login_pair'::text, 'login_user'::text, 'login_ip'::text, 'login_device'::text, 'code_user'::text, 'code_device'::text, 'own_password'::text, 'own_code'::text, 'forget_user'::text, 'invite_sender'::text, 'confirm_sender'::text, 'mail_receiver'::text])))
);
CREATE INDEX sign_in_throttles_subject ON public.sign_in_throttles USING btree (subject_hash) WHERE (subject_hash IS NOT NULL);
CREATE INDEX sign_in_throttles_window ON public.sign_in_throttles USING btree (window_started_at);
alter table sign_in_throttles enable row level security;
alter table sign_in_throttles force row level security;
create policy sign_in on sign_in_throttles for all using (( SELECT public.app_is_system() AS app_is_system) OR (( SELECT public.app_actor_id() AS app_actor_id) IS NOT NULL)) with check (( SELECT public.app_is_system() AS app_is_system) OR (( SELECT public.app_actor_id() AS app_actor_id) IS NOT NULL));

create table source_value_batches (
  account_id bigint not null,
  source_value_id bigint not null,
  import_batch_id bigint not null,
  facility_account_id bigint not null,
  row_count integer not null,
  constraint source_value_batches_pkey PRIMARY KEY (account_id, source_value_id, import_batch_id),
  constraint source_value_batches_account_id_facility_account_id_fkey FOREIGN KEY (account_id, facility_account_id) REFERENCES public.accounts(programme_account_id, id) ON UPDATE CASCADE,
  constraint source_value_batches_account_id_import_batch_id_fkey FOREIGN KEY (account_id, import_batch_id) REFERENCES public.import_batches(account_id, id) ON DELETE CASCADE,
  constraint source_value_batches_account_id_source_value_id_fkey FOREIGN KEY (account_id, source_value_id) REFERENCES public.source_values(account_id, id) ON DELETE CASCADE
);
CREATE INDEX source_value_batches_of_batch ON public.source_value_batches USING btree (account_id, import_batch_id);
alter table source_value_batches enable row level security;
alter table source_value_batches force row level security;
create policy tenant on source_value_batches for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table source_value_reservations (
  account_id bigint not null,
  source_value_id bigint not null,
  stay_reservation_id bigint not null,
  constraint source_value_reservations_pkey PRIMARY KEY (account_id, source_value_id, stay_reservation_id),
  constraint source_value_reservations_account_id_source_value_id_fkey FOREIGN KEY (account_id, source_value_id) REFERENCES public.source_values(account_id, id) ON DELETE CASCADE,
  constraint source_value_reservations_account_id_stay_reservation_id_fkey FOREIGN KEY (account_id, stay_reservation_id) REFERENCES public.stay_reservations(account_id, id) ON DELETE CASCADE
);
CREATE INDEX source_value_reservations_of_reservation ON public.source_value_reservations USING btree (account_id, stay_reservation_id);
alter table source_value_reservations enable row level security;
alter table source_value_reservations force row level security;
create policy tenant on source_value_reservations for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table source_values (
  account_id bigint not null,
  id bigint not null generated always as identity,
  code_space text not null,
  field text not null,
  word text not null,
  word_key text not null,
  last_reported_at timestamp with time zone not null,
  account_customer_type_id bigint,
  account_booking_channel_id bigint,
  is_set_aside boolean not null default false,
  updated_by bigint,
  updated_at timestamp with time zone not null default now(),
  constraint source_values_account_id_code_space_field_word_key_key UNIQUE (account_id, code_space, field, word_key),
  constraint source_values_pkey PRIMARY KEY (account_id, id),
  constraint source_values_account_id_account_booking_channel_id_fkey FOREIGN KEY (account_id, account_booking_channel_id) REFERENCES public.account_booking_channels(account_id, id),
  constraint source_values_account_id_account_customer_type_id_fkey FOREIGN KEY (account_id, account_customer_type_id) REFERENCES public.account_customer_types(account_id, id),
  constraint source_values_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id),
  constraint source_values_check CHECK (((account_customer_type_id IS NULL) OR (field = 'customer_type'::text))),
  constraint source_values_check1 CHECK (((account_booking_channel_id IS NULL) OR (field = 'booking_channel'::text))),
  constraint source_values_code_space_check CHECK ((code_space = ANY (ARRAY['none'::text, 'dynalution'::text, 's4'::text]))),
  constraint source_values_field_check CHECK ((field = ANY (ARRAY['customer_type'::text, 'booking_channel'::text]))),
  constraint source_values_word_check CHECK ((word <> ''::text))
);
alter table source_values enable row level security;
alter table source_values force row level security;
create policy tenant on source_values for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table stay_customers (
  account_id bigint not null,
  id bigint not null generated always as identity,
  stay_transaction_id bigint not null,
  customer_id bigint,
  guest_type text not null,
  name text not null default ''::text,
  name_kana text,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint stay_customers_pkey PRIMARY KEY (account_id, id),
  constraint stay_customers_account_id_customer_id_fkey FOREIGN KEY (account_id, customer_id) REFERENCES public.customers(account_id, id) NOT ENFORCED,
  constraint stay_customers_account_id_stay_transaction_id_fkey FOREIGN KEY (account_id, stay_transaction_id) REFERENCES public.stay_transactions(account_id, id) NOT ENFORCED,
  constraint stay_customers_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint stay_customers_guest_type_check CHECK ((guest_type = ANY (ARRAY['representative'::text, 'companion'::text])))
);
CREATE INDEX stay_customers_customer ON public.stay_customers USING btree (account_id, customer_id) WHERE ((customer_id IS NOT NULL) AND (guest_type = 'companion'::text));
CREATE INDEX stay_customers_transaction ON public.stay_customers USING btree (account_id, stay_transaction_id) WHERE (guest_type = 'companion'::text);
CREATE UNIQUE INDEX stay_customers_representative ON public.stay_customers USING btree (account_id, stay_transaction_id) WHERE (guest_type = 'representative'::text);
CREATE TRIGGER customer_id_is_known AFTER UPDATE OF account_id, customer_id ON public.stay_customers FOR EACH ROW WHEN (((new.customer_id IS NOT NULL) AND ((old.account_id IS DISTINCT FROM new.account_id) OR (old.customer_id IS DISTINCT FROM new.customer_id)))) EXECUTE FUNCTION public.parent_is_known('customer_id');
CREATE TRIGGER parents_are_known AFTER INSERT ON public.stay_customers REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.parents_are_known();
CREATE TRIGGER stay_transaction_id_is_known AFTER UPDATE OF account_id, stay_transaction_id ON public.stay_customers FOR EACH ROW WHEN (((new.stay_transaction_id IS NOT NULL) AND ((old.account_id IS DISTINCT FROM new.account_id) OR (old.stay_transaction_id IS DISTINCT FROM new.stay_transaction_id)))) EXECUTE FUNCTION public.parent_is_known('stay_transaction_id');
alter table stay_customers enable row level security;
alter table stay_customers force row level security;
create policy tenant on stay_customers for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table stay_effects (
  account_id bigint not null,
  id bigint not null generated always as identity,
  stay_transaction_id bigint not null,
  effect text not null,
  round integer not null default 1,
  detail jsonb not null,
  applied_at timestamp with time zone not null default now(),
  reversed_at timestamp with time zone,
  constraint stay_effects_account_id_stay_transaction_id_effect_round_key UNIQUE (account_id, stay_transaction_id, effect, round),
  constraint stay_effects_pkey PRIMARY KEY (account_id, id),
  constraint stay_effects_account_id_stay_transaction_id_fkey FOREIGN KEY (account_id, stay_transaction_id) REFERENCES public.stay_transactions(account_id, id) NOT ENFORCED,
  constraint stay_effects_effect_check CHECK ((effect <> ''::text)),
  constraint stay_effects_round_check CHECK ((round > 0))
);
CREATE TRIGGER parents_are_known AFTER INSERT ON public.stay_effects REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.parents_are_known();
CREATE TRIGGER stay_transaction_id_is_known AFTER UPDATE OF account_id, stay_transaction_id ON public.stay_effects FOR EACH ROW WHEN (((new.stay_transaction_id IS NOT NULL) AND ((old.account_id IS DISTINCT FROM new.account_id) OR (old.stay_transaction_id IS DISTINCT FROM new.stay_transaction_id)))) EXECUTE FUNCTION public.parent_is_known('stay_transaction_id');
alter table stay_effects enable row level security;
alter table stay_effects force row level security;
create policy tenant on stay_effects for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table stay_payments (
  account_id bigint not null,
  id bigint not null generated always as identity,
  campaign_id bigint not null,
  campaign_version integer not null,
  from_on date not null,
  to_on date not null,
  state text not null default 'waiting'::text,
  refused_because text,
  stays bigint not null,
  points bigint not null,
  created_by bigint not null,
  created_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  constraint stay_payments_pkey PRIMARY KEY (account_id, id),
  constraint stay_payments_account_id_campaign_id_fkey FOREIGN KEY (account_id, campaign_id) REFERENCES public.campaigns(account_id, id),
  constraint stay_payments_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.users(id),
  constraint stay_payments_check CHECK ((to_on >= from_on)),
  constraint stay_payments_check1 CHECK (((state = 'refused'::text) = (refused_because IS NOT NULL))),
  constraint stay_payments_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'refused'::text])))
);
CREATE INDEX stay_payments_campaign ON public.stay_payments USING btree (account_id, campaign_id, id);
CREATE UNIQUE INDEX stay_payments_once ON public.stay_payments USING btree (account_id, campaign_id, from_on, to_on) WHERE (state = ANY (ARRAY['waiting'::text, 'running'::text]));
alter table stay_payments enable row level security;
alter table stay_payments force row level security;
create policy tenant on stay_payments for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table stay_reservation_customers (
  account_id bigint not null,
  id bigint not null generated always as identity,
  stay_reservation_id bigint not null,
  customer_id bigint,
  guest_type text not null,
  name text not null default ''::text,
  name_kana text,
  email text,
  tel text,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  waiting_details jsonb,
  birthday date,
  gender text,
  waiting_reason text,
  erase_on date,
  constraint stay_reservation_customers_pkey PRIMARY KEY (account_id, id),
  constraint stay_reservation_customers_account_id_customer_id_fkey FOREIGN KEY (account_id, customer_id) REFERENCES public.customers(account_id, id) NOT ENFORCED,
  constraint stay_reservation_customers_account_id_stay_reservation_id_fkey FOREIGN KEY (account_id, stay_reservation_id) REFERENCES public.stay_reservations(account_id, id) NOT ENFORCED,
  constraint stay_reservation_customers_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint stay_reservation_customers_gender_check CHECK ((gender = ANY (ARRAY['male'::text, 'female'::text, 'other'::text]))),
  constraint stay_reservation_customers_guest_type_check CHECK ((guest_type = ANY (ARRAY['representative'::text, 'companion'::text]))),
  constraint stay_reservation_customers_waiting CHECK (((waiting_details IS NULL) OR ((jsonb_typeof(waiting_details) = 'object'::text) AND (customer_id IS NULL)))),
  constraint stay_reservation_customers_waiting_reason_check CHECK ((waiting_reason = ANY (ARRAY['group_contact'::text, 'companion'::text, 'masked_mail'::text, 'shared_mail'::text, 'shared_tel'::text, 'keys_disagree'::text])))
);
CREATE INDEX stay_reservation_customers_customer ON public.stay_reservation_customers USING btree (account_id, customer_id) WHERE ((customer_id IS NOT NULL) AND (guest_type = 'companion'::text));
CREATE INDEX stay_reservation_customers_erase ON public.stay_reservation_customers USING btree (account_id, erase_on) WHERE (erase_on IS NOT NULL);
CREATE INDEX stay_reservation_customers_reservation ON public.stay_reservation_customers USING btree (account_id, stay_reservation_id) WHERE (guest_type = 'companion'::text);
CREATE INDEX stay_reservation_customers_shared_mail ON public.stay_reservation_customers USING btree (account_id, email) WHERE (waiting_reason = 'shared_mail'::text);
CREATE UNIQUE INDEX stay_reservation_customers_representative ON public.stay_reservation_customers USING btree (account_id, stay_reservation_id) WHERE (guest_type = 'representative'::text);
CREATE TRIGGER customer_id_is_known AFTER UPDATE OF account_id, customer_id ON public.stay_reservation_customers FOR EACH ROW WHEN (((new.customer_id IS NOT NULL) AND ((old.account_id IS DISTINCT FROM new.account_id) OR (old.customer_id IS DISTINCT FROM new.customer_id)))) EXECUTE FUNCTION public.parent_is_known('customer_id');
CREATE TRIGGER parents_are_known AFTER INSERT ON public.stay_reservation_customers REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.parents_are_known();
CREATE TRIGGER stay_reservation_id_is_known AFTER UPDATE OF account_id, stay_reservation_id ON public.stay_reservation_customers FOR EACH ROW WHEN (((new.stay_reservation_id IS NOT NULL) AND ((old.account_id IS DISTINCT FROM new.account_id) OR (old.stay_reservation_id IS DISTINCT FROM new.stay_reservation_id)))) EXECUTE FUNCTION public.parent_is_known('stay_reservation_id');
alter table stay_reservation_customers enable row level security;
alter table stay_reservation_customers force row level security;
create policy tenant on stay_reservation_customers for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table stay_reservation_linkages (
  account_id bigint not null,
  id bigint not null generated always as identity,
  facility_account_id bigint not null,
  stay_reservation_id bigint not null,
  feed_channel text not null,
  reservation_code text not null,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint stay_reservation_linkages_one_each UNIQUE (account_id, stay_reservation_id, feed_channel),
  constraint stay_reservation_linkages_pkey PRIMARY KEY (account_id, id),
  constraint stay_reservation_linkages_account_id_stay_reservation_id_fkey FOREIGN KEY (account_id, stay_reservation_id) REFERENCES public.stay_reservations(account_id, id),
  constraint stay_reservation_linkages_facility_account_id_fkey FOREIGN KEY (account_id, facility_account_id) REFERENCES public.accounts(programme_account_id, id),
  constraint stay_reservation_linkages_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint stay_reservation_linkages_feed_channel_check CHECK ((feed_channel = ANY (ARRAY['dynalution'::text, 's4'::text]))),
  constraint stay_reservation_linkages_reservation_code_check CHECK ((reservation_code <> ''::text))
);
CREATE INDEX stay_reservation_linkages_named ON public.stay_reservation_linkages USING btree (account_id, facility_account_id, feed_channel, reservation_code);
alter table stay_reservation_linkages enable row level security;
alter table stay_reservation_linkages force row level security;
create policy tenant on stay_reservation_linkages for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table stay_reservations (
  account_id bigint not null,
  id bigint not null generated always as identity,
  facility_account_id bigint not null,
  customer_id bigint,
  reservation_system text not null default 'NONE'::text,
  reservation_system_virtual text not null default ''::text,
  reservation_system_code text not null default ''::text,
  reservation_system_name text not null default ''::text,
  account_booking_channel_id bigint,
  original_reservation_code text not null,
  plan_code text not null default ''::text,
  reserved_price bigint,
  reserved_payment_price bigint,
  reserved_date date,
  check_in_date date not null,
  check_out_date date not null,
  check_in_day smallint default (EXTRACT(dow FROM check_in_date))::smallint,
  check_out_day smallint default (EXTRACT(dow FROM check_out_date))::smallint,
  stay_days integer default (check_out_date - check_in_date),
  tel text,
  reservation_status text not null default 'reserved'::text,
  cancel_date date,
  is_no_show boolean not null default false,
  grant_status text not null default 'not_granted'::text,
  reserved_min_room_count integer not null default 1,
  group_type text not null default 'individual'::text,
  language_code text not null default 'ja'::text,
  registration_card_status text not null default 'not_filled'::text,
  registration_card_url_params bytea,
  source_updated_at timestamp with time zone,
  content_hash bytea,
  import_batch_id bigint,
  version integer not null default 1,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  code_space text not null default 'none'::text,
  linked_to_id bigint,
  report_times jsonb,
  constraint stay_reservations_pkey PRIMARY KEY (account_id, id),
  constraint stay_reservations_account_id_account_booking_channel_id_fkey FOREIGN KEY (account_id, account_booking_channel_id) REFERENCES public.account_booking_channels(account_id, id),
  constraint stay_reservations_account_id_customer_id_fkey FOREIGN KEY (account_id, customer_id) REFERENCES public.customers(account_id, id) NOT ENFORCED,
  constraint stay_reservations_linked_to_fkey FOREIGN KEY (account_id, linked_to_id) REFERENCES public.stay_reservations(account_id, id),
  constraint stay_reservations_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint stay_reservations_check CHECK ((check_out_date >= check_in_date)),
  constraint stay_reservations_code_space_check CHECK ((code_space = ANY (ARRAY['none'::text, 'dynalution'::text, 's4'::text]))),
  constraint stay_reservations_code_space_system CHECK (((code_space = 'dynalution'::text) = (reservation_system = 'DYN_DI'::text))),
  constraint stay_reservations_grant_status_check CHECK ((grant_status = ANY (ARRAY['not_granted'::text, 'granted'::text, 'excluded'::text]))),
  constraint stay_reservations_group_type_check CHECK ((group_type = ANY (ARRAY['individual'::text, 'group'::text]))),
  constraint stay_reservations_language_code_check CHECK ((language_code = ANY (ARRAY['ja'::text, 'en'::text]))),
  constraint stay_reservations_original_reservation_code_check CHECK ((original_reservation_code <> ''::text)),
  constraint stay_reservations_registration_card_status_check CHECK ((registration_card_status = ANY (ARRAY['not_filled'::text, 'filled'::text]))),
  constraint stay_reservations_reservation_status_check CHECK ((reservation_status = ANY (ARRAY['reserved'::text, 'go_show'::text]))),
  constraint stay_reservations_reservation_system_check CHECK ((reservation_system = ANY (ARRAY['NONE'::text, 'DYN_DI'::text]))),
  constraint stay_reservations_reserved_min_room_count_check CHECK ((reserved_min_room_count >= 0)),
  constraint stay_reservations_reserved_payment_price_check CHECK ((reserved_payment_price >= 0)),
  constraint stay_reservations_reserved_price_check CHECK ((reserved_price >= 0))
);
CREATE INDEX stay_reservations_cancelled ON public.stay_reservations USING btree (account_id, cancel_date) WHERE (cancel_date IS NOT NULL);
CREATE INDEX stay_reservations_check_in ON public.stay_reservations USING btree (account_id, check_in_date, facility_account_id);
CREATE INDEX stay_reservations_check_out ON public.stay_reservations USING btree (account_id, check_out_date);
CREATE INDEX stay_reservations_customer ON public.stay_reservations USING btree (account_id, customer_id, check_in_date DESC);
CREATE INDEX stay_reservations_linked ON public.stay_reservations USING btree (account_id, linked_to_id) WHERE (linked_to_id IS NOT NULL);
CREATE INDEX stay_reservations_reserved ON public.stay_reservations USING btree (account_id, reserved_date) WHERE (reserved_date IS NOT NULL);
CREATE UNIQUE INDEX stay_reservations_card ON public.stay_reservations USING btree (account_id, registration_card_url_params) WHERE (registration_card_url_params IS NOT NULL);
CREATE UNIQUE INDEX stay_reservations_code ON public.stay_reservations USING btree (account_id, facility_account_id, code_space, original_reservation_code);
CREATE TRIGGER attribution_queued_added AFTER INSERT ON public.stay_reservations REFERENCING NEW TABLE AS now_is FOR EACH STATEMENT EXECUTE FUNCTION public.queue_attribution_of_bookings();
CREATE TRIGGER attribution_queued_changed AFTER UPDATE ON public.stay_reservations REFERENCING OLD TABLE AS was NEW TABLE AS now_is FOR EACH STATEMENT EXECUTE FUNCTION public.queue_attribution_of_bookings();
CREATE TRIGGER children_are_gone AFTER DELETE ON public.stay_reservations REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.children_are_gone();
CREATE TRIGGER customer_id_is_known AFTER UPDATE OF account_id, customer_id ON public.stay_reservations FOR EACH ROW WHEN (((new.customer_id IS NOT NULL) AND ((old.account_id IS DISTINCT FROM new.account_id) OR (old.customer_id IS DISTINCT FROM new.customer_id)))) EXECUTE FUNCTION public.parent_is_known('customer_id');
CREATE TRIGGER facility_is_fixed AFTER UPDATE OF account_id, facility_account_id ON public.stay_reservations FOR EACH ROW WHEN (((old.account_id IS DISTINCT FROM new.account_id) OR (old.facility_account_id IS DISTINCT FROM new.facility_account_id))) EXECUTE FUNCTION public.facility_is_fixed();
CREATE TRIGGER facility_is_known AFTER INSERT ON public.stay_reservations REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.facility_is_known();
CREATE TRIGGER parents_are_known AFTER INSERT ON public.stay_reservations REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.parents_are_known();
CREATE TRIGGER trigger_events_of_reservation AFTER UPDATE OF cancel_date, is_no_show, active_status, linked_to_id ON public.stay_reservations FOR EACH ROW WHEN ((((old.cancel_date IS NULL) <> (new.cancel_date IS NULL)) OR (old.is_no_show <> new.is_no_show) OR (old.active_status <> new.active_status) OR (old.linked_to_id IS DISTINCT FROM new.linked_to_id))) EXECUTE FUNCTION public.queue_trigger_events('id');
alter table stay_reservations enable row level security;
alter table stay_reservations force row level security;
create policy tenant on stay_reservations for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table stay_rooms (
  account_id bigint not null,
  id bigint not null generated always as identity,
  stay_reservation_id bigint not null,
  stay_transaction_id bigint,
  seq integer not null default 1,
  stay_start_date date not null,
  stay_end_date date not null,
  adult_count integer,
  child_count integer,
  room_type text not null default ''::text,
  room_code text not null default ''::text,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint stay_rooms_account_id_stay_reservation_id_seq_key UNIQUE (account_id, stay_reservation_id, seq),
  constraint stay_rooms_pkey PRIMARY KEY (account_id, id),
  constraint stay_rooms_account_id_stay_reservation_id_fkey FOREIGN KEY (account_id, stay_reservation_id) REFERENCES public.stay_reservations(account_id, id) NOT ENFORCED,
  constraint stay_rooms_account_id_stay_transaction_id_fkey FOREIGN KEY (account_id, stay_transaction_id) REFERENCES public.stay_transactions(account_id, id) NOT ENFORCED,
  constraint stay_rooms_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint stay_rooms_adult_count_check CHECK ((adult_count >= 0)),
  constraint stay_rooms_check CHECK ((stay_end_date >= stay_start_date)),
  constraint stay_rooms_child_count_check CHECK ((child_count >= 0)),
  constraint stay_rooms_seq_check CHECK ((seq > 0))
);
CREATE INDEX stay_rooms_transaction ON public.stay_rooms USING btree (account_id, stay_transaction_id) WHERE (stay_transaction_id IS NOT NULL);
CREATE TRIGGER parents_are_known AFTER INSERT ON public.stay_rooms REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.parents_are_known();
CREATE TRIGGER stay_reservation_id_is_known AFTER UPDATE OF account_id, stay_reservation_id ON public.stay_rooms FOR EACH ROW WHEN (((new.stay_reservation_id IS NOT NULL) AND ((old.account_id IS DISTINCT FROM new.account_id) OR (old.stay_reservation_id IS DISTINCT FROM new.stay_reservation_id)))) EXECUTE FUNCTION public.parent_is_known('stay_reservation_id');
CREATE TRIGGER stay_transaction_id_is_known AFTER UPDATE OF account_id, stay_transaction_id ON public.stay_rooms FOR EACH ROW WHEN (((new.stay_transaction_id IS NOT NULL) AND ((old.account_id IS DISTINCT FROM new.account_id) OR (old.stay_transaction_id IS DISTINCT FROM new.stay_transaction_id)))) EXECUTE FUNCTION public.parent_is_known('stay_transaction_id');
alter table stay_rooms enable row level security;
alter table stay_rooms force row level security;
create policy tenant on stay_rooms for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table stay_transactions (
  account_id bigint not null,
  id bigint not null generated always as identity,
  facility_account_id bigint not null,
  stay_reservation_id bigint not null,
  customer_id bigint,
  transaction_code text not null,
  confirmed_date date not null,
  use_price bigint not null,
  use_price_detail jsonb not null default '[]'::jsonb,
  payment_price bigint not null default 0,
  check_in_date date not null,
  check_out_date date not null,
  is_online_check_in boolean not null default false,
  is_online_check_out boolean not null default false,
  source_updated_at timestamp with time zone,
  content_hash bytea,
  import_batch_id bigint,
  reversed_at timestamp with time zone,
  version integer not null default 1,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  code_space text not null default 'none'::text,
  is_reported_elsewhere boolean not null default false,
  constraint stay_transactions_pkey PRIMARY KEY (account_id, id),
  constraint stay_transactions_account_id_customer_id_fkey FOREIGN KEY (account_id, customer_id) REFERENCES public.customers(account_id, id) NOT ENFORCED,
  constraint stay_transactions_account_id_stay_reservation_id_fkey FOREIGN KEY (account_id, stay_reservation_id) REFERENCES public.stay_reservations(account_id, id) NOT ENFORCED,
  constraint stay_transactions_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint stay_transactions_check CHECK ((check_out_date >= check_in_date)),
  constraint stay_transactions_code_space_check CHECK ((code_space = ANY (ARRAY['none'::text, 'dynalution'::text, 's4'::text]))),
  constraint stay_transactions_payment_price_check CHECK ((payment_price >= 0)),
  constraint stay_transactions_transaction_code_check CHECK ((transaction_code <> ''::text)),
  constraint stay_transactions_use_price_check CHECK ((use_price >= 0)),
  constraint stay_transactions_use_price_detail_check CHECK ((jsonb_typeof(use_price_detail) = 'array'::text))
);
CREATE INDEX stay_transactions_check_out ON public.stay_transactions USING btree (account_id, check_out_date) WHERE (reversed_at IS NULL);
CREATE INDEX stay_transactions_confirmed ON public.stay_transactions USING btree (account_id, confirmed_date) INCLUDE (facility_account_id, use_price) WHERE (reversed_at IS NULL);
CREATE INDEX stay_transactions_reservation ON public.stay_transactions USING btree (account_id, stay_reservation_id);
CREATE INDEX stay_transactions_rfm ON public.stay_transactions USING btree (account_id, customer_id, check_in_date) INCLUDE (check_out_date, use_price) WHERE (reversed_at IS NULL);
CREATE UNIQUE INDEX stay_transactions_code ON public.stay_transactions USING btree (account_id, facility_account_id, code_space, transaction_code);
CREATE TRIGGER attribution_queued_added AFTER INSERT ON public.stay_transactions REFERENCING NEW TABLE AS now_is FOR EACH STATEMENT EXECUTE FUNCTION public.queue_attribution_of_stays_and_uses();
CREATE TRIGGER attribution_queued_changed AFTER UPDATE ON public.stay_transactions REFERENCING NEW TABLE AS now_is FOR EACH STATEMENT EXECUTE FUNCTION public.queue_attribution_of_stays_and_uses();
CREATE TRIGGER children_are_gone AFTER DELETE ON public.stay_transactions REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.children_are_gone();
CREATE TRIGGER customer_id_is_known AFTER UPDATE OF account_id, customer_id ON public.stay_transactions FOR EACH ROW WHEN (((new.customer_id IS NOT NULL) AND ((old.account_id IS DISTINCT FROM new.account_id) OR (old.customer_id IS DISTINCT FROM new.customer_id)))) EXECUTE FUNCTION public.parent_is_known('customer_id');
CREATE TRIGGER facility_is_fixed AFTER UPDATE OF account_id, facility_account_id ON public.stay_transactions FOR EACH ROW WHEN (((old.account_id IS DISTINCT FROM new.account_id) OR (old.facility_account_id IS DISTINCT FROM new.facility_account_id))) EXECUTE FUNCTION public.facility_is_fixed();
CREATE TRIGGER facility_is_known AFTER INSERT ON public.stay_transactions REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.facility_is_known();
CREATE TRIGGER occasions_of_reported_stays AFTER INSERT ON public.stay_transactions REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.occasions_of_reported_stays();
CREATE TRIGGER parents_are_known AFTER INSERT ON public.stay_transactions REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.parents_are_known();
CREATE TRIGGER stay_reservation_id_is_known AFTER UPDATE OF account_id, stay_reservation_id ON public.stay_transactions FOR EACH ROW WHEN (((new.stay_reservation_id IS NOT NULL) AND ((old.account_id IS DISTINCT FROM new.account_id) OR (old.stay_reservation_id IS DISTINCT FROM new.stay_reservation_id)))) EXECUTE FUNCTION public.parent_is_known('stay_reservation_id');
CREATE TRIGGER trigger_events_of_stays AFTER UPDATE OF reversed_at, is_reported_elsewhere, customer_id ON public.stay_transactions FOR EACH ROW WHEN ((((old.reversed_at IS NULL) <> (new.reversed_at IS NULL)) OR (old.is_reported_elsewhere <> new.is_reported_elsewhere) OR ((old.customer_id IS NULL) <> (new.customer_id IS NULL)))) EXECUTE FUNCTION public.queue_trigger_events('stay_reservation_id');
alter table stay_transactions enable row level security;
alter table stay_transactions force row level security;
create policy tenant on stay_transactions for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table suppressions (
  account_id bigint not null,
  channel text not null,
  address text not null,
  reason text not null,
  customer_id bigint,
  created_by bigint,
  created_at timestamp with time zone not null default now(),
  consent_id bigint,
  reason_before text,
  constraint suppressions_pkey PRIMARY KEY (account_id, channel, address),
  constraint suppressions_account_id_customer_id_fkey FOREIGN KEY (account_id, customer_id) REFERENCES public.customers(account_id, id),
  constraint suppressions_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id),
  constraint suppressions_channel_check CHECK ((channel = ANY (ARRAY['mail'::text, 'line'::text, 'post'::text]))),
  constraint suppressions_reason_before_check CHECK ((reason_before = 'bounced'::text)),
  constraint suppressions_reason_check CHECK ((reason = ANY (ARRAY['bounced'::text, 'complained'::text, 'opted_out'::text, 'blocked'::text])))
);
alter table suppressions enable row level security;
alter table suppressions force row level security;
create policy tenant on suppressions for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table trigger_events (
  account_id bigint not null,
  id bigint not null generated always as identity,
  campaign_id bigint not null,
  customer_id bigint not null,
  base text not null,
  offset_days smallint not null,
  base_day date not null,
  planned_at timestamp with time zone not null,
  stay_reservation_id bigint,
  campaign_action_id bigint,
  once_key text,
  created_at timestamp with time zone not null default now(),
  stay_changed_at timestamp with time zone,
  times_revoked smallint not null default 0,
  constraint trigger_events_pkey PRIMARY KEY (account_id, id),
  constraint trigger_events_account_id_campaign_action_id_fkey FOREIGN KEY (account_id, campaign_action_id) REFERENCES public.campaign_actions(account_id, id) ON DELETE CASCADE,
  constraint trigger_events_account_id_campaign_id_fkey FOREIGN KEY (account_id, campaign_id) REFERENCES public.campaigns(account_id, id) ON DELETE CASCADE,
  constraint trigger_events_account_id_customer_id_fkey FOREIGN KEY (account_id, customer_id) REFERENCES public.customers(account_id, id),
  constraint trigger_events_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id),
  constraint trigger_events_account_id_stay_reservation_id_fkey FOREIGN KEY (account_id, stay_reservation_id) REFERENCES public.stay_reservations(account_id, id),
  constraint trigger_events_met CHECK (((campaign_action_id IS NULL) = (once_key IS NULL))),
  constraint trigger_events_once_key_check CHECK ((once_key <> ''::text)),
  constraint trigger_events_times_revoked_check CHECK ((times_revoked >= 0))
);
CREATE INDEX trigger_events_changed ON public.trigger_events USING btree (account_id, id) WHERE (stay_changed_at IS NOT NULL);
CREATE INDEX trigger_events_judged ON public.trigger_events USING btree (account_id, campaign_id, planned_at, customer_id) WHERE (campaign_action_id IS NULL);
CREATE INDEX trigger_events_met_before ON public.trigger_events USING btree (account_id, customer_id, campaign_id) WHERE (campaign_action_id IS NOT NULL);
CREATE INDEX trigger_events_of_stay ON public.trigger_events USING btree (account_id, stay_reservation_id) WHERE ((campaign_action_id IS NOT NULL) AND (stay_reservation_id IS NOT NULL));
CREATE INDEX trigger_events_revoked ON public.trigger_events USING btree (account_id, stay_reservation_id) WHERE (times_revoked > 0);
CREATE UNIQUE INDEX trigger_events_once ON public.trigger_events USING btree (account_id, campaign_action_id, customer_id, once_key) WHERE (campaign_action_id IS NOT NULL);
alter table trigger_events enable row level security;
alter table trigger_events force row level security;
create policy tenant on trigger_events for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table triggers (
  account_id bigint not null,
  id bigint not null generated always as identity,
  campaign_action_id bigint not null,
  base text not null,
  offset_days smallint not null,
  "time" time without time zone not null,
  once_per text not null,
  once_days smallint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint triggers_account_id_campaign_action_id_key UNIQUE (account_id, campaign_action_id),
  constraint triggers_pkey PRIMARY KEY (account_id, id),
  constraint triggers_action_fkey FOREIGN KEY (account_id, campaign_action_id) REFERENCES public.campaign_actions(account_id, id) ON DELETE CASCADE,
  constraint triggers_base_check CHECK ((base = ANY (ARRAY['before_check_in'::text, 'check_in'::text, 'before_check_out'::text, 'after_check_out'::text, 'reserved'::text, 'cancelled'::text, 'birthday'::text, 'last_stay'::text, 'points_expire'::text, 'rank_gained'::text, 'rank_ends'::text, 'first_stay'::text, 'registered'::text]))),
  constraint triggers_offset_days_check CHECK (((offset_days >= 0) AND (offset_days <= 730))),
  constraint triggers_once_check CHECK (((once_per = 'days'::text) = (once_days IS NOT NULL))),
  constraint triggers_once_days_check CHECK ((once_days > 0)),
  constraint triggers_once_per_check CHECK ((once_per = ANY (ARRAY['stay'::text, 'year'::text, 'days'::text, 'ever'::text])))
);
alter table triggers enable row level security;
alter table triggers force row level security;
create policy system_reader on triggers for select using ( SELECT public.app_is_system() AS app_is_system);
create policy tenant on triggers for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table unrecognised_reports (
  account_id bigint not null,
  id bigint not null generated always as identity,
  received_on date not null,
  source text not null,
  is_overflow boolean not null default false,
  server text not null,
  status_codes text[] not null,
  excerpt text not null,
  occurrences integer not null,
  first_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  customer_id bigint,
  sealed text,
  constraint unrecognised_reports_account_id_received_on_source_is_overf_key UNIQUE (account_id, received_on, source, is_overflow, server, status_codes, excerpt),
  constraint unrecognised_reports_pkey PRIMARY KEY (account_id, id),
  constraint unrecognised_reports_account_id_customer_id_fkey FOREIGN KEY (account_id, customer_id) REFERENCES public.customers(account_id, id),
  constraint unrecognised_reports_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id),
  constraint unrecognised_reports_occurrences_check CHECK ((occurrences > 0)),
  constraint unrecognised_reports_source_check CHECK ((source = ANY (ARRAY['smtp'::text, 'sendgrid'::text])))
);
alter table unrecognised_reports enable row level security;
alter table unrecognised_reports force row level security;
create policy system_reader on unrecognised_reports for select using ( SELECT public.app_is_system() AS app_is_system);
create policy tenant on unrecognised_reports for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table use_coupon_cases (
  account_id bigint not null,
  id bigint not null generated always as identity,
  facility_account_id bigint not null,
  customer_id bigint,
  coupon_id bigint not null,
  acquire_coupon_id bigint,
  stay_reservation_id bigint,
  use_date date not null,
  quantity integer not null default 1,
  discount bigint not null,
  cancel_date date,
  remarks text not null default ''::text,
  idempotency_key text not null,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  cancel_remarks text not null default ''::text,
  partner_key_id bigint,
  reservation_code text,
  constraint use_coupon_cases_account_id_idempotency_key_key UNIQUE (account_id, idempotency_key),
  constraint use_coupon_cases_pkey PRIMARY KEY (account_id, id),
  constraint use_coupon_cases_account_id_acquire_coupon_id_fkey FOREIGN KEY (account_id, acquire_coupon_id) REFERENCES public.acquire_coupons(account_id, id),
  constraint use_coupon_cases_account_id_coupon_id_fkey FOREIGN KEY (account_id, coupon_id) REFERENCES public.coupons(account_id, id),
  constraint use_coupon_cases_account_id_customer_id_fkey FOREIGN KEY (account_id, customer_id) REFERENCES public.customers(account_id, id),
  constraint use_coupon_cases_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id),
  constraint use_coupon_cases_account_id_stay_reservation_id_fkey FOREIGN KEY (account_id, stay_reservation_id) REFERENCES public.stay_reservations(account_id, id),
  constraint use_coupon_cases_facility_account_id_fkey FOREIGN KEY (account_id, facility_account_id) REFERENCES public.accounts(programme_account_id, id),
  constraint use_coupon_cases_partner_key_fkey FOREIGN KEY (account_id, partner_key_id) REFERENCES public.partner_keys(account_id, id),
  constraint use_coupon_cases_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint use_coupon_cases_discount_check CHECK ((discount >= 0)),
  constraint use_coupon_cases_idempotency_key_check CHECK ((idempotency_key <> ''::text)),
  constraint use_coupon_cases_quantity_check CHECK ((quantity > 0))
);
CREATE INDEX use_coupon_cases_code ON public.use_coupon_cases USING btree (account_id, facility_account_id, reservation_code) WHERE (reservation_code IS NOT NULL);
CREATE INDEX use_coupon_cases_coupon ON public.use_coupon_cases USING btree (account_id, coupon_id, use_date);
CREATE INDEX use_coupon_cases_customer ON public.use_coupon_cases USING btree (account_id, customer_id, use_date DESC, id DESC);
CREATE INDEX use_coupon_cases_reservation ON public.use_coupon_cases USING btree (account_id, stay_reservation_id) WHERE (cancel_date IS NULL);
CREATE TRIGGER attribution_queued_added AFTER INSERT ON public.use_coupon_cases REFERENCING NEW TABLE AS now_is FOR EACH STATEMENT EXECUTE FUNCTION public.queue_attribution_of_stays_and_uses();
CREATE TRIGGER attribution_queued_by_code_added AFTER INSERT ON public.use_coupon_cases REFERENCING NEW TABLE AS now_is FOR EACH STATEMENT EXECUTE FUNCTION public.queue_attribution_of_coded_uses();
CREATE TRIGGER attribution_queued_by_code_changed AFTER UPDATE ON public.use_coupon_cases REFERENCING NEW TABLE AS now_is FOR EACH STATEMENT EXECUTE FUNCTION public.queue_attribution_of_coded_uses();
CREATE TRIGGER attribution_queued_changed AFTER UPDATE ON public.use_coupon_cases REFERENCING NEW TABLE AS now_is FOR EACH STATEMENT EXECUTE FUNCTION public.queue_attribution_of_stays_and_uses();
alter table use_coupon_cases enable row level security;
alter table use_coupon_cases force row level security;
create policy tenant on use_coupon_cases for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table use_point_cases (
  account_id bigint not null,
  id bigint not null generated always as identity,
  facility_account_id bigint not null,
  customer_id bigint not null,
  stay_reservation_id bigint,
  use_date date not null,
  use_point bigint not null,
  remarks text not null default ''::text,
  cancel_date date,
  cancel_remarks text not null default ''::text,
  idempotency_key text not null,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  partner_key_id bigint,
  reservation_code text,
  constraint use_point_cases_account_id_idempotency_key_key UNIQUE (account_id, idempotency_key),
  constraint use_point_cases_pkey PRIMARY KEY (account_id, id),
  constraint use_point_cases_account_id_customer_id_fkey FOREIGN KEY (account_id, customer_id) REFERENCES public.customers(account_id, id),
  constraint use_point_cases_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id),
  constraint use_point_cases_account_id_stay_reservation_id_fkey FOREIGN KEY (account_id, stay_reservation_id) REFERENCES public.stay_reservations(account_id, id),
  constraint use_point_cases_facility_account_id_fkey FOREIGN KEY (account_id, facility_account_id) REFERENCES public.accounts(programme_account_id, id),
  constraint use_point_cases_partner_key_fkey FOREIGN KEY (account_id, partner_key_id) REFERENCES public.partner_keys(account_id, id),
  constraint use_point_cases_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint use_point_cases_idempotency_key_check CHECK ((idempotency_key <> ''::text)),
  constraint use_point_cases_use_point_check CHECK ((use_point > 0))
);
CREATE INDEX use_point_cases_code ON public.use_point_cases USING btree (account_id, facility_account_id, reservation_code) WHERE (reservation_code IS NOT NULL);
CREATE INDEX use_point_cases_customer ON public.use_point_cases USING btree (account_id, customer_id, use_date DESC, id DESC);
CREATE INDEX use_point_cases_date ON public.use_point_cases USING btree (account_id, use_date);
CREATE INDEX use_point_cases_reservation ON public.use_point_cases USING btree (account_id, stay_reservation_id) WHERE (stay_reservation_id IS NOT NULL);
alter table use_point_cases enable row level security;
alter table use_point_cases force row level security;
create policy tenant on use_point_cases for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table use_points (
  account_id bigint not null,
  id bigint not null generated always as identity,
  use_point_case_id bigint not null,
  grant_point_id bigint not null,
  use_point bigint not null,
  active_status text not null default 'active'::text,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint use_points_account_id_use_point_case_id_grant_point_id_key UNIQUE (account_id, use_point_case_id, grant_point_id),
  constraint use_points_pkey PRIMARY KEY (account_id, id),
  constraint use_points_account_id_grant_point_id_fkey FOREIGN KEY (account_id, grant_point_id) REFERENCES public.grant_points(account_id, id),
  constraint use_points_account_id_use_point_case_id_fkey FOREIGN KEY (account_id, use_point_case_id) REFERENCES public.use_point_cases(account_id, id),
  constraint use_points_active_status_check CHECK ((active_status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint use_points_use_point_check CHECK ((use_point > 0))
);
CREATE INDEX use_points_grant ON public.use_points USING btree (account_id, grant_point_id);
alter table use_points enable row level security;
alter table use_points force row level security;
create policy tenant on use_points for all using (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[])) with check (account_id = ANY (( SELECT public.app_account_ids() AS app_account_ids)::bigint[]));

create table users (
  id bigint not null generated always as identity,
  company_id bigint not null,
  login_id text,
  user_email text not null,
  password text,
  name text not null,
  tfa_secret text,
  tfa_last_step bigint not null default 0,
  role text not null,
  status text not null default 'pending'::text,
  password_update_required boolean not null default false,
  password_changed_at timestamp with time zone,
  last_login_at timestamp with time zone,
  version integer not null default 1,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  devices_known_from timestamp with time zone,
  has_password boolean generated always as ((password IS NOT NULL)) stored,
  has_tfa boolean generated always as ((tfa_secret IS NOT NULL)) stored,
  language text not null default 'ja'::text,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id),
  constraint users_check CHECK (((status <> 'active'::text) OR ((login_id IS NOT NULL) AND (password IS NOT NULL)))),
  constraint users_language_check CHECK ((language = ANY (ARRAY['ja'::text, 'en'::text]))),
  constraint users_login_id_check CHECK ((login_id ~ '^[a-z0-9][a-z0-9._@-]{3,63}$'::text)),
  constraint users_name_check CHECK ((name <> ''::text)),
  constraint users_role_check CHECK ((role = ANY (ARRAY['role_vc_admin'::text, 'role_vc_user'::text, 'role_admin'::text, 'role_user'::text]))),
  constraint users_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'active'::text, 'inactive'::text]))),
  constraint users_user_email_check CHECK ((user_email <> ''::text))
);
CREATE INDEX users_company ON public.users USING btree (company_id);
CREATE UNIQUE INDEX users_login_id ON public.users USING btree (login_id);
CREATE TRIGGER people_change_their_own AFTER UPDATE OF role, password ON public.users FOR EACH ROW WHEN (((new.role <> old.role) OR (new.password IS DISTINCT FROM old.password))) EXECUTE FUNCTION public.people_change_their_own();
alter table users enable row level security;
alter table users force row level security;
create policy actor_registers on users for insert with check (( SELECT public.app_actor_id() AS app_actor_id) IS NOT NULL);
create policy everybody_reads on users for select using true;
create policy person_changes on users for update using true with check (id = ( SELECT public.app_user_id() AS app_user_id));

create table wrong_key_minutes (
  kind text not null,
  ip inet not null,
  minute timestamp with time zone not null,
  last_at timestamp with time zone not null,
  calls integer not null,
  hints text[] not null default '{}'::text[],
  constraint wrong_key_minutes_pkey PRIMARY KEY (kind, ip, minute),
  constraint wrong_key_minutes_calls_check CHECK ((calls > 0)),
  constraint wrong_key_minutes_kind_check CHECK ((kind = ANY (ARRAY['feed'::text, 'partner'::text])))
);
alter table wrong_key_minutes enable row level security;
alter table wrong_key_minutes force row level security;
create policy product on wrong_key_minutes for all using ( SELECT public.app_is_system() AS app_is_system) with check ( SELECT public.app_is_system() AS app_is_system);
