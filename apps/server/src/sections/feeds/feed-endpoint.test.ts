import { FEED_EXAMPLES, NEEDED_OF_NEW } from "@okaeri/contract/feed-fields";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { feedClient } from "../../../../../docs/feeds-client.ts";
import { makeAccount, TEST_NOW, type TestApp, testApp } from "../../test/app.ts";
import { booking, type Channel, fed, feedKey, send, statusOf, work } from "./feeds.fixture.ts";

let now = TEST_NOW;
let t: TestApp;
let inn: { accountId: number; facilityId: number };
let key: string;
beforeAll(async () => {
  t = await testApp({ clock: { now: () => now } });
  const { accountId } = await makeAccount(t.app, { name: "湯の宿" });
  inn = { accountId, facilityId: accountId };
  key = await feedKey(t.app, inn);
});
afterAll(() => t.close());
beforeEach(() => {
  now = TEST_NOW;
});

const count = async (table: string, accountId = inn.accountId) =>
  (
    await t.app.database.inScope({ accountIds: [accountId] }, (tx) =>
      sql<{ n: number }>`select count(*) as n from ${sql.table(table)} where account_id = ${accountId}`.execute(tx.db),
    )
  ).rows[0]?.n;

describe("who may send", () => {
  it.each<[string, () => Promise<string>]>([
    ["no key", async () => ""],
    ["an unknown key", async () => `okf_${"a".repeat(43)}`],
    ["another kind of key", async () => `okp_${"a".repeat(43)}`],
    ["a revoked key", () => feedKey(t.app, inn, "plain", { revoked_at: TEST_NOW })],
    ["an expired key", () => feedKey(t.app, inn, "plain", { expires_at: TEST_NOW })],
    ["a key of another channel", () => feedKey(t.app, inn, "s4")],
  ])("%s: 401, all alike, and nothing is stored", async (_name, make) => {
    const before = await count("import_batches");
    const answer = await send(t, { key: await make(), payload: { rows: [booking("R")] } });
    expect([answer.statusCode, answer.json()]).toEqual([
      401,
      { status: 401, message: "キーが正しくないか、使えなくなっています" },
    ]);
    expect(await count("import_batches")).toBe(before);
  });

  it("a key in the address is no key, and is refused beside one", async () => {
    const payload = { rows: [booking("R")] };
    expect((await send(t, { path: `/feeds/plain/reservations?key=${key}`, payload })).statusCode).toBe(401);
    expect((await send(t, { path: `/feeds/plain/reservations?key=${key}`, key, payload })).statusCode).toBe(400);
  });

  it("the key is proven before the body is read", async () => {
    expect((await send(t, { payload: "{" })).statusCode).toBe(401);
    expect((await send(t, { key, payload: "{" })).statusCode).toBe(400);
  });

  it("too many requests of one key are asked to wait, and others are not", async () => {
    now = new Date(TEST_NOW.getTime() + 3_600_000);
    const nobodys = 987_654;
    const busy = await feedKey(t.app, inn);
    for (let n = 0; n < 200; n++) await statusOf(t, busy, nobodys);
    const refused = await statusOf(t, busy, nobodys);
    expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, "2"]);
    expect((await statusOf(t, key, nobodys)).statusCode).toBe(404);
    now = new Date(now.getTime() + 2_000);
    expect((await statusOf(t, busy, nobodys)).statusCode).toBe(404);
  });
});

