import type { Tx } from "../../database/connection.ts";
import type { ErasedGuest } from "../customers/erased-guest.ts";
import { namesGuest } from "../intake/names-guest.ts";

/** Held rows that name a guest who is erased are dismissed: what they said is gone, code and fate stay. */
export async function eraseHeldRows(tx: Tx, accountId: number, guest: ErasedGuest, now: Date): Promise<void> {
  await tx.run`update feed_rows feed_row
    set row_outcome = 'dismissed', raw = null, reasons = null, version = version + 1, updated_at = ${now}
    where feed_row.account_id = ${accountId} and feed_row.raw is not null and ${namesGuest(guest)}`;
}
