import { createHash } from "node:crypto";
import { FILE } from "@okaeri/contract/problems/imports";
import type { ImportKind } from "@okaeri/domain/stays/import-fields";
import type { DateOrder } from "@okaeri/domain/stays/read-date";
import { suggestColumns } from "@okaeri/domain/stays/suggest-columns";
import type { CallContext } from "../../http/binder.ts";
import { CallError, fieldError } from "../../http/errors.ts";
import type { FieldValues } from "./field-values.ts";
import { endImport } from "./import-state.queries.ts";
import { type FileState, lockFile, saveFileFormat } from "./imports.queries.ts";
import type { FileEncoding } from "./reading/detect-encoding.ts";
import type { FileProblem } from "./reading/problems.ts";
import { rememberedMapping, rememberedValues } from "./remembered.queries.ts";
import { storedFormat } from "./stored-file.ts";

export type FileInspection = {
  kind: ImportKind;
  encoding: FileEncoding | "xlsx";
  /** Of a workbook, its sheets and the one that is looked at. */
  sheets: string[];
  sheet: string | null;
  delimiter: string;
  header: string[];
  rows: string[][];
  mapping: Record<string, string>;
  /** What words of these columns meant before. */
  values: FieldValues;
  /** What stood first in the dates of the last file of these headings. */
  date_order: DateOrder | null;
  mapping_source: "remembered" | "suggested";
};

/**
 * What an uploaded file is: encoding, delimiter, headings, first rows, and which heading is which field, as remembered from a file
 * with the same headings or as headings and first rows suggest. A file that is no CSV ends its import here.
 * @throws CallError NOT_FOUND; WRONG_STATE until all bytes are here or once it has started; INVALID_INPUT with what is wrong.
 */
export async function inspectFile(
  context: CallContext,
  id: number,
  wanted: string | null = null,
): Promise<FileInspection> {
  const { app, scope, inScope } = context;
  const file = await inScope(async (tx) => assertComplete(await lockFile(tx, scope, id)));
  const { kind, facility_account_id } = file;
  const found = await storedFormat(app, scope.accountId, file, wanted ?? file.sheet);
  // Another sheet may have what this one has not.
  if (!found.ok && found.problem === "sheet_empty")
    throw new CallError("INVALID_INPUT", { fields: { sheet: { code: "sheet_empty" } } });
  if (!found.ok) return refuseFile(context, id, found.problem);
  const { encoding, delimiter, header, rows, sheets, sheet } = found;
  if (wanted !== null && sheet !== wanted) throw fieldError("sheet", { code: "not_a_choice" });
  // Headings of two kinds mean two things.
  const named = JSON.stringify(kind === "reservations" ? header : [kind, header]);
  const fingerprint = createHash("sha256").update(named).digest("hex").slice(0, 32);
  return inScope(async (tx) => {
    assertComplete(await lockFile(tx, scope, id));
    await saveFileFormat(tx, scope, id, { encoding, sheet, delimiter, header, fingerprint, now: app.clock.now() });
    const remembered = await rememberedMapping(tx, scope, fingerprint);
    const mapping = remembered?.mapping ?? suggestedMapping(header, rows, kind);
    const values = await rememberedValues(tx, scope, facility_account_id, mapping);
    return {
      values,
      kind,
      encoding,
      sheets,
      sheet,
      delimiter,
      header,
      rows,
      mapping,
      date_order: remembered?.date_order ?? null,
      mapping_source: remembered ? "remembered" : "suggested",
    };
  });
}

/** The file waits for what is to be done with it. @throws CallError NOT_FOUND; WRONG_STATE; INVALID_INPUT with what made it unreadable. */
export function assertComplete(file: FileState | null): FileState {
  if (file === null) throw new CallError("NOT_FOUND");
  if (file.state === "failed" && file.error !== null && file.error in FILE) throw unreadable(file.error as FileProblem);
  if (file.state !== "uploaded") throw new CallError("WRONG_STATE");
  return file;
}

const unreadable = (problem: FileProblem) => new CallError("INVALID_INPUT", { because: { code: problem } });

/** Ends the import of a file that cannot be read. @throws CallError INVALID_INPUT with the reason. */
export async function refuseFile({ inScope, scope }: CallContext, id: number, error: FileProblem): Promise<never> {
  await inScope((tx) => endImport(tx, scope.accountId, id, { state: "failed", error }));
  throw unreadable(error);
}

function suggestedMapping(header: readonly string[], rows: string[][], kind: ImportKind): Record<string, string> {
  // Two columns of one name cannot be told apart by name; the first is meant.
  const headings = header.map((heading, column) => (header.indexOf(heading) === column ? heading : ""));
  const columns = Object.entries(suggestColumns(headings, rows, kind));
  return Object.fromEntries(columns.map(([field, column]) => [field, headings[column] ?? ""]));
}
