import { expect, test } from "vitest";
import { todayOf } from "../../clock.ts";
import type { Tx } from "../../database/connection.ts";
import { type Random, seededRandom } from "../../seed/people/random.ts";
import { RESORT_COLUMNS } from "../../seed/resort/convert.ts";
import { makeUser, type TestApp } from "../../test/app.ts";
import { type ComparableState, comparableState } from "../../test/comparable-state.ts";
import { csvOf, queued, runImport } from "../imports/imports.fixture.ts";
import { undoImport } from "../imports/undo/undo-import.ts";
import { decideAlike, fileOfRows, type Inn, openInn, type Row, shuffled } from "./deliveries.fixture.ts";
import { send, work } from "./feeds.fixture.ts";
import { debtsOf, expectProven, guestsNow, mergeAndUndo, moneyStateOf, spendSome } from "./spending.fixture.ts";

type Kind = "reservations" | "stays";
/** One word of a booking, as a system that knows no more of it says it. */
type Delivery = { kind: Kind; row: Row };

const OF_STAY = ["use_price", "payment_price", "transaction_code", "confirmed_date"];
const OF_GUEST = [
  "member_number",
  "guest_name",
  "guest_name_kana",
  "email",
  "email_consent",
  "tel",
  "gender",
  "birthday",
  "nationality",
  "language_code",
  "group_type",
];
const KEYS = ["member_number", "guest_name", "guest_name_kana", "email", "tel", "group_type"];
const DAYS = ["check_in_date", "check_out_date"];
/** With these rolling days half of the published bookings' points have ended on the day of the tests. */
const ENDED_BY_HALF = 4_150;
const HOUR = 3_600_000;

const only = (row: Row, fields: readonly string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([field]) => fields.includes(field)));
const without = (row: Row, fields: readonly string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([field]) => !fields.includes(field)));

/**
 * What other systems say of a booking before it is what the row says: a wrong first version, the booking, a shorter version with blanks,
 * and what became of it, with and without days and guest. `isAlone`: the guest has no other booking, so that versions may lack the keys.
 */
export function deliveriesOf(row: Row, random: Random, isAlone: boolean): Delivery[] {
  const at = (hours: number): Row => ({
    source_updated_at: new Date(Date.parse(row.source_updated_at ?? "") + hours * HOUR).toISOString(),
  });
  const code = only(row, ["reservation_code"]);
  const booking = without(row, [...OF_STAY, "state", "cancel_date"]);
  const deliveries: Delivery[] = [{ kind: "reservations", row: { ...booking, state: "予約", ...at(0) } }];
  const wrong = {
    plan_code: "誤",
    reserved_price: "1",
    adult_count: "9",
    child_count: "8",
    room_type: "誤",
    birthday: "1950-01-01",
  };
  if (random.chance(0.4)) {
    // What the booking leaves blank would go on being said by it.
    const replaced = Object.fromEntries(Object.entries(wrong).filter(([field]) => row[field] !== undefined));
    deliveries.push({ kind: "reservations", row: { ...booking, ...replaced, ...at(-3) } });
  }
  if (random.chance(0.5)) {
    const retained = Object.keys(booking).filter(() => random.chance(0.3));
    const guest = isAlone && random.chance(0.5) ? ["guest_name", "group_type"] : KEYS;
    deliveries.push({
      kind: "reservations",
      row: { ...only(booking, [...retained, ...guest, ...DAYS]), ...code, ...at(2) },
    });
  }
  const more = [...(random.chance(0.5) ? DAYS : []), ...(random.chance(0.3) ? OF_GUEST : [])];
  if (row.state === "滞在済")
    deliveries.push({ kind: "stays", row: { ...code, ...only(row, [...OF_STAY, ...more]), ...at(4) } });
  else if (row.state !== "予約")
    deliveries.push({
      kind: "reservations",
      row: { ...code, ...only(row, ["state", "cancel_date", ...more]), ...at(4) },
    });
  // Earned and perhaps used, before it is known better: a bill too high, or a stay that was none.
  if (random.chance(0.3) && row.state !== "予約")
    deliveries.push({ kind: "stays", row: { ...code, ...only(row, more), use_price: "400000", ...at(3) } });
  // Called off meanwhile and booked again: the stay counts all the same.
  if (row.state === "滞在済" && random.chance(0.1))
    deliveries.push({
      kind: "reservations",
      row: { ...code, state: "キャンセル", cancel_date: row.check_in_date ?? "", ...at(1) },
    });
  return deliveries;
}

const HEADERS = new Map<string, string>(RESORT_COLUMNS.map(({ field, header }) => [field, header]));
const fileOf = (rows: readonly Row[]) =>
  csvOf(
    rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([field, value]) => [HEADERS.get(field) ?? field, value])),
    ),
  );

export function stateOf(t: TestApp, inn: Inn): Promise<ComparableState> {
  return inProvenState(t, inn, (_tx, state) => Promise.resolve(state));
}

/** The same without what was used, and how many debts there were. */
const stateBeforeUses = (t: TestApp, inn: Inn) =>
  inProvenState(t, inn, async (tx, state) => ({
    state: { ...state, ...(await moneyStateOf(tx, inn.accountId, todayOf(t.app.clock))) },
    debts: await debtsOf(tx, inn.accountId),
  }));

async function inProvenState<T>(t: TestApp, inn: Inn, then: (tx: Tx, state: ComparableState) => Promise<T>) {
  await decideAlike(t, inn.accountId);
  return t.app.database.inScope({ accountIds: [inn.accountId] }, async (tx) => {
    await expectProven(t, inn, tx);
    return then(tx, await comparableState(tx, inn.accountId));
  });
}

