import type { Tx } from "./connection.ts";

/**
 * Forbids nested-loop joins for statements about all guests of an account, which join sets to sets. For an account that is young in a large
 * table the planner expects one row of each table, and scans one set for each row of the other (measured: 8 s for the ranks of 3,600
 * guests, now under 0.1 s). Needs a transaction: a statement that carries its own settings takes no others.
 */
export async function withoutLoops<T>(tx: Tx, ask: () => Promise<T>): Promise<T> {
  await tx.run`set local enable_nestloop = off`;
  const answer = await ask();
  await tx.run`set local enable_nestloop = on`;
  return answer;
}
