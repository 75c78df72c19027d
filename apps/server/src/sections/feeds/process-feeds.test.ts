import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeAccount, type TestApp, testApp } from "../../test/app.ts";
import { csvOf, imported, stateOf } from "../imports/imports.fixture.ts";
import { booking, type Channel, fed, feedKey, send, statusOf, work } from "./feeds.fixture.ts";

let t: TestApp;
let accountId: number;
let serial = 0;
beforeAll(async () => {
  t = await testApp();
});
beforeEach(async () => {
  ({ accountId } = await makeAccount(t.app, { name: `宿${++serial}` }));
});
afterAll(() => t.close());

const keyFor = (channel: Channel = "plain") => feedKey(t.app, { accountId, facilityId: accountId }, channel);
const read = (statement: ReturnType<typeof sql<Record<string, unknown>>>) =>
  t.app.database.inScope({ accountIds: [accountId] }, async (tx) => (await statement.execute(tx.db)).rows);

it("a reservation and its stay, with every column that a feed can fill", async () => {
  const key = await keyFor("dynalution");
  const row = booking("D-1", {
    reservation_status: "go_show",
    state: "stayed",
    reserved_date: "2026-10-01",
    reserved_price: 30_000,
    reserved_payment_price: 5_000,
    use_price: 32_000,
    payment_price: 27_000,
    plan_code: "SPA",
    group_type: "individual",
    language_code: "en",
    tel: "03-1234-5678",
    transaction_code: "T-1",
    confirmed_date: "2026-11-04",
    reservation_system_virtual: "ねっぱん",
    reservation_system_code: "JLN",
    reservation_system_name: "じゃらん",
    is_online_check_in: true,
    is_online_check_out: "はい",
    use_price_detail: [
      { name: "宿泊料", price: 33_000 },
      { name: "割引", price: -1_000 },
    ],
    rooms: [
      { room_code: "301", room_type: "和室", adult_count: 2, child_count: 1 },
      { room_code: "302", room_type: "洋室", adult_count: 1 },
    ],
    companions: [
      { guest_name: "山田 太郎", guest_name_kana: "ヤマダ タロウ", guest_type: "companion", birthday: "2001-02-03" },
      { guest_name: "佐藤 次郎", email: "jiro@example.jp" },
    ],
  });
  const { status } = await fed(t, accountId, key, "/feeds/dynalution/reservations", [row]);
  const unknown_words = [{ field: "booking_channel", word: "じゃらん", rows: 1 }];
  const counts = { new: 1, changed: 0, unchanged: 0 };
  expect(status).toEqual({ status: "done", ...counts, refused: [], unknown_words, waiting: [] });
  expect(await read(sql`select * from stay_reservations`)).toMatchObject([
    {
      code_space: "dynalution",
      reservation_system: "DYN_DI",
      reservation_system_virtual: "ねっぱん",
      reservation_system_code: "JLN",
      reservation_system_name: "じゃらん",
      original_reservation_code: "D-1",
      plan_code: "SPA",
      reserved_price: 30_000,
      reserved_payment_price: 5_000,
      reserved_min_room_count: 2,
      reservation_status: "go_show",
      tel: "+81312345678",
    },
  ]);
  expect(await read(sql`select * from stay_transactions`)).toMatchObject([
    {
      code_space: "dynalution",
      transaction_code: "T-1",
      use_price: 32_000,
      payment_price: 27_000,
      use_price_detail: [
        { name: "宿泊料", price: 33_000 },
        { name: "割引", price: -1_000 },
      ],
      is_online_check_in: true,
      is_online_check_out: true,
    },
  ]);
  const day = { stay_start_date: "2026-11-01", stay_end_date: "2026-11-03" };
  expect(await read(sql`select * from stay_rooms where stay_transaction_id is not null order by seq`)).toMatchObject([
    { ...day, seq: 1, room_code: "301", room_type: "和室", adult_count: 2, child_count: 1 },
    { ...day, seq: 2, room_code: "302", room_type: "洋室", adult_count: 1, child_count: null },
  ]);
  const guests = (table: string) =>
    read(
      sql`select guest_type, name, customer_id is not null as customer from ${sql.table(table)} order by guest_type desc, name`,
    );
  const named = [
    { guest_type: "representative", name: "山田 花子", customer: true },
    { guest_type: "companion", name: "佐藤 次郎", customer: false },
    { guest_type: "companion", name: "山田 太郎", customer: false },
  ];
  expect([await guests("stay_reservation_customers"), await guests("stay_customers")]).toEqual([named, named]);
  expect(
    await read(sql`select waiting_details from stay_reservation_customers where name = '山田 太郎'`),
  ).toMatchObject([{ waiting_details: { birthday: "2001-02-03" } }]);

  // A room fewer, another companion, and nothing said of the bill and the channel: what is not said stays.
  const { use_price_detail, is_online_check_in, reservation_system_virtual, ...rest } = row;
  const changed = { ...rest, rooms: [{ room_code: "401" }], companions: [{ guest_name: "鈴木 三郎" }] };
  expect((await fed(t, accountId, key, "/feeds/dynalution/reservations", [changed])).status).toMatchObject({
    changed: 1,
  });
  expect(await read(sql`select seq, room_code from stay_rooms`)).toEqual([{ seq: 1, room_code: "401" }]);
  expect(await guests("stay_customers")).toEqual([named[0], { ...named[1], name: "鈴木 三郎" }]);
  expect(
    await read(sql`select reservation.reservation_system_virtual, stay.is_online_check_in, stay.use_price_detail
      from stay_reservations reservation
      join stay_transactions stay on stay.stay_reservation_id = reservation.id`),
  ).toEqual([{ reservation_system_virtual, is_online_check_in, use_price_detail }]);
});

