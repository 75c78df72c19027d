import type { ImportEnd } from "@okaeri/contract/problems/stored-reasons";
import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { ImportKind } from "@okaeri/domain/stays/import-fields";
import type { DateOrder } from "@okaeri/domain/stays/read-date";
import { inForce } from "../../database/active-version.ts";
import type { Tx } from "../../database/connection.ts";
import type { RowCounts } from "../intake/save-rows.ts";
import type { FieldValues } from "./field-values.ts";
import type { RefusedRow } from "./prepare-line.ts";
import type { FileEncoding } from "./reading/detect-encoding.ts";

/** An import as the worker that took it sees it. */
export type ClaimedImport = {
  id: number;
  facility_account_id: number;
  created_by: number | null;
  /** Who pressed the button; null where no person did. */
  started_by: number | null;
  encoding: FileEncoding | "xlsx";
  /** Of a workbook, the sheet that is imported. */
  sheet: string | null;
  /** Field → heading. */
  mapping: Record<string, string>;
  delimiter: string;
  header: string[];
  kind: ImportKind;
  field_values: FieldValues;
  date_order: DateOrder | null;
  overwrite_blanks: boolean;
  byte_size: number;
  /** Rows below the header that are done; reading goes on after them. */
  rows_read: number;
  /** The fencing token, raised by each worker that takes the import: only the worker with the highest value may write. */
  fencing_token: number;
  in_force: boolean;
};

type LookedInto = Pick<ClaimedImport, "id" | "encoding" | "delimiter">;
/** A file as it is stored: these two are known once it was looked into. */
export type Stored<File extends LookedInto> = Omit<File, "encoding" | "delimiter"> & {
  encoding: File["encoding"] | null;
  delimiter: string | null;
};

/** Nothing is made of a file before it was looked into. */
export function lookedInto<File extends LookedInto>(file: Stored<File>): File {
  if (file.encoding === null || file.delimiter === null)
    throw new Error(`the file of import ${file.id} was never looked into`);
  return file as unknown as File;
}

/** The file cannot be imported whatever is tried. */
export class CannotImportError extends Error {
  readonly reason: ImportEnd;
  constructor(reason: ImportEnd) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * Takes an import that waits or whose worker is dead, with the next fencing token; null when there is nothing to do. Waits for a batch that
 * is being written.
 */
export async function takeImport(
  tx: Tx,
  accountId: number,
  id: number,
  today: CalendarDate,
): Promise<ClaimedImport | null> {
  const taken = await tx.maybe<Stored<ClaimedImport>>`
    update import_batches import_batch
    set fencing_token = import_batch.fencing_token + 1, state = 'running', started_at = coalesce(import_batch.started_at, now()),
      turn = coalesce(import_batch.turn, nextval('import_batches_id_seq')), heartbeat_at = now(), updated_at = now()
    from accounts account
    where import_batch.account_id = ${accountId} and import_batch.id = ${id} and import_batch.state in ('queued', 'running')
      and account.id = import_batch.facility_account_id
    returning import_batch.id, import_batch.facility_account_id, import_batch.created_by, import_batch.updated_by as started_by,
      import_batch.encoding, import_batch.sheet, import_batch.mapping, import_batch.delimiter, import_batch.header, import_batch.kind,
      import_batch.field_values, import_batch.date_order, import_batch.overwrite_blanks, import_batch.byte_size, import_batch.rows_read,
      import_batch.fencing_token, ${inForce(today)} as in_force`;
  return taken ? lookedInto(taken) : null;
}

/** Locks the import until commit. `lost`: the fencing token shows that another worker has taken it, or it has ended. */
export async function lockImport(
  tx: Tx,
  accountId: number,
  job: ClaimedImport,
): Promise<"held" | "cancelled" | "lost"> {
  const row = await tx.maybe<{ fencing_token: number; state: string; cancel_requested: boolean }>`
    select fencing_token, state, cancel_requested
    from import_batches
    where account_id = ${accountId} and id = ${job.id} for update`;
  if (!row || row.fencing_token !== job.fencing_token || row.state !== "running") return "lost";
  return row.cancel_requested ? "cancelled" : "held";
}

/** Notes what one batch did, in its transaction. */
export async function recordProgress(
  tx: Tx,
  accountId: number,
  id: number,
  step: { bytesDone: number; read: number; refused: number; counts: RowCounts },
): Promise<void> {
  const { bytesDone, read, refused, counts } = step;
  await tx.run`update import_batches
    set bytes_done = least(byte_size, greatest(bytes_done, ${bytesDone}::bigint)), rows_read = rows_read + ${read}::int,
      rows_refused = rows_refused + ${refused}::int, rows_new = rows_new + ${counts.new}::int,
      rows_changed = rows_changed + ${counts.changed}::int, rows_unchanged = rows_unchanged + ${counts.unchanged}::int,
      customers_new = customers_new + ${counts.newCustomers}::int, stays_applied = stays_applied + ${counts.stays}::int,
      heartbeat_at = now(), updated_at = now()
    where account_id = ${accountId} and id = ${id}`;
}

export async function saveRefused(
  tx: Tx,
  accountId: number,
  id: number,
  refused: readonly RefusedRow[],
): Promise<void> {
  if (refused.length === 0) return;
  await tx.run`insert into import_rejections (account_id, import_batch_id, line_no, reasons, raw)
    select ${accountId}::bigint, ${id}::bigint, r.line_no, r.reasons::jsonb, r.raw
    from unnest(${refused.map((row) => row.lineNo)}::bigint[], ${refused.map((row) => JSON.stringify(row.reasons))}::text[],
      ${refused.map((row) => row.raw)}::text[]) r (line_no, reasons, raw)
    on conflict do nothing`;
}

/** Ends an import and gives its stored bytes back. */
export async function endImport(
  tx: Tx,
  accountId: number,
  id: number,
  end: { state: "done" | "cancelled" | "failed"; error?: ImportEnd },
): Promise<void> {
  await tx.run`update import_batches
    set state = ${end.state}, error = ${end.error ?? null}, finished_at = now(), updated_at = now(),
      bytes_done = case when ${end.state} = 'done' then byte_size else bytes_done end
    where account_id = ${accountId} and id = ${id}`;
  await tx.run`delete from import_files where account_id = ${accountId} and import_batch_id = ${id}`;
}

/** Removes what is left of files whose import is over. */
export async function clearEndedFiles(tx: Tx, accountId: number): Promise<void> {
  await tx.run`delete from import_files import_file
    using import_batches import_batch
    where import_file.account_id = ${accountId} and import_batch.account_id = import_file.account_id
      and import_batch.id = import_file.import_batch_id and import_batch.state in ('done', 'cancelled', 'failed')`;
}
