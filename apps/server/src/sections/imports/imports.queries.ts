import type { importBatch } from "@okaeri/contract/imports";
import type { ImportEnd, StoredReason } from "@okaeri/contract/problems/stored-reasons";
import type { ImportKind } from "@okaeri/domain/stays/import-fields";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { type Paging, pageOf } from "../../database/list-page.ts";
import type { RowOf } from "../../database/row-of.ts";
import type { Scope } from "../../session/scope.ts";
import { isHouse } from "../accounts/houses.read.ts";
import { clearRejections } from "./check-state.queries.ts";
import type { FileEncoding } from "./reading/detect-encoding.ts";
import { type ImportSettings, rememberChoices } from "./remembered.queries.ts";

/** A row of import_batches with the names joined to it. */
export type ImportRow = RowOf<
  typeof importBatch,
  "chunk_bytes" | "undo_until",
  "created_at" | "started_at" | "finished_at" | "undone_at"
> & {
  /** What it changed is kept. */
  has_changes: boolean;
};

/** A facility's user sees the imports of their facilities. */
export function withinImportFacilities(scope: Scope): RawBuilder<boolean> {
  return scope.facilityIds === null
    ? sql`true`
    : sql`import_batch.facility_account_id = any(${scope.facilityIds}::bigint[])`;
}

const COLUMNS = sql`import_batch.id, import_batch.state, import_batch.file_name, import_batch.byte_size, import_batch.bytes_received,
  import_batch.bytes_done, import_batch.encoding, account.name as facility_name, import_batch.facility_account_id, import_batch.rows_read,
  import_batch.rows_new, import_batch.rows_changed, import_batch.rows_unchanged, import_batch.rows_refused, import_batch.customers_new,
  import_batch.stays_applied, import_batch.cancel_requested, import_batch.error, person.name as created_by_name, import_batch.created_at,
  import_batch.started_at, import_batch.finished_at, import_batch.kind, import_batch.sheet, import_batch.undo_total,
  import_batch.rows_undone, import_batch.undone_at, undoing_person.name as undone_by_name,
  import_batch.state in ('done', 'cancelled', 'failed')
  and exists (select from import_rows import_row
    where import_row.account_id = import_batch.account_id and import_row.import_batch_id = import_batch.id
      and import_row.row_outcome <> 'unchanged') as has_changes`;
const JOINS = sql`join accounts account on account.id = import_batch.facility_account_id
  left join users person on person.id = import_batch.created_by
  left join users undoing_person on undoing_person.id = import_batch.undone_by`;

export async function listImports(tx: Tx, scope: Scope, paging: Paging): Promise<{ rows: ImportRow[]; total: number }> {
  return pageOf(tx, paging, {
    from: sql`import_batches import_batch ${JOINS}
      where import_batch.account_id = ${scope.accountId} and import_batch.source = 'csv' and ${withinImportFacilities(scope)}`,
    order: sql`import_batch.id desc`,
    rows: (cut) => sql<ImportRow>`select ${COLUMNS} ${cut}`,
  });
}

export async function findImport(tx: Tx, scope: Scope, id: number): Promise<ImportRow | null> {
  const found = await tx.maybe<ImportRow>`select ${COLUMNS}
    from import_batches import_batch ${JOINS}
    where import_batch.account_id = ${scope.accountId} and import_batch.id = ${id} and import_batch.source = 'csv'
      and ${withinImportFacilities(scope)}`;
  return found ?? null;
}

export type ImportPlace = { id: number; name: string; is_house: boolean };

/** Where the person may bring a file, houses first: of the whole programme who sees all of it. */
export function importPlaces(tx: Tx, scope: Scope): Promise<ImportPlace[]> {
  const inReach = scope.facilityIds === null ? sql`true` : sql`account.id = any (${scope.facilityIds}::bigint[])`;
  return tx.all<ImportPlace>`select account.id, account.name, ${isHouse()} as is_house
    from accounts account
    where account.programme_account_id = ${scope.accountId} and account.active_status = 'active' and ${inReach}
    order by is_house desc, account.id = ${scope.chosenAccountId} desc, account.id`;
}

