import type { MailDocument } from "@okaeri/domain/messaging/mail-blocks";
import type { Tx } from "../../../database/connection.ts";
import type { ImageSize } from "./compile-blocks.ts";

/** Of the pictures in these mails, by hash. */
export async function imageSizes(
  _tx: Tx,
  _accountId: number,
  _mails: readonly MailDocument[],
): Promise<ReadonlyMap<string, ImageSize>> {
  return new Map();
}
