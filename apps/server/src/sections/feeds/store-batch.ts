import type { FeedKind } from "@okaeri/domain/stays/feed-kinds";
import type { App } from "../../app.ts";
import { recordAudit } from "../../audit/record-audit.ts";
import { CallError } from "../../http/errors.ts";
import { answerOnce, type IdempotentResponse } from "../../http/idempotency.ts";
import { takesStays } from "../accounts/houses.read.ts";
import type { FeedKey } from "../accounts/prove-key.ts";
import { WAITING_ROWS } from "./feed-limits.ts";
import { insertBatch, waitingRows } from "./feeds.queries.ts";

/** How long a sender that is too far ahead is asked to wait (Retry-After). */
const PAUSE_SECONDS = 5;

type Stored = { batch_id: number; received: number };

/**
 * Stores a batch as it came, with the job that works it off, in one transaction. Backpressure: it is refused while too many rows wait.
 * @throws CallError TOO_MANY_REQUESTS while too many rows wait; INVALID_INPUT when the key's account takes no stays.
 */
export async function storeBatch(
  app: App,
  key: FeedKey,
  { kind, rows, idempotencyKey }: { kind: FeedKind; rows: readonly object[]; idempotencyKey: string },
): Promise<IdempotentResponse<Stored>> {
  const { accountId } = key;
  const payload = JSON.stringify(rows);
  const now = app.clock.now();
  const request = { key: idempotencyKey, text: `${key.channel}/${kind}\n${payload}`, now: app.realClock.now() };
  return app.database.inScope({ accountIds: [accountId] }, async (tx) => {
    return answerOnce(tx, { accountId, kind: "feed", id: key.callerId }, request, async () => {
      // Idempotency: a batch that is stored already gets its first answer, even if the facility or the queue would refuse it now.
      if ((await waitingRows(tx, accountId)) > WAITING_ROWS)
        throw new CallError("TOO_MANY_REQUESTS", { retryAfter: PAUSE_SECONDS });
      if (!(await takesStays(tx, accountId, key.facilityId)))
        throw new CallError("INVALID_INPUT", { because: { code: "key_not_of_house" } });
      const batchId = await insertBatch(tx, key, { kind, rowCount: rows.length, payload, now });
      await recordAudit(tx, {
        actorUserId: null,
        action: "receive",
        entity: "import_batches",
        entityId: batchId,
        accountId,
        after: {
          account_id: key.facilityId,
          feed_channel: key.channel,
          feed_kind: kind,
          row_count: rows.length,
          key_id: key.id,
        },
      });
      await app.jobs.add(tx, "process-feeds", { account_id: accountId }, { group: String(accountId) });
      return { status: 202, body: { batch_id: batchId, received: rows.length } };
    });
  });
}
