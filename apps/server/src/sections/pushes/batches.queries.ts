import type { Tx } from "../../database/connection.ts";
import type { Claimed, DeliveryBatch, Moment } from "./ports.ts";
import { type PushRun, pushesOfRun } from "./runs.queries.ts";

/** Recipients that are handed over together, under one idempotency key, until the outcome is known. */
export type Batch = { id: number; key: string; tries: number; recipients: Claimed[] };

/** Puts claimed recipients into a batch. From this commit on it may have been sent. */
export async function makeBatch(tx: Tx, run: PushRun, recipients: Claimed[], now: Date): Promise<Batch> {
  const pushIds = recipients.map((one) => one.push_action_id);
  // Its number counts the batches of the first of its pushes, which is locked.
  const { id, key } = await tx.one<{
    id: number;
    key: string;
  }>`insert into push_batches (account_id, push_action_id, seq, target_count, retry_key, outcome, attempt_count, first_tried_at)
    select ${run.accountId}, ${Math.min(...pushIds)}, count(*), ${recipients.length}, gen_random_uuid(), 'sending', 1, ${now}
    from push_batches
    where account_id = ${run.accountId} and push_action_id = ${Math.min(...pushIds)}
    returning id, retry_key as key`;
  await tx.run`update push_action_targets target
    set push_batch_id = ${id}, sent_at = ${now}, updated_at = now()
    from unnest(${pushIds}::bigint[], ${recipients.map((one) => one.customer_id)}::bigint[]) r (push_action_id, customer_id)
    where target.account_id = ${run.accountId} and target.push_action_id = r.push_action_id and target.customer_id = r.customer_id`;
  return { id, key, tries: 1, recipients };
}

type Cut = Claimed & { id: number; key: string; tries: number; target_count: number };

/**
 * Batches that an earlier run began and this run takes over. A batch can be sent again only with all of its recipients; if another run
 * holds the push of some, its outcome is unknown.
 */
export async function adoptBatches(
  tx: Tx,
  run: PushRun,
  delivery: DeliveryBatch,
  moment: Moment,
): Promise<{ whole: Batch[]; parts: Claimed[] }> {
  await tx.run`update push_action_targets target
    set claimed_by = run_push.claimant, updated_at = now()
    from ${pushesOfRun(run)}
    where target.account_id = ${run.accountId} and target.push_action_id = run_push.id and target.outcome = 'sending'
      and target.push_batch_id is not null`;
  const recheckAtSend = delivery.recheckAtSend(moment);
  const rows =
    await tx.all<Cut>`select push_batch.id, push_batch.retry_key as key, push_batch.attempt_count as tries, push_batch.target_count,
        target.push_action_id, target.customer_id, target.attempt_count, target.variant, null as reason, null::bigint as granted_points,
        ${recheckAtSend.columns}
      from ${pushesOfRun(run)}
      join push_action_targets target on target.account_id = ${run.accountId} and target.push_action_id = run_push.id
        and target.outcome = 'sending'
      join push_batches push_batch on push_batch.account_id = target.account_id and push_batch.id = target.push_batch_id
      join customers customer on customer.account_id = target.account_id and customer.id = target.customer_id ${recheckAtSend.joins}
      order by push_batch.id, target.push_action_id, target.customer_id`;
  const batches = [...Map.groupBy(rows, ({ id }) => id).values()];
  const isWhole = (cut: Cut[]) => cut.length === cut[0]?.target_count;
  return {
    whole: batches.filter(isWhole).map((cut) => {
      const [{ id, key, tries } = { id: 0, key: "", tries: 0 }] = cut;
      return { id, key, tries, recipients: cut };
    }),
    parts: batches.filter((cut) => !isWhole(cut)).flat(),
  };
}

/** Counts one more try of sending it. */
export async function countTry(tx: Tx, run: PushRun, batch: Batch): Promise<void> {
  await tx.run`update push_batches set attempt_count = ${batch.tries} where account_id = ${run.accountId} and id = ${batch.id}`;
}

export type BatchEnd = {
  outcome: "sent" | "failed" | "unknown";
  requestId: string | null;
  error: string | null;
  now: Date;
};

export async function endBatch(tx: Tx, run: PushRun, { id }: Batch, end: BatchEnd): Promise<void> {
  await tx.run`update push_batches
    set outcome = ${end.outcome}, request_id = ${end.requestId}, error = ${end.error},
      sent_at = case when ${end.outcome} = 'sent' then ${end.now}::timestamptz end
    where account_id = ${run.accountId} and id = ${id}`;
}