describe("what is a batch", () => {
  const rows = (value: unknown) => ({ rows: value });
  it.each<[string, unknown, number, string[]]>([
    ["no object", [], 400, []],
    ["no rows", {}, 400, ["rows"]],
    ["rows that are none", rows("x"), 400, ["rows"]],
    ["not one row", rows([]), 400, ["rows"]],
    ["over a thousand", rows(Array.from({ length: 1_001 }, () => ({}))), 400, ["rows"]],
    ["a row that is none", rows([booking("A"), 5]), 400, ["rows.1"]],
    ["a field beside the rows", { ...rows([booking("A")]), mode: "x" }, 400, ["mode"]],
    ["a field nobody knows", rows([booking("A"), booking("B", { guset_name: "x" })]), 400, ["rows.1.guset_name"]],
    ["one in a room", rows([booking("A", { rooms: [{}, { floor: 3 }] })]), 400, ["rows.0.rooms.1.floor"]],
    ["one in a linkage", rows([booking("A", { linkage: { id: 3 } })]), 400, ["rows.0.linkage.id"]],
    ["one of JavaScript", `{"rows":[{"__proto__":{"a":1}}]}`, 400, []],
    ["a key twice", `{"rows":[],"rows":[{}]}`, 400, []],
    ["too deep", `{"rows":[{"plan_code":${"[".repeat(5_000)}${"]".repeat(5_000)}}]}`, 400, []],
    ["deeper than a stack", `{"rows":[{"plan_code":${"[".repeat(4_000_000)}${"]".repeat(4_000_000)}}]}`, 400, []],
    ["lists beside each other", `{"rows":[{"plan_code":[[]${",[]".repeat(2_700_000)}]}]}`, 400, []],
    ["deep in an older way", `{"rows":${'[{"rows":'.repeat(100_000)}1`, 400, []],
    ["too large", rows([{ plan_code: "x".repeat(9_000_000) }]), 413, []],
  ])("%s", async (_name, payload, status, fields) => {
    const answer = await send(t, { key, payload });
    expect([answer.statusCode, Object.keys(answer.json().fields ?? {})]).toEqual([status, fields]);
  });

  it("another type than JSON is refused, and an unknown address is not there", async () => {
    const payload = JSON.stringify(rows([booking("A")]));
    const csv = await send(t, { key, payload, headers: { "content-type": "application/octet-stream" } });
    expect(csv.statusCode).toBe(415);
    expect((await send(t, { key, payload, path: "/feeds/opera/reservations" })).statusCode).toBe(404);
    expect((await send(t, { key, payload, path: "/feeds/plain/rooms" })).statusCode).toBe(404);
  });

  it("a wrong value refuses its row alone, with the field and the reason in the asker's language", async () => {
    const wrong: [Record<string, unknown>, string, string][] = [
      [booking("W1", { check_out_date: "2026-10-01" }), "check_out_date", "check_out_before_check_in"],
      [booking("W2", { check_out_date: "2027-12-06" }), "check_out_date", "too_many_nights"],
      [booking("W3", { reserved_price: -1 }), "reserved_price", "negative"],
      [booking("W4", { reserved_price: 1e15 }), "reserved_price", "too_large"],
      [booking("W5", { reserved_price: 100.5 }), "reserved_price", "decimals"],
      [booking("W6", { plan_code: "x".repeat(10_000) }), "plan_code", "too_long"],
      [booking("W7", { language_code: "xx" }), "language_code", "unknown_code"],
      [booking("W8", { guest_name: "a\u0000b" }), "guest_name", "bad_character"],
      [booking("W9", { guest_name: "\ud800" }), "guest_name", "bad_character"],
      [booking("W10", { guest_name: ["山田"] }), "guest_name", "wrong_form"],
      [booking("W11", { tel: "内線のみ" }), "tel", "invalid_tel"],
      [booking("W12", { rooms: "301" }), "rooms", "wrong_form"],
      [booking("W13", { rooms: [{ adult_count: -2 }] }), "rooms.0.adult_count", "negative"],
      [booking("W14", { companions: [{ guest_name: "佐藤", tel: "x" }] }), "companions.0.tel", "invalid_tel"],
      [booking("W15", { companions: [{}] }), "companions.0.guest_name", "required"],
      [
        booking("W16", { linkage: { feed_channel: "opera", reservation_code: "1" } }),
        "linkage.feed_channel",
        "unknown_code",
      ],
      [booking("W17", { linkage: { feed_channel: "s4" } }), "linkage.reservation_code", "required"],
      [
        booking("W18", { use_price_detail: [{ name: "宿泊", price: 1.5 }] }),
        "use_price_detail.0.price",
        "not_a_number",
      ],
      [booking("W19", { is_online_check_in: "maybe" }), "is_online_check_in", "unknown_code"],
      [booking("", {}), "reservation_code", "required"],
    ];
    const all = [booking("OK-1"), ...wrong.map(([row]) => row), booking("OK-2")];
    const { batchId, status } = await fed(t, inn.accountId, key, "/feeds/plain/reservations", all);
    expect(status).toMatchObject({ status: "done", new: 2, changed: 0, unchanged: 0 });
    expect(status.refused.map(({ index, field, reason }) => [index, field, reason])).toEqual(
      wrong.map(([, field, reason], index) => [index + 1, field, reason]),
    );
    expect(status.refused[12]?.message).toBe("部屋の1件目の大人人数: 「-2」はマイナスの値です。0以上で書いてください");
    const english = await t.server.inject({
      method: "GET",
      url: `/feeds/batches/${batchId}`,
      headers: { authorization: `Bearer ${key}`, "x-okaeri-language": "en" },
    });
    expect(english.json().refused[2].message).toBe("Reserved price: “-1” is negative. Write 0 or more");
  });
});

