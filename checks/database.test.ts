import { CONVERSION_DAYS } from "@okaeri/domain/campaigns/results/conversion-days";
import * as enumerations from "@okaeri/domain/enumerations";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dumpSchema } from "../apps/server/src/database/dump-schema.ts";
import { testCluster } from "../apps/server/src/test/database.ts";
import { projectFiles, textOf } from "./tree.ts";

let owner: pg.Client;
beforeAll(async () => {
  owner = new pg.Client({ connectionString: testCluster().owner });
  await owner.connect();
});
afterAll(() => owner.end());

const column = async (sql: string) => (await owner.query<{ v: string }>(sql)).rows.map((row) => row.v);

test("schema.sql is what the migrations make (npm run db -- dump renews it)", async () => {
  expect((await dumpSchema(testCluster().owner)) === textOf("apps/server/schema.sql")).toBe(true);
});

test("every table with account_id is closed: security on, forced, and a policy with a check", async () => {
  const open =
    await column(`select c.relname as v from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not a.attisdropped
      and not (c.relrowsecurity and c.relforcerowsecurity and exists (
        select from pg_policy p where p.polrelid = c.oid and p.polwithcheck is not null))`);
  expect(open).toEqual([]);
});

test("nothing goes around the policies: no view, no function with its owner's rights, no exempt role", async () => {
  const views = await column(
    `select relname as v from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')`,
  );
  const functions = await column(
    `select proname as v from pg_proc where pronamespace = 'public'::regnamespace and prosecdef`,
  );
  const roles = await column(
    `select rolname as v from pg_roles where rolname like 'okaeri%' and (rolsuper or rolbypassrls)`,
  );
  expect({ views, functions: functions.sort(), roles }).toEqual({
    views: [],
    functions: [...CARRYING_ON, ...ERASING, ...HANDING_OUT].sort(),
    roles: [],
  });
  const loose = await column(`select proname as v from pg_proc where pronamespace = 'public'::regnamespace and prosecdef
    and (proconfig is null or not 'search_path=pg_catalog' = any (proconfig) or has_function_privilege('public', oid, 'execute'))`);
  expect(loose).toEqual([]);
});

/**
 * Functions with their owner's rights: each hands a secret to whom it is about (people-and-secrets.test.ts), or ends what is
 * older than its term (purge-old-rows.test.ts).
 */
const HANDING_OUT = [
  "end_audit_lines",
  "end_consents",
  "purge_omitted",
  "end_message_events",
  "link_of_token",
  "link_tfa_secret",
  "pending_tfa_secret",
  "person_secrets",
  "session_of_token",
];
/** And those that erase a guest where nobody changes anything (erased-everywhere.test.ts). */
const ERASING = ["erase_in_audit", "erase_in_ledgers"];
/** Carries on the newest line of the log about one campaign (docs/adr/0462). */
const CARRYING_ON = ["continue_edit"];

/** Tables without a policy, and why. */
const OPEN: Record<string, string> = {
  accounts: "the scope itself is worked out from it; names and structure, written by calls that ask for the row's rule",
  companies: "clients: names only; provider staff list them all",
  information: "the provider's notices to everybody who signs in",
  schema_migrations: "names of files; the role reads it to know whether it may start",
};

test("every table has a policy, security on and forced, or a reason to have none", async () => {
  const closed = await column(`select c.relname as v from pg_class c where c.relnamespace = 'public'::regnamespace
    and c.relkind in ('r', 'p') and c.relrowsecurity and c.relforcerowsecurity
    and exists (select from pg_policy p where p.polrelid = c.oid)`);
  const all = await column(`select relname as v from pg_class where relnamespace = 'public'::regnamespace
    and relkind in ('r', 'p')`);
  expect(all.filter((name) => !closed.includes(name)).sort()).toEqual(Object.keys(OPEN).sort());
  const jobs = await column(`select c.relname as v from pg_class c where c.relnamespace = 'pgboss'::regnamespace
    and c.relkind in ('r', 'p') and not (c.relrowsecurity and exists (select from pg_policy p where p.polrelid = c.oid))`);
  expect(jobs).toEqual([]);
});

test("keys of tenant rows stay within the tenant: foreign keys between them carry account_id", async () => {
  const loose = await column(`select c.conrelid::regclass || '.' || c.conname as v from pg_constraint c
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace
      and exists (select from pg_attribute a where a.attrelid = c.conrelid and a.attname = 'account_id')
      and exists (select from pg_attribute a join pg_index i on i.indrelid = a.attrelid and i.indisprimary and a.attnum = i.indkey[0]
                  where a.attrelid = c.confrelid and a.attname = 'account_id' and array_length(i.indkey::int[], 1) > 1)
      and not exists (select from pg_attribute a where a.attrelid = c.conrelid and a.attname = 'account_id'
        and a.attnum = any (c.conkey))`);
  expect(loose).toEqual([]);
});

