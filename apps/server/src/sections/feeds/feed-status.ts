import type { Language } from "@okaeri/contract/errors";
import { feedRefusalText } from "@okaeri/contract/problems/stored-reasons";
import type { FeedRejection } from "@okaeri/domain/stays/feed-row";
import type { App } from "../../app.ts";
import type { Tx } from "../../database/connection.ts";
import { CallError } from "../../http/errors.ts";
import type { FeedKey } from "../accounts/prove-key.ts";
import { type WordOfBatch, wordsOfBatch } from "../accounts/source-values.ts";

type Refused = { index: number; field: string; reason: string; message: string };
export type FeedStatus = {
  status: "waiting" | "doing" | "done";
  new: number;
  changed: number;
  unchanged: number;
  refused: Refused[];
  unknown_words: WordOfBatch[];
  waiting: { index: number; reservation_code: string }[];
};

/** The outcome of a batch, for the system that sent it: any key of the same facility and channel may ask. */
export async function feedStatus(app: App, key: FeedKey, batchId: number, language: Language): Promise<FeedStatus> {
  return app.database.inScope({ accountIds: [key.accountId] }, async (tx) => {
    const batch = await findBatch(tx, key, batchId);
    if (!batch) throw new CallError("NOT_FOUND");
    const rows = await heldRows(tx, key.accountId, batchId);
    const waiting = rows.filter(({ row_outcome }) => row_outcome === "waiting");
    return {
      status: batch.state === "queued" ? "waiting" : batch.state === "running" ? "doing" : "done",
      new: batch.rows_new,
      changed: batch.rows_changed,
      unchanged: batch.rows_unchanged,
      refused: rows.flatMap(({ row_index, reasons, row_outcome }) =>
        (row_outcome === "waiting" ? [] : (reasons ?? [])).map((reason) => ({
          index: row_index,
          field: reason.field,
          reason: reason.code,
          message: feedRefusalText(reason, language),
        })),
      ),
      unknown_words: await wordsOfBatch(tx, key.accountId, batchId),
      waiting: waiting.map(({ row_index, reservation_code }) => ({ index: row_index, reservation_code })),
    };
  });
}

type Found = { state: string; rows_new: number; rows_changed: number; rows_unchanged: number };

function findBatch(tx: Tx, { accountId, facilityId, channel }: FeedKey, id: number): Promise<Found | undefined> {
  return tx.maybe<Found>`select state, rows_new, rows_changed, rows_unchanged
    from import_batches
    where account_id = ${accountId} and id = ${id} and facility_account_id = ${facilityId} and source = ${channel}`;
}

type HeldRow = { row_index: number; row_outcome: string; reservation_code: string; reasons: FeedRejection[] | null };

function heldRows(tx: Tx, accountId: number, id: number): Promise<HeldRow[]> {
  return tx.all<HeldRow>`select row_index, row_outcome, reservation_code, reasons
    from feed_rows
    where account_id = ${accountId} and import_batch_id = ${id} and row_outcome in ('refused', 'waiting', 'dismissed', 'lapsed')
    order by row_index`;
}
