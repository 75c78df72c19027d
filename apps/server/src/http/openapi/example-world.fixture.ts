import { randomBytes } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { makeCustomer, makeGrant } from "../../sections/customers/customers.fixture.ts";
import { feedKey } from "../../sections/feeds/feeds.fixture.ts";
import { partnerKey } from "../../sections/partner/partner.fixture.ts";
import { hashPassword } from "../../session/passwords.ts";
import { bindingOf } from "../../session/sealed-places.ts";
import { type Caller, makeUser, TEST_NOW, type TestApp } from "../../test/app.ts";
import { makeRows, type Rows, rowNamed } from "../authorisation.rows.fixture.ts";
import { makeWorld, type Spot } from "../authorisation.world.fixture.ts";
import type { Example } from "./example-requests.fixture.ts";

/** The version that examples say was read. */
const VERSION = 3;
/** Rows that every request of its own needs: the numbers of the examples are these rows'. */
type Place = Rows & { other: number; given: number; draft: number; partnerKey: number; reversed: number };

/** A programme in which the examples come true, and people who may do everything. */
export async function openExampleWorld(t: TestApp) {
  const world = await makeWorld(t);
  const spot = world.hq;
  const admin = await makeUser(t.app, spot, "role_admin", ["*"], { canExport: true });
  const second = await makeUser(t.app, spot, "role_admin", ["*"]);
  const provider = await makeUser(t.app, world.provider, "role_vc_admin", ["*"], { canExport: true });
  await giveSecrets(t, admin);
  const at = { accountId: spot.accountId, facilityId: spot.accountId };
  const keys: [string, string][] = [["/partner/", await partnerKey(t.app, spot.accountId)]];
  for (const channel of ["plain", "dynalution", "s4"] as const)
    keys.push([`/feeds/${channel}/`, await feedKey(t.app, at, channel)]);
  keys.push(["/feeds/", keys.at(-1)?.[1] ?? ""]);
  const done: Record<string, number> = {};
  let acts = 0;
  const tables = await versionedTables(t);
  let place = await makePlace(t, spot, { tables, second });
  /** Signed in until something was changed. */
  const callers = new Map<number, Caller>();
  return {
    /** After a call that changed something: rows of its own for the next request, or where it changed none of them their versions. */
    async renew(path: string) {
      callers.clear();
      if (!CHANGES_NO_ROWS.test(path)) place = await makePlace(t, spot, { tables, second });
      else await t.past.asSystem((tx) => readVersions(tx, tables));
    },
    /** The request with the world's own numbers in place of the example's. */
    async send({ name, method, path, at, query, body }: Example) {
      const call = { name, method: method as "GET", path };
      const before = path.startsWith("/partner/") ? asMember(place) : (BEFORE[name]?.(spot) ?? []);
      await t.past.asSystem(async (tx) => {
        for (const statement of before) await statement.execute(tx.db);
      });
      const idOf = { ...numbersOf(spot, place), ...done };
      const own = OWNERS.find(([start]) => path.startsWith(start))?.[1];
      const address = path.replaceAll(/\{(\w+)\}/g, (_, of: string) => {
        const about = ROWS[`${name} ${of}`] ?? (of === "id" && own ? undefined : rowNamed(call, of));
        const earlier = EARLIER[`${name} ${of}`];
        if (earlier !== undefined) return earlier;
        if (of === "id" && OF_BRANCH.includes(name)) return String(world.inn.accountId);
        const found = about ? place[about] : of === "id" && own ? spot[own] : undefined;
        return String(found ?? idOf[of] ?? at[of]);
      });
      const search = new URLSearchParams();
      for (const [field, value] of Object.entries(withNumbers(query, idOf) as object))
        if (Array.isArray(value)) for (const [n, one] of value.entries()) search.append(`${field}[${n}]`, String(one));
        else if (field !== "account_id") search.append(field, String(value));
      const ofProvider = BY_PROVIDER.some((calls) => calls.test(name));
      const key = keys.find(([start]) => path.startsWith(start))?.[1];
      if (key !== undefined) {
        const answer = await t.server.inject({
          method: method as "GET",
          url: `${address}${search.size > 0 ? `?${search}` : ""}`,
          headers: { authorization: `Bearer ${key}`, "idempotency-key": `batch-20261120-${++acts}` },
          ...(body === undefined ? {} : { payload: withNumbers(body, idOf) as object }),
        });
        // Later examples read and undo the results of earlier ones.
        if (answer.statusCode < 300) Object.assign(done, numbersIn(answer.json()));
        return answer;
      }
      const userId = ofProvider ? provider : admin;
      const caller = callers.get(userId) ?? (await t.as(userId));
      callers.set(userId, caller);
      const payload = body === undefined ? undefined : (withNumbers(body, idOf) as object);
      return caller({
        method: method as "GET",
        url: `/api${address}${search.size > 0 ? `?${search}` : ""}`,
        ...(payload === undefined ? {} : { payload }),
      });
    },
  };
}

