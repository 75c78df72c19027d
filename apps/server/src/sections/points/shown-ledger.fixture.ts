import { isExpired } from "@okaeri/domain/points/expiry";
import { expect } from "vitest";
import type { LedgerModel, ModelEntry } from "./ledger-model.fixture.ts";

// What the screens and files of a guest's points say, beside what the model has to say of them.

type Read = (path: string) => Promise<{ body: string; json(): never }>;
type Row = Record<string, unknown> & { id: number };
type List = { items: Row[]; total: number };

const historyOf = async (read: Read, guest: number, name: "grant-points" | "use-points"): Promise<Row[]> =>
  ((await read(`/api/customers/${guest}/${name}?size=100`)).json() as List).items;

/** Each row's balance, of the rows as they are now. */
export async function closedRows(read: Read, guest: number): Promise<Map<string, number>> {
  const rows = new Map<string, number>();
  for (const name of ["grant-points", "use-points"] as const)
    for (const row of await historyOf(read, guest, name)) rows.set(`${name} ${row.id}`, row.balance_after as number);
  return rows;
}

export async function expectExplained(
  read: Read,
  model: LedgerModel,
  { living, nameOf }: { living: readonly number[]; nameOf: (customer: number) => string },
): Promise<void> {
  const grants = new Map<number, Row[]>();
  const uses = new Map<number, Row[]>();
  for (const guest of living) {
    grants.set(guest, await historyOf(read, guest, "grant-points"));
    uses.set(guest, await historyOf(read, guest, "use-points"));
  }
  // The model counts its entries in the order in which the product numbers them.
  const numbered = (rows: Map<number, Row[]>, ids: number[]) => {
    const real = [...rows.values()].flat().map((row) => row.id);
    expect(real.length).toBe(ids.length);
    real.sort((a, b) => a - b);
    return new Map([...ids].sort((a, b) => a - b).map((id, at) => [id, real[at] ?? 0]));
  };
  const grantIds = numbered(
    grants,
    model.entries.map((entry) => entry.id),
  );
  const useIds = numbered(
    uses,
    model.uses.map((use) => use.id),
  );
  for (const guest of living) {
    const books = balances(model, guest);
    const ofMerged = (customer: number) => (customer === guest ? null : nameOf(customer));
    const listed = { grants: grants.get(guest) ?? [], uses: uses.get(guest) ?? [] };
    expect(listed.grants.map(shownGrant)).toEqual(
      expectedGrants(model, guest, books, ofMerged).map((row) => named(row, grantIds)),
    );
    expect(listed.uses.map(shownUse)).toEqual(
      expectedUses(model, guest, books, ofMerged).map((row) => ({ ...named(row, grantIds), id: useIds.get(row.id) })),
    );
    expectStanding((await read(`/api/customers/${guest}/points`)).json(), model, guest);
    await expectFiles(read, guest, listed);
    await expectTimeline(read, model, guest);
  }
}

type Part = { grant_point_id: number; point: number };
const inTurn = (parts: Part[]) => [...parts].sort((a, b) => a.grant_point_id - b.grant_point_id);
const partsOf = (parts: readonly { grant_id: number; amount: number }[]): Part[] =>
  parts.map(({ grant_id, amount }) => ({ grant_point_id: grant_id, point: amount }));

/** What stands after each movement, by its kind and number. */
function balances(model: LedgerModel, guest: number): Map<string, number> {
  const after = new Map<string, number>();
  let sum = 0;
  for (const move of model.booksOf(guest)) {
    sum += move.point;
    after.set(`${move.kind} ${move.id}`, sum);
  }
  expect(sum, "the books end at what the model has").toBe(
    model.lotsOf(guest).reduce((left, lot) => left + lot.remaining, 0) - model.debtOf(guest),
  );
  return after;
}

/** In the order of the books, the last one first. */
function inBooks<Of extends { id: number; customer: number }>(
  model: LedgerModel,
  guest: number,
  kind: "grant" | "use",
  rows: readonly Of[],
): Of[] {
  const order = model.booksOf(guest).flatMap((move) => (move.kind === kind ? [move.id] : []));
  return rows
    .filter((row) => model.holder(row.customer) === guest)
    .sort((a, b) => order.indexOf(b.id) - order.indexOf(a.id));
}

