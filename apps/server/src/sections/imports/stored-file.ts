import type { App } from "../../app.ts";
import { rowsIsolated, sniffIsolated } from "./reading/isolated/read-isolated.ts";
import type { RowBatch } from "./reading/read-rows.ts";
import type { FileFormat, SniffedFile } from "./reading/sniff-file.ts";

type StoredFile = { id: number; byte_size: number };

/** What an uploaded file is, with its headings and first rows. */
export function storedFormat(
  app: App,
  accountId: number,
  file: StoredFile,
  sheet: string | null,
): Promise<SniffedFile> {
  return sniffIsolated(piecesOf(app, accountId, file), sheet, whyOf(app, accountId, file));
}

/** The rows of an uploaded file below its headings, whatever kind of file it is. @throws UnreadableFileError */
export function storedRows(app: App, accountId: number, file: StoredFile & FileFormat): AsyncGenerator<RowBatch> {
  const { encoding, delimiter, sheet } = file;
  return rowsIsolated(piecesOf(app, accountId, file), { encoding, delimiter, sheet }, whyOf(app, accountId, file));
}

const whyOf = ({ log }: App, accountId: number, { id }: StoredFile) => ({
  log,
  about: { account_id: accountId, import_batch_id: id },
});

/**
 * The uploaded bytes, one stored piece at a time, each in a transaction of its own: any worker of any process can read them and
 * none holds more than a few.
 */
function piecesOf({ database }: App, accountId: number, { id, byte_size }: StoredFile) {
  return {
    size: byte_size,
    async piece(seq: number): Promise<Uint8Array | null> {
      const found = await database.inScope(
        { accountIds: [accountId] },
        (tx) =>
          tx.maybe<{ bytes: Buffer }>`select bytes
            from import_files
            where account_id = ${accountId} and import_batch_id = ${id} and seq = ${seq}`,
      );
      return found?.bytes ?? null;
    },
  };
}