/** A version before the one that was read. */
const EARLIER: Record<string, string> = { "GET /mail-templates/{id}/versions/{version} version": "2" };
/** Makes the customer the member that the booking engines' examples name. */
const asMember = ({ customer }: Place): RawBuilder<unknown>[] => [
  sql`update customers set member_number = null, email = null
    where id <> ${customer} and (member_number = 'M-000123' or email = 'hanako@example.jp')`,
  sql`update customers set member_number = 'M-000123', email = 'hanako@example.jp' where id = ${customer}`,
];

/** Numbers of the records that an answer names. */
const numbersIn = ({ batch_id, use_point_case_id, use_coupon_case_id }: Record<string, number>) =>
  Object.fromEntries(Object.entries({ batch_id, use_point_case_id, use_coupon_case_id }).filter(([, id]) => id));

/** Calls about an account beneath another one. */
const OF_BRANCH = ["PUT /accounts/{id}", "DELETE /accounts/{id}"];
/** Rows that a call needs instead of the usual ones. */
const ROWS: Record<string, keyof Place> = {
  "DELETE /campaigns/{id} id": "draft",
  "POST /customers/{id}/acquire-coupons id": "other",
  "PUT /accounts/{id}/keys/{kind}/{key_id} key_id": "partnerKey",
};
/** Statements that bring about what a call changes. */
const BEFORE: Record<string, (spot: Spot) => RawBuilder<unknown>[]> = {
  "POST /users/{id}/activation": ({ userId }) => [sql`update users set status = 'inactive' where id = ${userId}`],
  "POST /users/{id}/invitation": ({ userId }) => [sql`update users set status = 'pending' where id = ${userId}`],
  "POST /accounts/groups/{id}/activation": ({ groupId }) => [
    sql`update groups set active_status = 'inactive' where id = ${groupId}`,
  ],
};
const OWNERS = [
  ["/users/", "userId"],
  ["/clients/", "companyId"],
  ["/accounts/groups/", "groupId"],
] as const;
/** Calls about what makePlace does not make: people, views, ranks, and what systems send. */
const CHANGES_NO_ROWS = /^\/(auth|profile|clients|users|views|ranks|jobs|images|feeds|partner)\b/;
/** Calls that only the provider may make. */
const BY_PROVIDER = [
  /^\w+ \/clients/,
  /^POST \/accounts$/,
  /^(PUT|DELETE|POST) \/accounts\/\{id\}(\/activation)?$/,
  /^PUT \/accounts\/\{id\}\/(payment|options)$/,
  /^(POST|PUT|DELETE) \/accounts\/groups/,
  /^\w+ \/jobs/,
];

/** A password and an authenticator, so that a wrong one is refused as anybody's is. */
async function giveSecrets(t: TestApp, userId: number): Promise<void> {
  const password = await hashPassword("another password");
  const secret = t.app.cipher.seal("JBSWY3DPEHPK3PXP", bindingOf("tfa", userId));
  await t.past.asSystem(
    (tx) => tx.run`update users set password = ${password}, tfa_secret = ${secret} where id = ${userId}`,
  );
}

/** Tables with optimistic locking: a `version` column. */
const versionedTables = (t: TestApp) =>
  t.past.asSystem(
    (tx) => tx.all<{ name: string }>`select c.table_name as name
      from information_schema.columns c
      join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
      where c.table_schema = 'public' and c.column_name = 'version' and c.data_type in ('integer', 'bigint')
        and c.table_name not in ('campaign_edits', 'mail_template_versions')`,
  );

/** Makes every row the version that the examples say was read. */
async function readVersions(tx: Tx, tables: Known["tables"]): Promise<void> {
  const updates = tables.map(
    ({ name }, n) =>
      sql`${sql.raw(`v${n}`)} as (update ${sql.table(name)} set version = ${VERSION} where version <> ${VERSION})`,
  );
  await sql`with ${sql.join(updates)} select 1`.execute(tx.db);
}

type Known = { tables: readonly { name: string }[]; second: number };