type OfMerged = (customer: number) => string | null;
function expectedGrants(model: LedgerModel, guest: number, books: Map<string, number>, ofMerged: OfMerged) {
  return inBooks(model, guest, "grant", model.entries).map((entry) => ({
    id: entry.id,
    kind: entry.kind,
    grant_date: entry.date,
    grant_point: entry.point,
    of_merged: ofMerged(entry.customer),
    balance_after: books.get(`grant ${entry.id}`),
    booked_on: bookedDay(model, guest, entry),
    ...(entry.kind === "granted" ? becameOf(model, entry) : tookFrom(entry)),
  }));
}
/** The day of writing, where the day of the entry alone would not explain its place. */
function bookedDay(model: LedgerModel, guest: number, entry: ModelEntry): string | null {
  const books = model.booksOf(guest);
  const place = books.findIndex((move) => move.kind === "grant" && move.id === entry.id);
  const isLate = books.slice(0, place).some((move) => move.day > entry.date);
  const ofStay = entry.kind === "reversed" && entry.ofStay && entry.bookedOn !== entry.date;
  return isLate || ofStay ? entry.bookedOn : null;
}
function becameOf(model: LedgerModel, { id }: ModelEntry) {
  const lot = model.lot(id);
  const used = model.uses
    .filter((use) => use.cancelledOn === null)
    .flatMap((use) => use.parts)
    .reduce((sum, part) => sum + (part.grant_id === id ? part.amount : 0), 0);
  const over = isExpired(lot.lastDay, model.today) ? lot.remaining : 0;
  const shares = { revoked: lot.revoked, deducted: lot.deducted, debt_paid: lot.debtPaid };
  return {
    remaining: lot.remaining - over,
    used,
    expired: lot.expired + over,
    ...shares,
    owed: null,
    expiration_date: lot.lastDay,
    taken_from: [] as Part[],
  };
}
const tookFrom = ({ from, owed }: ModelEntry) => ({
  remaining: null,
  used: null,
  expired: null,
  revoked: null,
  deducted: null,
  debt_paid: null,
  owed,
  taken_from: partsOf(from),
});
const SHOWN = [
  "id",
  "kind",
  "grant_date",
  "grant_point",
  "balance_after",
  "booked_on",
  "remaining",
  "used",
  "expired",
  "revoked",
  "deducted",
  "debt_paid",
  "owed",
  "of_merged",
];
function shownGrant(row: Row) {
  const shown = Object.fromEntries(SHOWN.map((name) => [name, row[name]]));
  // A reversal copies the rule of the grant it takes back; that is nobody's last day.
  const last = row.kind === "granted" ? { expiration_date: row.expiration_date } : {};
  const from = row.taken_from as Part[];
  return {
    ...shown,
    ...last,
    taken_from: inTurn(from.map(({ grant_point_id, point }) => ({ grant_point_id, point }))),
  };
}

function expectedUses(model: LedgerModel, guest: number, books: Map<string, number>, ofMerged: OfMerged) {
  return inBooks(model, guest, "use", model.uses).map((use) => ({
    id: use.id,
    use_date: use.on,
    use_point: use.points,
    cancel_date: use.cancelledOn,
    lapsed: use.lapsed,
    of_merged: ofMerged(use.customer),
    balance_after: books.get(`use ${use.id}`),
    taken_from: partsOf(use.parts),
  }));
}
function shownUse({ parts, ...row }: Row) {
  const { id, use_date, use_point, cancel_date, lapsed, balance_after, of_merged } = row;
  const paid = (parts as { grant_point_id: number; use_point: number }[]).map((part) => ({
    grant_point_id: part.grant_point_id,
    point: part.use_point,
  }));
  return { id, use_date, use_point, cancel_date, lapsed, balance_after, of_merged, taken_from: inTurn(paid) };
}

/** A row of the model under the product's numbers. */
function named<Of extends { id: number; taken_from: Part[] }>(row: Of, ids: Map<number, number>): Of {
  const real = (id: number) => ids.get(id) ?? 0;
  const taken = row.taken_from.map((part) => ({ ...part, grant_point_id: real(part.grant_point_id) }));
  return { ...row, id: real(row.id), taken_from: inTurn(taken) };
}

