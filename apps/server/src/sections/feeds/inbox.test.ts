import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type Caller, makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { booking, fed, feedKey, send, statusOf, work } from "./feeds.fixture.ts";

let t: TestApp;
let hq: number;
let east: number;
let west: number;
let staff: Caller;
let clerk: Caller;
let reader: Caller;
let keys: { east: string; west: string };
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

// Each test counts batches: a chain of its own.
let chains = 0;
beforeEach(async () => {
  chains++;
  const chain = await makeAccount(t.app, { name: `本部${chains}`, option: "crm_option_parent" });
  hq = chain.accountId;
  const [one, two] = [
    await makeAccount(t.app, { name: `東館${chains}`, above: chain }),
    await makeAccount(t.app, { name: `西館${chains}`, above: chain }),
  ];
  [east, west] = [one.accountId, two.accountId];
  staff = await t.as(await makeUser(t.app, chain, "role_admin", ["*"]));
  clerk = await t.as(await makeUser(t.app, one, "role_user", ["customers/all"]));
  reader = await t.as(await makeUser(t.app, one, "role_user", ["customers/read"]));
  keys = {
    east: await feedKey(t.app, { accountId: hq, facilityId: east }, "s4"),
    west: await feedKey(t.app, { accountId: hq, facilityId: west }),
  };
});

const get = async (caller: Caller, url: string) => {
  const answer = await caller({ method: "GET", url: `/api/customers/inbox${url}` });
  return answer.statusCode === 200 ? answer.json() : answer.statusCode;
};
const post = async (caller: Caller, url: string, payload: object) => {
  const answer = await caller({ method: "POST", url: `/api/customers/inbox${url}`, payload });
  return answer.statusCode === 200 ? answer.json() : { status: answer.statusCode, ...answer.json() };
};

