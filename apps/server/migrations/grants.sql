-- What the application's role may do. Run by the owner after each migrate, any number of times, with the role's name in
-- okaeri.app_role: select set_config('okaeri.app_role', 'okaeri_app', false).
-- The role owns nothing and never bypasses the policies; append-only tables are closed to it here.
do $$
declare
  app constant text := current_setting('okaeri.app_role');
  -- The ledgers and the audit log: a row once written stays as it is.
  append_only constant text[] := array[
    'audit_logs', 'customer_consents', 'grant_points', 'use_points', 'use_point_cases', 'use_coupon_cases',
    'point_adjustments', 'campaign_rule_versions', 'message_events', 'customer_rank_histories', 'registration_card_disclosures'
  ];
  secret_columns constant text[] := array[
    'users:password,tfa_secret', 'sessions:token_hash,pending_tfa_secret', 'account_tokens:token_hash,tfa_secret'
  ];
  -- Where something is sealed (session/sealed-places.ts): the owner seals it with the newest key.
  sealed_tables constant text[] := array['users', 'account_tokens', 'sessions', 'line_channels', 'registration_cards',
    'mail_deliveries', 'dkim_keys', 'unrecognised_reports'];
  name text;
begin
  if exists (select from pg_roles where rolname = app and (rolsuper or rolbypassrls)) then
    raise exception 'role % would escape row-level security', app;
  end if;
  execute format('grant usage on schema public to %I', app);
  execute format('grant select, insert, update, delete on all tables in schema public to %I', app);
  execute format('grant usage on all sequences in schema public to %I', app);
  -- After large work the planner's numbers are renewed at once (ANALYZE).
  execute format('grant maintain on all tables in schema public to %I', app);

  -- A backup reads every row as the owner, who otherwise sees none: forced policies are for him too. Only a session that says so does.
  for name in select tablename from pg_tables where schemaname = 'public' and rowsecurity and tableowner = current_user loop
    if not exists (select from pg_policies where schemaname = 'public' and tablename = name and policyname = 'whole_backup') then
      execute format('create policy whole_backup on public.%I for select to %I using (current_setting(''app.backup'', true) = ''on'')',
        name, current_user);
    end if;
  end loop;

  foreach name in array sealed_tables loop
    if not exists (select from pg_policies where schemaname = 'public' and tablename = name and policyname = 'owner_reseals') then
      execute format('create policy owner_reseals on public.%I for update to %I using (current_setting(''app.reseal'', true) = ''on'')',
        name, current_user);
    end if;
  end loop;

  -- Functions are open to everybody; policies are made by the owner only.
  revoke execute on function protect_tenant_table(regclass), admit_system_reader(regclass), require_facility(regclass)
    from public;

  foreach name in array append_only loop
    if to_regclass('public.' || name) is not null then
      execute format('revoke update, delete on public.%I from %I', name, app);
    end if;
  end loop;

  -- The list of migrations is the owner's; the readiness check reads it.
  if to_regclass('public.schema_migrations') is not null then
    execute format('revoke insert, update, delete on public.schema_migrations from %I', app);
  end if;

  -- A process says which key it seals with, and reads what was kept; the rest is the owner's (npm run db -- reseal).
  execute format('revoke delete on public.secret_keys from %I', app);
  execute format('revoke insert, update, delete on public.retired_keys from %I', app);

  -- Secrets of people: written, but handed out by the functions below only.
  foreach name in array secret_columns loop
    declare
      secrets constant text[] := string_to_array(split_part(name, ':', 2), ',');
      closed constant text := split_part(name, ':', 1);
      open_columns text;
    begin
      select string_agg(quote_ident(attname), ', ' order by attnum) into open_columns from pg_attribute
        where attrelid = ('public.' || closed)::regclass and attnum > 0 and not attisdropped and not attname = any (secrets);
      execute format('revoke select on public.%I from %I', closed, app);
      execute format('grant select (%s) on public.%I to %I', open_columns, closed, app);
    end;
  end loop;
  revoke execute on function person_secrets(), session_of_token(bytea), pending_tfa_secret(bigint), link_of_token(bytea),
    link_tfa_secret(bigint) from public;
  execute format('grant execute on function person_secrets(), session_of_token(bytea), pending_tfa_secret(bigint),
    link_of_token(bytea), link_tfa_secret(bigint) to %I', app);
  -- One person's work on a campaign is one line of the log (docs/adr/0462).
  revoke execute on function continue_edit(bigint, bigint, bigint, inet, jsonb, jsonb) from public;
  execute format('grant execute on function continue_edit(bigint, bigint, bigint, inet, jsonb, jsonb) to %I', app);

  -- Erasing a guest, where nobody else changes anything (docs/adr/0365).
  revoke execute on function erase_in_ledgers(bigint, bigint[]), erase_in_audit(bigint, bigint[], jsonb, text[]) from public;
  execute format('grant execute on function erase_in_ledgers(bigint, bigint[]), erase_in_audit(bigint, bigint[], jsonb, text[]) to %I',
    app);

  -- What is older than its term, and nothing else, ends through these.
  revoke execute on function purge_omitted(bigint, bigint, timestamptz, integer, integer),
    end_consents(bigint, timestamptz, bigint, integer), end_audit_lines(bigint, timestamptz, integer),
    end_message_events(bigint, timestamptz, integer) from public;
  execute format('grant execute on function purge_omitted(bigint, bigint, timestamptz, integer, integer),
    end_consents(bigint, timestamptz, bigint, integer), end_audit_lines(bigint, timestamptz, integer),
    end_message_events(bigint, timestamptz, integer) to %I', app);

  -- Cancelling a use or a coupon use is one date written once; amounts stay.
  execute format('grant update (cancel_date, cancel_remarks, updated_by, updated_at) on use_point_cases to %I', app);
  execute format('grant update (cancel_date, cancel_remarks, updated_by, updated_at) on use_coupon_cases to %I', app);

  -- People, money and guests are made inactive, never removed. (Parts of a campaign may go while nothing hangs on them.)
  foreach name in array array[
    'companies', 'accounts', 'users', 'account_users', 'customers', 'stay_reservations', 'stay_transactions', 'stay_effects',
    'point_lots', 'point_accounts', 'point_grant_requests', 'push_actions', 'push_action_targets'
  ] loop
    execute format('revoke delete on public.%I from %I', name, app);
  end loop;
end
$$;
