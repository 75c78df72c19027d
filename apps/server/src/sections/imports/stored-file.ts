import { CHUNK_BYTES } from "@okaeri/contract/import-limits";
import type { Database } from "../../database/connection.ts";
import type { FileEncoding } from "./reading/detect-encoding.ts";
import { type RowBatch, readRows } from "./reading/read-rows.ts";
import { readWorkbookRows } from "./reading/xlsx/read-xlsx.ts";
import type { ByteSource } from "./reading/xlsx/zip.ts";

/**
 * The uploaded bytes, one stored piece at a time, each in a transaction of its own: any worker of any process can read them and
 * none holds more than one piece.
 */
export async function* storedFile(
  database: Database,
  accountId: number,
  importBatchId: number,
): AsyncGenerator<Uint8Array> {
  for (let seq = 0; ; seq++) {
    const found = await database.inScope(
      { accountIds: [accountId] },
      (tx) =>
        tx.maybe<{ bytes: Buffer }>`select bytes from import_files
        where account_id = ${accountId} and import_batch_id = ${importBatchId} and seq = ${seq}`,
    );
    if (!found) return;
    yield found.bytes;
  }
}

/** Any part of the uploaded bytes, for files that are not read from their beginning to their end. */
export function storedBytes(database: Database, accountId: number, { id, byte_size }: StoredFile): ByteSource {
  return {
    size: byte_size,
    async *read(start, end) {
      for (let at = start; at < end; ) {
        const seq = Math.floor(at / CHUNK_BYTES);
        const from = at - seq * CHUNK_BYTES;
        const length = Math.min(CHUNK_BYTES - from, end - at);
        const found = await database.inScope(
          { accountIds: [accountId] },
          (tx) =>
            tx.maybe<{
              bytes: Buffer;
            }>`select substring(bytes from ${from + 1}::int for ${length}::int) as bytes from import_files
              where account_id = ${accountId} and import_batch_id = ${id} and seq = ${seq}`,
        );
        if (!found || found.bytes.length === 0) return;
        yield found.bytes;
        at += found.bytes.length;
      }
    },
  };
}

type StoredFile = { id: number; byte_size: number };

/** The rows of an uploaded file below its headings, whatever kind of file it is. */
export function storedRows(
  database: Database,
  accountId: number,
  file: StoredFile & { encoding: FileEncoding | "xlsx"; delimiter: string; sheet: string | null },
): AsyncIterable<RowBatch> {
  const { id, encoding, delimiter, sheet } = file;
  if (encoding === "xlsx") return readWorkbookRows(storedBytes(database, accountId, file), sheet ?? "");
  return readRows(storedFile(database, accountId, id), { encoding, delimiter });
}
