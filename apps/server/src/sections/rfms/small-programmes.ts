import type { App } from "../../app.ts";
import { todayOf } from "../../clock.ts";
import { inForce, somewhereIncludes } from "../../database/active-version.ts";

export type RfmKey = { account_id: number; rfm_id: number };

/** An RFM with scores of at most so many guests is scored faster than a job of its own is fetched. */
const SMALL_GUESTS = 2_000;
/** So many in one job: half a minute at the most, and several workers still share the night. */
const RFMS_OF_A_RUN = 25;

/** The active RFMs of all programmes that may act and have them in their plan. By the scores of the night before: a new account is small until its first import has been scored. */
export async function rfmsBySize(app: App): Promise<{ small: RfmKey[]; large: RfmKey[] }> {
  const today = todayOf(app.clock);
  const programmes = await app.database.asSystem(
    (tx) =>
      tx.all<{ id: number }>`select account.id
        from accounts account
        where account.id in (select programme_account_id from accounts) and ${inForce(today)}
          and ${somewhereIncludes("rfm_scores", today)}`,
  );
  const accountIds = programmes.map(({ id }) => id);
  const rfms = await app.database.inScope(
    { accountIds },
    (tx) => tx.all<RfmKey & { is_small: boolean }>`select rfm.account_id, rfm.id as rfm_id,
        not exists (select from customer_rfms customer_rfm
          where customer_rfm.account_id = rfm.account_id and customer_rfm.rfm_id = rfm.id offset ${SMALL_GUESTS}) as is_small
      from rfms rfm
      where rfm.account_id = any(${accountIds}::bigint[]) and rfm.active_status = 'active'
      order by rfm.account_id, rfm.id`,
  );
  const sized = (small: boolean) =>
    rfms.flatMap(({ account_id, rfm_id, is_small }) => (is_small === small ? [{ account_id, rfm_id }] : []));
  return { small: sized(true), large: sized(false) };
}

export function smallRuns(rfms: readonly RfmKey[]): RfmKey[][] {
  return Array.from({ length: Math.ceil(rfms.length / RFMS_OF_A_RUN) }, (_, at) =>
    rfms.slice(at * RFMS_OF_A_RUN, (at + 1) * RFMS_OF_A_RUN),
  );
}
