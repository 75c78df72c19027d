import { normaliseMemberNumber } from "@okaeri/domain/codes";
import type { App } from "../../app.ts";
import type { Tx } from "../../database/connection.ts";
import { CallError } from "../../http/errors.ts";
import type { GuestLookups } from "../../http/key-callers.ts";
import { enumerationDetector } from "./enumeration.ts";

// How much a booking engine may ask about guests (docs/adr/0360). Both budgets run out with use and come back by the hour, over all
// processes: a stolen key that enumerates member numbers is slowed and stopped, and a busy house never notices.

type Budget = { most: number; perHour: number };
/** Asks that found nobody: a house with 2,000 asks an hour mistypes some 40. */
const MISSES: Budget = { most: 60, perHour: 60 };
/** Guests that were found, each once while an engine works on the same booking. */
const FINDS: Budget = { most: 2_000, perHour: 4_000 };
/** Misses that are answered at once; each further one waits longer. */
const QUICK_MISSES = 20;
const LONGER_MS = 50;
/** Guests asked about last, of whom further asks are no new finds. */
const REMEMBERED = 1_000;

/** What a caller has used, at a moment. */
export type BudgetUse = { misses: number; finds: number; at: Date };
export type KeyCaller = { accountId: number; callerId: number };

const since = (from: Date, to: Date) => Math.max(0, to.getTime() - from.getTime()) / 3_600_000;
const left = (used: number, { perHour }: Budget, hours: number) => Math.max(0, used - hours * perHour);
const spentAt = ({ misses, finds, at }: BudgetUse, now: Date): BudgetUse => ({
  misses: left(misses, MISSES, since(at, now)),
  finds: left(finds, FINDS, since(at, now)),
  at: now,
});
/** Seconds until one more is possible; zero: now. */
const waitFor = (used: number, { most, perHour }: Budget) =>
  Math.max(0, Math.ceil(((used + 1 - most) / perHour) * 3_600));

/** What this process knows of a caller before the database does. */
type Known = {
  spent: BudgetUse;
  misses: number;
  finds: number;
  lately: Set<number>;
  enumerates: ReturnType<typeof enumerationDetector>;
};

/** What one call asked about guests. */
export type GuestAsks = {
  /** A guest is asked for by this number. Once the caller enumerates numbers, each is a miss of the budget, whoever it names. */
  byNumber(number: string): void;
  /** @throws CallError TOO_MANY_REQUESTS when the budget is used up, perhaps meanwhile: then nothing of the guest is answered. */
  found(customerId: number): void;
  /** The ask named nobody. @throws CallError TOO_MANY_REQUESTS */
  missed(): void;
  /** Counts what was missed and lets the caller wait, with no transaction open. */
  settle(): Promise<void>;
  readonly lookups: GuestLookups;
};

