import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "../../test/app.ts";
import { countsOf, csvOf, runImport, upload } from "./imports.fixture.ts";
import { type Cells, openInn, row } from "./undo/inn.fixture.ts";

// Several lines of a file may be the rooms of one booking (docs/adr/0317).
let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const room = (code: string, number: string, over: Cells = {}) =>
  row(code, { 部屋番号: number, 部屋タイプ: "", 大人: "", 支払金額: "", ...over });

async function openHouse() {
  const inn = await openInn(t);
  const { call, accountId } = inn;
  return {
    ...inn,
    /** Checks a file and imports it in batches of two lines, as the check foretold. */
    importLines: async (lines: Cells[]) => {
      const id = await upload(call, accountId, csvOf(lines));
      const { mapping } = (await call({ method: "GET", url: `/api/imports/${id}/preview` })).json();
      const post = (what: string) => call({ method: "POST", url: `/api/imports/${id}/${what}`, payload: { mapping } });
      const check = (await post("check")).json();
      expect((await post("start")).statusCode).toBe(200);
      await runImport(t.app, accountId, id, { batchRows: 2 });
      const counts = await countsOf(t.app, accountId, id);
      const { rows_new, rows_changed, rows_unchanged, rows_refused } = check;
      expect(counts).toMatchObject({
        new: rows_new,
        changed: rows_changed,
        unchanged: rows_unchanged,
        refused: rows_refused,
      });
      return { id, check, ...counts };
    },
    rooms: async () => {
      const found = await inn.inScope((tx) =>
        sql<{
          line: string;
        }>`select concat_ws(' ', reservation.original_reservation_code, room.seq, room.room_code, nullif(room.room_type, ''),
          coalesce(room.adult_count::text, '?'),
            room.stay_start_date, room.stay_transaction_id is not null) as line
          from stay_rooms room join stay_reservations reservation on reservation.account_id = room.account_id
            and reservation.id = room.stay_reservation_id
          where room.account_id = ${accountId} order by reservation.original_reservation_code, room.seq`.execute(tx.db),
      );
      return found.rows.map(({ line }) => line);
    },
    money: async () => {
      const found = await inn.inScope((tx) =>
        sql<{ line: string }>`select concat_ws(' ', stay.transaction_code, stay.use_price,
            (select sum(point_grant.grant_point) from grant_points point_grant where point_grant.account_id = stay.account_id
              and point_grant.stay_transaction_id = stay.id)) as line
          from stay_transactions stay where stay.account_id = ${accountId} and stay.reversed_at is null
            order by stay.transaction_code`.execute(tx.db),
      );
      return found.rows.map(({ line }) => line);
    },
  };
}

test("rooms of a booking in lines of their own are stored with it, its price once; the check tells of them", async () => {
  const house = await openHouse();
  const lines = [
    room("A", "302", { 大人: 3, 部屋タイプ: "洋室" }),
    room("B", "401"),
    room("A", "301", { 大人: 2 }),
    room("C", "501"),
    room("A", "303", { 利用金額: "", 支払金額: 10_000 }),
  ];
  const { check, ...first } = await house.importLines(lines);
  expect(check).toMatchObject({ rows_further_rooms: 2, rows_refused: 0, consequences: { stays: 3 } });
  expect(first).toMatchObject({ new: 3, changed: 2, unchanged: 0, stays: 3 });
  const rooms = [
    "A 1 301 2 2026-10-01 t",
    "A 2 302 洋室 3 2026-10-01 t",
    "A 3 303 ? 2026-10-01 t",
    "B 1 401 ? 2026-10-01 t",
    "C 1 501 ? 2026-10-01 t",
  ];
  expect(await house.rooms()).toEqual(rooms);
  const money = ["A 10000 1000", "B 10000 1000", "C 10000 1000"];
  expect(await house.money()).toEqual(money);

  expect(await house.importLines(lines)).toMatchObject({
    new: 0,
    changed: 0,
    unchanged: 5,
    check: { rows_further_rooms: 2 },
  });
  await house.importLines(lines.toReversed());
  expect(await house.rooms()).toEqual(rooms);
  expect(await house.money()).toEqual(money);

  // A line that is no list of rooms says nothing of the others.
  await house.importLines([room("A", "301", { プランコード: "B" })]);
  expect(await house.rooms()).toEqual(rooms);
});

test("an import of rooms that is undone gives back the rooms before it", async () => {
  const house = await openHouse();
  await house.importLines([room("A", "301"), room("A", "302", { 大人: 2 }), room("A", "303"), room("B", "401")]);
  const before = await house.snapshot();
  const { id } = await house.importLines([room("A", "305"), room("A", "306"), room("B", "401"), room("B", "402")]);
  expect(await house.rooms()).toHaveLength(4);
  await house.undo(id);
  expect(await house.snapshot()).toEqual(before);
});

test("rooms that differ in price are refused with both prices, whatever batch they stand in, and nothing of the booking is kept", async () => {
  const house = await openHouse();
  const lines = [room("A", "301"), room("B", "401"), room("C", "501"), room("A", "302", { 利用金額: 12_000 })];
  const { check, refused } = await house.importLines(lines);
  expect(refused).toBe(2);
  expect(check).toMatchObject({
    rows_further_rooms: 0,
    refusal_groups: [
      { field: "use_price", count: 2, lines: [2, 5], message: expect.stringContaining("10,000円、12,000円") },
    ],
  });
  expect(await house.money()).toEqual(["B 10000 1000", "C 10000 1000"]);

  const total = [room("A", "301", { 利用金額: 22_000 }), room("A", "302", { 利用金額: 0 })];
  expect(await house.importLines(total)).toMatchObject({ refused: 0, check: { rows_further_rooms: 1 } });
  expect(await house.money()).toEqual(["A 22000 2200", "B 10000 1000", "C 10000 1000"]);
});

test("other rooms told at the same time lose none of theirs, and rooms told later take the place of those before", async () => {
  const house = await openHouse();
  const at = (hour: number) => ({ 更新日時: `2026-10-03 ${hour}:00` });
  await house.importLines([room("A", "301", at(10)), room("A", "302", at(10))]);
  await house.importLines([room("A", "201", at(10)), room("A", "301", at(10))]);
  expect(await house.rooms()).toEqual(["A 1 301 ? 2026-10-01 t", "A 2 201 ? 2026-10-01 t"]);
  await house.importLines([room("A", "101", at(12)), room("A", "102", at(12)), room("A", "103", at(9))]);
  expect(await house.rooms()).toEqual(["A 1 101 ? 2026-10-01 t", "A 2 102 ? 2026-10-01 t"]);
});