describe("the same request again", () => {
  it("needs a key, and one that a header can hold", async () => {
    const payload = { rows: [booking("K")] };
    for (const idempotencyKey of ["", "a b", "あ".normalize(), "x".repeat(256)]) {
      const answer = await send(t, { key, payload, idempotencyKey: Buffer.from(idempotencyKey).toString("latin1") });
      expect([answer.statusCode, Object.keys(answer.json().fields ?? {})]).toEqual([400, ["Idempotency-Key"]]);
    }
  });

  it("answers the same batch, also in parallel; another body is 422; another caller and two days later it is free", async () => {
    const payload = { rows: [booking("I-1")] };
    const idempotencyKey = "same";
    const before = await count("import_batches");
    const together = await Promise.all(Array.from({ length: 5 }, () => send(t, { key, payload, idempotencyKey })));
    expect(together.map((answer) => [answer.statusCode, answer.json()])).toEqual(
      together.map(() => [202, { batch_id: together[0]?.json().batch_id, received: 1 }]),
    );
    expect(await count("import_batches")).toBe((before ?? 0) + 1);
    expect((await send(t, { key, payload: { rows: [booking("I-2")] }, idempotencyKey })).statusCode).toBe(422);
    expect((await send(t, { key, payload, idempotencyKey, path: "/feeds/plain/stays" })).statusCode).toBe(422);
    const other = await feedKey(t.app, inn);
    expect((await send(t, { key: other, payload, idempotencyKey })).json().batch_id).not.toBe(
      together[0]?.json().batch_id,
    );
    now = new Date(TEST_NOW.getTime() + 48 * 3_600_000 + 1);
    const later = await send(t, { key, payload: { rows: [booking("I-3")] }, idempotencyKey });
    expect([later.statusCode, later.json().received]).toEqual([202, 1]);
    await work(t.app, inn.accountId);
  });
});

describe("whose batch it is", () => {
  it("a facility asks for its own, whichever of its keys; nobody else finds it", async () => {
    const hotel = await makeAccount(t.app, { name: "本部", option: "crm_option_parent" });
    const [east, west] = await Promise.all(["東館", "西館"].map((name) => makeAccount(t.app, { name, above: hotel })));
    const keyFor = (facilityId = 0, channel: Channel = "plain") =>
      feedKey(t.app, { accountId: hotel.accountId, facilityId }, channel);
    const own = await keyFor(east?.accountId);
    const sent = await send(t, { key: own, payload: { rows: [booking("Z-1")] } });
    const id = sent.json().batch_id;
    expect((await statusOf(t, own, id)).json()).toEqual({
      status: "waiting",
      new: 0,
      changed: 0,
      unchanged: 0,
      refused: [],
      unknown_words: [],
      waiting: [],
    });
    expect((await statusOf(t, await keyFor(east?.accountId), id)).statusCode).toBe(200);
    for (const foreign of [key, await keyFor(west?.accountId), await keyFor(east?.accountId, "s4")])
      expect((await statusOf(t, foreign, id)).statusCode).toBe(404);
    for (const wrong of ["0", "x", "1e3", "9".repeat(16)]) expect((await statusOf(t, own, wrong)).statusCode).toBe(404);
    expect((await statusOf(t, "", id)).statusCode).toBe(401);
    await work(t.app, hotel.accountId);
    // The same code of another facility is another reservation.
    await fed(t, hotel.accountId, await keyFor(west?.accountId), "/feeds/plain/reservations", [booking("Z-1")]);
    expect(await count("stay_reservations", hotel.accountId)).toBe(2);
  });
});

