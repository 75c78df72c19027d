import { createHash } from "node:crypto";
import { type ImportKind, suggestMapping } from "@okaeri/domain/stays/import-fields";
import type { Tx } from "../../database/connection.ts";
import type { CallContext } from "../../http/binder.ts";
import { CallError } from "../../http/errors.ts";
import type { FieldValues } from "./field-values.ts";
import { endImport } from "./import-state.queries.ts";
import { type FileState, lockFile, saveFileFormat } from "./imports.queries.ts";
import type { FileEncoding } from "./reading/detect-encoding.ts";
import { sniffStream } from "./reading/sniff.ts";
import { rememberedMapping, rememberedValues } from "./remembered.queries.ts";
import { storedFile } from "./stored-file.ts";

export type FileInspection = {
  kind: ImportKind;
  encoding: FileEncoding;
  delimiter: string;
  header: string[];
  rows: string[][];
  mapping: Record<string, string>;
  /** What words of these columns meant before. */
  values: FieldValues;
  mapping_source: "remembered" | "suggested";
};

/**
 * What an uploaded file is: encoding, delimiter, headings, first rows, and which heading is which field, as remembered from a file
 * with the same headings or as the headings suggest. A file that is no CSV ends its import here.
 * @throws CallError NOT_FOUND; WRONG_STATE until all bytes are here or once it has started; INVALID_INPUT with what is wrong.
 */
export async function inspectFile({ app, scope }: CallContext, id: number): Promise<FileInspection> {
  const inScope = <T>(work: (tx: Tx) => Promise<T>) => app.database.inScope(scope, work);
  const { kind, facility_account_id } = await inScope(async (tx) => assertComplete(await lockFile(tx, scope, id)));
  const found = await sniffStream(storedFile(app.database, scope.accountId, id));
  if (!found.ok) {
    await inScope((tx) => endImport(tx, scope.accountId, id, { state: "failed", error: found.problem }));
    throw new CallError("INVALID_INPUT", { because: { code: found.problem } });
  }
  const { encoding, delimiter, header, rows } = found;
  // Headings of two kinds mean two things.
  const named = JSON.stringify(kind === "reservations" ? header : [kind, header]);
  const fingerprint = createHash("sha256").update(named).digest("hex").slice(0, 32);
  return inScope(async (tx) => {
    assertComplete(await lockFile(tx, scope, id));
    await saveFileFormat(tx, scope, id, { encoding, delimiter, header, fingerprint, now: app.clock.now() });
    const remembered = await rememberedMapping(tx, scope, fingerprint);
    const mapping = remembered ?? suggestedMapping(header, kind);
    const values = await rememberedValues(tx, scope, facility_account_id, mapping);
    return {
      values,
      kind,
      encoding,
      delimiter,
      header,
      rows,
      mapping,
      mapping_source: remembered ? "remembered" : "suggested",
    };
  });
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
