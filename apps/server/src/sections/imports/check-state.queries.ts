import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { ImportField } from "@okaeri/domain/stays/import-fields";
import type { DateOrder } from "@okaeri/domain/stays/read-date";
import type { Tx } from "../../database/connection.ts";
import type { Scope } from "../../session/scope.ts";
import type { ImportConsequences } from "../intake/consequences.ts";
import type { FieldValues } from "./field-values.ts";
import type { FileSettings } from "./file-reading.ts";
import { lookedInto, type Stored } from "./import-state.queries.ts";
import type { ImportSettings } from "./remembered.queries.ts";
import type { TriedOut } from "./try-out.ts";

export type ImportCheckResult = {
  rows_new: number;
  rows_changed: number;
  rows_unchanged: number;
  rows_refused: number;
  rows_cancelled: number;
  rows_further_rooms: number;
  /** Null for a file of customers. */
  consequences: ImportConsequences | null;
  tried_out: TriedOut | null;
  columns_unused: string[];
  rows_with_zero: number;
  rows_mail_unreachable: number;
  unknown_values: Partial<Record<ImportField, string[]>>;
  answers: FieldValues;
  suggested: FieldValues;
  house_words: Partial<Record<ImportField, string[]>>;
  /** The order that was told, or that the file tells. */
  date_order: DateOrder | null;
  date_order_open: boolean;
  /** Fields that matter and that no column fills. */
  unmapped: ImportField[];
};

export type CheckState = "waiting" | "doing" | "done" | "failed";
export type StoredCheck = {
  check_state: CheckState | null;
  check_result: ImportCheckResult | null;
  rows_checked: number;
  /** It answers this question. */
  is_same: boolean;
};

export type CheckedFile = FileSettings & { facility_account_id: number; fencing_token: number };

/**
 * The settings that a check answers: the choices for the file, what had been imported by then, and the day that tells stays from bookings.
 */
export async function questionOf(
  tx: Tx,
  scope: Scope,
  settings: ImportSettings & { sheet: string | null },
  today: CalendarDate,
): Promise<string> {
  const { after } = await tx.one<{ after: string | null }>`
    select greatest(max(finished_at), max(undone_at))::text as after
    from import_batches
    where account_id = ${scope.accountId}`;
  return JSON.stringify({ ...settings, after, today });
}

export async function storedCheck(tx: Tx, scope: Scope, id: number, question: string): Promise<StoredCheck> {
  return tx.one<StoredCheck>`
    select check_state, check_result, rows_checked, coalesce(check_settings = ${question}::jsonb, false) as is_same
    from import_batches
    where account_id = ${scope.accountId} and id = ${id}`;
}

/** Asks for a check. One that is running with other settings finds a higher fencing token and stops. */
export async function askForCheck(
  tx: Tx,
  scope: Scope,
  id: number,
  check: { question: string; settings: ImportSettings },
): Promise<void> {
  const { mapping, field_values, date_order, overwrite_blanks } = check.settings;
  await tx.run`update import_batches
    set check_state = 'waiting', check_settings = ${check.question}::jsonb, check_result = null, rows_checked = 0,
      mapping = ${JSON.stringify(mapping)}::jsonb, field_values = ${JSON.stringify(field_values)}::jsonb, date_order = ${date_order},
      overwrite_blanks = ${overwrite_blanks}, fencing_token = fencing_token + 1, updated_at = now()
    where account_id = ${scope.accountId} and id = ${id}`;
}

/** Takes a check that waits or whose worker is dead, with the next fencing token; its refused lines are listed anew. */
export async function takeCheck(tx: Tx, accountId: number, id: number): Promise<CheckedFile | null> {
  const taken = await tx.maybe<Stored<CheckedFile>>`update import_batches
    set check_state = 'doing', rows_checked = 0, fencing_token = fencing_token + 1, updated_at = now()
    where account_id = ${accountId} and id = ${id} and state = 'uploaded' and check_state in ('waiting', 'doing')
    returning id, byte_size, sheet, facility_account_id, encoding, delimiter, header, kind, mapping, field_values, date_order,
      overwrite_blanks, fencing_token`;
  if (!taken) return null;
  await clearRejections(tx, accountId, id);
  return lookedInto(taken);
}

/** Records the progress of the check; false when other settings were chosen, or the import was started, meanwhile. */
export async function noteCheckProgress(tx: Tx, accountId: number, file: CheckedFile, rows: number): Promise<boolean> {
  const held = await tx.run`update import_batches
    set rows_checked = ${rows}, updated_at = now()
    where account_id = ${accountId} and id = ${file.id} and fencing_token = ${file.fencing_token} and state = 'uploaded'`;
  return held > 0;
}

/** False when other settings were chosen, or the import was started, meanwhile. */
export async function endCheck(
  tx: Tx,
  accountId: number,
  file: CheckedFile,
  end: { state: "done" | "failed"; result: ImportCheckResult | null },
): Promise<boolean> {
  const ended = await tx.run`update import_batches
    set check_state = ${end.state}, check_result = ${end.result && JSON.stringify(end.result)}::jsonb, updated_at = now()
    where account_id = ${accountId} and id = ${file.id} and fencing_token = ${file.fencing_token}`;
  return ended > 0;
}

export async function clearRejections(tx: Tx, accountId: number, id: number): Promise<void> {
  await tx.run`delete from import_rejections where account_id = ${accountId} and import_batch_id = ${id}`;
}
