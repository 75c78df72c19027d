import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testCluster } from "../apps/server/src/test/database.ts";
import { ROOT } from "./tree.ts";

/** Read from the catalogue, so that a new table joins by itself: with these, tables can be distributed by account later. */
let owner: pg.Client;
beforeAll(async () => {
  owner = new pg.Client({ connectionString: testCluster().owner });
  await owner.connect();
});
afterAll(() => owner.end());

const column = async (sql: string) => (await owner.query<{ v: string }>(sql)).rows.map((row) => row.v);

const TENANT = `(select attrelid from pg_attribute join pg_class c on c.oid = attrelid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and attname = 'account_id' and not attisdropped)`;

/** Keys of tenant tables that are unique over all accounts, and why. */
const WITHOUT_ACCOUNT: Record<string, string> = {
  audit_logs_pkey:
    "lines about no account too (sign-ins, clients); append-only and read by time, so it would be split by time",
  feed_keys_key_hash_key: "the key is proven before its account is known; the hash of 256 random bits is unique anyway",
  partner_keys_key_hash_key: "as feed_keys",
  images_hash_key:
    "the address of a picture names it before its account is known; the hash is keyed and cannot be guessed",
  line_channels_channel_id_key:
    "LINE's own number: a webhook names it before the account is known, and one channel has one account",
  mail_deliveries_webhook_key_key:
    "in the address that a provider calls before the account is known; random and never typed",
  line_channels_bot_user_id_key: "as line_channels_channel_id_key",
};

test("every primary and unique key of a tenant table begins with or holds account_id", async () => {
  const found = await column(`select i.indexrelid::regclass::text as v from pg_index i
    where i.indisunique and i.indrelid in ${TENANT}
      and not exists (select from pg_attribute a where a.attrelid = i.indrelid and a.attname = 'account_id'
        and a.attnum = any (i.indkey))`);
  expect(found.sort()).toEqual(Object.keys(WITHOUT_ACCOUNT).sort());
});

test("primary keys begin with account_id, for rows of an account lie together", async () => {
  const found = await column(`select i.indexrelid::regclass::text as v from pg_index i
    where i.indisprimary and i.indrelid in ${TENANT}
      and (select a.attname from pg_attribute a where a.attrelid = i.indrelid and a.attnum = i.indkey[0]) <> 'account_id'`);
  expect(found).toEqual(["audit_logs_pkey"]);
});

/** Tables without account_id that tenant rows may point at: small, and copied whole wherever tenants are. */
const REFERENCE = {
  companies: "clients",
  groups: "named sets of one client's accounts",
  users: "people work in several accounts",
};

test("every foreign key of a tenant table holds account_id, or points at a reference table", async () => {
  const found = await column(`select distinct c.confrelid::regclass::text as v from pg_constraint c
    where c.contype = 'f' and c.conrelid in ${TENANT}
      and not exists (select from pg_attribute a where a.attrelid = c.conrelid and a.attname = 'account_id'
        and a.attnum = any (c.conkey))`);
  expect(found.sort()).toEqual(Object.keys(REFERENCE));
});

test("a facility is one of the row's programme: by its key, or by statement where rows come by the hundred thousand", async () => {
  const named =
    await column(`select c.relname || '.' || a.attname as v from pg_attribute a join pg_class c on c.oid = a.attrelid
    where a.attrelid in ${TENANT} and a.attname like '%facility_account_id' and not a.attisdropped order by 1`);
  const keyed = await column(`select c.conrelid::regclass || '.' || a.attname as v from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[2]
    where c.contype = 'f' and c.confrelid = 'accounts'::regclass and cardinality(c.conkey) = 2 and c.convalidated
      and (select array_agg(p.attname::text order by k.n) from unnest(c.confkey) with ordinality k (attnum, n)
        join pg_attribute p on p.attrelid = c.confrelid and p.attnum = k.attnum) = '{programme_account_id,id}'`);
  const checked = await column(`select t.tgrelid::regclass || '.facility_account_id' as v from pg_trigger t
    where t.tgname = 'facility_is_known' and t.tgenabled = 'O'
      and exists (select from pg_trigger f where f.tgrelid = t.tgrelid and f.tgname = 'facility_is_fixed' and f.tgenabled = 'O')`);
  expect(checked.sort()).toEqual(
    ["grant_points", "stay_reservations", "stay_transactions"].map((t) => `${t}.facility_account_id`),
  );
  expect(named.length).toBeGreaterThanOrEqual(17);
  expect(named.filter((name) => !keyed.includes(name) && !checked.includes(name))).toEqual([]);
});

test("a key that is not asked per row is asked per statement, when a row moves, and when its parent goes", async () => {
  const keys = await owner.query<{
    child: string;
    col: string;
    parent: string;
  }>(`select c.conrelid::regclass::text as child,
      a.attname as col, c.confrelid::regclass::text as parent
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[2]
    where c.contype = 'f' and not c.conenforced`);
  const triggers = await column(
    `select t.tgrelid::regclass || '.' || t.tgname as v from pg_trigger t where t.tgenabled = 'O'`,
  );
  expect([...new Set(keys.rows.map((key) => key.child))].sort()).toEqual([
    "customer_facilities",
    "customer_totals",
    "import_rows",
    "stay_customers",
    "stay_effects",
    "stay_reservation_customers",
    "stay_reservations",
    "stay_rooms",
    "stay_transactions",
  ]);
  for (const { child, col, parent } of keys.rows)
    expect(triggers).toEqual(
      expect.arrayContaining([`${child}.parents_are_known`, `${child}.${col}_is_known`, `${parent}.children_are_gone`]),
    );
});

// The script was not run on Citus; what it names is at least all that there is.
const citus = readFileSync(join(ROOT, "docs/citus.sql"), "utf8");

test("docs/citus.sql copies every table without account_id to all nodes, and no other", async () => {
  const shared =
    await column(`select relname as v from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    and c.oid not in ${TENANT} and relname <> 'schema_migrations'`);
  const copied = [...citus.matchAll(/create_reference_table\('(\w+)'\)/g)].map((found) => found[1]);
  expect(copied.sort()).toEqual(shared.sort());
  expect(citus).toContain("not in ('audit_logs', 'point_accounts')");
  for (const key of Object.keys(WITHOUT_ACCOUNT).filter((name) => name !== "audit_logs_pkey"))
    expect(citus).toContain(key);
});

test("docs/citus.sql says of every trigger whether it stays or what replaces it", async () => {
  const functions =
    await column(`select distinct p.proname::text as v from pg_trigger t join pg_proc p on p.oid = t.tgfoid
    join pg_class c on c.oid = t.tgrelid where not t.tgisinternal and c.relnamespace = 'public'::regnamespace`);
  const listed = [...citus.matchAll(/^-- (\w+) +\| (?!what)/gm)].map((found) => found[1]);
  expect(listed.sort()).toEqual(functions.sort());
  // Those of statements see all their rows at once, which no node does: they are replaced.
  const statements =
    await column(`select distinct p.proname::text as v from pg_trigger t join pg_proc p on p.oid = t.tgfoid
    join pg_class c on c.oid = t.tgrelid where c.relnamespace = 'public'::regnamespace and (t.tgnewtable is not null
      or t.tgoldtable is not null)`);
  const staying = [...citus.matchAll(/^-- (\w+) +\| stays/gm)].map((found) => found[1]);
  expect(staying.filter((name) => statements.includes(name ?? ""))).toEqual([]);
});