async function makePlace(t: TestApp, spot: Spot, { tables, second }: Known): Promise<Place> {
  const rows = await makeRows(t, spot);
  return t.past.asSystem(async (tx) => {
    const account = spot.accountId;
    const reversed = await makeGrant(tx, account, rows.customer, { point: 500, on: "2026-11-02", facilityId: account });
    const other = await makeCustomer(tx, account, { name: "五" });
    await makeGrant(tx, account, rows.customer, { point: 5_000, on: "2026-11-01", facilityId: account });
    await tx.run`update stay_transactions set use_price = 100000 where stay_reservation_id = ${rows.reservation}`;
    // Rows of an earlier example already use these names.
    await tx.run`update customers set member_number = null, email = null where member_number = 'M-000123' or email = 'hanako@example.jp'`;
    await tx.run`update saved_conditions set name = id::text where name = '箱根 花の湯'`;
    await tx.run`update mail_templates set name = id::text where name = '箱根 花の湯'`;
    await tx.run`update account_customer_types set code = id::text where code = 'HANA-HAKONE'`;
    await tx.run`update account_booking_channels set code = id::text where code = 'HANA-HAKONE'`;
    await tx.run`update accounts set code = id::text where code = 'HANA-HAKONE'`;
    await tx.run`update import_batches set state = 'cancelled' where source = 'csv' and id <> ${rows.file}`;
    await tx.run`insert into account_settings (account_id, mail_from_address, mail_from_confirmed, member_number_issue)
      values (${account}, 'news@example.jp', 'news@example.jp', 'registration')
      on conflict (account_id) do update
        set mail_from_address = excluded.mail_from_address, mail_from_confirmed = excluded.mail_from_confirmed,
          member_number_issue = excluded.member_number_issue`;
    await tx.run`update campaigns set preset_type = 'customer_defection_benefit' where id = ${rows.campaign}`;
    await tx.run`update campaign_edits set document = document || '{"preset_type":"customer_defection_benefit"}'
      where campaign_id = ${rows.campaign}`;
    await tx.run`update point_grant_requests set requested_by = ${second} where id = ${rows.grantRequest}`;
    await tx.run`insert into coupon_codes (account_id, coupon_id, code) values (${account}, ${rows.coupon}, ${`K${rows.coupon}`})`;
    const draft = await tx.one<{
      id: number;
    }>`insert into campaigns (account_id, name, type) values (${account}, 'y', 'repeat_promotion') returning id`;
    const enginesKey = await tx.one<{
      id: number;
    }>`insert into partner_keys (account_id, facility_account_id, name, key_hash, key_hint)
      values (${account}, ${account}, '予約サイト', ${randomBytes(32)}, 'okp_') returning id`;
    await readVersions(tx, tables);
    await tx.run`update customers set version = 2 where id = ${other}`;
    await tx.run`update campaign_edits set version = 41 where campaign_id = ${rows.campaign}`;
    await tx.run`update mail_template_versions set version = 2 where mail_template_id = ${rows.mailTemplate}`;
    await tx.run`update feed_rows set row_index = 3 where import_batch_id = ${rows.batch}`;
    await tx.run`insert into coupons (account_id, name, type, code, discount_type, absolute_type, discount_absolute, issued_at)
      select ${account}, '秋の券', 'code', 'AKI2026', 'absolute', 'action', 2000, ${TEST_NOW}
      where not exists (select from coupons where account_id = ${account} and code = 'AKI2026')`;
    await tx.run`insert into coupon_counters (account_id, coupon_id)
      select account_id, id from coupons where code = 'AKI2026' on conflict do nothing`;
    await tx.run`update coupons set can_use_together = true where account_id = ${account}`;
    const given = await tx.one<{
      id: number;
    }>`select max(id) as id from coupons where campaign_action_id is null and code is null`;
    return { ...rows, other, given: given.id, draft: draft.id, partnerKey: enginesKey.id, reversed };
  });
}

const numbersOf = (spot: Spot, place: Place): Record<string, number> => ({
  account_id: spot.accountId,
  in_account_id: spot.accountId,
  account_ids: spot.accountId,
  parent_id: spot.accountId,
  facility_account_id: spot.accountId,
  reserved_facility_account_id: spot.accountId,
  company_id: spot.companyId,
  customer_id: place.customer,
  reverses_grant_point_id: place.reversed,
  survivor_id: place.customer,
  other_customer_id: place.other,
  source_id: place.other,
  left: place.customer,
  right: place.other,
  ids: place.customer,
  stay_reservation_id: place.reservation,
  reservation_id: place.reservation,
  coupon_id: place.given,
  acquire_coupon_id: place.acquired,
  rfm_id: place.rfm,
  import_batch_id: place.file,
  campaign_id: place.campaign,
  customer_type_id: place.type,
  customer_type_ids: place.type,
  choice_id: place.type,
});

function withNumbers(value: unknown, idOf: Record<string, number>): unknown {
  if (Array.isArray(value)) return value.map((one) => withNumbers(one, idOf));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      const id = idOf[name];
      if (id !== undefined && typeof one === "number") return [name, id];
      if (id !== undefined && Array.isArray(one) && one.every((each) => typeof each === "number")) return [name, [id]];
      return [name, withNumbers(one, idOf)];
    }),
  );
}