it("a developer gets from a key to the first stay with the client of the docs, and reads the guide in the product", async () => {
  const guide = await t.server.inject({ url: "/api/docs/feeds.md" });
  expect([guide.statusCode, guide.headers["content-type"], guide.body.includes("POST /feeds/plain/stays")]).toEqual([
    200,
    "text/plain; charset=utf-8",
    true,
  ]);
  const origin = await t.server.listen({ host: "127.0.0.1", port: 0 });
  const feed = feedClient(origin, key);
  const rows = [
    FEED_EXAMPLES.reservations,
    { ...FEED_EXAMPLES.reservations, reservation_code: "R-X", check_in_date: "?" },
  ];
  const [first = 0] = await feed.send("reservations", rows as Record<string, unknown>[], "night-1");
  // The answer was lost: the same again is the same batch.
  expect(await feed.send("reservations", rows as Record<string, unknown>[], "night-1")).toEqual([first]);
  await work(t.app, inn.accountId);
  expect(await feed.ended(first, 0)).toMatchObject({
    new: 1,
    refused: [{ index: 1, field: "check_in_date", reason: "not_a_date" }],
  });
  const [second = 0] = await feed.send("stays", [FEED_EXAMPLES.stays as Record<string, unknown>], "night-2");
  await work(t.app, inn.accountId);
  expect(await feed.ended(second, 0)).toMatchObject({ changed: 1, refused: [] });
  const wrong = feedClient(origin, `okf_${"a".repeat(43)}`);
  await expect(wrong.status(first)).rejects.toMatchObject({ status: 401 });
});

it("a booking that was not told before is refused without what the guide says it needs, and taken with nothing else", async () => {
  const least = { check_in_date: "2026-12-01", check_out_date: "2026-12-02", guest_name: "山田 花子" };
  const rows = NEEDED_OF_NEW.map((field, n) => ({ reservation_code: `N-${n}`, ...least, [field]: null }));
  const { check_out_date, ...byNights } = least;
  const good = [
    { reservation_code: "N-8", ...least },
    { reservation_code: "N-9", ...byNights, nights: 1 },
  ];
  const { status } = await fed(t, inn.accountId, key, "/feeds/plain/reservations", [...rows, ...good]);
  expect(status).toMatchObject({
    new: 2,
    refused: NEEDED_OF_NEW.map((field, index) => ({ index, field, reason: "required" })),
  });
});

it("a refused row that is sent again, mended, is a row like any other: the held one stays until staff dismiss it", async () => {
  const wrong = booking("AGAIN", { check_in_date: "?" });
  const first = await fed(t, inn.accountId, key, "/feeds/plain/reservations", [wrong]);
  const again = await fed(t, inn.accountId, key, "/feeds/plain/reservations", [booking("AGAIN")]);
  expect(again.status).toMatchObject({ new: 1, refused: [] });
  expect((await statusOf(t, key, first.batchId)).json()).toMatchObject({ new: 0, refused: [{ index: 0 }] });
});

it("a batch sent again is answered as before, also once its house is a headquarters", async () => {
  const house = await makeAccount(t.app, { name: "別館のできる宿", option: "crm_option_parent" });
  const own = await feedKey(t.app, { accountId: house.accountId, facilityId: house.accountId });
  const send1 = () => send(t, { key: own, payload: { rows: [booking("Q-1")] }, idempotencyKey: "once" });
  const first = await send1();
  await makeAccount(t.app, { name: "別館", above: house });
  const again = await send1();
  expect([again.statusCode, again.json()]).toEqual([202, first.json()]);
  expect((await send(t, { key: own, payload: { rows: [booking("Q-2")] } })).statusCode).toBe(400);
});
