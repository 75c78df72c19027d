import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "../../test/app.ts";
import { imported, queued, resortSlice, runImport } from "../imports/imports.fixture.ts";
import { makeBasicCampaign } from "../stays/stays.fixture.ts";
import { deliveredSeparately, expectSame, stateOf } from "./delivered-separately.fixture.ts";
import { fileOfRows, type Inn, openInn, type Row, rowsOfFile } from "./deliveries.fixture.ts";
import { fed, send, statusOf, work } from "./feeds.fixture.ts";

let t: TestApp;
let rows: Row[];
beforeAll(async () => {
  t = await testApp();
  // Enough for guests that return, cancel and stay away.
  rows = rowsOfFile(await resortSlice()).filter((_, index) => index % 4 === 0);
});
afterAll(() => t.close());

deliveredSeparately(() => ({ t, rows }), [3], 3);

const inInn = <T>({ accountId }: Inn, work: Parameters<typeof t.app.database.inScope<T>>[1]) =>
  t.app.database.inScope({ accountIds: [accountId] }, work);

describe("two versions of one booking, the later one with blanks", () => {
  const older: Row = {
    reservation_code: "V-1",
    state: "滞在済",
    check_in_date: "2016-05-10",
    check_out_date: "2016-05-12",
    use_price: "10000",
    plan_code: "SPA",
    guest_name: "山田 花子",
    guest_name_kana: "ヤマダ ハナコ",
    email: "hana@example.jp",
    birthday: "1980-05-20",
    source_updated_at: "2016-05-12T10:00:00+09:00",
  };
  const { plan_code: _plan, email: _email, birthday: _birthday, ...rest } = older;
  const newer: Row = { ...rest, room_type: "和室", source_updated_at: "2016-05-12T12:00:00+09:00" };
  const open = async () => {
    const inn = await openInn(t);
    const target = {
      combinator: "and" as const,
      rules: [{ field: "birthday_month" as const, operator: "in" as const, value: [5] }],
    };
    const rule = { grant_type: "absolute" as const, grant_absolute: 70, plan_code: ["SPA"], grant_condition: 1 };
    await inInn(inn, (tx) => makeBasicCampaign(tx, { accountId: inn.accountId, target, rule }));
    return inn;
  };
  const file = (inn: Inn, of: Row[], batchRows?: number) =>
    imported(t.app, inn.accountId, inn.accountId, fileOfRows(of), batchRows);
  const feed = (inn: Inn, of: Row[]) => fed(t, inn.accountId, inn.key, "/feeds/plain/reservations", of);

  it("earn the same wherever a file or batch ends, and whichever comes first", async () => {
    const one = await open();
    expect(await file(one, [older, newer])).toMatchObject({ new: 1, changed: 1, unchanged: 0 });
    const wanted = await stateOf(t, one);
    expect(wanted.balances).toEqual(["none:V-1|570|0"]);
    expect(wanted.stays[0]).toContain("SPA");
    expect(await file(one, [older, newer]), "once more").toMatchObject({ new: 0, changed: 0, unchanged: 2 });
    const ways: ((inn: Inn) => Promise<unknown>)[] = [
      (inn) => file(inn, [newer, older]),
      (inn) => file(inn, [older, newer], 1),
      (inn) => file(inn, [newer, older], 1),
      async (inn) => [await file(inn, [older]), await file(inn, [newer])],
      async (inn) => {
        await file(inn, [newer]);
        expect(await file(inn, [older]), "its words count").toMatchObject({ changed: 1, unchanged: 0 });
      },
      (inn) => feed(inn, [older, newer]),
      (inn) => feed(inn, [newer, older]),
      async (inn) => [await feed(inn, [newer]), await feed(inn, [older]), await feed(inn, [newer])],
    ];
    for (const deliver of ways) {
      const inn = await open();
      await deliver(inn);
      expectSame(await stateOf(t, inn), wanted);
    }
  });
});

