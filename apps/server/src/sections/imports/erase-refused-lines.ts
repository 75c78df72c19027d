import type { Tx } from "../../database/connection.ts";
import type { ErasedGuest } from "../customers/erased-guest.ts";
import { namesGuest } from "../intake/names-guest.ts";

/** Refused lines that name a guest who is erased are kept no longer; the figures of their imports stay. */
export async function eraseRefusedLines(tx: Tx, accountId: number, guest: ErasedGuest): Promise<void> {
  await tx.run`delete from import_rejections rejection where rejection.account_id = ${accountId} and ${namesGuest(guest)}`;
}