export async function declareFile(
  tx: Tx,
  scope: Scope,
  input: { file_name: string; byte_size: number; facility_account_id: number; kind: ImportKind; now: Date },
): Promise<number> {
  const { id } = await tx.one<{ id: number }>`
    insert into import_batches
      (account_id, facility_account_id, source, state, kind, file_name, byte_size, created_by, updated_by, updated_at)
    values (${scope.accountId}, ${input.facility_account_id}, 'csv', ${input.byte_size === 0 ? "uploaded" : "uploading"}, ${input.kind},
      ${input.file_name}, ${input.byte_size}, ${scope.userId}, ${scope.userId}, ${input.now})
    returning id`;
  return id;
}

export type FileState = {
  id: number;
  state: ImportRow["state"];
  byte_size: number;
  facility_account_id: number;
  kind: ImportKind;
  encoding: FileEncoding | "xlsx" | null;
  sheet: string | null;
  delimiter: string | null;
  /** Empty until somebody has looked into the file. */
  header: string[];
  header_fingerprint: string;
  /** Why it ended without its rows. */
  error: ImportEnd | null;
};

/** Locks the import, so that its pieces and its state change one at a time. */
export async function lockFile(tx: Tx, scope: Scope, id: number): Promise<FileState | null> {
  const found =
    await tx.maybe<FileState>`select import_batch.id, import_batch.state, import_batch.byte_size, import_batch.facility_account_id,
        import_batch.kind, import_batch.encoding, import_batch.sheet, import_batch.delimiter, import_batch.header,
        import_batch.header_fingerprint, import_batch.error
      from import_batches import_batch
      where import_batch.account_id = ${scope.accountId} and import_batch.id = ${id} and import_batch.source = 'csv'
        and ${withinImportFacilities(scope)} for no key update of import_batch`;
  return found ?? null;
}

/** Stores one piece (an upsert): the same piece sent again replaces itself. Returns how many bytes have arrived. */
export async function storePiece(
  tx: Tx,
  scope: Scope,
  piece: { id: number; seq: number; startByte: number; bytes: Buffer; now: Date },
): Promise<number> {
  await tx.run`insert into import_files (account_id, import_batch_id, seq, start_byte, bytes)
    values (${scope.accountId}, ${piece.id}, ${piece.seq}, ${piece.startByte}, ${piece.bytes})
    on conflict (account_id, import_batch_id, seq) do update
    set bytes = excluded.bytes`;
  // The length of a stored piece is known without reading it.
  const counted = await tx.one<{ bytes_received: number }>`update import_batches import_batch
    set bytes_received = f.bytes, state = case when f.bytes = import_batch.byte_size then 'uploaded' else 'uploading' end,
      updated_at = ${piece.now}
    from (select sum(octet_length(bytes))::bigint as bytes
      from import_files
      where account_id = ${scope.accountId} and import_batch_id = ${piece.id}) f
    where import_batch.account_id = ${scope.accountId} and import_batch.id = ${piece.id}
    returning import_batch.bytes_received`;
  return counted.bytes_received;
}

export async function saveFileFormat(
  tx: Tx,
  scope: Scope,
  id: number,
  sample: {
    encoding: FileEncoding | "xlsx";
    sheet: string | null;
    delimiter: string;
    header: readonly string[];
    fingerprint: string;
    now: Date;
  },
): Promise<void> {
  await tx.run`update import_batches
    set encoding = ${sample.encoding}, sheet = ${sample.sheet}, delimiter = ${sample.delimiter}, header = ${sample.header}::text[],
      header_fingerprint = ${sample.fingerprint}, updated_at = ${sample.now}
    where account_id = ${scope.accountId} and id = ${id}`;
}