describe("a stay whose system spells the guest otherwise, or not at all", () => {
  const booking: Row = {
    reservation_code: "N-1",
    check_in_date: "2016-05-10",
    check_out_date: "2016-05-12",
    reserved_price: "10000",
    guest_name: "山田 花子",
    guest_name_kana: "ヤマダ ハナコ",
    birthday: "1980-05-20",
    source_updated_at: "2016-05-01T10:00:00+09:00",
  };
  const keys = { email: "hana@example.jp", member_number: "M-7" };
  it.each([
    ["山田花子", keys],
    ["山田花子 様", {}],
    ["-", keys],
    ["－", {}],
  ])("%s: is the same guest's, who earns the points", async (guest_name, known) => {
    const stay = {
      reservation_code: "N-1",
      guest_name,
      check_in_date: "2016-05-10",
      check_out_date: "2016-05-12",
      use_price: "10000",
      source_updated_at: "2016-05-12T10:00:00+09:00",
    };
    const inn = await openInn(t);
    await fed(t, inn.accountId, inn.key, "/feeds/plain/reservations", [{ ...booking, ...known }]);
    await fed(t, inn.accountId, inn.key, "/feeds/plain/stays", [stay]);
    const { identities, balances } = await stateOf(t, inn);
    expect(identities).toEqual([expect.stringMatching(/^none:N-1\|active\|1980-05-20\|/)]);
    expect(balances).toEqual(["none:N-1|500|0"]);
  });
});

