import type { Language } from "@okaeri/contract/errors";
import { feedRefusalText } from "@okaeri/contract/problems/stored-reasons";
import type { FeedRejection } from "@okaeri/domain/stays/feed-row";
import type { App } from "../../app.ts";
import type { Tx } from "../../database/connection.ts";
import { CallError } from "../../http/errors.ts";
import type { FeedKey } from "../accounts/prove-key.ts";
import { type WordOfBatch, wordsOfBatch } from "../accounts/told-words.ts";

type Refused = { index: number; field: string; reason: string; message: string };
export type FeedStatus = {
  status: "waiting" | "doing" | "done";
  new: number;
  changed: number;
  unchanged: number;
  refused: Refused[];
  unknown_words: WordOfBatch[];
};

/** What became of a batch, for the system that sent it: any key of the same facility and channel may ask. */
export async function feedStatus(app: App, key: FeedKey, batchId: number, language: Language): Promise<FeedStatus> {
  return app.database.inScope({ accountIds: [key.accountId] }, async (tx) => {
    const batch = await findBatch(tx, key, batchId);
    if (!batch) throw new CallError("NOT_FOUND");
    const rows = await refusedOf(tx, key.accountId, batchId);
    return {
      status: batch.state === "queued" ? "waiting" : batch.state === "running" ? "doing" : "done",
      new: batch.rows_new,
      changed: batch.rows_changed,
      unchanged: batch.rows_unchanged,
      refused: rows.flatMap(({ row_index, reasons }) =>
        (reasons ?? []).map((reason) => ({
          index: row_index,
          field: reason.field,
          reason: reason.code,
          message: feedRefusalText(reason, language),
        })),
      ),
      unknown_words: await wordsOfBatch(tx, key.accountId, batchId),
    };
  });
}

type Found = { state: string; rows_new: number; rows_changed: number; rows_unchanged: number };

function findBatch(tx: Tx, { accountId, facilityId, channel }: FeedKey, id: number): Promise<Found | undefined> {
  return tx.maybe<Found>`select state, rows_new, rows_changed, rows_unchanged from import_batches
    where account_id = ${accountId} and id = ${id} and facility_account_id = ${facilityId} and source = ${channel}`;
}

function refusedOf(
  tx: Tx,
  accountId: number,
  id: number,
): Promise<{ row_index: number; reasons: FeedRejection[] | null }[]> {
  return tx.all<{ row_index: number; reasons: FeedRejection[] | null }>`select row_index, reasons from feed_rows
    where account_id = ${accountId} and import_batch_id = ${id} and fate in ('refused', 'dismissed') order by row_index`;
}
