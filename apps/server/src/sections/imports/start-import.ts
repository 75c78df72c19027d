import type { App } from "../../app.ts";
import { todayOf } from "../../clock.ts";
import type { Tx } from "../../database/connection.ts";
import type { CallContext } from "../../http/binder.ts";
import { CallError, refuseFields } from "../../http/errors.ts";
import type { Fields } from "../../http/fields.ts";
import type { Scope } from "../../session/scope.ts";
import { checkImport } from "./check-import.ts";
import {
  askForCheck,
  type ImportCheckResult,
  questionOf,
  type StoredCheck,
  storedCheck,
} from "./check-state.queries.ts";
import { columnByField } from "./file-reading.ts";
import { knownWords, type SettingsInput, settingsOf } from "./import-settings.ts";
import { type FileState, lockFile, queueImport } from "./imports.queries.ts";
import { assertComplete, inspectFile, refuseFile } from "./inspect-file.ts";
import { UnreadableFileError } from "./reading/problems.ts";
import type { ImportSettings } from "./remembered.queries.ts";
import { scanFile } from "./scan-file.ts";
import { storedRows } from "./stored-file.ts";

/** A file up to this size is checked or looked through within the call; a larger one by a worker, or while it is imported. */
const AT_ONCE_BYTES = 4_194_304;
const SCAN_AT_ONCE_BYTES = 134_217_728;

type Input = SettingsInput & { id: number; sheet?: string | undefined };
type ChosenImport = { file: FileState; settings: ImportSettings & { sheet: string | null } };

/** The file with what was chosen for it. @throws CallError NOT_FOUND, WRONG_STATE, INVALID_INPUT. */
async function chosenImport(context: CallContext, input: Input): Promise<ChosenImport> {
  const { scope } = context;
  const first = await context.inScope((tx) => lockFile(tx, scope, input.id));
  const isOther = input.sheet !== undefined && input.sheet !== first?.sheet;
  if (first?.state === "uploaded" && (first.encoding === null || isOther))
    await inspectFile(context, input.id, input.sheet ?? null);
  return context.inScope(async (tx) => {
    const file = await held(tx, scope, input.id);
    return { file, settings: { ...(await settingsOf(tx, scope, file, input)), sheet: file.sheet } };
  });
}

async function held(tx: Tx, scope: Scope, id: number): Promise<FileState> {
  const file = assertComplete(await lockFile(tx, scope, id));
  if (file.encoding === null) throw new CallError("WRONG_STATE");
  return file;
}

/**
 * What an import with these choices would do: answered at once for a small file; for a large one the page polls until a worker is through.
 */
export async function askCheck(context: CallContext, input: Input): Promise<StoredCheck> {
  const { scope, app } = context;
  const { file, settings } = await chosenImport(context, input);
  const mustWait = await context.inScope(async (tx) => {
    await held(tx, scope, file.id);
    const question = await questionOf(tx, scope, settings, todayOf(app.clock));
    const stored = await storedCheck(tx, scope, file.id, question);
    if (stored.is_same && stored.check_state !== "failed") return false;
    await askForCheck(tx, scope, file.id, { question, settings });
    if (file.byte_size > AT_ONCE_BYTES)
      await app.jobs.add(tx, "check-import", { account_id: scope.accountId, import_batch_id: file.id });
    return true;
  });
  if (mustWait && file.byte_size <= AT_ONCE_BYTES)
    await checkImport(app, { account_id: scope.accountId, import_batch_id: file.id });
  return context.inScope(async (tx) => {
    await held(tx, scope, file.id);
    return storedCheck(tx, scope, file.id, await questionOf(tx, scope, settings, todayOf(app.clock)));
  });
}

/** Queues the import. @throws CallError INVALID_INPUT for words of a status that nobody knows, and for dates in an order nobody told. */
export async function startImport(context: CallContext, input: Input): Promise<void> {
  const { scope, app } = context;
  const { file, settings } = await chosenImport(context, input);
  const found = await knownOfFile(app, context, file, settings);
  const problems: Fields = {};
  const words = found?.unknown_values.state ?? [];
  if (words.length > 0) problems["values.state"] = { code: "unknown_words", words };
  if (found?.date_order_open) problems.date_order = { code: "date_order_open" };
  refuseFields(problems);
  await context.inScope(async (tx) => {
    const again = await held(tx, scope, file.id);
    const date_order = settings.date_order ?? found?.date_order ?? null;
    await queueImport(tx, scope, again, { ...settings, date_order });
    await app.jobs.add(tx, "import-reservations", { account_id: scope.accountId, import_batch_id: file.id });
  });
}

type Known = Pick<ImportCheckResult, "unknown_values" | "date_order" | "date_order_open">;

/** What the check found, or a look through the file; null for a file too large for a look: its import refuses such lines. */
async function knownOfFile(
  app: App,
  context: CallContext,
  file: FileState,
  settings: ChosenImport["settings"],
): Promise<Known | null> {
  const { scope } = context;
  const stored = await context.inScope(async (tx) =>
    storedCheck(tx, scope, file.id, await questionOf(tx, scope, settings, todayOf(app.clock))),
  );
  if (stored.is_same && stored.check_result !== null) return stored.check_result;
  if (file.byte_size > SCAN_AT_ONCE_BYTES || file.encoding === null || file.delimiter === null) return null;
  const { id, byte_size, sheet, encoding, delimiter } = file;
  const read = storedRows(app, scope.accountId, { id, byte_size, sheet, encoding, delimiter });
  const known = await context.inScope((tx) => knownWords(tx, scope.accountId));
  const columns = columnByField({ mapping: settings.mapping, header: file.header });
  const { unknown, dateOrder } = await scanFile(read, { columns, values: settings.field_values }, known).catch(
    (error) => {
      if (error instanceof UnreadableFileError) return refuseFile(context, id, error.problem);
      throw error;
    },
  );
  const isOpen = dateOrder === "open";
  return {
    unknown_values: unknown,
    date_order: isOpen ? null : dateOrder,
    date_order_open: isOpen && settings.date_order === null,
  };
}
