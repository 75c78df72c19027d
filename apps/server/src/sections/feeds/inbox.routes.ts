import type { Language } from "@okaeri/contract/errors";
import { feedFieldText, feedReasonText } from "@okaeri/contract/problems/stored-reasons";
import { parseAsWritten } from "@okaeri/domain/json-numbers";
import { usableActions } from "@okaeri/domain/permissions/can";
import { type FeedRow, isTooDeep, unknownInFeed } from "@okaeri/domain/stays/feed-row";
import { recordAudit } from "../../audit/record-audit.ts";
import type { Tx } from "../../database/connection.ts";
import { lockProgramme } from "../../database/lock-programme.ts";
import type { Binder, CallContext } from "../../http/binder.ts";
import { CallError, refuseFields, staleVersion } from "../../http/errors.ts";
import type { Fields } from "../../http/fields.ts";
import { wordsOfBatch } from "../accounts/source-values.ts";
import {
  type BatchRow,
  decideRow,
  type FeedRowShown,
  findBatch,
  isBatchInReach,
  listBatches,
  listRows,
  lockHeldRow,
} from "./inbox.queries.ts";
import { matchWord, waitingWords } from "./match-word.ts";
import { saveSent } from "./process-feeds.ts";
import { takeEarlyRows } from "./take-early-rows.ts";

export function inboxRoutes(os: Binder) {
  const calls = os.inbox;
  return {
    list: calls.list.handler(({ input, context }) =>
      context.inScope(async (tx) => {
        const { rows, total } = await listBatches(tx, context.scope, input);
        return { items: rows.map(batchItem), total, page: input.page, size: input.size };
      }),
    ),
    get: calls.get.handler(({ input, context }) =>
      context.inScope(async (tx) => ({
        ...batchItem(await found(tx, context, input.id)),
        page_actions: usableActions(context.scope.subject, "customers"),
      })),
    ),
    rows: calls.rows.handler(({ input, context }) =>
      context.inScope(async (tx) => {
        const { page, size, row_outcome } = input;
        const batch = await found(tx, context, input.id);
        const { rows, total } = await listRows(tx, context.scope, batch, { page, size, row_outcome });
        return { items: rows.map((row) => rowItem(row, context.language)), total, page, size };
      }),
    ),
    words: calls.words.handler(({ context }) => context.inScope((tx) => waitingWords(tx, context))),
    matchWord: calls.matchWord.handler(({ input, context }) => context.inScope((tx) => matchWord(tx, context, input))),
    wordsOf: calls.wordsOf.handler(({ input, context }) =>
      context.inScope(async (tx) => {
        if (!(await isBatchInReach(tx, context.scope, input.id))) throw new CallError("NOT_FOUND");
        return { items: await wordsOfBatch(tx, context.scope.accountId, input.id) };
      }),
    ),
    retry: calls.retry.handler(({ input, context }) => context.inScope((tx) => retryRow(tx, context, input))),
    dismiss: calls.dismiss.handler(({ input, context }) =>
      context.inScope(async (tx) => {
        const batch = await found(tx, context, input.id);
        const before = await shownRow(tx, context, batch, input.row_index);
        if (!(await lockHeldRow(tx, context.scope, input))) throw staleVersion("import_batches", input.id);
        const now = context.app.clock.now();
        const { reservation_code: code } = before;
        // What the row said goes with it.
        const reasons = before.reasons?.map((reason) => ({ field: reason.field, code: reason.code })) ?? null;
        await decideRow(tx, context.scope, input, { row_outcome: "dismissed", code, reasons, raw: null, now });
        await audit(tx, context, batch, "dismiss", { row_index: input.row_index, reservation_code: code });
        return rowItem(await shownRow(tx, context, batch, input.row_index), context.language);
      }),
    ),
  };
}

type Retry = { id: number; row_index: number; version: number; row: Record<string, unknown> };

/** The row as the person mended it goes the way of every row; what is still wrong stays held, with the new reasons. */
async function retryRow(tx: Tx, context: CallContext, input: Retry) {
  const { scope, app, language } = context;
  const { row, ...at } = input;
  const batch = await found(tx, context, at.id);
  await shownRow(tx, context, batch, at.row_index);
  const fields: Fields = {};
  if (isTooDeep({ rows: [row] })) throw new CallError("BAD_REQUEST");
  for (const path of unknownInFeed([row])) fields[path.replace("rows.0.", "row.")] = { code: "not_accepted" };
  refuseFields(fields);
  await lockProgramme(tx, scope.accountId);
  if (!(await lockHeldRow(tx, scope, at))) throw staleVersion("import_batches", at.id);
  const sender = {
    accountId: scope.accountId,
    facilityId: batch.facility_account_id,
    codeSpace: batch.channel,
    kind: batch.kind,
    importBatchId: batch.id,
    userId: scope.userId,
  };
  const [end] = await saveSent(app, tx, sender, [{ batchId: batch.id, index: at.row_index, row }]);
  if (!end) throw new CallError("NOT_FOUND");
  await decideRow(tx, scope, at, { ...end, now: app.clock.now() });
  if (end.raw === null) {
    await audit(tx, context, batch, "retry", {
      row_index: at.row_index,
      reservation_code: end.code,
      row_outcome: end.row_outcome,
    });
    await takeEarlyRows(app, tx, scope.accountId);
  }
  return rowItem(await shownRow(tx, context, batch, at.row_index), language);
}

async function found(tx: Tx, { scope }: CallContext, id: number): Promise<BatchRow> {
  const batch = await findBatch(tx, scope, id);
  if (!batch) throw new CallError("NOT_FOUND");
  return batch;
}

async function shownRow(tx: Tx, { scope }: CallContext, batch: BatchRow, index: number): Promise<FeedRowShown> {
  const { rows } = await listRows(tx, scope, batch, { page: 1, size: 1, index });
  const [row] = rows;
  if (!row) throw new CallError("NOT_FOUND");
  return row;
}

function batchItem(row: BatchRow) {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}

function rowItem({ raw, reasons, updated_at, ...row }: FeedRowShown, language: Language) {
  // Numbers that a browser would round are shown as text.
  const sent = raw === null ? null : (parseAsWritten(raw, (source) => source) as FeedRow);
  const named = [...leavesOf(sent), ...(reasons ?? []).map(({ field }) => field)];
  return {
    ...row,
    reasons: (reasons ?? []).map((reason) => ({
      field: reason.field,
      code: reason.code,
      label: feedFieldText(reason.field, language),
      message: feedReasonText(reason, language),
    })),
    row: sent,
    labels: Object.fromEntries(
      named.filter((name) => name !== "").map((name) => [name, feedFieldText(name, language)]),
    ),
    updated_at: updated_at?.toISOString() ?? null,
  };
}

/** Paths of all single values in a row. */
function leavesOf(value: unknown, path = ""): string[] {
  if (typeof value !== "object" || value === null) return [path];
  return Object.entries(value).flatMap(([name, part]) => leavesOf(part, path === "" ? name : `${path}.${name}`));
}

function audit(tx: Tx, { scope, ip }: CallContext, batch: BatchRow, action: string, after: object): Promise<void> {
  return recordAudit(tx, {
    actorUserId: scope.userId,
    ip,
    action,
    entity: "import_batches",
    entityId: batch.id,
    accountId: batch.facility_account_id,
    after,
  });
}