describe("a stay or cancellation before its reservation", () => {
  const booking = {
    reservation_code: "W-1",
    check_in_date: "2016-05-10",
    check_out_date: "2016-05-12",
    guest_name: "山田 花子",
  };
  const price = { reserved_price: "10000", plan_code: "SPA", source_updated_at: "2016-05-01T10:00:00+09:00" };
  const stay = {
    reservation_code: "W-1",
    transaction_code: "F-1",
    use_price: "12000",
    source_updated_at: "2016-05-12T10:00:00+09:00",
  };
  const off = {
    reservation_code: "W-2",
    state: "cancelled",
    cancel_date: "2016-05-02",
    source_updated_at: "2016-05-02T10:00:00+09:00",
  };
  const waits = async (inn: Inn) => {
    const { batchId, status } = await fed(t, inn.accountId, inn.key, "/feeds/plain/stays", [stay]);
    expect(status).toMatchObject({ new: 0, refused: [], waiting: [{ index: 0, reservation_code: "W-1" }] });
    return batchId;
  };
  const taken = async (inn: Inn, batchId: number) => {
    expect((await statusOf(t, inn.key, batchId)).json()).toMatchObject({ changed: 1, refused: [], waiting: [] });
    const { stays } = await stateOf(t, inn);
    expect(stays[0]).toMatch(/^none\|W-1\|.*\|SPA\|10000\|.*\|F-1\|2016-05-12\|12000\|12000\|/);
  };
  it("waits for it, and is taken in when it comes by a feed", async () => {
    const inn = await openInn(t);
    const batchId = await waits(inn);
    const early = await fed(t, inn.accountId, inn.key, "/feeds/plain/reservations", [off]);
    expect(early.status).toMatchObject({ waiting: [{ index: 0, reservation_code: "W-2" }] });
    await fed(t, inn.accountId, inn.key, "/feeds/plain/reservations", [
      { ...booking, ...price },
      { ...booking, ...price, reservation_code: "W-2" },
    ]);
    await taken(inn, batchId);
    const { stays } = await stateOf(t, inn);
    expect(stays[1]).toMatch(/^none\|W-2\|.*\|reserved\|2016-05-02\|/);
  });
  it("waits for it, and is taken in when it comes by a file", async () => {
    const inn = await openInn(t);
    const batchId = await waits(inn);
    await imported(t.app, inn.accountId, inn.accountId, fileOfRows([{ ...booking, ...price }]));
    await work(t.app, inn.accountId);
    await taken(inn, batchId);
  });
  it("that names guest and days stands by itself, and the older reservation fills what it left out", async () => {
    const guest = { guest_name: "山田 花子", email: "hana@example.jp" };
    const reservation = {
      ...booking,
      ...price,
      ...guest,
      reserved_date: "2016-03-01",
      guest_name_kana: "ヤマダ ハナコ",
      room_type: "和室",
      room_code: "301",
      adult_count: "2",
      birthday: "1980-05-20",
      reserved_payment_price: "9000",
    };
    const [first, second] = [await openInn(t), await openInn(t)];
    const rowsByKind = { stays: { ...booking, ...guest, ...stay }, reservations: reservation };
    const deliver = async (inn: Inn, kinds: readonly (keyof typeof rowsByKind)[]) => {
      for (const kind of kinds) await fed(t, inn.accountId, inn.key, `/feeds/plain/${kind}`, [rowsByKind[kind]]);
      return stateOf(t, inn);
    };
    const wanted = await deliver(first, ["reservations", "stays"]);
    expect(wanted.stays[0]).toMatch(
      /\|2016-03-01\|.*\|SPA\|10000\|9000\|.*和室\/301\/2.*\|ヤマダ ハナコ\|.*\|F-1\|2016-05-12\|12000\|/,
    );
    expect(wanted.balances).toEqual(["none:W-1|600|0"]);
    expectSame(await deliver(second, ["stays", "reservations", "stays"]), wanted);
  });
  it("needs neither guest nor days by a feed where it is known", async () => {
    const inn = await openInn(t);
    await fed(t, inn.accountId, inn.key, "/feeds/plain/reservations", [{ ...booking, ...price }]);
    const { status } = await fed(t, inn.accountId, inn.key, "/feeds/plain/stays", [stay]);
    expect(status).toMatchObject({ changed: 1, refused: [], waiting: [] });
    expect((await stateOf(t, inn)).balances).toEqual(["none:W-1|600|0"]);
  });
  it("needs neither guest nor days where it is known, in a file of stays as well", async () => {
    const inn = await openInn(t);
    await imported(t.app, inn.accountId, inn.accountId, fileOfRows([{ ...booking, ...price }]));
    const id = await queued(
      t.app,
      inn.accountId,
      inn.accountId,
      fileOfRows([{ ...stay }, { ...stay, reservation_code: "W-9" }]),
      "stays",
    );
    await runImport(t.app, inn.accountId, id);
    const { stays } = await stateOf(t, inn);
    expect(stays).toEqual([expect.stringMatching(/\|W-1\|.*\|山田 花子\|F-1\|2016-05-12\|12000\|/)]);
  });
  it("takes nothing from a guest who waits for a person to decide", async () => {
    const inn = await openInn(t);
    const group = { ...booking, ...price, group_type: "group", address: "箱根町湯本1-2-3", email_consent: "true" };
    await fed(t, inn.accountId, inn.key, "/feeds/plain/reservations", [group]);
    await fed(t, inn.accountId, inn.key, "/feeds/plain/stays", [stay]);
    const { rows: waitingRows } = await inInn(inn, (tx) =>
      sql`select waiting_details from stay_reservation_customers where account_id = ${inn.accountId}`.execute(tx.db),
    );
    expect(waitingRows).toEqual([
      {
        waiting_details: {
          address: "箱根町湯本1-2-3",
          email_consent: true,
          source_updated_at: "2016-05-01T01:00:00.000Z",
        },
      },
    ]);
  });
  it("is not doubled by being sent again, nor lost when its batch is", async () => {
    const inn = await openInn(t);
    await waits(inn);
    await send(t, { key: inn.key, path: "/feeds/plain/stays", payload: { rows: [stay] } });
    await fed(t, inn.accountId, inn.key, "/feeds/plain/reservations", [{ ...booking, ...price }]);
    const { stays, balances } = await stateOf(t, inn);
    expect([stays.length, balances]).toEqual([1, ["none:W-1|600|0"]]);
  });
});
