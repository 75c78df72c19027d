import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { Tx } from "../../database/connection.ts";
import { withoutLoops } from "../../database/without-loops.ts";
import { brokenLedgers } from "./broken-ledgers.ts";
import { guestsOfTonight, wrongFromScratch } from "./prove-from-scratch.ts";

/** How many wrong guests are kept by their number; there is a mistake to find long before. */
const NAMED = 100;

/** `settled`: no rule waits to be applied to its stays. `again`: only these guests are worked out from scratch, not those of the night. */
export type Proof = { now: Date; today: CalendarDate; settled: boolean; again?: readonly number[] };

/** Compares a programme's points with their ledger, computes them from scratch, and stores the result. Returns how many do not add up. */
export async function proveLedger(tx: Tx, accountId: number, { now, today, settled, again }: Proof): Promise<number> {
  const broken = await withoutLoops(tx, () => brokenLedgers(tx, accountId));
  const guests = again ?? (await withoutLoops(tx, () => guestsOfTonight(tx, accountId, today)));
  const wrong = await wrongFromScratch(tx, accountId, guests, { today, settled });
  const torn = broken.flatMap(({ customer_id }) => (customer_id === null ? [] : [customer_id]));
  const customerIds = [...new Set([...torn, ...wrong])];
  const others = broken.filter(({ customer_id }) => customer_id === null).length;
  const count = customerIds.length + others;
  await tx.run`insert into ledger_proofs (account_id, proven_at, broken_count, customer_ids)
    values (${accountId}, ${now}, ${count}, ${customerIds.slice(0, NAMED)}::bigint[])
    on conflict (account_id) do update set proven_at = excluded.proven_at, broken_count = excluded.broken_count,
      customer_ids = excluded.customer_ids`;
  return count;
}

export type LedgerProof = {
  account_id: number;
  account_name: string;
  proven_at: Date;
  broken_count: number;
  customer_ids: number[];
};

/** The programmes among these whose points did not add up when they were proven last. */
export function brokenProofs(tx: Tx, accountIds: readonly number[]): Promise<LedgerProof[]> {
  return tx.all<LedgerProof>`select ledger_proof.account_id, account.name as account_name, ledger_proof.proven_at,
      ledger_proof.broken_count, to_jsonb(ledger_proof.customer_ids) as customer_ids
    from ledger_proofs ledger_proof
    join accounts account on account.id = ledger_proof.account_id
    where ledger_proof.account_id = any(${accountIds}::bigint[]) and ledger_proof.broken_count > 0
    order by ledger_proof.account_id`;
}
