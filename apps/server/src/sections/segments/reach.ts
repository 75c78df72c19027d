import { type RawBuilder, sql } from "kysely";
import { isGuest, withinFacilities } from "../stays/guests.read.ts";

/** Whose customers a target picks from: a programme, or some facilities' customers of it. */
export type Reach = { accountId: number; facilityIds: readonly number[] | null };

/** SQL over customers `customer`: an active customer of the reach. */
export function withinReach(reach: Reach): RawBuilder<boolean> {
  return sql<boolean>`(customer.account_id = ${reach.accountId} and ${isGuest} and ${withinFacilities(reach, sql`customer.id`)})`;
}
