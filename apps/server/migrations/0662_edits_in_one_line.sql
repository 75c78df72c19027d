-- A campaign saves itself while somebody works on it. The log has one line for one person's work on it, which this function carries on as
-- long as nothing else comes between (docs/adr/0462): what the line says it was before stays, what it became is the newest.
create function continue_edit(programme bigint, campaign bigint, actor bigint, address inet, was jsonb, became jsonb)
returns boolean language plpgsql security definer set search_path to pg_catalog as $$
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
end $$;

-- The application's role may not change lines (grants.sql); the owner may within the function above, in the caller's scope.
create policy continuing on audit_logs for update using (
  (select coalesce(current_setting('app.continues', true), '')) = 'on'
  and account_id = any ((select app_account_ids())::bigint[]));
