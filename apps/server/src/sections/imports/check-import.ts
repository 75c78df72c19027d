import { hasLostItsZero } from "@okaeri/domain/customers/read-postcode";
import { isUnreachableMail } from "@okaeri/domain/mail-address";
import { normaliseText } from "@okaeri/domain/normalise";
import { isNothing } from "@okaeri/domain/stays/cell-reader";
import { saysNotCancelled } from "@okaeri/domain/stays/code-synonyms";
import type { ImportField, ImportKind } from "@okaeri/domain/stays/import-fields";
import { telephoneWithoutZero } from "@okaeri/domain/stays/validate-reservation";
import type { App } from "../../app.ts";
import { todayOf } from "../../clock.ts";
import type { Tx } from "../../database/connection.ts";
import { CheckedRows } from "../intake/check-rows.ts";
import type { PreparedReservation } from "../intake/prepare-row.ts";
import {
  type CheckedFile,
  endCheck,
  type ImportCheckResult,
  noteCheckProgress,
  takeCheck,
} from "./check-state.queries.ts";
import type { FieldValues } from "./field-values.ts";
import { columnByField, fileReading, linesOf, refusedRows } from "./file-reading.ts";
import { knownWords } from "./import-settings.ts";
import { CannotImportError, endImport, saveRefused } from "./import-state.queries.ts";
import type { ColumnByField } from "./prepare-line.ts";
import { UnreadableFileError } from "./reading/problems.ts";
import type { ReadRow, RowBatch } from "./reading/read-rows.ts";
import { type FileScan, scanFile } from "./scan-file.ts";
import { storedRows } from "./stored-file.ts";
import { TRIED_ROWS, tryOut } from "./try-out.ts";
import { UndecidedWords } from "./undecided-words.ts";

/** Lines that are compared with what is stored in one query. */
const BATCH_ROWS = 5_000;

/**
 * A dry run: says what an import would do, line by line, without touching a guest: the same reading, the same comparison with what is
 * stored, and the same decisions as the import itself.
 */
export async function checkImport(app: App, data: { account_id: number; import_batch_id: number }): Promise<void> {
  const { account_id: accountId, import_batch_id: id } = data;
  const inScope = <T>(work: (tx: Tx) => Promise<T>) => app.database.inScope({ accountIds: [accountId] }, work);
  const file = await inScope((tx) => takeCheck(tx, accountId, id));
  if (file === null) return;
  try {
    const result = await resultOf(app, accountId, file);
    if (result !== null) await inScope((tx) => endCheck(tx, accountId, file, { state: "done", result }));
  } catch (error) {
    await inScope(async (tx) => {
      const isHeld = await endCheck(tx, accountId, file, { state: "failed", result: null });
      if (isHeld && error instanceof UnreadableFileError)
        await endImport(tx, accountId, id, { state: "failed", error: error.problem });
    });
    if (!(error instanceof CannotImportError || error instanceof UnreadableFileError)) throw error;
  }
}