/** The budgets (rate limits) of all callers, as one process sees them. */
export function keyBudgets(app: App) {
  const callers = new Map<number, Known>();
  const knownOf = (callerId: number): Known => {
    const known = callers.get(callerId) ?? {
      spent: { misses: 0, finds: 0, at: app.realClock.now() },
      misses: 0,
      finds: 0,
      lately: new Set<number>(),
      enumerates: enumerationDetector(),
    };
    callers.set(callerId, known);
    return known;
  };
  /** The later word counts, and never less than what this process has heard. */
  const learn = (known: Known, stored: BudgetUse) => {
    const now = app.realClock.now();
    const [mine, theirs] = [spentAt(known.spent, now), spentAt(stored, now)];
    known.spent = {
      misses: Math.max(mine.misses, theirs.misses),
      finds: Math.max(mine.finds, theirs.finds),
      at: now,
    };
  };
  const refuseSpent = (known: Known) => {
    const { misses, finds } = spentAt(known.spent, app.realClock.now());
    const retryAfter = Math.max(waitFor(misses + known.misses, MISSES), waitFor(finds + known.finds, FINDS));
    if (retryAfter > 0) throw new CallError("TOO_MANY_REQUESTS", { retryAfter });
  };
  return {
    /** Begins a call; `spent` is what the database knew when the key was proven. @throws CallError TOO_MANY_REQUESTS */
    open(caller: KeyCaller, spent: BudgetUse | null): GuestAsks {
      const known = knownOf(caller.callerId);
      if (spent) learn(known, spent);
      refuseSpent(known);
      const found = new Set<number>();
      let misses = 0;
      let counted = 0;
      let newlyFound = 0;
      let isEnumerated = false;
      const count = () => {
        known.misses++;
        counted++;
      };
      return {
        byNumber(number) {
          const enumerated = known.enumerates(normaliseMemberNumber(number));
          if (enumerated === "no") return;
          const { accountId, callerId } = caller;
          if (enumerated === "begins") app.log.warn({ event: "key.in_order", account: accountId, key: callerId });
          refuseSpent(known);
          count();
          isEnumerated = true;
        },
        found(customerId) {
          refuseSpent(known);
          found.add(customerId);
          const isNew = !known.lately.delete(customerId);
          known.lately.add(customerId);
          if (!isNew) return;
          const [oldest] = known.lately;
          if (known.lately.size > REMEMBERED && oldest !== undefined) known.lately.delete(oldest);
          known.finds++;
          newlyFound++;
        },
        missed() {
          // Enumerated, it is counted already.
          if (!isEnumerated) {
            refuseSpent(known);
            count();
          }
          isEnumerated = false;
          misses++;
        },
        async settle() {
          if (counted === 0) return;
          const { accountId } = caller;
          const writing = app.database.inScope({ accountIds: [accountId] }, (tx) =>
            countAsks(tx, [{ ...caller, misses: counted, finds: 0 }], app.realClock.now()),
          );
          // Counted here until it is counted there; what cannot be counted is not answered.
          let stored: BudgetUse | undefined;
          try {
            [stored] = await writing;
          } finally {
            known.misses -= counted;
            if (stored) learn(known, stored);
          }
          const slower = known.spent.misses + known.misses - QUICK_MISSES;
          if (slower > 0) await waitOf(app, slower * LONGER_MS);
        },
        get lookups() {
          return { found: [...found], misses, newlyFound };
        },
      };
    },
    /** Guests that were found by calls that are answered, in the transaction that keeps these calls. */
    async count(tx: Tx, calls: readonly (KeyCaller & { finds: number })[]): Promise<() => void> {
      const rows = [...Map.groupBy(calls, ({ callerId }) => callerId).values()].flatMap(([first, ...more]) => {
        if (!first) return [];
        const finds = more.reduce((sum, { finds }) => sum + finds, first.finds);
        return finds === 0 ? [] : [{ accountId: first.accountId, callerId: first.callerId, misses: 0, finds }];
      });
      if (rows.length === 0) return () => undefined;
      const counted = await countAsks(tx, rows, app.realClock.now());
      return () => {
        for (const { callerId, finds } of rows) knownOf(callerId).finds -= finds;
        for (const row of counted) learn(knownOf(row.callerId), row);
      };
    },
  };
}

/** `realClock.wait`: tests do not wait. */
const waitOf = ({ realClock }: App, ms: number): Promise<void> =>
  realClock.wait ? realClock.wait(ms) : new Promise((done) => setTimeout(done, ms));

type Count = KeyCaller & { misses: number; finds: number };

/**
 * An upsert that adds to what is left of what was used before. Rows are locked in the order of the callers, so that two processes cannot
 * deadlock.
 */
async function countAsks(tx: Tx, counts: readonly Count[], now: Date): Promise<(BudgetUse & KeyCaller)[]> {
  const sorted = counts.toSorted((a, b) => a.callerId - b.callerId);
  const rows = await tx.all<
    BudgetUse & KeyCaller
  >`insert into key_budgets as key_budget (account_id, caller_id, misses, finds, counted_at)
    select n.*, ${now}::timestamptz
    from unnest(${sorted.map((one) => one.accountId)}::bigint[], ${sorted.map((one) => one.callerId)}::bigint[],
      ${sorted.map((one) => one.misses)}::float8[], ${sorted.map((one) => one.finds)}::float8[])
        as n (account_id, caller_id, misses, finds)
    on conflict (account_id, caller_id) do update set misses = excluded.misses
        + greatest(0,
          key_budget.misses - ${MISSES.perHour}::float8 * greatest(0, extract(epoch from excluded.counted_at - key_budget.counted_at))
            / 3600),
      finds = excluded.finds
        + greatest(0,
          key_budget.finds - ${FINDS.perHour}::float8 * greatest(0, extract(epoch from excluded.counted_at - key_budget.counted_at))
            / 3600),
      counted_at = greatest(key_budget.counted_at, excluded.counted_at)
    returning account_id as "accountId", caller_id as "callerId", misses, finds, counted_at as at`;
  return rows;
}
