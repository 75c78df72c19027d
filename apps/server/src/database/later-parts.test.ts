import { type RawBuilder, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Facility, makeAccount, type TestApp, testApp } from "../test/app.ts";
import { refusalOf } from "./refusal.fixture.ts";

// Rules of tables whose calls come later (docs/adr/0078 to 0083), straight at the database as the application's role.
let t: TestApp;
let hq: Facility;
let inn: Facility;
let other: Facility;
const [A, B, C] = [1_000_001, 1_000_002, 1_000_003] as const;

beforeAll(async () => {
  t = await testApp();
  hq = await makeAccount(t.app, { name: "本部", option: "crm_option_parent" });
  inn = await makeAccount(t.app, { name: "本館", above: hq });
  other = await makeAccount(t.app, { name: "よその宿" });
  await t.app.database.inScope({ accountIds: [hq.accountId] }, (tx) =>
    sql`insert into customers (account_id, id, name) overriding system value
      select ${hq.accountId}, n, '客' from unnest(${[A, B, C]}::bigint[]) n`.execute(tx.db),
  );
});
afterAll(() => t.close());

const refusal = (...statements: RawBuilder<unknown>[]) => refusalOf(t.app.database, [hq.accountId], statements);

test("the same key from two callers is two requests, from one it is one", async () => {
  const request = (
    kind: string,
    id: number,
  ) => sql`insert into idempotency_keys (account_id, caller_kind, caller_id, key, request_hash)
    values (${hq.accountId}, ${kind}, ${id}, 'K-1', 'x')`;
  expect(await refusal(request("partner", 1), request("partner", 2), request("feed", 1))).toBeUndefined();
  expect(await refusal(request("partner", 1), request("partner", 1))).toBe("idempotency_keys_pkey");
});

test("reservations and stays have the codes of their channel's space", async () => {
  const booked = (space: string, system = "NONE", code = "R-1") => sql`insert into stay_reservations
      (account_id, facility_account_id, code_space, reservation_system, original_reservation_code, check_in_date, check_out_date)
    values (${hq.accountId}, ${inn.accountId}, ${space}, ${system}, ${code}, '2026-11-20', '2026-11-21')`;
  const stayed = (
    space: string,
  ) => sql`insert into stay_transactions (account_id, facility_account_id, code_space, stay_reservation_id,
      transaction_code, confirmed_date, use_price, check_in_date, check_out_date)
    select account_id, facility_account_id, ${space}, id, 'T-1', check_out_date, 1000, check_in_date, check_out_date
    from stay_reservations where account_id = ${hq.accountId} order by id limit 1`;
  expect(await refusal(booked("none"), booked("s4"), booked("dynalution", "DYN_DI"))).toBeUndefined();
  expect(await refusal(booked("s4"), booked("s4"))).toBe("stay_reservations_code");
  expect(await refusal(booked("s4", "DYN_DI"))).toBe("stay_reservations_code_space_system");
  expect(await refusal(booked("dynalution"))).toBe("stay_reservations_code_space_system");
  expect(await refusal(booked("none"), stayed("none"), stayed("s4"))).toBeUndefined();
  expect(await refusal(booked("none"), stayed("s4"), stayed("s4"))).toBe("stay_transactions_code");
});

test("a merged customer names the one who lives on in one step", async () => {
  const merge = (source: number, survivor: number) =>
    sql`update customers set merged_into = ${survivor}, active_status = 'inactive' where account_id = ${hq.accountId} and id = ${source}`;
  expect(await refusal(merge(A, C), merge(B, C))).toBeUndefined();
  expect(await refusal(merge(A, B), merge(B, C))).toBe("customers_merge_flat");
  expect(await refusal(merge(B, C), merge(A, B))).toBe("customers_merge_flat");
  expect(await refusal(merge(A, B), merge(B, A))).toBe("customers_merge_flat");
  expect(await refusal(merge(A, B), merge(A, C), merge(B, C)), "moved on first").toBeUndefined();
});

