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
  inn = await makeAccount(t.app, { name: "本館", above: hq });
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
    (account_id, option_type, option_started_at, option_ended_at, active_status) values (${inn.accountId}, ${type}, ${from}, ${to},
      ${status})`;
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

const guest = (whose: Facility, id: number) =>
  sql`insert into customers (account_id, id, name) overriding system value values (${whose.accountId}, ${id}, '客')`;
const booking = (customerId: number | null, code = "R-1") => sql`insert into stay_reservations
    (account_id, id, facility_account_id, customer_id, original_reservation_code, check_in_date, check_out_date)
  overriding system value values (${hq.accountId}, 2000001, ${inn.accountId}, ${customerId}, ${code}, '2026-11-20', '2026-11-21')`;
const room = (
  reservationId: number,
) => sql`insert into stay_rooms (account_id, stay_reservation_id, stay_start_date, stay_end_date)
  values (${hq.accountId}, ${reservationId}, '2026-11-20', '2026-11-21')`;

test("what imports write names parents of its own programme that are there, when inserted, changed and deleted", async () => {
  const keyOf = (table: string, column: string) => `${table}_account_id_${column}_fkey`;
  const bookings = keyOf("stay_reservations", "customer_id");
  const [own, foreign] = [guest(hq, 2_000_001), guest(other, 2_000_002)];
  expect(await refusal(own, booking(2_000_001), room(2_000_001))).toBeUndefined();
  expect(await refusal(booking(2_000_001))).toBe(bookings);
  expect(await refusal(foreign, booking(2_000_002))).toBe(bookings);
  expect(await refusal(room(2_000_001))).toBe(keyOf("stay_rooms", "stay_reservation_id"));
  const moved = (to: number) =>
    sql`update stay_reservations set customer_id = ${to} where account_id = ${hq.accountId} and id = 2000001`;
  expect(await refusal(own, booking(null), moved(2_000_001))).toBeUndefined();
  expect(await refusal(foreign, booking(null), moved(2_000_002))).toBe(bookings);
  const batch = sql`insert into import_batches (account_id, id, facility_account_id, source) overriding system value
    values (${hq.accountId}, 4000001, ${inn.accountId}, 'csv')`;
  const line = sql`insert into import_rows (account_id, import_batch_id, entity, entity_id, row_outcome)
    values (${hq.accountId}, 4000001, 'reservation', 1, 'new')`;
  const seen = sql`insert into customer_facilities (account_id, facility_account_id, customer_id, first_seen_on)
    values (${hq.accountId}, ${inn.accountId}, 2000001, '2026-11-20')`;
  const totals = sql`update customer_totals set customer_id = 2000003 where account_id = ${hq.accountId} and customer_id = 2000001`;
  expect(await refusal(own, seen)).toBeUndefined();
  expect(await refusal(seen)).toBe(keyOf("customer_facilities", "customer_id"));
  expect(await refusal(own, totals)).toBe(keyOf("customer_totals", "customer_id"));
  // Guests, reservations and stays are never deleted by the application's role (grants.sql).
  const gone = sql`delete from import_batches where account_id = ${hq.accountId} and id = 4000001`;
  expect(await refusal(batch, gone)).toBeUndefined();
  expect(await refusal(batch, line, gone)).toBe(keyOf("import_rows", "import_batch_id"));
});

test("totals of many guests that move in one statement are copied to each of them, and to nobody else", async () => {
  const customers = sql`insert into customers (account_id, id, name) overriding system value
    select ${hq.accountId}, n, '客' from generate_series(3000001, 3000003) n`;
  const found = await t.app.database.inScope({ accountIds: [hq.accountId] }, async (tx) => {
    await customers.execute(tx.db);
    await tx.run`update customer_totals set stay_count = customer_id - 3000000, use_price_total = 100, last_stay_on = '2026-11-20'
      where account_id = ${hq.accountId} and customer_id in (3000001, 3000002)`;
    return tx.all<object>`select id, stay_count, use_price_total, last_stay_on from customers
      where account_id = ${hq.accountId} and id between 3000001 and 3000003 order by id`;
  });
  const moved = { use_price_total: 100, last_stay_on: "2026-11-20" };
  expect(found).toEqual([
    { id: 3_000_001, stay_count: 1, ...moved },
    { id: 3_000_002, stay_count: 2, ...moved },
    { id: 3_000_003, stay_count: 0, use_price_total: 0, last_stay_on: null },
  ]);
});