it("shows every batch and each row's fate to those of its facility; a held row is mended, taken in and audited", async () => {
  const wrong = booking("I-2", { check_out_date: "2026-10-01", rooms: [{ room_code: "301" }] });
  const { batchId } = await fed(t, hq, keys.east, "/feeds/s4/reservations", [
    booking("I-1"),
    wrong,
    booking("I-3", { tel: "x" }),
  ]);
  await fed(t, hq, keys.west, "/feeds/plain/stays", [booking("W-1", { use_price: 1 })]);
  await send(t, { key: keys.west, payload: { rows: [booking("W-2")] } });

  const all = await get(staff, "");
  expect(all.items).toMatchObject([
    { state: "waiting", channel: "none", kind: "reservations", facility_name: `西館${chains}`, rows: 1, rows_held: 0 },
    { state: "done", channel: "none", kind: "stays", facility_name: `西館${chains}`, rows: 1, rows_new: 1 },
    {
      id: batchId,
      state: "done",
      channel: "s4",
      facility_name: `東館${chains}`,
      rows: 3,
      rows_new: 1,
      rows_held: 2,
      key_name: "test",
    },
  ]);
  const totals = async (query: string) => (await get(staff, `?${query}`)).total;
  expect(await totals("state=waiting")).toBe(1);
  expect(await totals("held=yes")).toBe(1);
  expect(await totals("channel=none")).toBe(2);
  expect(await totals("kind=stays")).toBe(1);
  expect(await totals(`facility_account_id=${east}`)).toBe(1);
  expect(await totals("received_from=2026-11-20&received_to=2026-11-20")).toBe(3);
  expect(await totals("received_from=2026-11-21")).toBe(0);
  expect((await get(clerk, "")).items.map((one: { id: number }) => one.id)).toEqual([batchId]);
  const foreign = all.items[1].id;
  expect([await get(clerk, `/${foreign}`), await get(clerk, `/${foreign}/rows`)]).toEqual([404, 404]);

  const rows = (await get(clerk, `/${batchId}/rows`)).items;
  expect(rows).toMatchObject([
    { row_index: 0, row_outcome: "new", reservation_code: "I-1", row: null, reasons: [] },
    {
      row_index: 1,
      row_outcome: "refused",
      row: wrong,
      labels: { guest_name: "氏名", "rooms.0.room_code": "部屋の1件目の部屋番号" },
      reasons: [
        {
          field: "check_out_date",
          code: "check_out_before_check_in",
          label: "チェックアウト日",
          message: "「2026-10-01」はチェックイン日(2026年11月1日)より前です",
        },
      ],
    },
    { row_index: 2, row_outcome: "refused" },
  ]);
  expect(rows[0].customer_id).toBeGreaterThan(0);
  expect((await get(clerk, `/${batchId}/rows?row_outcome=refused`)).total).toBe(2);

  const at = `/${batchId}/rows/1/retry`;
  const mended = { ...wrong, check_out_date: "2026-11-05" };
  expect((await post(reader, at, { version: 1, row: mended })).status).toBe(403);
  expect((await post(clerk, at, { version: 1, row: { ...mended, floor: 3 } })).fields).toEqual({
    "row.floor": "受け付けていない項目です",
  });
  const still = await post(clerk, at, { version: 1, row: { ...mended, tel: "12" } });
  expect(still).toMatchObject({ row_outcome: "refused", version: 2, reasons: [{ field: "tel" }], row: { tel: "12" } });
  expect((await post(clerk, at, { version: 1, row: mended })).status).toBe(412);
  expect(await post(clerk, at, { version: 2, row: mended })).toMatchObject({
    row_outcome: "new",
    reservation_code: "I-2",
    reasons: [],
    row: null,
    updated_by_name: "試験 花子",
  });
  expect(await post(clerk, `/${batchId}/rows/2/dismiss`, { version: 1 })).toMatchObject({
    row_outcome: "dismissed",
    row: null,
  });
  const dismissed = await t.past.pool.query(
    "select reasons from feed_rows where import_batch_id = $1 and row_index = 2",
    [batchId],
  );
  for (const reason of dismissed.rows[0].reasons) expect(Object.keys(reason)).toEqual(["code", "field"]);
  expect((await post(clerk, `/${batchId}/rows/2/dismiss`, { version: 2 })).status).toBe(412);
  expect((await post(clerk, `/${batchId}/rows/9/dismiss`, { version: 1 })).status).toBe(404);
  expect(await get(clerk, `/${batchId}`)).toMatchObject({ rows_new: 2, rows_held: 0, page_actions: expect.any(Array) });
  // The sender sees what became of its rows, too.
  expect((await statusOf(t, keys.east, batchId)).json()).toMatchObject({
    new: 2,
    refused: [{ index: 2, field: "tel" }],
  });
  const stored = await t.app.database.inScope({ accountIds: [hq, east] }, async (tx) => ({
    reservations: (
      await sql`select original_reservation_code, check_out_date, code_space from stay_reservations where facility_account_id = ${east}
        order by 1`.execute(tx.db)
    ).rows,
    audited: (
      await sql`select action, after ->> 'row_outcome' as row_outcome from audit_logs where entity = 'import_batches'
        and actor_user_id is not null
        order by id`.execute(tx.db)
    ).rows,
  }));
  expect(stored.reservations).toEqual([
    { original_reservation_code: "I-1", check_out_date: "2026-11-03", code_space: "s4" },
    { original_reservation_code: "I-2", check_out_date: "2026-11-05", code_space: "s4" },
  ]);
  expect(stored.audited).toEqual([
    { action: "retry", row_outcome: "new" },
    { action: "dismiss", row_outcome: null },
  ]);
});

it("a newer word that came meanwhile is not undone by an older row that is mended", async () => {
  const old = booking("O-1", { reserved_price: 1, source_updated_at: "2026-10-01T00:00:00Z", tel: "x" });
  const { batchId } = await fed(t, hq, keys.east, "/feeds/s4/reservations", [old]);
  await fed(t, hq, keys.east, "/feeds/s4/reservations", [
    booking("O-1", { reserved_price: 2, source_updated_at: "2026-10-02T00:00:00Z" }),
  ]);
  const { tel, ...mended } = old;
  expect(await post(clerk, `/${batchId}/rows/0/retry`, { version: 1, row: mended })).toMatchObject({
    row_outcome: "unchanged",
  });
});

it("batches that are worked off together know each which questions it raised", async () => {
  const group = (code: string, more: object = {}) =>
    booking(code, { group_type: "group", guest_name: `幹事 ${code}`, ...more });
  const companions = [{ guest_name: "連れ 一子" }];
  const sent = await Promise.all(
    [[group("W-1")], [booking("W-2")], [group("W-3", { companions })]].map(async (rows) => {
      const answer = await send(t, { key: keys.west, payload: { rows } });
      return answer.json<{ batch_id: number }>().batch_id;
    }),
  );
  await work(t.app, hq);
  const raised = await Promise.all(
    sent.map(async (id) => {
      const answer = await staff({ method: "GET", url: `/api/merges/count?import_batch_id=${id}` });
      return answer.json<{ waiting: number }>().waiting;
    }),
  );
  expect(raised).toEqual([1, 0, 2]);
});
