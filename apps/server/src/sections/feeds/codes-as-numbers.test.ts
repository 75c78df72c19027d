import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { booking, feedKey, send, statusOf, work } from "./feeds.fixture.ts";

const LONG = new URL("../../../fixtures/reported/feed-long-numbers.json", import.meta.url);

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

let serial = 0;
async function openInn() {
  const inn = await makeAccount(t.app, { name: `番号の宿${++serial}` });
  const { accountId } = inn;
  const key = await feedKey(t.app, { accountId, facilityId: accountId });
  const all = async (text: string) =>
    (await t.app.database.inScope({ accountIds: [accountId] }, (tx) => sql.raw(text).execute(tx.db))).rows;
  const brings = async (payload: string) => {
    const answer = await send(t, { key, payload });
    expect(answer.statusCode, answer.body).toBe(202);
    await work(t.app, accountId);
    const { batch_id } = answer.json();
    return { batch_id, ...(await statusOf(t, key, batch_id)).json() };
  };
  return { inn, key, all, brings };
}

/** A row whose field holds this JSON text. */
const rowWith = (code: string, field: string, json: string) => {
  const row = JSON.stringify(booking(code, { [field]: "?" }));
  return `{"rows":[${row.replace('"?"', json)}]}`;
};

test("reservation numbers of 20 digits that are sent as JSON numbers stay two bookings of two guests", async () => {
  const { all, brings } = await openInn();
  const status = await brings(await readFile(LONG, "utf8"));
  expect(status.refused).toEqual([]);
  expect(
    await all(`select reservation.original_reservation_code as code, customer.email
      from stay_reservations reservation join customers customer on customer.id = reservation.customer_id order by 1`),
  ).toEqual([
    { code: "12345678901234567890", email: "kou@guests.example.net" },
    { code: "12345678901234567891", email: "otsu@guests.example.net" },
  ]);
});

test.each([
  ["reservation_code", "1.0"],
  ["reservation_code", "1e5"],
  ["reservation_code", "-0"],
  ["reservation_code", "1.2345678901234567e19"],
  ["transaction_code", "1E5"],
  ["member_number", "123.0"],
  ["plan_code", "1.5"],
  ["room_code", "1e2"],
  ["tel", "9.012345678e9"],
  ["postcode", "1000001.0"],
  ["room_type", "-0"],
  ["guest_name", "1e400"],
  ["booking_channel", "0.1"],
])("%s as the number %s is refused by the name of its field, and its neighbours go in", async (field, json) => {
  const { brings } = await openInn();
  const bad = rowWith("R-1", field, json).slice('{"rows":['.length, -2);
  const { refused, ...counts } = await brings(`{"rows":[${bad},${JSON.stringify(booking("R-2"))}]}`);
  expect(refused).toMatchObject([{ index: 0, field, reason: "number_for_text" }]);
  expect(refused[0].message).toContain("文字列");
  expect(counts).toMatchObject({ new: 1 });
});

test("in parts of a row, too", async () => {
  const { brings, all } = await openInn();
  const row = (code: string, more: string) => `${JSON.stringify(booking(code)).slice(0, -1)},${more}}`;
  const { refused, ...counts } = await brings(
    `{"rows":[${[
      row("R-1", '"linkage":{"feed_channel":"s4","reservation_code":1e3}'),
      row("R-2", '"rooms":[{"room_code":101.0}]'),
      row("R-3", '"companions":[{"guest_name":"同伴 一","member_number":1e3}]'),
      row(
        "R-4",
        '"linkage":{"feed_channel":"s4","reservation_code":98765432109876543210},"rooms":[{"room_code":101,"adult_count":2.0}]',
      ),
      row("R-5", '"companions":[{"guest_name":"同伴 二","member_number":98765432109876543211}]'),
    ].join()}]}`,
  );
  expect(refused).toMatchObject([
    { index: 0, field: "linkage.reservation_code", reason: "number_for_text" },
    { index: 1, field: "rooms.0.room_code", reason: "number_for_text" },
    { index: 2, field: "companions.0.member_number", reason: "number_for_text" },
  ]);
  expect(counts).toMatchObject({ new: 2 });
  expect(await all("select room_code from stay_rooms where room_code <> ''")).toEqual([{ room_code: "101" }]);
});

test("whole numbers of any length are kept as they are written, and amounts stay amounts", async () => {
  const { brings, all } = await openInn();
  const row = (code: string, price: string) =>
    `${JSON.stringify(booking("?", { state: "reserved" }))
      .replace('"?"', code)
      .slice(0, -1)},"reserved_price":${price},"adult_count":2.0,"birthday":19900203}`;
  const { refused } = await brings(
    `{"rows":[${row("7", "10000.0")},${row("-5", "1e4")},${row("1".repeat(64), "12000")}]}`,
  );
  expect(refused).toEqual([]);
  expect(
    await all(`select original_reservation_code as code, reserved_price as price from stay_reservations
      order by length(original_reservation_code)`),
  ).toEqual([
    { code: "7", price: 10_000 },
    { code: "-5", price: 10_000 },
    { code: "1".repeat(64), price: 12_000 },
  ]);
});

test("the same Idempotency-Key with another long number is another request", async () => {
  const { key } = await openInn();
  const ask = (json: string) => send(t, { key, payload: rowWith("R", "member_number", json), idempotencyKey: "long" });
  expect((await ask("12345678901234567890")).statusCode).toBe(202);
  expect((await ask("12345678901234567890")).statusCode).toBe(202);
  expect((await ask("12345678901234567891")).statusCode).toBe(422);
});

test("a held row shows its long number in full, and can be sent again as it is shown", async () => {
  const { inn, brings, all } = await openInn();
  const held = rowWith("R-1", "member_number", "12345678901234567891").replace("山田 花子", "");
  const status = await brings(held);
  expect(status.refused).toMatchObject([{ field: "guest_name", reason: "required" }]);
  const call = await t.as(await makeUser(t.app, inn, "role_user", ["customers/all"]));
  const rows = `/api/customers/inbox/${status.batch_id}/rows`;
  const [item] = (await call({ method: "GET", url: rows })).json().items;
  expect(item.row).toMatchObject({ member_number: "12345678901234567891" });
  const row = { ...item.row, guest_name: "山田 花子" };
  const again = await call({
    method: "POST",
    url: `${rows}/${item.row_index}/retry`,
    payload: { row, version: item.version },
  });
  expect([again.statusCode, again.json().row_outcome]).toEqual([200, "new"]);
  expect(await all("select member_number from customers")).toEqual([{ member_number: "12345678901234567891" }]);
});

test("a number of a million digits is refused as too long, and held short", async () => {
  const { brings, all } = await openInn();
  const { refused } = await brings(rowWith("R-1", "member_number", "7".repeat(1_000_000)));
  expect(refused).toMatchObject([{ field: "member_number", reason: "too_long" }]);
  expect(await all("select length(raw) < 3000 as is_short from feed_rows")).toEqual([{ is_short: true }]);
});

test("a thousand rows of long numbers are parsed without holding the process up", async () => {
  const { key } = await openInn();
  const rows = Array.from({ length: 1_000 }, (_, n) =>
    JSON.stringify(booking(`R-${n}`, { member_number: "?" })).replace('"?"', `1234567890123456${n}`),
  );
  const before = performance.now();
  expect((await send(t, { key, payload: `{"rows":[${rows.join()}]}` })).statusCode).toBe(202);
  expect(performance.now() - before).toBeLessThan(5_000);
});
