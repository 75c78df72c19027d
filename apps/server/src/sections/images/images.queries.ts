import type { Tx } from "../../database/connection.ts";
import type { Decoded, StoredType } from "./isolated/messages.ts";

type Stored = { accountId: number; userId: number; hash: string; now: Date };

/** Uploads of one programme come one after the other: what all of them take is limited. */
export async function lockImages(tx: Tx, accountId: number): Promise<void> {
  await tx.run`select pg_advisory_xact_lock(hashtextextended('images:' || ${accountId}::text, 0))`;
}

/** Bytes of all pictures of the programme, and whether one of them is this. */
export function storedBytes(tx: Tx, accountId: number, hash: string): Promise<{ bytes: number; has: boolean }> {
  return tx.one<{ bytes: number; has: boolean }>`select coalesce(sum(image.byte_size), 0)::bigint as bytes,
      coalesce(bool_or(image.hash = ${hash}), false) as has
    from images image
    where image.account_id = ${accountId}`;
}

export async function storeImage(tx: Tx, of: Stored, { type, width, height, bytes }: Decoded): Promise<void> {
  await tx.run`insert into images (account_id, hash, type, width, height, byte_size, bytes, created_by, uploaded_at)
    values (${of.accountId}, ${of.hash}, ${type}, ${width}, ${height}, ${bytes.length}, ${Buffer.from(bytes)}, ${of.userId}, ${of.now})
    on conflict (account_id, hash) do update set uploaded_at = excluded.uploaded_at`;
}

/** What an address shows; the hash alone says whose it is. */
export function imageOf(tx: Tx, hash: string): Promise<{ type: StoredType; bytes: Buffer } | undefined> {
  return tx.maybe<{ type: StoredType; bytes: Buffer }>`select image.type, image.bytes
    from images image
    where image.hash = ${hash}`;
}