/** Puts the import into the queue's state; what its check refused is listed anew by the import itself. */
export async function queueImport(tx: Tx, scope: Scope, file: FileState, settings: ImportSettings): Promise<void> {
  const { mapping, field_values, date_order, overwrite_blanks } = settings;
  await tx.run`update import_batches
    set state = 'queued', mapping = ${JSON.stringify(mapping)}::jsonb, field_values = ${JSON.stringify(field_values)}::jsonb,
      date_order = ${date_order}, overwrite_blanks = ${overwrite_blanks}, fencing_token = fencing_token + 1, updated_by = ${scope.userId},
      updated_at = now()
    where account_id = ${scope.accountId} and id = ${file.id}`;
  await clearRejections(tx, scope.accountId, file.id);
  await rememberChoices(tx, scope, file, settings);
}

/** A running worker sees the request after its batch. */
export async function requestCancel(tx: Tx, scope: Scope, id: number): Promise<void> {
  await tx.run`update import_batches
    set cancel_requested = true, updated_by = ${scope.userId}, updated_at = now()
    where account_id = ${scope.accountId} and id = ${id}`;
}

export type RejectionRow = { line_no: number; reasons: StoredReason[]; raw: string };

export async function listRejections(
  tx: Tx,
  scope: Scope,
  { id, ...paging }: Paging & { id: number },
): Promise<{ rows: (RejectionRow & { delimiter: string | null })[]; total: number }> {
  return pageOf(tx, paging, {
    from: sql`import_rejections where account_id = ${scope.accountId} and import_batch_id = ${id}`,
    order: sql`line_no`,
    rows: (cut) => sql<RejectionRow & { delimiter: string | null }>`
      select line_no, reasons, raw,
        (select import_batch.delimiter
          from import_batches import_batch
          where import_batch.account_id = ${scope.accountId} and import_batch.id = ${id}) as delimiter
      ${cut}`,
  });
}

/** The next refused rows behind a line, for the download. */
export async function rejectionsAfter(
  tx: Tx,
  scope: Scope,
  input: { id: number; lineNo: number; size: number },
): Promise<RejectionRow[]> {
  return tx.all<RejectionRow>`select line_no, reasons, raw
    from import_rejections
    where account_id = ${scope.accountId} and import_batch_id = ${input.id} and line_no > ${input.lineNo}
    order by line_no limit ${input.size}`;
}

/** Lines that are named of one reason. */
const NAMED_LINES = 50;
const MAX_GROUPS = 100;

export type RefusalGroupRow = StoredReason & { count: number; values: number; lines: number[] };

/** Each reason once, most lines first: how many lines have it, how many values, the value that most of them have, and the first lines. */
export function refusalGroups(tx: Tx, scope: Scope, id: number): Promise<RefusalGroupRow[]> {
  return tx.all<RefusalGroupRow>`with reasons as materialized (
      select rejection.line_no, x.field, x.code, coalesce(x.value, '') as value, coalesce(x.other, '') as other,
        row_number() over (partition by x.field, x.code order by rejection.line_no) as place
      from import_rejections rejection
      cross join lateral jsonb_to_recordset(rejection.reasons) x (field text, code text, value text, other text)
      where rejection.account_id = ${scope.accountId} and rejection.import_batch_id = ${id}
    ), ranked as (
      select field, code, value, other, sum(count(*)) over of_reason as count, count(*) over of_reason as "values",
        row_number() over (partition by field, code order by count(*) desc, min(line_no)) as place
      from reasons
      group by field, code, value, other
      window of_reason as (partition by field, code)
    ), firsts as (
      select field, code, array_agg(line_no order by line_no) as lines
      from reasons
      where place <= ${NAMED_LINES}
      group by field, code
    )
    select g.field, g.code, g.value, g.other, g.count::int as count, g."values"::int as "values", f.lines
    from ranked g
    join firsts f on f.field is not distinct from g.field and f.code = g.code
    where g.place = 1
    order by g.count desc, f.lines[1] limit ${MAX_GROUPS}`;
}