test("of two merges at once that would make a chain, one is refused", async () => {
  const merge = (source: number, survivor: number) =>
    t.app.database.inScope({ accountIds: [hq.accountId] }, (tx) =>
      sql`update customers set merged_into = ${survivor}, active_status = 'inactive' where account_id = ${hq.accountId}
        and id = ${source}`.execute(tx.db),
    );
  const done = await Promise.allSettled([merge(A, B), merge(B, C)]);
  expect(done.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("a guest who waits has details, a customer has his own", async () => {
  const guest = (details: string | null, customer: number | null) => sql`with r as (
      insert into stay_reservations (account_id, facility_account_id, original_reservation_code, check_in_date, check_out_date)
      values (${hq.accountId}, ${inn.accountId}, 'W-1', '2026-11-20', '2026-11-21') returning account_id, id)
    insert into stay_reservation_customers (account_id, stay_reservation_id, guest_type, customer_id, waiting_details)
    select account_id, id, 'representative', ${customer}::bigint, ${details}::jsonb from r`;
  expect(await refusal(guest('{"birthday": "1980-02-29"}', null))).toBeUndefined();
  expect(await refusal(guest(null, C))).toBeUndefined();
  expect(await refusal(guest('{"birthday": "1980-02-29"}', C))).toBe("stay_reservation_customers_waiting");
  expect(await refusal(guest("null", null))).toBe("stay_reservation_customers_waiting");
});

test("a programme's scope sees which of its facilities are in a group, and writes none of it", async () => {
  const member = (facility: Facility) => sql`insert into account_groups (account_id, group_id)
    select ${facility.accountId}, id from groups where name = '本館だけ'`;
  await t.past.asSystem(async (tx) => {
    await sql`insert into groups (company_id, name) values (${hq.companyId}, '本館だけ')`.execute(tx.db);
    for (const facility of [inn, other]) await member(facility).execute(tx.db);
  });
  const seen = await t.app.database.inScope({ accountIds: [hq.accountId] }, (tx) =>
    sql<{ account_id: number }>`select account_id from account_groups`.execute(tx.db),
  );
  expect(seen.rows.map((row) => row.account_id)).toEqual([inn.accountId]);
  expect(await refusal(member(inn))).toBe("42501");
  const gone = await t.app.database.inScope({ accountIds: [hq.accountId] }, (tx) =>
    sql`delete from account_groups`.execute(tx.db),
  );
  expect(Number(gone.numAffectedRows)).toBe(0);
});

test("cancelling a coupon's use writes the day and the reason, and nothing else of it", async () => {
  const cancel = sql`update use_coupon_cases set cancel_date = '2026-11-20', cancel_remarks = '予約の取消' where account_id = ${hq.accountId}`;
  expect(await refusal(cancel)).toBeUndefined();
  expect(await refusal(sql`update use_coupon_cases set discount = 0 where account_id = ${hq.accountId}`)).toBe("42501");
});

test("what started a push comes with what it is about", async () => {
  const push = (facts: { started_by: string; in_sets: boolean; offset_days?: number }) =>
    refusal(sql`insert into push_actions (account_id, channel, trigger_key, started_by, in_sets, offset_days)
      values (${hq.accountId}, 'mail', 'one', ${facts.started_by}, ${facts.in_sets}, ${facts.offset_days ?? null})`);
  expect(await push({ started_by: "by_hand", in_sets: false })).toBeUndefined();
  expect(await push({ started_by: "birthday", in_sets: false })).toBe("push_actions_started_by_check");
  expect(await push({ started_by: "birthday", in_sets: true })).toBeUndefined();
  expect(await push({ started_by: "by_hand", in_sets: false, offset_days: 1 })).toBe(
    "push_actions_started_by_names_its_cause",
  );
  expect(await push({ started_by: "Mood", in_sets: true })).toBe("push_actions_started_by_check");
});
