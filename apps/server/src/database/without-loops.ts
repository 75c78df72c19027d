import type { Tx } from "./connection.ts";

/**
 * For statements about all guests of an account, which join sets to sets. Of an account that is young beside a large one the planner
 * expects one row of each table, and looks through one set for each row of the other (measured: 8 s for the ranks of 3,600 guests,
 * now under 0.1 s). Needs a transaction: a statement that brings its own settings along takes no others.
 */
export async function withoutLoops<T>(tx: Tx, ask: () => Promise<T>): Promise<T> {
  await tx.run`set local enable_nestloop = off`;
  const answer = await ask();
  await tx.run`set local enable_nestloop = on`;
  return answer;
}
