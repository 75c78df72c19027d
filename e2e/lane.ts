import { inject } from "vitest";

export type Lane = { origin: string; mailCatcher: string; dataDir: string };

/** The product of the lane this file runs in. */
export function lane(): Lane {
  const mine = inject("lanes")[Number(process.env.VITEST_POOL_ID) - 1];
  if (mine === undefined) throw new Error(`no product for worker ${process.env.VITEST_POOL_ID}`);
  return mine;
}