it("a stay is told by its bill, with or without the booking's code", async () => {
  const key = await keyFor();
  const bill = (over: object) => ({
    ...booking(""),
    reservation_code: undefined,
    transaction_code: "F-9",
    use_price: 9_000,
    ...over,
  });
  const first = await fed(t, accountId, key, "/feeds/plain/stays", [bill({})]);
  expect(first.status).toMatchObject({ new: 1, refused: [] });
  const again = await fed(t, accountId, key, "/feeds/plain/stays", [bill({ use_price: 9_500 })]);
  expect(again.status).toMatchObject({ changed: 1 });
  expect(await read(sql`select transaction_code, use_price, reversed_at from stay_transactions`)).toEqual([
    { transaction_code: "F-9", use_price: 9_500, reversed_at: null },
  ]);
  const taken = await fed(t, accountId, key, "/feeds/plain/stays", [
    bill({ state: "cancelled", cancel_date: "2026-11-04" }),
  ]);
  expect(taken.status).toMatchObject({ changed: 1 });
  expect(await read(sql`select reversed_at is null as counts from stay_transactions`)).toEqual([{ counts: false }]);
});

it("a stay whose reservation nobody told brings its guest along: found by the keys, named with stay and reservation, nothing lost", async () => {
  const key = await keyFor();
  const guest = {
    guest_name: "海野 渚",
    guest_name_kana: "ウミノ ナギサ",
    email: "nagisa@example.jp",
    tel: "090-2222-3333",
    birthday: "1985-07-07",
    gender: "女",
    postcode: "150-0001",
    address: "東京都渋谷区1-1",
    member_number: "M-77",
  };
  const stayFields = { check_in_date: "2026-11-01", check_out_date: "2026-11-03", use_price: 12_000 };
  const rows = [
    { reservation_code: "UNTOLD-1", transaction_code: "F-1", ...stayFields, ...guest },
    { transaction_code: "F-2", ...stayFields, guest_name: "海野 渚", email: "nagisa@example.jp" },
    { reservation_code: "UNTOLD-3", transaction_code: "F-3", ...stayFields },
  ];
  const { status } = await fed(t, accountId, key, "/feeds/plain/stays", rows);
  expect(status).toMatchObject({ new: 2, refused: [], waiting: [{ index: 2, reservation_code: "UNTOLD-3" }] });
  const people =
    await read(sql`select name, name_kana, email, tel_national, birthday, gender, postcode, address, member_number, stay_count
    from customers`);
  expect(people).toEqual([
    {
      name: "海野 渚",
      name_kana: "ウミノ ナギサ",
      email: "nagisa@example.jp",
      tel_national: "09022223333",
      birthday: "1985-07-07",
      gender: "female",
      postcode: "150-0001",
      address: "東京都渋谷区1-1",
      member_number: "M-77",
      stay_count: 2,
    },
  ]);
  const named = sql<
    Record<string, unknown>
  >`select stay.transaction_code, reservation.original_reservation_code as code, guest.name as booked, stay_guest.name as stayed
    from stay_transactions stay join stay_reservations reservation on reservation.id = stay.stay_reservation_id
    join stay_reservation_customers guest on guest.stay_reservation_id = reservation.id
      join stay_customers stay_guest on stay_guest.stay_transaction_id = stay.id order by 1`;
  expect(await read(named)).toEqual([
    { transaction_code: "F-1", code: "UNTOLD-1", booked: "海野 渚", stayed: "海野 渚" },
    { transaction_code: "F-2", code: "F-2", booked: "海野 渚", stayed: "海野 渚" },
  ]);
  // The reservation comes later and says less: nothing of the guest goes.
  const { check_in_date, check_out_date } = stayFields;
  await fed(t, accountId, key, "/feeds/plain/reservations", [
    { reservation_code: "UNTOLD-1", check_in_date, check_out_date, guest_name: "海野 渚", reserved_price: 11_000 },
  ]);
  expect(await read(sql`select use_price, reversed_at from stay_transactions where transaction_code = 'F-1'`)).toEqual([
    { use_price: 12_000, reversed_at: null },
  ]);
  expect((await read(sql`select member_number, email from customers`))[0]).toEqual({
    member_number: "M-77",
    email: "nagisa@example.jp",
  });
});

