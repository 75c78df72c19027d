import type { Tx } from "../../../database/connection.ts";
import { lockProgramme } from "../../../database/lock-programme.ts";
import type { CallContext } from "../../../http/binder.ts";
import { CallError } from "../../../http/errors.ts";
import { type FileState, lockFile } from "../imports.queries.ts";
import { foreseeUndo, type RetainedRow, retainedRows } from "./undo-preview.ts";
import { beginUndo, effectOf, isUndoable, resultOfUndo, type UndoResult } from "./undo-state.queries.ts";

/** What undoing does: what came of it once it began, else what it would do. @throws CallError NOT_FOUND, WRONG_STATE. */
export async function undoOf(
  tx: Tx,
  context: CallContext,
  id: number,
): Promise<{ result: UndoResult; rows: RetainedRow[] }> {
  const { accountId } = context.scope;
  const file = await found(tx, context, id);
  if (isBegun(file))
    return { result: await resultOfUndo(tx, accountId, id), rows: await retainedRows(tx, accountId, id) };
  await assertUndoable(tx, context, id);
  return foreseeUndo(tx, accountId, id);
}

/**
 * Puts the undo into the queue. Idempotent: false when it was requested before. @throws CallError NOT_FOUND; WRONG_STATE, because nothing
 * would come of it.
 */
export async function startUndo(tx: Tx, context: CallContext, id: number): Promise<boolean> {
  const { accountId, userId } = context.scope;
  await lockProgramme(tx, accountId);
  const file = await found(tx, context, id);
  if (file.state === "undoing") return false;
  await assertUndoable(tx, context, id);
  const { result } = await foreseeUndo(tx, accountId, id);
  if (effectOf(result) === "none") throw new CallError("WRONG_STATE", { because: { code: "undo_takes_nothing_back" } });
  await beginUndo(tx, accountId, id, userId);
  await context.app.jobs.add(tx, "undo-import", { account_id: accountId, import_batch_id: id });
  return true;
}

const isBegun = ({ state }: FileState) => state === "undoing" || state === "undone";

async function found(tx: Tx, { scope }: CallContext, id: number): Promise<FileState> {
  const file = await lockFile(tx, scope, id);
  if (file === null) throw new CallError("NOT_FOUND");
  return file;
}

async function assertUndoable(tx: Tx, { scope, app }: CallContext, id: number): Promise<void> {
  if (!(await isUndoable(tx, scope.accountId, id, app.clock.now()))) throw new CallError("WRONG_STATE");
}