/** A file that is taken back at once: nothing of it may be left, whatever it wrote over. */
async function mistaken(t: TestApp, inn: Inn, rows: readonly Row[], random: Random): Promise<void> {
  const lines = rows.map((row) => ({
    ...without(row, ["source_updated_at"]),
    plan_code: "取消",
    reserved_price: "77777",
    use_price: row.use_price ? "88888" : "",
    birthday: "1911-11-11",
  }));
  const id = await queued(t.app, inn.accountId, inn.accountId, fileOf(lines as Row[]));
  const guests = await guestsNow(t, inn);
  await runImport(t.app, inn.accountId, id);
  await spendSome(t, inn, random, guests);
  const { company_id: companyId } = await t.past.asSystem(
    (tx) => tx.one<{ company_id: number }>`select company_id from accounts where id = ${inn.accountId}`,
  );
  const call = await t.as(
    await makeUser(t.app, { companyId, accountId: inn.accountId }, "role_user", ["customers/all"]),
  );
  const undone = await call({ method: "POST", url: `/api/imports/${id}/undo`, payload: {} });
  expect(undone.statusCode, undone.body).toBe(200);
  await undoImport(t.app, { account_id: inn.accountId, import_batch_id: id }, { signal: new AbortController().signal });
}

/**
 * Sends all words in any order, some again, in parts that come as files or by a feed; one file is a mistake and taken back. Meanwhile
 * guests use their points, and some are taken for one for a while.
 */
export async function deliverSeparately(
  t: TestApp,
  inn: Inn,
  rows: readonly Row[],
  { seed, parts }: { seed: number; parts: number },
) {
  const random = seededRandom(`apart ${seed}`);
  const bookings = Map.groupBy(rows, ({ guest_name }) => guest_name);
  const deliveries = rows.flatMap((row) => deliveriesOf(row, random, bookings.get(row.guest_name)?.length === 1));
  const all = shuffled([...deliveries, ...deliveries.filter(() => random.chance(0.1))], seed);
  for (let part = 0; part < parts; part++) {
    const some = all.filter((_, index) => index % parts === part);
    // A file refuses for good what a feed keeps until the reservation comes.
    const isWhole = ({ row }: Delivery) => row.guest_name !== undefined && row.check_in_date !== undefined;
    const byFile = part % 2 === 0 ? some.filter(isWhole) : [];
    for (const kind of ["stays", "reservations"] as const) {
      const file = byFile.filter((one) => one.kind === kind).map(({ row }) => row);
      if (file.length > 0) {
        const id = await queued(t.app, inn.accountId, inn.accountId, fileOf(file), kind);
        await runImport(t.app, inn.accountId, id, { batchRows: 1 + random.int(20, 200) });
      }
      const fed = some.filter((one) => one.kind === kind && !byFile.includes(one)).map(({ row }) => row);
      for (let from = 0; from < fed.length; from += 1_000) {
        const payload = { rows: fed.slice(from, from + 1_000) };
        const sent = await send(t, { key: inn.key, path: `/feeds/plain/${kind}`, payload });
        expect(sent.statusCode, sent.body).toBe(202);
        if (random.chance(0.7)) await work(t.app, inn.accountId);
      }
    }
    if (part === Math.floor(parts / 2))
      await mistaken(
        t,
        inn,
        rows.filter(() => random.chance(0.1)),
        random,
      );
    await spendSome(t, inn, random);
    await mergeAndUndo(t, inn, random);
  }
  await work(t.app, inn.accountId);
}

/** What an undone import leaves of a customer whom it had made: an empty row in no list (docs/adr/0111). */
const UNDONE = /^nobody\/-\|/;

export function expectSame(state: ComparableState, wanted: ComparableState): void {
  for (const name of Object.keys(wanted) as (keyof ComparableState)[]) {
    const lines = state[name].filter((line) => !UNDONE.test(line));
    const [is, was] = [new Set(lines), new Set(wanted[name])];
    const more = lines.filter((line) => !was.has(line));
    expect({ more, less: wanted[name].filter((line) => !is.has(line)) }, name).toEqual({ more: [], less: [] });
  }
}

/** Declares the test, for so many seeds: rows in one file, or the same facts delivered in several parts. */
export function deliveredSeparately(
  open: () => { t: TestApp; rows: readonly Row[] },
  seeds: readonly number[],
  parts: number,
): void {
  test.each(seeds)(
    "reservation and stay apart, versions with blanks, by feed and by file, in any order, points used meanwhile: one state (%i)",
    async (seed) => {
      const { t, rows: all } = open();
      // A booking below zero is refused as a whole, and of its parts only what names the price.
      const rows = all.filter(({ reserved_price }) => !reserved_price?.startsWith("-"));
      const rollingDays = seed % 2 === 0 ? 4_400 : ENDED_BY_HALF;
      const clean = await openInn(t, rollingDays);
      const id = await queued(t.app, clean.accountId, clean.accountId, fileOfRows(rows));
      await runImport(t.app, clean.accountId, id);
      const { state: wanted } = await stateBeforeUses(t, clean);
      expect(wanted.earned.length, "points were earned").toBeGreaterThan(rows.length / 10);
      const separateInn = await openInn(t, rollingDays);
      await deliverSeparately(t, separateInn, rows, { seed, parts });
      const { state, debts } = await stateBeforeUses(t, separateInn);
      expectSame(state, wanted);
      expect(debts, "points that were used were not owed").toBeGreaterThan(0);
    },
  );
}