test("a number that a table gives itself is never swallowed: `on conflict do nothing` names the key that may be there", async () => {
  const numbered = await column(`select c.relname as v
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attidentity <> '' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace`);
  const silent = projectFiles()
    .filter((path) => path.startsWith("apps/server/src/") && path.endsWith(".ts"))
    .flatMap((path) => {
      const text = textOf(path);
      return [...text.matchAll(/on conflict do nothing/g)].flatMap(({ index }) => {
        const table = [...text.slice(0, index).matchAll(/insert into (\w+)/g)].at(-1)?.[1] ?? "";
        return numbered.includes(table) ? [`${path}: ${table}`] : [];
      });
    });
  expect([numbered.length > 80, silent]).toEqual([true, []]);
  // What names a collision knows it by the primary key (database/identity-collision.ts).
  const otherwise = await column(`select c.relname as v
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attidentity <> '' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and not exists (select from pg_constraint k
      where k.conrelid = c.oid and k.contype = 'p' and a.attnum = any (k.conkey))`);
  expect(otherwise).toEqual([]);
});

test("Japanese text has trigrams in this database", async () => {
  const found = await owner.query<{ n: number }>("select cardinality(show_trgm('山田太郎')) as n");
  expect(found.rows[0]?.n).toBeGreaterThan(0);
});

/** Constraint of the database → enumeration of the domain. */
const CHECKED: Record<string, keyof typeof enumerations> = {
  users_status_check: "USER_STATUSES",
  campaigns_status_check: "CAMPAIGN_STATUSES",
  campaigns_type_check: "CAMPAIGN_TYPES",
  campaigns_preset_type_check: "PRESET_TYPES",
  campaign_actions_type_check: "ACTION_TYPES",
  points_expiration_type_check: "POINT_EXPIRATION_TYPES",
  points_grant_type_check: "POINT_GRANT_TYPES",
  coupons_discount_type_check: "DISCOUNT_TYPES",
  coupons_absolute_type_check: "ABSOLUTE_TYPES",
  coupons_rate_type_check: "RATE_TYPES",
  coupons_type_check: "COUPON_TYPES",
  push_actions_push_status_check: "PUSH_STATUSES",
  stay_reservations_grant_status_check: "GRANT_STATUSES",
  stay_reservations_reservation_status_check: "RESERVATION_STATUSES",
  stay_reservations_registration_card_status_check: "REGISTRATION_CARD_STATUSES",
  stay_reservations_reservation_system_check: "RESERVATION_SYSTEMS",
  stay_reservations_group_type_check: "GROUP_TYPES",
  stay_reservations_language_code_check: "LANGUAGE_CODES",
  stay_reservation_linkages_feed_channel_check: "FEED_CHANNELS",
  stay_customers_guest_type_check: "GUEST_TYPES",
  customer_ranks_rank_type_check: "RANK_TYPES",
  ranks_definition_check: "RANK_DEFINITIONS",
  information_tag_check: "TAG_TYPES",
  line_messages_type_check: "LINE_MESSAGE_TYPES",
  line_template_messages_type_check: "LINE_TEMPLATE_TYPES",
  line_buttons_templates_image_aspect_ratio_check: "IMAGE_ASPECT_RATIOS",
  line_buttons_templates_image_size_check: "IMAGE_SIZES",
  line_stats_stat_unit_check: "STAT_UNITS",
  mail_templates_feature_type_check: "MAIL_TEMPLATE_FEATURE_TYPES",
  message_jobs_type_check: "MESSAGE_JOB_TYPES",
  message_jobs_feature_type_check: "MESSAGE_JOB_FEATURE_TYPES",
  registration_card_auto_send_setting_schedules_target_check: "AUTO_SEND_TARGETS",
  customers_gender_check: "GENDERS",
};

test("§4, §9: the database's checks are exactly the enumerations", async () => {
  const rows = await owner.query<{ name: string; def: string }>(
    "select conname as name, pg_get_constraintdef(oid) as def from pg_constraint where contype = 'c'",
  );
  const checks = new Map(
    rows.rows.map((row) => [row.name, [...row.def.matchAll(/'([^']+)'::text/g)].map((match) => match[1])]),
  );
  const lists = new Map<string, unknown>(Object.entries(enumerations));
  for (const [name, list] of Object.entries(CHECKED)) {
    expect({ name, values: [...(checks.get(name) ?? [])].sort() }).toEqual({
      name,
      values: [...(lists.get(list) as readonly string[])].sort(),
    });
  }
});

test("what a programme has that set nothing is what the domain says", async () => {
  const of = (where: string) =>
    column(`select pg_get_expr(adbin, adrelid) as v from pg_attrdef
    join pg_attribute on attrelid = adrelid and attnum = adnum where ${where}`);
  expect(await of("adrelid = 'account_settings'::regclass and attname = 'conversion_days'")).toEqual([
    `${CONVERSION_DAYS}`,
  ]);
  const [trigger] = await column(
    "select pg_get_triggerdef(oid) as v from pg_trigger where tgname = 'attribution_queued_ruled_first'",
  );
  expect(trigger).toContain(`new.conversion_days <> ${CONVERSION_DAYS}`);
});