/** Null when the settings have changed meanwhile. */
async function resultOf(app: App, accountId: number, file: CheckedFile): Promise<ImportCheckResult | null> {
  const inScope = <T>(work: (tx: Tx) => Promise<T>) => app.database.inScope({ accountIds: [accountId] }, work);
  const read = (): AsyncIterable<RowBatch> => storedRows(app, accountId, file);
  const columns = columnByField(file);
  const known = await inScope((tx) => knownWords(tx, accountId));
  const scan = await scanFile(read(), { columns, values: file.field_values }, known);
  const date_order = file.date_order ?? (scan.dateOrder === "open" ? null : scan.dateOrder);
  const today = todayOf(app.clock);
  const { reading, versions } = await fileReading(app, accountId, { ...file, date_order }, today);
  const ctx = {
    accountId,
    facilityId: file.facility_account_id,
    today,
    now: app.clock.now(),
    cipher: app.cipher,
    mayBeRooms: true as const,
  };
  const rows = new CheckedRows(ctx);
  const words = new UndecidedWords(columns.state, today);
  const tried: PreparedReservation[][] = [];
  let [taken, refused] = [0, 0];
  const mended = { rows_with_zero: 0, rows_mail_unreachable: 0 };
  for await (const batch of batchesOf(read())) {
    const lines = linesOf(batch, reading);
    const reported = [...batch];
    lines.reservations = versions.gather(lines.reservations, reported);
    for (const row of batch) noteMended(mended, row, columns);
    words.note(reported, lines.reservations);
    if (taken < TRIED_ROWS) tried.push(lines.reservations);
    taken += batch.length;
    const held = await inScope(async (tx) => {
      const late =
        file.kind === "customers"
          ? await rows.customers(tx, lines.customers)
          : await rows.reservations(tx, lines.reservations);
      const all = [...lines.refused, ...refusedRows(reported, late, reading)];
      refused += all.length;
      if (!(await noteCheckProgress(tx, accountId, file, rows.total + refused))) return false;
      await saveRefused(tx, accountId, file.id, all);
      return true;
    });
    if (!held) return null;
  }
  const { consequences } = rows;
  const isOfGuests = file.kind === "customers";
  const outcome = isOfGuests ? null : await tryOut(app, { ...ctx, userId: null, importBatchId: file.id }, tried);
  return {
    rows_new: rows.counts.new,
    rows_changed: rows.counts.changed,
    rows_unchanged: rows.counts.unchanged,
    rows_refused: refused,
    rows_cancelled: rows.counts.cancelled,
    rows_further_rooms: rows.counts.furtherRooms,
    ...mended,
    columns_unused: unusedColumns(file),
    consequences: isOfGuests ? null : consequences,
    tried_out: outcome && { ...outcome, rows: Math.min(taken, tried.length * BATCH_ROWS) },
    unknown_values: scan.unknown,
    answers: answersOf(file, scan.answered),
    suggested: suggestedFor(file, scan.unknown.state ?? [], consequences.stays === 0 ? words.overdue : []),
    house_words: scan.house,
    date_order,
    date_order_open: file.date_order === null && scan.dateOrder === "open",
    unmapped: IMPORTANT[file.kind].flatMap((fields) =>
      fields.some((field) => columns[field] !== undefined) ? [] : fields.slice(0, 1),
    ),
  };
}

/** Of the words that somebody gave a meaning, those that the file uses, and what a line is that says nothing. */
function answersOf({ field_values: values }: CheckedFile, used: FileScan["answered"]): FieldValues {
  const answers: FieldValues = {};
  for (const [field, words] of Object.entries(used) as [ImportField, string[]][])
    answers[field] = Object.fromEntries(words.map((word) => [word, values[field]?.[word] ?? ""]));
  const blank = values.state?.[""];
  if (blank !== undefined) answers.state = { ...answers.state, "": blank };
  return answers;
}

/** Words of states that may mean `valid`: by their name, or because no guest of days gone by would have come. */
function suggestedFor(
  { kind, field_values: values }: CheckedFile,
  unknown: string[],
  overdue: readonly string[],
): FieldValues {
  if (kind !== "reservations") return {};
  const words = [...unknown.filter(saysNotCancelled), ...overdue].filter(
    (word) => !Object.hasOwn(values.state ?? {}, word),
  );
  return words.length === 0 ? {} : { state: Object.fromEntries(words.map((word) => [word, "valid"])) };
}

/** What is lost without a word when no column gives it; one of each is enough. */
const IMPORTANT: Record<ImportKind, readonly (readonly ImportField[])[]> = {
  reservations: [
    ["state", "cancel_date"],
    ["use_price", "payment_price", "reserved_price"],
  ],
  stays: [["use_price", "payment_price", "reserved_price"]],
  customers: [],
};

type Mended = Pick<ImportCheckResult, "rows_with_zero" | "rows_mail_unreachable">;

/** Counts what a line says and the import does not take as it stands. */
function noteMended(mended: Mended, row: ReadRow, columns: ColumnByField): void {
  if (!("cells" in row)) return;
  const textOf = (column: number | undefined) => (column === undefined ? "" : normaliseText(row.cells[column] ?? ""));
  const zeros = [
    hasLostItsZero(textOf(columns.postcode), {
      address: textOf(columns.address) || null,
      nationality: textOf(columns.nationality) || null,
    }),
    telephoneWithoutZero(textOf(columns.tel)),
  ];
  if (zeros.includes(true)) mended.rows_with_zero++;
  const mail = textOf(columns.email);
  if (mail !== "" && !isNothing(mail) && isUnreachableMail(mail)) mended.rows_mail_unreachable++;
}

function unusedColumns({ header, mapping }: CheckedFile): string[] {
  const used = new Set(Object.values(mapping));
  return [...new Set(header.filter((heading) => heading.trim() !== "" && !used.has(heading)))];
}

async function* batchesOf(source: AsyncIterable<RowBatch>): AsyncGenerator<ReadRow[]> {
  let rows: ReadRow[] = [];
  for await (const batch of source) {
    rows.push(...batch.rows);
    if (rows.length < BATCH_ROWS) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}
