import { addDays, type CalendarDate } from "@okaeri/domain/calendar-date";
import {
  allocateUse,
  balanceOf,
  cancelUse,
  type GrantShare,
  type Lot,
  reverseGrant,
  spendableLots,
} from "@okaeri/domain/points/allocation";
import { isExpired, rolledLastDay } from "@okaeri/domain/points/expiry";

// The ledger as product §5 has it, kept in memory, over the pure rules of domain/points/allocation and expiry. Each entry, use and expiry is
// kept with the day it is about and the day on which it was written, so that every balance can be told again from nothing else.

/** Which stay earned an entry, by which action, and the rule's days. */
export type Earned = { stay: number; action: number };
/** A grant: what became of it, and how it expires. */
export type ModelLot = Lot & {
  customer: number;
  granted: number;
  grantedOn: CalendarDate;
  promised: CalendarDate | null;
  rollingDays: number | null;
  earned: Earned | null;
  expired: number;
  /** By entries that take back this grant, and how much of that came out of it. */
  reversed: number;
  revoked: number;
  deducted: number;
  debtPaid: number;
};
export type ModelEntry = {
  id: number;
  customer: number;
  kind: "granted" | "deducted" | "reversed";
  date: CalendarDate;
  bookedOn: CalendarDate;
  point: number;
  ofStay: boolean;
  from: GrantShare[];
  owed: number;
  /** Grants that gave something once. */
  gave: number[];
};
/** What a lot gave for a debt, or for a shortfall of an entry, and when. */
type Payment = { lot: number; day: CalendarDate; point: number; entry: number | null };
export type ModelUse = {
  id: number;
  customer: number;
  points: number;
  on: CalendarDate;
  parts: GrantShare[];
  cancelledOn: CalendarDate | null;
  /** Of a cancelled one: what had expired meanwhile. */
  lapsed: number;
};
type Move = {
  customer: number;
  kind: "grant" | "use" | "cancel" | "expiry";
  id: number;
  day: CalendarDate;
  bookedOn: CalendarDate;
  step: number;
  point: number;
};
export type NewGrant = Pick<ModelLot, "id" | "customer" | "granted" | "lastDay"> & Partial<ModelLot>;

export class LedgerModel {
  lots: ModelLot[] = [];
  entries: ModelEntry[] = [];
  uses: ModelUse[] = [];
  moves: Move[] = [];
  payments: Payment[] = [];
  /** Of whom a debt is, by the grant that caused or paid it. */
  owing = new Map<number, number>();
  /** Who was merged into whom; in one step. */
  mergedInto = new Map<number, number>();
  step = 0;
  today: CalendarDate;

  constructor(today: CalendarDate) {
    this.today = today;
  }
  holder = (customer: number): number => this.mergedInto.get(customer) ?? customer;
  lot(id: number): ModelLot {
    const found = this.lots.find((lot) => lot.id === id);
    if (!found) throw new Error(`no lot ${id}`);
    return found;
  }
  lotsOf = (holder: number): ModelLot[] => this.lots.filter((lot) => this.holder(lot.customer) === holder);
  balanceOf = (holder: number): number => balanceOf(this.lotsOf(holder), this.today);
  debtOf(holder: number): number {
    return [...this.owing].reduce((sum, [customer, debt]) => sum + (this.holder(customer) === holder ? debt : 0), 0);
  }

