import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, it, test } from "vitest";
import { openLog } from "../../log.ts";
import { buildServer } from "../../main/build-server.ts";
import { TEST_NOW } from "../../test/app.ts";
import { keyBudgets } from "../accounts/key-budgets.ts";
import { within } from "../customers/customers.fixture.ts";
import { booking, engine, openEngines, partnerKey, pointUse } from "./partner.fixture.ts";

// Somebody has a key and counts numbers (docs/adr/0360). The clock goes on by 10 ms with each ask, and waits are written down.

let e: Awaited<ReturnType<typeof openEngines>>;
let second: typeof e.p.t.server;
let now = TEST_NOW.getTime();
let key = "";
beforeAll(async () => {
  e = await openEngines();
  const { app } = e.p.t;
  second = await buildServer(app, openLog("silent"), { busyAfterMs: 600_000 });
  // Member numbers as a facility counts them; of each ten six belong to nobody.
  await within(app, [e.account], async (tx) => {
    await tx.run`insert into customers (account_id, name, member_number)
      select ${e.account}, '客 ' || n, 'N-' || lpad(n::text, 4, '0') from generate_series(1, 400) n where n % 10 < 4`;
    await tx.run`insert into customer_totals (account_id, customer_id)
      select customer.account_id, customer.id from customers customer where customer.account_id = ${e.account}
      on conflict do nothing`;
  });
});
afterAll(async () => {
  await second.close();
  await e.close();
});
beforeEach(async () => {
  now += 100 * 3_600_000;
  e.setNow(new Date(now));
  e.waits.length = 0;
  key = await partnerKey(e.p.t.app, e.account, e.annex);
});

const later = (ms: number) => {
  now += ms;
  e.setNow(new Date(now));
};
const ask = (path: string, payload?: unknown, server = e.p.t.server) => {
  later(10);
  return engine({ ...e.p.t, server }, key, path, payload);
};
const numbered = (n: number) => `customers?member_number=N-${String(n).padStart(4, "0")}`;
const count = (statuses: readonly number[], status: number) => statuses.filter((one) => one === status).length;

test("400 guesses: 60 misses are told, each slower than the last, then nothing but 429 with the time to wait", async () => {
  const answers = [];
  // Not one after the other: the step is prime to 401.
  for (let n = 1; n <= 400; n++) answers.push(await ask(numbered((n * 163) % 401)));
  const statuses = answers.map(({ status }) => status);
  const over = statuses.indexOf(429);
  expect([count(statuses, 404), count(statuses.slice(0, over), 404)]).toEqual([60, 60]);
  expect(over).toBeLessThan(120);
  expect(new Set(statuses.slice(over))).toEqual(new Set([429]));
  expect(answers.at(-1)).toMatchObject({
    headers: { "retry-after": expect.stringMatching(/^5\d$/) },
    body: { status: 429, message: "操作が多すぎます。しばらくしてからもう一度お試しください" },
  });
  expect(e.waits).toHaveLength(40);
  expect(e.waits).toEqual(e.waits.toSorted((a, b) => a - b));
  expect(e.waits.at(-1)).toBeGreaterThan(1_900);
  // Everything that names a guest waits, also one that there is.
  expect((await ask(numbered(1))).status).toBe(429);
  expect((await ask("points/redeem", pointUse("N-0001", 1))).status).toBe(429);
  // It comes back by the hour, one miss a minute.
  later(60_000);
  expect([(await ask(numbered(5))).status, (await ask(numbered(5))).status]).toEqual([404, 429]);
});

test("numbers that are all somebody's, counted through up or down, are seen for what they are; guests in any other order are not", async () => {
  const known = Array.from({ length: 400 }, (_, at) => at + 1).filter((n) => n % 10 < 4);
  const statuses: number[] = [];
  for (const n of known.toReversed()) statuses.push((await ask(numbered(n))).status);
  expect(statuses.slice(0, 75)).toEqual(Array.from({ length: 75 }, () => 200));
  expect(new Set(statuses.slice(82))).toEqual(new Set([429]));
  key = await partnerKey(e.p.t.app, e.account, e.annex);
  e.waits.length = 0;
  for (let n = 0; n < 120; n++) expect((await ask(numbered(known[(n * 67) % 160] ?? 1))).status).toBe(200);
  // A guest is looked up, quoted and booked: one number, looked up again and again.
  for (let n = 0; n < 100; n++) expect((await ask(numbered(known[0] ?? 1))).status).toBe(200);
  expect(e.waits).toEqual([]);
});

it.each<[string, (n: number) => string, boolean]>([
  ["with a check digit behind a hyphen", (n) => `12${(n * 7_919) % 100_003}-${n % 10}`, false],
  ["of letters with a digit", (n) => `${"KQXBVZ"[n % 6]}${"ADFGHJ"[(n * 5) % 6]}Q${n % 10}`, false],
  ["of a house with forty guests", (n) => String(1 + ((n * 7_919 + ((n * n) % 13)) % 41)), false],
  ["of a year", (n) => `${(n * 7_919) % 100_003}/2026`, false],
  ["with a check digit, counted through", (n) => `N-${1_000 + n}-${(n * 7) % 10}`, true],
  ["with a letter in turn, counted through", (n) => `${"AB"[n % 2]}-${1_000 + n}`, true],
  ["counted through from two sides in turn", (n) => (n % 2 ? `N-${1_000 + n}` : `N-${9_000 - n}`), true],
  ["counted through, with a known one in between", (n) => (n % 2 ? `N-${1_000 + n}` : "N-0001"), true],
])("numbers %s", (_name, number, isRefused) => {
  const opened = keyBudgets(e.p.t.app).open({ accountId: e.account, callerId: 1_000_003 }, null);
  let counted = 0;
  try {
    for (let n = 0; n < 200; n++, counted++) opened.byNumber(number(n));
  } catch (error) {
    expect(error).toMatchObject({ code: "TOO_MANY_REQUESTS" });
  }
  expect(counted < 200).toBe(isRefused);
});

