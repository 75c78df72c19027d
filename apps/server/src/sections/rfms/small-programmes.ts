import type { Tx } from "../../database/connection.ts";

export type RfmKey = { account_id: number; rfm_id: number };

/** An RFM with scores of at most so many guests is scored faster than a job of its own is fetched. */
const SMALL_GUESTS = 2_000;
/** So many in one job: half a minute at the most, and several workers still share the night. */
const RFMS_OF_A_RUN = 25;

/** By the scores of the night before: a new account is small until its first import has been scored. */
export async function isSmall(tx: Tx, { account_id, rfm_id }: RfmKey): Promise<boolean> {
  const more = await tx.all`select from customer_rfms where account_id = ${account_id} and rfm_id = ${rfm_id}
    offset ${SMALL_GUESTS} limit 1`;
  return more.length === 0;
}

export function smallRuns(rfms: readonly RfmKey[]): RfmKey[][] {
  return Array.from({ length: Math.ceil(rfms.length / RFMS_OF_A_RUN) }, (_, at) =>
    rfms.slice(at * RFMS_OF_A_RUN, (at + 1) * RFMS_OF_A_RUN),
  );
}
