import { type RawBuilder, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Facility, makeAccount, type TestApp, testApp } from "../test/app.ts";
import { refusalOf } from "./refusal.fixture.ts";

// Straight at the database, as the application's role: what holds whoever writes.
let t: TestApp;
let hq: Facility;
let inn: Facility;
let other: Facility;

beforeAll(async () => {
  t = await testApp();
  hq = await makeAccount(t.app, { name: "本部", option: "crm_option_parent" });
  inn = await makeAccount(t.app, {
    name: "本館",
    parentId: hq.accountId,
    companyId: hq.companyId,
    programmeId: hq.accountId,
  });
  other = await makeAccount(t.app, { name: "よその宿" });
});
afterAll(() => t.close());

const refusal = (...statements: RawBuilder<unknown>[]) =>
  refusalOf(t.app.database, [hq.accountId, inn.accountId, other.accountId], statements);

const key = (
  programme: Facility,
  facility: Facility,
) => sql`insert into partner_keys (account_id, facility_account_id, name, key_hash, key_hint)
  values (${programme.accountId}, ${facility.accountId}, '鍵', sha256('x'), 'okp_')`;
const use = (programme: Facility, facility: Facility) => sql`with c as (
    insert into customers (account_id, name) values (${programme.accountId}, '山田 太郎') returning id)
  insert into use_point_cases (account_id, facility_account_id, customer_id, use_date, use_point, idempotency_key)
  select ${programme.accountId}, ${facility.accountId}, id, '2026-11-20', 10, 'once' from c`;

test("a row names a facility of its own programme and no other", async () => {
  expect(await refusal(key(hq, inn))).toBeUndefined();
  expect(await refusal(key(hq, other))).toBe("partner_keys_facility_account_id_fkey");
  expect(await refusal(key(inn, inn)), "the programme is the headquarters'").toBe(
    "partner_keys_facility_account_id_fkey",
  );
  expect(await refusal(use(hq, inn))).toBeUndefined();
  expect(await refusal(use(hq, other))).toBe("use_point_cases_facility_account_id_fkey");
  const seen = sql`update customer_totals set last_facility_account_id = ${other.accountId} where account_id = ${hq.accountId}`;
  expect(await refusal(use(hq, inn), seen)).toBe("customer_totals_last_facility_account_id_fkey");
});

const leave = (programme: Facility) =>
  sql`update accounts set programme_account_id = ${programme.accountId} where id = ${inn.accountId}`;

test("a facility with points, reservations or stays never leaves its programme; one with keys takes them along", async () => {
  const grant = sql`with c as (insert into customers (account_id, name) values (${hq.accountId}, '山田 太郎') returning id)
    insert into grant_points (account_id, facility_account_id, customer_id, grant_point, grant_date, expiration_type, idempotency_key)
    select ${hq.accountId}, ${inn.accountId}, id, 10, '2026-11-20', 'none', 'once' from c`;
  expect(await refusal(grant, leave(inn))).toBe("accounts_keep_programme");
  expect(await refusal(use(hq, inn), leave(inn))).toBe("accounts_keep_programme");
  const followed = sql`do $$ begin
    if not exists (select from partner_keys where account_id = facility_account_id) then raise exception 'left behind'; end if; end $$`;
  expect(await refusal(key(hq, inn), leave(inn), followed)).toBeUndefined();
});

test("whoever cannot see the programme cannot take a facility out of it", async () => {
  const blind = t.app.database.asSystem((tx) => leave(inn).execute(tx.db));
  await expect(blind).rejects.toMatchObject({ code: "42501" });
});

test("two periods of one option share no day, in any order of writing; a list may be moved in one save", async () => {
  const period = (
    from: string,
    to: string | null,
    status = "active",
    type = "crm_option",
  ) => sql`insert into account_options
    (account_id, option_type, option_started_at, option_ended_at, active_status) values (${inn.accountId}, ${type}, ${from}, ${to}, ${status})`;
  await t.app.database.inScope({ accountIds: [inn.accountId] }, (tx) =>
    sql`delete from account_options where account_id = ${inn.accountId}`.execute(tx.db),
  );
  const first = period("2026-01-01", "2026-06-30");
  expect(await refusal(first, period("2026-07-01", null))).toBeUndefined();
  expect(await refusal(first, period("2026-06-30", null)), "the last day is inclusive").toBe(
    "account_options_no_overlap",
  );
  expect(await refusal(period("2026-06-30", null), first)).toBe("account_options_no_overlap");
  expect(await refusal(first, period("2026-06-30", null, "inactive"))).toBeUndefined();
  expect(await refusal(first, period("2026-06-30", null, "active", "registration_card_option"))).toBeUndefined();
  const later = sql`update account_options set option_started_at = option_started_at + 30, option_ended_at = option_ended_at + 30
    where account_id = ${inn.accountId}`;
  expect(await refusal(first, period("2026-07-01", null), later)).toBeUndefined();
});