  #move(customer: number, kind: Move["kind"], id: number, point: number, day = this.today): void {
    if (point !== 0) this.moves.push({ customer, kind, id, point, day, bookedOn: this.today, step: this.step });
  }
  #owe(customer: number, point: number): void {
    this.owing.set(customer, (this.owing.get(customer) ?? 0) + point);
  }
  #write(entry: Omit<ModelEntry, "bookedOn" | "gave">): void {
    this.entries.push({ ...entry, bookedOn: this.today, gave: entry.from.map((part) => part.grant_id) });
    this.#move(entry.customer, "grant", entry.id, entry.point, entry.date);
  }

  /** Books what is past its last valid day; of everybody, or of one. */
  expire(holder?: number): void {
    for (const lot of holder === undefined ? this.lots : this.lotsOf(holder)) {
      if (lot.lastDay === null || !isExpired(lot.lastDay, this.today)) continue;
      this.#move(lot.customer, "expiry", lot.id, -lot.remaining, addDays(lot.lastDay, 1));
      lot.expired += lot.remaining;
      lot.remaining = 0;
    }
  }
  #paid(lot: ModelLot, point: number, entry: number | null = null): void {
    lot.debtPaid += point;
    this.payments.push({ lot: lot.id, day: this.today, point, entry });
  }
  /** A debt is paid out of what can be spent, in spending order. */
  payDebt(holder: number): void {
    for (const { id } of spendableLots(this.lotsOf(holder), this.today)) {
      const lot = this.lot(id);
      const paid = Math.min(this.debtOf(holder), lot.remaining);
      lot.remaining -= paid;
      this.#paid(lot, paid);
      this.#owe(lot.customer, -paid);
    }
  }
  #open(grant: NewGrant): void {
    const { id, customer, granted, lastDay } = grant;
    const lot: ModelLot = {
      remaining: granted,
      grantedOn: this.today,
      promised: lastDay,
      rollingDays: null,
      earned: null,
      expired: 0,
      reversed: 0,
      revoked: 0,
      deducted: 0,
      debtPaid: 0,
      ...grant,
    };
    this.lots.push(lot);
    const facts = { kind: "granted", date: lot.grantedOn, point: granted, ofStay: lot.earned !== null } as const;
    this.#write({ id, customer, ...facts, from: [], owed: 0 });
  }
  grant(grant: NewGrant): void {
    this.expire();
    this.#open(grant);
    this.payDebt(this.holder(grant.customer));
  }
  /** Null: more than there is. */
  use(id: number, customer: number, points: number): ModelUse | null {
    const wanted = allocateUse(this.lotsOf(customer), points, this.today);
    if (!wanted.ok) return null;
    this.expire(customer);
    for (const { grant_id, amount } of wanted.parts) this.lot(grant_id).remaining -= amount;
    const use = { id, customer, points, on: this.today, parts: wanted.parts, cancelledOn: null, lapsed: 0 };
    this.uses.push(use);
    this.#move(customer, "use", id, -points);
    return use;
  }
  cancel(use: ModelUse): void {
    const holder = this.holder(use.customer);
    this.expire(holder);
    const { restored, settled, lapsed } = cancelUse(use.parts, this.lots, this.today, this.debtOf(holder));
    for (const { grant_id, amount } of restored) this.lot(grant_id).remaining += amount;
    for (const { grant_id, amount } of settled) {
      this.#paid(this.lot(grant_id), amount);
      this.#owe(this.lot(grant_id).customer, -amount);
    }
    for (const { grant_id, amount } of lapsed) {
      const lot = this.lot(grant_id);
      lot.expired += amount;
      use.lapsed += amount;
      this.#move(lot.customer, "expiry", grant_id, -amount);
    }
    use.cancelledOn = this.today;
    this.#move(use.customer, "cancel", use.id, use.points);
  }
  /** False: more than there is. */
  deduct(id: number, customer: number, points: number): boolean {
    const wanted = allocateUse(this.lotsOf(customer), points, this.today);
    if (!wanted.ok) return false;
    this.expire(customer);
    for (const { grant_id, amount } of wanted.parts) {
      this.lot(grant_id).remaining -= amount;
      this.lot(grant_id).deducted += amount;
    }
    const facts = { kind: "deducted", date: this.today, point: -points, ofStay: false } as const;
    this.#write({ id, customer, ...facts, from: wanted.parts, owed: 0 });
    return true;
  }
  /** False: more than is left of the grant. */
  reverse(id: number, grantId: number, points: number): boolean {
    const lot = this.lot(grantId);
    if (points > lot.granted - lot.reversed) return false;
    const holder = this.holder(lot.customer);
    this.expire(holder);
    this.#reverse([{ id, grantId, points, date: this.today }]);
    this.payDebt(holder);
    return true;
  }
  /** Each out of its own grant, what had expired of that included; what is lacking then from the others, and the rest is owed. */
  #reverse(asked: { id: number; grantId: number; points: number; date: CalendarDate }[]): void {
    const lacking = asked.map(({ id, grantId, points, date }) => {
      const lot = this.lot(grantId);
      const own = Math.min(points, lot.remaining);
      const lapsed = Math.min(points - own, lot.expired);
      lot.reversed += points;
      lot.remaining -= own;
      lot.expired -= lapsed;
      lot.revoked += own + lapsed;
      if (lot.lastDay !== null) this.#move(lot.customer, "expiry", grantId, lapsed, addDays(lot.lastDay, 1));
      const from = own + lapsed > 0 ? [{ grant_id: grantId, amount: own + lapsed }] : [];
      return { id, lot, date, points, from, missing: points - own - lapsed };
    });
    for (const { id, lot, date, points, from, missing } of lacking) {
      const rest = missing > 0 ? this.#lack(id, lot, missing) : { parts: [], debt: 0 };
      this.#owe(lot.customer, rest.debt);
      const facts = { kind: "reversed", date, point: -points, ofStay: lot.earned !== null } as const;
      this.#write({ id, customer: lot.customer, ...facts, from: [...from, ...rest.parts], owed: rest.debt });
    }
  }
  #lack(entry: number, lot: ModelLot, missing: number): { parts: GrantShare[]; debt: number } {
    const found = reverseGrant(this.lotsOf(this.holder(lot.customer)), lot.id, missing, this.today);
    for (const { grant_id, amount } of found.parts) {
      this.lot(grant_id).remaining -= amount;
      this.#paid(this.lot(grant_id), amount, entry);
    }
    return found;
  }

  /** What stays changed of these guests: new grants, what is taken back of which grants, and the check-outs that roll expiries. */
  bookStays(
    changes: { grants: NewGrant[]; reversals: { id: number; grantId: number; points: number; date: CalendarDate }[] },
    checkOuts: ReadonlyMap<number, readonly CalendarDate[]>,
  ): void {
    for (const grant of changes.grants) this.#open(grant);
    for (const [holder, days] of checkOuts) for (const lot of this.lotsOf(holder)) this.#roll(lot, days);
    for (const holder of checkOuts.keys()) this.expire(holder);
    this.#reverse(changes.reversals);
    for (const holder of checkOuts.keys()) this.payDebt(holder);
  }
  #roll(lot: ModelLot, checkOuts: readonly CalendarDate[]): void {
    if (lot.rollingDays === null || lot.promised === null || lot.lastDay === null) return;
    const lastDay = rolledLastDay(lot.promised, lot.rollingDays, checkOuts);
    if (lastDay === lot.lastDay) return;
    this.#move(lot.customer, "expiry", lot.id, lot.expired, addDays(lot.lastDay, 1));
    lot.remaining += lot.expired;
    lot.expired = 0;
    lot.lastDay = lastDay;
    this.#neverPaid(lot, lastDay);
  }
  /** What a lot paid after what is its last day now it cannot have paid: it is owed again. */
  #neverPaid(lot: ModelLot, lastDay: CalendarDate): void {
    const late = (payment: Payment) => payment.lot === lot.id && payment.day > lastDay;
    for (const { point, entry: id } of this.payments.filter(late)) {
      lot.remaining += point;
      lot.debtPaid -= point;
      this.#owe(lot.customer, point);
      const entry = this.entries.find((one) => one.id === id);
      if (!entry) continue;
      entry.from = entry.from.filter((part) => part.grant_id !== lot.id);
      entry.owed += point;
    }
    this.payments = this.payments.filter((payment) => !late(payment));
  }

  /** Whether points of one side of a merge paid for the other, so that it cannot be taken apart. */
  isShared(one: readonly number[], both: readonly number[]): boolean {
    const side = (customer: number) => one.includes(customer);
    const crosses = (customer: number, grants: readonly number[]) =>
      both.includes(customer) && grants.some((id) => side(this.lot(id).customer) !== side(customer));
    const paidBy = (parts: readonly GrantShare[]) => parts.map((part) => part.grant_id);
    const owes = (mine: boolean) =>
      both.reduce((sum, customer) => sum + (side(customer) === mine ? (this.owing.get(customer) ?? 0) : 0), 0);
    return (
      this.uses.some((use) => use.cancelledOn === null && crosses(use.customer, paidBy(use.parts))) ||
      this.entries.some((entry) => crosses(entry.customer, entry.gave)) ||
      owes(true) < 0 ||
      owes(false) < 0
    );
  }

  /**
   * The movements of a guest as the books have them: by day of writing, between one use and the next by the day they are about, so that
   * what stands after a use is what stood then.
   */
  booksOf(holder: number): Move[] {
    const rank = (move: Move) => (move.kind === "expiry" ? 0 : 1);
    const own = this.moves.filter((move) => this.holder(move.customer) === holder);
    const isUse = ({ kind }: Move) => kind === "use" || kind === "cancel";
    const usesBefore = (move: Move) => own.filter((one) => isUse(one) && one.step < move.step).length;
    return own
      .map((move) => ({ ...move, epoch: usesBefore(move) }))
      .sort(
        (a, b) =>
          compare(a.bookedOn, b.bookedOn) ||
          a.epoch - b.epoch ||
          Number(isUse(a)) - Number(isUse(b)) ||
          compare(a.day, b.day) ||
          a.step - b.step ||
          rank(a) - rank(b) ||
          compare(a.kind, b.kind) ||
          a.id - b.id,
      );
  }
  /** What the projection has to say of a guest. */
  stands(holder: number) {
    const open = spendableLots(this.lotsOf(holder), this.today);
    return {
      debt: this.debtOf(holder),
      lots: open.map(({ id, remaining }) => [id, remaining]).sort(([a = 0], [b = 0]) => a - b),
    };
  }
}

const compare = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1);
