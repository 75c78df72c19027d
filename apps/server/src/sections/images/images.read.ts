import type { Tx } from "../../database/connection.ts";

export type PixelSize = { width: number; height: number };

/** The size in pixels of these pictures of the programme; those that are none of its are not there. */
export async function pixelSizes(
  tx: Tx,
  accountId: number,
  hashes: readonly string[],
): Promise<Map<string, PixelSize>> {
  const rows = await tx.all<PixelSize & { hash: string }>`select image.hash, image.width, image.height
    from images image
    where image.account_id = ${accountId} and image.hash = any(${hashes}::text[])`;
  return new Map(rows.map(({ hash, ...size }) => [hash, size]));
}