test("200 guesses at once tell no more, and nothing of a refused wish is kept for later", async () => {
  const tried = (n: number) =>
    engine(e.p.t, key, "points/redeem", pointUse(`X-${n}`, 1), { "idempotency-key": `guess-${n}` });
  const statuses = (await Promise.all(Array.from({ length: 200 }, (_, n) => tried(n)))).map(({ status }) => status);
  expect([count(statuses, 422), count(statuses, 429)]).toEqual([60, 140]);
  const stored = await within(
    e.p.t.app,
    [e.account],
    (tx) => tx.one<{ n: number }>`select count(*)::int as n from idempotency_keys
      where account_id = ${e.account} and created_at >= ${new Date(now)}`,
  );
  expect(stored.n).toBe(60);
});

test("two processes share one budget, and a key that took another one's place goes on with it", async () => {
  const statuses: number[] = [];
  for (let n = 0; n < 100; n++)
    statuses.push((await ask(`customers?member_number=Y-${n}`, undefined, n % 2 ? second : e.p.t.server)).status);
  expect([count(statuses, 404), count(statuses, 429)]).toEqual([60, 40]);
  await within(
    e.p.t.app,
    [e.account],
    (
      tx,
    ) => tx.run`update partner_keys set first_key_id = (select max(id) - 1 from partner_keys where account_id = ${e.account})
      where account_id = ${e.account} and id = (select max(id) from partner_keys where account_id = ${e.account})`,
  );
  expect((await ask(numbered(1))).status).toBe(200);
});

it.each<[string, (n: number) => [string, unknown?]]>([
  ["mail addresses", (n) => [`customers?email=nobody${n}%40example.jp`]],
  ["points of a number", (n) => ["points/quote", pointUse(`Z-${n}`, 1)]],
  ["codes of coupons", (n) => ["coupons/quote", { coupon_code: `ZZ-${n}`, reservation: booking() }]],
  [
    "acquired coupons",
    (n) => ["coupons/quote", { acquire_coupon_id: 900_000 + n, member_number: "N-0001", reservation: booking() }],
  ],
  ["codes of bookings", (n) => [`points/uses?reservation_code=ZZ-${n}`]],
  ["bookings with coupons", (n) => [`coupons/uses?reservation_code=ZZ-${n}`]],
  ["uses of points", (n) => ["points/cancel", { use_point_case_id: 900_000 + n }]],
  ["uses of coupons", (n) => ["coupons/cancel", { use_coupon_case_id: 900_000 + n, reason: "x" }]],
])("guessed %s are misses like any other", async (_name, guess) => {
  const statuses: number[] = [];
  for (let n = 0; n < 64; n++) statuses.push((await ask(...guess(n))).status);
  expect(count(statuses, 429)).toBe(4);
  expect((await ask(numbered(1))).status).toBe(429);
});

test("no use of a booking that the facility has is no guess", async () => {
  const { id } = await e.member();
  await within(e.p.t.app, [e.account], (tx) =>
    sql`insert into stay_reservations (account_id, facility_account_id, customer_id, original_reservation_code, check_in_date,
      check_out_date)
      values (${e.account}, ${e.annex}, ${id}, 'KNOWN-1', '2026-12-04', '2026-12-05')`.execute(tx.db),
  );
  for (let n = 0; n < 70; n++)
    expect(await ask("points/uses?reservation_code=KNOWN-1")).toMatchObject({ status: 200, body: { items: [] } });
});

/** Asks of one caller by the hour, without HTTP. */
async function house(callerId: number, hours: number, perHour: number, missEvery: number) {
  const { app } = e.p.t;
  const budgets = keyBudgets(app);
  const caller = { accountId: e.account, callerId };
  let refused = 0;
  for (let n = 0; n < hours * perHour; n++) {
    later(3_600_000 / perHour);
    try {
      const asks = budgets.open(caller, null);
      if (n % missEvery === missEvery - 1) asks.missed();
      else asks.found(n);
      await asks.settle();
      if (n % 100 === 99)
        await within(app, [e.account], (tx) => budgets.count(tx, [{ ...caller, finds: 98 }])).then((done) => done());
    } catch {
      refused++;
    }
  }
  return refused;
}

test("a house with 2,000 asks an hour and 2 % misses is never slowed, all day", async () => {
  expect(await house(1_000_001, 24, 2_000, 50)).toBe(0);
  expect(e.waits).toEqual([]);
});

test("all of 2,000 in ten minutes are answered; whoever goes on through all numbers that there are is stopped", async () => {
  expect(await house(1_000_002, 1 / 6, 12_000, 50)).toBe(0);
  expect(await house(1_000_002, 1, 12_000, 1_000_000)).toBeGreaterThan(5_000);
});