it("codes of systems are their own: the same code of three channels is three reservations", async () => {
  for (const channel of ["plain", "dynalution", "s4"] as const)
    for (const expected of ["new", "unchanged"]) {
      const { status } = await fed(t, accountId, await keyFor(channel), `/feeds/${channel}/stays`, [
        booking("SAME", { transaction_code: "T-SAME", use_price: 1_000 }),
      ]);
      expect(status[expected]).toBe(1);
    }
  expect(await read(sql`select code_space, reservation_system from stay_reservations order by 1`)).toEqual([
    { code_space: "dynalution", reservation_system: "DYN_DI" },
    { code_space: "none", reservation_system: "NONE" },
    { code_space: "s4", reservation_system: "NONE" },
  ]);
  // A file and the plain feed share theirs.
  expect(
    await imported(
      t.app,
      accountId,
      accountId,
      csvOf([
        {
          予約番号: "SAME",
          チェックイン: "2026-11-01",
          チェックアウト: "2026-11-03",
          氏名: "山田 花子",
          利用金額: 1_000,
          伝票番号: "T-SAME",
        },
      ]),
    ),
  ).toMatchObject({ unchanged: 1 });
});

describe("newer source times win", () => {
  const reportAt = (minute: number) =>
    booking("N-1", { reserved_price: minute * 100, source_updated_at: `2026-10-01T10:0${minute}:00Z` });
  it.each([
    ["in one batch", [[3, 1, 2]]],
    ["in batches that are worked off together", [[3], [1], [2]]],
    ["one after the other", [[2], "work", [3], "work", [1]]],
  ] as const)("%s", async (_name, steps) => {
    const key = await keyFor();
    for (const step of steps)
      if (step === "work") await work(t.app, accountId);
      else await send(t, { key, payload: { rows: step.map(reportAt) } });
    await work(t.app, accountId);
    expect(await read(sql`select reserved_price from stay_reservations`)).toEqual([{ reserved_price: 300 }]);
  });
});

