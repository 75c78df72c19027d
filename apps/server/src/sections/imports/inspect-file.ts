import { createHash } from "node:crypto";
import { type ImportKind, suggestMapping } from "@okaeri/domain/stays/import-fields";
import type { DateOrder } from "@okaeri/domain/stays/read-date";
import type { App } from "../../app.ts";
import type { Tx } from "../../database/connection.ts";
import type { CallContext } from "../../http/binder.ts";
import { CallError, fieldError } from "../../http/errors.ts";
import type { FieldValues } from "./field-values.ts";
import { endImport } from "./import-state.queries.ts";
import { type FileState, lockFile, saveFileFormat } from "./imports.queries.ts";
import type { FileEncoding } from "./reading/detect-encoding.ts";
import { sniffStream } from "./reading/sniff.ts";
import { problemOfContainer, sniffWorkbook } from "./reading/xlsx/read-xlsx.ts";
import { rememberedMapping, rememberedValues } from "./remembered.queries.ts";
import { storedBytes, storedFile } from "./stored-file.ts";

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
 * with the same headings or as the headings suggest. A file that is no CSV ends its import here.
 * @throws CallError NOT_FOUND; WRONG_STATE until all bytes are here or once it has started; INVALID_INPUT with what is wrong.
 */
export async function inspectFile(
  { app, scope }: CallContext,
  id: number,
  wanted: string | null = null,
): Promise<FileInspection> {
  const inScope = <T>(work: (tx: Tx) => Promise<T>) => app.database.inScope(scope, work);
  const file = await inScope(async (tx) => assertComplete(await lockFile(tx, scope, id)));
  const { kind, facility_account_id } = file;
  const found = await formatOf(app, scope.accountId, file, wanted ?? file.sheet);
  // Another sheet may have what this one has not.
  if (!found.ok && found.problem === "sheet_empty")
    throw new CallError("INVALID_INPUT", { fields: { sheet: { code: "sheet_empty" } } });
  if (!found.ok) {
    await inScope((tx) => endImport(tx, scope.accountId, id, { state: "failed", error: found.problem }));
    throw new CallError("INVALID_INPUT", { because: { code: found.problem } });
  }
  const { encoding, delimiter, header, rows, sheets, sheet } = found;
  if (wanted !== null && sheet !== wanted) throw fieldError("sheet", { code: "not_a_choice" });
  // Headings of two kinds mean two things.
  const named = JSON.stringify(kind === "reservations" ? header : [kind, header]);
  const fingerprint = createHash("sha256").update(named).digest("hex").slice(0, 32);
  return inScope(async (tx) => {
    assertComplete(await lockFile(tx, scope, id));
    await saveFileFormat(tx, scope, id, { encoding, sheet, delimiter, header, fingerprint, now: app.clock.now() });
    const remembered = await rememberedMapping(tx, scope, fingerprint);
    const mapping = remembered?.mapping ?? suggestedMapping(header, kind);
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

/** Magic numbers of packed and of old workbooks. */
const [PACKED, OLD] = ["504b0304", "d0cf11e0a1b11ae1"];

async function formatOf(app: App, accountId: number, file: FileState, sheet: string | null) {
  const bytes = storedBytes(app.database, accountId, file);
  const start = (await collected(bytes.read(0, Math.min(8, bytes.size)))).toString("hex");
  if (start.startsWith(PACKED ?? "")) {
    const found = await sniffWorkbook(bytes, sheet);
    return found.ok ? { ...found, encoding: "xlsx" as const, delimiter: "," } : found;
  }
  if (start === OLD) {
    const sample = await collected(bytes.read(0, Math.min(bytes.size, MAX_CONTAINER)));
    return { ok: false as const, problem: problemOfContainer(sample) };
  }
  const found = await sniffStream(storedFile(app.database, accountId, file.id));
  return found.ok ? { ...found, sheets: [], sheet: null } : found;
}

/** So much of an old container is looked through for the name of what is locked in it. */
const MAX_CONTAINER = 33_554_432;

async function collected(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const found: Uint8Array[] = [];
  for await (const piece of pieces) found.push(piece);
  return Buffer.concat(found);
}

function assertComplete(file: FileState | null): FileState {
  if (file === null) throw new CallError("NOT_FOUND");
  if (file.state !== "uploaded") throw new CallError("WRONG_STATE");
  return file;
}

function suggestedMapping(header: readonly string[], kind: ImportKind): Record<string, string> {
  return Object.fromEntries(
    Object.entries(suggestMapping(header, kind)).flatMap(([field, column]) => {
      const heading = header[column];
      // Two columns of one name cannot be told apart by name; the first is meant.
      return heading === undefined || header.indexOf(heading) !== column ? [] : [[field, heading]];
    }),
  );
}
