import { ERASED_TEXT } from "@okaeri/domain/customers/erased-text";
import { afterAll, beforeAll, expect, test } from "vitest";
import { undoImport } from "../imports/undo/undo-import.ts";
import { brokenLedgers } from "../points/broken-ledgers.ts";
import { columnsThatSay, ledgersOf } from "./canary.fixture.ts";
import { customerJobs } from "./customers.jobs.ts";
import { ERASURE_DECISIONS } from "./erasure-decisions.ts";
import { CONTACTS, FULL, NAMES, openCanary } from "./planted-guest.fixture.ts";

// docs/adr/0365: one guest whose words stand in every column where a call can put them, by the calls themselves; then the guest is erased.
let w: Awaited<ReturnType<typeof openCanary>>;
beforeAll(async () => {
  w = await openCanary();
});
afterAll(() => w.close());

const columnsOf = (decision: keyof typeof ERASURE_DECISIONS) =>
  Object.entries(ERASURE_DECISIONS[decision]).flatMap(([table, columns]) =>
    (columns as readonly string[]).map((one) => `${table}.${one}`),
  );

/** Values of few words are emptied, too; no text can stand there. */
const OF_FEW_WORDS = ["customers.gender", "stay_reservation_customers.gender"];

test("nothing of an erased guest is left but what the law and the totals need; every figure stays, and so does who did what and when", async () => {
  const planted = await w.plant();
  const { id } = planted;
  const before = new Set(await columnsThatSay(w.p.t, [...CONTACTS, ...NAMES]));
  const asked = [...columnsOf("emptied"), ...columnsOf("register"), ...columnsOf("named")];
  expect(asked.filter((column) => !before.has(column) && !OF_FEW_WORDS.includes(column))).toEqual([]);
  const samples = async () =>
    (
      await w.p.t.past.pool.query(
        `select from pg_stats where concat(most_common_vals, histogram_bounds, most_common_elems) ~ 'canary[.]example|鰐淵|カナリア'`,
      )
    ).rowCount;
  await w.p.t.past.pool.query("analyze");
  expect(await samples()).toBeGreaterThan(0);
  const figures = await ledgersOf(w.p.t, w.account);

  await w.erase(id);
  expect(await columnsThatSay(w.p.t, CONTACTS)).toEqual([]);
  expect((await columnsThatSay(w.p.t, NAMES)).filter((column) => !columnsOf("register").includes(column))).toEqual([]);
  expect(await ledgersOf(w.p.t, w.account)).toEqual(figures);
  const lines = await w.inInn(
    (tx) => tx.all<{ before: unknown; after: unknown }>`select before, after from audit_logs
      where entity in ('customers', 'grant_points', 'use_point_cases') and (before is not null or after is not null) order by id`,
  );
  expect(lines, "what the product says itself stays").toEqual(
    expect.arrayContaining([
      {
        before: null,
        after: expect.objectContaining({ grant_point: 900, expiration_type: "none", remarks: ERASED_TEXT }),
      },
      {
        before: null,
        after: expect.objectContaining({ use_point: 60, reservation_code: ERASED_TEXT, check_in_date: "2026-12-04" }),
      },
      { before: null, after: { channel: "mail", purpose: "marketing", state: "given" } },
      { before: { address: ERASED_TEXT, tags: [ERASED_TEXT], language: ERASED_TEXT }, after: null },
    ]),
  );
  const few = await w.inInn(
    (tx) => tx.one`select customer.gender, (select string_agg(guest.gender, '') from stay_reservation_customers guest
    where guest.customer_id = customer.id) as reported_gender from customers customer where customer.id = ${id}`,
  );
  expect(few).toEqual({ gender: null, reported_gender: null });

  await workOn(planted);
  // Three years later the register goes, too.
  await w.inInn(async (tx) => {
    await tx.run`update customers set erase_remaining_on = '2026-11-01' where erased_at is not null`;
    const on =
      await tx.all`update stay_reservation_customers set erase_on = '2026-11-01' where erase_on is not null returning old.erase_on`;
    expect(on, "who waits on a booking").toEqual([{ erase_on: "2029-11-03" }, { erase_on: "2029-11-03" }]);
  });
  await customerJobs(w.p.t.app, async () => {})["erase-guests"]({}, { signal: new AbortController().signal });
  expect(await columnsThatSay(w.p.t, [...CONTACTS, ...NAMES])).toEqual([]);
  expect(await samples(), "kept for the planner").toBe(0);
  const log = w.p.t.lines.join("");
  expect(log).toContain("job done");
  expect(
    [...CONTACTS, ...NAMES].filter((word) => log.includes(word)),
    "in the log",
  ).toEqual([]);
});

/** What goes on after an erasure: a second one, an undo, the same calls again, and the work of the day. */
async function workOn({ id, both, campaign, redeemed }: Awaited<ReturnType<typeof w.plant>>): Promise<void> {
  // A second and a third erasure find nobody.
  for (const version of [1, 2])
    expect(
      (await w.p.staff({ method: "POST", url: `/api/customers/${id}/erasure`, payload: { version } })).statusCode,
    ).toBe(404);
  await w.call("POST", `/imports/${both}/undo`);
  await undoImport(
    w.p.t.app,
    { account_id: w.account, import_batch_id: both },
    { signal: new AbortController().signal },
  );
  // Reported again within the register's years: the earlier values are kept so that the file can be undone.
  const line = {
    予約番号: "K-7",
    チェックイン: "2026-11-01",
    チェックアウト: "2026-11-03",
    氏名: FULL,
    予約金額: 31_000,
  };
  await w.imported([line], "told-again.csv");
  expect(await columnsThatSay(w.p.t, [FULL])).toContain("import_rows.before");
  const replayed = await w.ask("points/redeem", redeemed.payload, redeemed.headers);
  expect(replayed.status, "answered from what is kept").toBe(200);
  const fresh = await w.ask("points/redeem", redeemed.payload);
  expect([fresh.status, fresh.body.reasons?.[0]?.code]).toEqual([422, "unknown_member"]);
  for (const path of [
    `/campaigns/${campaign}`,
    "/saved-conditions",
    "/views/customers",
    "/views/campaigns",
    "/imports",
  ])
    await w.call("GET", path);
  const { id: other } = await w.member(500);
  await w.call("POST", `/customers/${other}/grant-points`, {
    grant_point: 100,
    remarks: "お礼",
    expiration_type: "none",
  });
  expect(await w.inInn((tx) => brokenLedgers(tx, w.account))).toEqual([]);
  expect(await columnsThatSay(w.p.t, CONTACTS)).toEqual([]);
}
