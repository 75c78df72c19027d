import type { MailDocument } from "@okaeri/domain/messaging/mail-blocks";
import type { Tx } from "../../../database/connection.ts";
import { pixelSizes as sizesOf } from "../../images/images.read.ts";
import type { ImagePixels } from "./compile-blocks.ts";

/** Of the pictures in these mails, by hash. */
export async function imageSizes(
  tx: Tx,
  accountId: number,
  mails: readonly MailDocument[],
): Promise<ReadonlyMap<string, ImagePixels>> {
  const hashes = mails.flatMap(({ blocks }) => blocks.flatMap(({ image }) => image ?? []));
  return hashes.length === 0 ? new Map() : sizesOf(tx, accountId, hashes);
}
