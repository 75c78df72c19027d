import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { expirePoints } from "../points/expire-points.ts";
import { givenIds } from "../points/given-ids.ts";
import { lockProgramme } from "../points/point-run.ts";
import type { StayRun } from "./stay-effect.ts";
import { STAY_EFFECTS } from "./stay-effects.ts";

export type StayChange = {
  /** Stays whose effects are taken back, before anything is written. */
  reverse: readonly number[];
  /** Writes the stays as they are now: new ones, corrected ones, `reversed_at` on those that no longer happened. */
  write?: () => Promise<void>;
  /** Stays that count after the write. */
  apply: readonly number[];
};

/**
 * applyStay (product §4), in the caller's transaction and for any number of stays: a correction is a reversal, a write and a new
 * application. A stay counts at most once at a time (its open round in stay_effects), so repeating does nothing; stays that were
 * cancelled at the source or have no customer are left out. Returns how many were applied.
 */
export async function restateStays(tx: Tx, run: StayRun, change: StayChange): Promise<number> {
  await lockProgramme(tx, run.accountId);
  // From here until the end a lot that holds points is alive, also while its last day is being worked out again.
  await expirePoints(tx, run);
  const reversed = await reverseOpenRounds(tx, run, change.reverse);
  await change.write?.();
  const applied = await openRounds(tx, run, change.apply);
  if (applied.length > 0) for (const effect of STAY_EFFECTS) await effect.apply(tx, run, applied);
  if (reversed > 0) await expirePoints(tx, run);
  return applied.length;
}

/** Stays that now count. */
export function applyStays(tx: Tx, run: StayRun, stayIds: readonly number[]): Promise<number> {
  return restateStays(tx, run, { reverse: [], apply: stayIds });
}

/** Stays that were cancelled after they had counted. */
export async function reverseStays(tx: Tx, run: StayRun, stayIds: readonly number[]): Promise<void> {
  await restateStays(tx, run, {
    reverse: stayIds,
    write: async () => {
      await sql`update stay_transactions set reversed_at = now(), updated_at = now(), updated_by = ${run.userId}
        where account_id = ${run.accountId} and id = any(${stayIds}::bigint[]) and reversed_at is null`.execute(tx.db);
    },
    apply: [],
  });
}

async function reverseOpenRounds(tx: Tx, run: StayRun, stayIds: readonly number[]): Promise<number> {
  if (stayIds.length === 0) return 0;
  const open = await sql<{ id: number }>`with ${givenIds(run.accountId, stayIds)}
    select e.stay_transaction_id as id from given n
    join stay_effects e on e.account_id = n.account_id and e.stay_transaction_id = n.id
    where e.effect = 'applied' and e.reversed_at is null`.execute(tx.db);
  if (open.rows.length === 0) return 0;
  const ids = open.rows.map((row) => row.id);
  for (const effect of STAY_EFFECTS.toReversed()) await effect.reverse(tx, run, ids);
  await sql`with ${givenIds(run.accountId, ids)}
    update stay_effects e set reversed_at = now() from given n
    where e.account_id = n.account_id and e.stay_transaction_id = n.id and e.reversed_at is null`.execute(tx.db);
  return ids.length;
}

/** Starts a round for each stay that has none open, and notes what its reversal needs. Returns those stays. */
async function openRounds(tx: Tx, run: StayRun, stayIds: readonly number[]): Promise<number[]> {
  if (stayIds.length === 0) return [];
  const opened = await sql<{ id: number }>`
    with ${givenIds(run.accountId, stayIds)}
    insert into stay_effects (account_id, stay_transaction_id, effect, round, detail)
    select s.account_id, s.id, 'applied', coalesce(e.round, 0) + 1,
      jsonb_build_object('customer_id', s.customer_id, 'use_price', s.use_price)
    from given n
    join stay_transactions s on s.account_id = n.account_id and s.id = n.id
    left join lateral (
      select max(round) as round, bool_or(reversed_at is null) as open from stay_effects e
      where e.account_id = n.account_id and e.stay_transaction_id = n.id and e.effect = 'applied'
    ) e on true
    where s.reversed_at is null and s.customer_id is not null and e.open is not true
    order by s.id
    returning stay_transaction_id as id`.execute(tx.db);
  return opened.rows.map((row) => row.id);
}
