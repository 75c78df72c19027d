import { mailMatchKey } from "@okaeri/domain/mail-address";
import type { Tx } from "../../database/connection.ts";
import { type Count, reserveAttempt } from "./throttles.ts";

/** Rate limit of mails: 0 where one more may go, else in how many seconds. Counted per person who causes it (nobody: the product itself) and per address. */
export function reserveMail(
  tx: Tx,
  kind: "invite_sender" | "confirm_sender",
  senderId: number | null,
  to: string,
  now: Date,
): Promise<number> {
  const counts: Count[] = senderId === null ? [] : [{ kind, by: String(senderId) }];
  return reserveAttempt(tx, [...counts, { kind: "mail_receiver", by: mailMatchKey(to) }], now);
}