describe("a worker that does not come to its end", () => {
  it("leaves whole batches; the next one goes on, and the end is that of one that was not disturbed", async () => {
    const rows = Array.from({ length: 60 }, (_, n) =>
      booking(`R-${n}`, {
        state: "stayed",
        use_price: n * 100,
        email: `g${n % 7}@example.jp`,
        guest_name_kana: "ヤマダ ハナコ",
      }),
    );
    const key = await keyFor();
    const ids: number[] = [];
    for (let n = 0; n < 6; n++)
      ids.push((await send(t, { key, payload: { rows: rows.slice(n * 10, n * 10 + 10) } })).json().batch_id);
    // Killed in the middle of the third transaction: its connection is gone.
    let transactions = 0;
    const { inScope } = t.app.database;
    const dying = {
      ...t.app,
      database: {
        ...t.app.database,
        inScope: (async (scope, doing) =>
          inScope(scope, async (tx) => {
            const done = await doing(tx);
            if (++transactions === 6) await tx.client.query("select pg_terminate_backend(pg_backend_pid())");
            return done;
          })) as typeof inScope,
      },
    };
    await expect(work(dying, accountId, 1)).rejects.toThrow();
    const states = async () => Promise.all(ids.map(async (id) => (await statusOf(t, key, id)).json()));
    const half = await states();
    expect(half.map(({ status }) => status)).toContain("done");
    expect(half.some(({ status }) => status !== "done")).toBe(true);
    for (const batch of half) expect(batch.new).toBe(batch.status === "done" ? 10 : 0);
    await work(t.app, accountId);
    expect((await states()).map((batch) => [batch.status, batch.new])).toEqual(ids.map(() => ["done", 10]));
    const disturbed = await t.app.database.inScope({ accountIds: [accountId] }, (tx) => stateOf(tx, accountId));

    ({ accountId } = await makeAccount(t.app, { name: `宿${++serial}` }));
    await fed(t, accountId, await keyFor(), "/feeds/plain/reservations", rows);
    const whole = await t.app.database.inScope({ accountIds: [accountId] }, (tx) => stateOf(tx, accountId));
    const facilityFree = (state: Record<string, string[]>) =>
      JSON.stringify(state, (name, value) => (name === "facilities" ? undefined : value)).replaceAll(/\|\d+"/g, '"');
    expect(facilityFree(disturbed)).toBe(facilityFree(whole));
  });

  it("a batch that cannot be written holds up no other, and its rows are held in the end", async () => {
    const key = await keyFor();
    const bad = (await send(t, { key, payload: { rows: [booking("BAD")] } })).json().batch_id;
    const good = (await send(t, { key, payload: { rows: [booking("GOOD")] } })).json().batch_id;
    await t.past.asSystem((tx) =>
      sql`alter table stay_reservations add constraint no_bad check (original_reservation_code <> 'BAD') not valid`.execute(
        tx.db,
      ),
    );
    await expect(work(t.app, accountId, 0)).rejects.toThrow();
    await expect(work(t.app, accountId, 1)).rejects.toThrow();
    expect((await statusOf(t, key, good)).json()).toMatchObject({ status: "done", new: 1 });
    expect((await statusOf(t, key, bad)).json().status).toBe("doing");
    await expect(work(t.app, accountId, 5)).rejects.toThrow();
    expect((await statusOf(t, key, bad)).json()).toMatchObject({
      status: "done",
      refused: [{ index: 0, field: "", reason: "gave_up" }],
    });
    await t.past.asSystem((tx) => sql`alter table stay_reservations drop constraint no_bad`.execute(tx.db));
  });

  it("what lies about is given a new job, and answers of two days ago are forgotten", async () => {
    const key = await keyFor();
    const id = (await send(t, { key, payload: { rows: [booking("L")] } })).json().batch_id;
    await t.past.asSystem(async (tx) => {
      await sql`delete from pgboss.job where name = 'process-feeds'`.execute(tx.db);
      await sql`update import_batches set updated_at = now() - interval '1 year' where account_id = ${accountId}`.execute(
        tx.db,
      );
      await sql`update idempotency_keys set created_at = now() - interval '1 year' where account_id = ${accountId}`.execute(
        tx.db,
      );
    });
    const { feedJobs } = await import("./feeds.jobs.ts");
    await feedJobs(t.app)["maintain-feeds"]();
    expect(await read(sql`select key from idempotency_keys`)).toEqual([]);
    const { jobHandlers } = await import("../../main/job-handlers.ts");
    await t.app.jobs.drain(jobHandlers(t.app));
    expect((await statusOf(t, key, id)).json()).toMatchObject({ status: "done", new: 1 });
  });
});

it("a contract that ends before the worker comes lets the batch wait", async () => {
  const key = await keyFor();
  const id = (await send(t, { key, payload: { rows: [booking("C")] } })).json().batch_id;
  const contractEnds = (day: string | null) =>
    t.past.asSystem((tx) => sql`update accounts set contract_ended_at = ${day} where id = ${accountId}`.execute(tx.db));
  await contractEnds("2026-11-19");
  await work(t.app, accountId);
  await contractEnds(null);
  expect((await statusOf(t, key, id)).json()).toMatchObject({ status: "waiting", refused: [] });
  await work(t.app, accountId);
  expect((await statusOf(t, key, id)).json()).toMatchObject({ status: "done", new: 1 });
});

it("keeps the name that another channel has for a reservation, as each reservation says it", async () => {
  const key = await keyFor("s4");
  const linkage = { feed_channel: "dynalution", reservation_code: "DYN-9" };
  await fed(t, accountId, key, "/feeds/s4/reservations", [booking("S-1", { linkage }), booking("S-2", {})]);
  const linked = () =>
    read(sql`select reservation.original_reservation_code as code, reservation_link.feed_channel, reservation_link.reservation_code
      from stay_reservation_linkages reservation_link
        join stay_reservations reservation on reservation.account_id = reservation_link.account_id
          and reservation.id = reservation_link.stay_reservation_id`);
  expect(await linked()).toEqual([{ code: "S-1", ...linkage }]);
  await fed(t, accountId, key, "/feeds/s4/reservations", [booking("S-2", { linkage })]);
  expect(await linked()).toEqual([
    { code: "S-1", ...linkage },
    { code: "S-2", ...linkage },
  ]);
});
