-- Okaeri on Citus. PREPARED, NOT RUN: there was no Citus at hand. Read it as the list of what has to be done, try it on a copy, and
-- compare with `npm run db -- drill`. checks/tenant-keys.test.ts keeps its names true.
--
-- Run once, as a superuser, in an empty database that `npm run db -- migrate` has made; then `npm run db -- restore` brings the rows.

create extension if not exists citus;

-- 1. Triggers. Citus refuses them on distributed tables, and on reference tables, unless told otherwise. All of ours look at rows of their
--    own account only, which lie on one node: row triggers may stay there. Statement triggers with transition tables have to go.
set citus.enable_unsafe_triggers = on;
-- function of a trigger        | what replaces it
-- customers_search_text           | stays: a row trigger of its own row
-- customers_merge_flat         | stays: looks at guests of the same account
-- delete_import_rows           | stays: changes rows of the same account
-- queue_trigger_events         | stays: changes rows of the same account
-- queue_attribution_of_merges       | stays: adds rows of the same account
-- queue_attribution_of_messages     | stays: looks at bookings of the same guest
-- queue_attribution_of_rules        | stays: adds rows of the same account
-- facility_is_fixed            | stays: compares old and new row
-- parent_is_known              | stays: looks at rows of the same account
-- accounts_default_programme   | stays: a row trigger of a reference table
-- accounts_keep_programme      | stays, but its look into tenant tables becomes a question of sections/accounts before the change
-- accounts_refuse_cycle        | stays
-- people_change_their_own      | stays
-- customers_inserted           | the counter in the statement of customers/guest-register.ts
-- customers_deleted            | the counter in the statement that deletes; the product deletes no guest
-- customers_listed             | the counter in the statement that merges or erases
-- customer_totals_changed      | the copies on customers in stays/apply-stay.ts
-- facility_is_known            | the enforced foreign key to accounts (programme_account_id, id)
-- parents_are_known            | the enforced foreign keys, which hold account_id
-- children_are_gone            | the same keys
-- occasions_of_reported_stays      | the same mark in the statement of stays/save-reservations.ts that adds stays
-- queue_attribution_of_bookings     | the same rows in the statements of stays/ that write bookings
-- queue_attribution_of_clicks       | the same rows in messaging/events/record-message-events.ts
-- queue_attribution_of_stays_and_uses | the same rows in the statements that write stays and uses of coupons
-- queue_attribution_of_coded_uses   | the same rows in the statements of coupons/ that use one or take a use back
-- reversals_fit                | the check in points/reverse-grants.ts under the programme's lock
do $$
declare t record;
begin
  for t in select tgrelid::regclass as on_table, tgname from pg_trigger
    where not tgisinternal and (tgnewtable is not null or tgoldtable is not null) and tgrelid::regclass::text !~ '\.'
  loop
    execute format('drop trigger %I on %s', t.tgname, t.on_table);
  end loop;
end $$;

-- 2. Keys that hold no account, and so cannot be unique over all nodes: proven in a reference table of their own first.
--    images_hash_key, feed_keys_key_hash_key, partner_keys_key_hash_key, line_channels_channel_id_key, line_channels_bot_user_id_key,
--    mail_deliveries_webhook_key_key
-- account_options_no_overlap holds account_id, but is deferred: set constraints on one node only.

-- 3. Shared tables: small, copied whole to every node.
select create_reference_table('clock_runs');
select create_reference_table('demo_clocks');
select create_reference_table('companies');
select create_reference_table('groups');
select create_reference_table('users');
select create_reference_table('wrong_key_minutes');
select create_reference_table('accounts');
select create_reference_table('account_tokens');
select create_reference_table('information');
select create_reference_table('retired_keys');
select create_reference_table('password_histories');
select create_reference_table('payments');
select create_reference_table('recovery_codes');
select create_reference_table('secret_keys');
select create_reference_table('sessions');
select create_reference_table('sign_in_throttles');

-- 4. audit_logs stays on the coordinator: it has lines about no account and is read by time. The job engine (schema pgboss) stays too.

-- 5. Everything else by its account; all rows of an account lie on one node.
select create_distributed_table('point_accounts', 'account_id');
select create_distributed_table(c.oid::regclass::text, 'account_id', colocate_with => 'point_accounts')
from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped
where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not in ('audit_logs', 'point_accounts')
-- Whoever is pointed at comes first.
order by (select count(*) from pg_constraint k where k.confrelid = c.oid) desc, c.relname;

-- 6. Policies read app.account_ids through app_account_ids(): the function has to be there on every node, and the setting has to travel.
set citus.propagate_set_commands = 'local';
select create_distributed_function('app_account_ids()');
