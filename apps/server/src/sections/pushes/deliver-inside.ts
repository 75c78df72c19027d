import type { App } from "../../app.ts";
import { todayOf } from "../../clock.ts";
import type { Tx } from "../../database/connection.ts";
import { type DeliveryInside, recipientOf } from "./ports.ts";
import { claimRecipients, type Result, recordResults, START } from "./recipients.queries.ts";
import type { RunEnd, RunTools } from "./run-tools.ts";
import { heartbeat, holdPushes, type PushRun, releasePushes } from "./runs.queries.ts";

/**
 * Delivers what changes only this database, exactly once: some hundred recipients a transaction, in which the delivery and the recipient's
 * outcome change together. So a killed process goes on where it was, and a stop waits for one transaction. A recipient whom the database
 * refuses fails alone.
 */
export async function deliverInside(
  app: App,
  { inScope, run, signal, turnEnds }: RunTools,
  delivery: DeliveryInside,
): Promise<RunEnd> {
  let size = delivery.size;
  while (!signal.aborted) {
    try {
      const claimed = await inScope((tx) => deliverBatch(tx, app, run, delivery, size));
      if (claimed === "left") return { end: "left" };
      if (claimed === 0) return { end: "done" };
      size = Math.min(delivery.size, size * 10);
      if (performance.now() >= turnEnds) break;
    } catch (error) {
      if (!isRefusedByData(error)) throw error;
      if (size === 1) await inScope((tx) => failNext(tx, app, run, delivery, codeOf(error)));
      size = Math.max(1, Math.floor(size / 10));
    }
  }
  // The rest is for the next worker, or the next turn.
  await inScope((tx) => releasePushes(tx, run, 0));
  return { end: "later", seconds: 0 };
}

async function deliverBatch(tx: Tx, app: App, run: PushRun, delivery: DeliveryInside, limit: number) {
  await delivery.lock?.(tx);
  // A set is over within a batch or two: five hundred heartbeats would cost as much as its guests.
  const held = await (run.triggerKey === null ? holdPushes(tx, run) : heartbeat(tx, run));
  if (!held) return "left";
  const claimed = await claim(tx, app, held, delivery, limit);
  const due = claimed.filter(({ reason }) => reason === null);
  const results = due.length > 0 ? await delivery.deliver(tx, due) : [];
  if (results.length > 0)
    await recordResults(
      tx,
      run,
      results.map((one) => ({ ...NO_CONTENT, ...one })),
      app.clock.now(),
    );
  return claimed.length;
}

async function failNext(tx: Tx, app: App, run: PushRun, delivery: DeliveryInside, detail: string): Promise<void> {
  await delivery.lock?.(tx);
  const held = await holdPushes(tx, run);
  if (!held) return;
  const [next] = await claim(tx, app, held, delivery, 1);
  if (!next || next.reason !== null) return;
  const failed: Result = {
    ...NO_CONTENT,
    ...recipientOf(next),
    outcome: "failed",
    reason: delivery.refused,
    detail,
  };
  await recordResults(tx, run, [failed], app.clock.now());
}

function claim(tx: Tx, app: App, run: PushRun, delivery: DeliveryInside, limit: number) {
  const moment = { today: todayOf(app.clock), now: app.clock.now() };
  return claimRecipients(tx, run, delivery, { after: START, busy: [], limit, retryDelaysSeconds: [], moment });
}

const NO_CONTENT = { detail: null, providerMessageId: null, grantedPoints: null };
const codeOf = (error: unknown) => String((error as { code?: unknown }).code ?? "");
/** A value or a rule of the database refused it (SQLSTATE classes 22 and 23): trying again changes nothing. */
const isRefusedByData = (error: unknown) => /^2[23]/.test(codeOf(error));
