import type { Database } from "../../database/connection.ts";

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