function expectStanding(listed: Row, model: LedgerModel, guest: number): void {
  const sum = (points: number[]) => points.reduce((total, point) => total + point, 0);
  const entries = model.entries.filter((entry) => model.holder(entry.customer) === guest);
  const uses = model.uses.filter((use) => model.holder(use.customer) === guest && use.cancelledOn === null);
  const lots = model.lotsOf(guest);
  const over = lots.filter((lot) => isExpired(lot.lastDay, model.today));
  const days = new Map<string | null, number>();
  for (const lot of lots)
    if (lot.remaining > 0 && !over.includes(lot)) days.set(lot.lastDay, (days.get(lot.lastDay) ?? 0) + lot.remaining);
  const last = (day: string | null) => day ?? "9999-12-31";
  const expected = {
    balance: model.balanceOf(guest),
    debt: model.debtOf(guest),
    granted: sum(entries.map(({ point }) => Math.max(0, point))),
    revoked: sum(entries.map(({ point }) => Math.max(0, -point))),
    used: sum(uses.map(({ points }) => points)),
    expired: sum(lots.map((lot) => lot.expired)) + sum(over.map((lot) => lot.remaining)),
    expiring: [...days]
      .map(([expires_on, remaining]) => ({ expires_on, remaining }))
      .sort((a, b) => (last(a.expires_on) < last(b.expires_on) ? -1 : 1)),
  };
  expect(listed).toMatchObject(expected);
  const { granted, revoked, used, expired, balance, debt } = expected;
  expect(granted - revoked - used - expired, "the sentence beneath the balance").toBe(balance - debt);
}

/** The files say what the screens say, in the same order. */
async function expectFiles(read: Read, guest: number, listed: { grants: Row[]; uses: Row[] }): Promise<void> {
  const linesOf = async (name: string) => {
    const { body } = await read(`/api/customers/${guest}/${name}.csv`);
    return body
      .replace("\ufeff", "")
      .trimEnd()
      .split("\r\n")
      .map((line) => line.split(","));
  };
  const figures = async (name: string, columns: string[]) => {
    const [head = [], ...lines] = await linesOf(name);
    return lines.map((line) => columns.map((column) => line[head.indexOf(column)]));
  };
  const cells = (row: Row, names: string[]) => names.map((name) => String(row[name] ?? ""));
  const of = ["番号", "ポイント", "付与後の残高", "残り", "利用", "失効", "取消", "減算", "不足に充当", "不足"];
  const fields = [
    "id",
    "grant_point",
    "balance_after",
    "remaining",
    "used",
    "expired",
    "revoked",
    "deducted",
    "debt_paid",
    "owed",
  ];
  expect(await figures("grant-points", of)).toEqual(listed.grants.map((row) => cells(row, fields)));
  const useFields = ["id", "use_point", "balance_after", "lapsed"];
  expect(await figures("use-points", ["番号", "ポイント", "利用後の残高", "戻らなかった分"])).toEqual(
    listed.uses.map((row) => cells(row, useFields)),
  );
}

const SIGN = {
  points_granted: 1,
  points_taken: -1,
  points_deducted: -1,
  points_used: -1,
  points_use_cancelled: 1,
  points_expired: -1,
} as const;

/** Each act on its day; and everything together is the balance. */
async function expectTimeline(read: Read, model: LedgerModel, guest: number): Promise<void> {
  const path = `/api/customers/${guest}/timeline?size=100&kinds=${Object.keys(SIGN).join(",")}`;
  const listed: { kind: keyof typeof SIGN; day: string; amount: number }[] = ((await read(path)).json() as List)
    .items as never;
  const total = listed.reduce((sum, { kind, amount }) => sum + SIGN[kind] * amount, 0);
  expect(total, "the timeline adds up").toBe(model.balanceOf(guest) - model.debtOf(guest));
  const kinds = { granted: "points_granted", deducted: "points_deducted", reversed: "points_taken" } as const;
  const acts = [
    ...model.entries.map((one) => ({
      customer: one.customer,
      kind: kinds[one.kind],
      amount: Math.abs(one.point),
      day: one.kind === "reversed" && one.ofStay ? one.bookedOn : one.date,
    })),
    ...model.uses.map((one) => ({ customer: one.customer, kind: "points_used", amount: one.points, day: one.on })),
    ...model.uses.flatMap((one) =>
      one.cancelledOn === null
        ? []
        : [{ customer: one.customer, kind: "points_use_cancelled", amount: one.points, day: one.cancelledOn }],
    ),
  ].filter((one) => model.holder(one.customer) === guest);
  const line = (one: { kind: string; day: string; amount: number }) => `${one.day} ${one.kind} ${one.amount}`;
  expect(
    listed
      .filter(({ kind }) => kind !== "points_expired")
      .map(line)
      .sort(),
  ).toEqual(acts.map(line).sort());
}
