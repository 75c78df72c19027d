import { setTimeout as sleep } from "node:timers/promises";
import type { App } from "../../app.ts";
import { todayOf } from "../../clock.ts";
import type { Tx } from "../../database/connection.ts";
import { errorFacts } from "../../log.ts";
import { adoptBatches, type Batch, countTry, endBatch, makeBatch } from "./batches.queries.ts";
import { type Claimed, type DeliveredBatch, type DeliveryBatch, type Moment, recipientOf } from "./ports.ts";
import { claimRecipients, type Result, recordResults, START } from "./recipients.queries.ts";
import type { RunEnd, RunTools } from "./run-tools.ts";
import { heartbeat, holdPushes, releasePushes, secondsToNext, undoAttempts } from "./runs.queries.ts";

const LIFE_SIGN_MS = 2_000;

/** What a turn of the loop came to: go on, or leave and come back. */
type Turn = "next" | RunEnd;

/**
 * Hands recipients over in batches, at least once, under an idempotency key: the batch and its key are committed before it can be sent, its
 * results after. When the outcome is not known, it is sent again under the same key, by this run or by the one that takes the pushes over;
 * when the tries are used up it is unknown.
 */
export class BatchRun {
  private readonly app: App;
  private readonly tools: RunTools;
  private readonly delivery: DeliveryBatch;
  private begun: Batch[] = [];

  constructor(app: App, tools: RunTools, delivery: DeliveryBatch) {
    this.app = app;
    this.tools = tools;
    this.delivery = delivery;
  }

  async work(): Promise<RunEnd> {
    const { inScope, run } = this.tools;
    const sendHeartbeats = setInterval(() => void inScope((tx) => heartbeat(tx, run)).catch(() => {}), LIFE_SIGN_MS);
    try {
      await inScope((tx) => this.adopt(tx));
      let turn: Turn = "next";
      while (turn === "next") turn = await this.turn();
      if (turn.end === "done") return turn;
      const seconds = turn.end === "later" ? turn.seconds : 0;
      await inScope((tx) => releasePushes(tx, run, seconds));
      return turn;
    } finally {
      clearInterval(sendHeartbeats);
    }
  }

  private async adopt(tx: Tx): Promise<void> {
    const { whole, parts } = await adoptBatches(tx, this.tools.run, this.delivery, this.moment());
    this.begun = whole;
    const lost = parts.map((one) => ({ ...NO_RESULT, ...recipientOf(one), outcome: "unknown" as const }));
    if (lost.length > 0) await recordResults(tx, this.tools.run, lost, this.app.clock.now());
  }

  private async turn(): Promise<Turn> {
    const { inScope, run } = this.tools;
    if (this.mustRest()) return { end: "later", seconds: 0 };
    const batch = this.begun.shift() ?? (await inScope((tx) => this.nextBatch(tx)));
    if (batch === null) return { end: "left" };
    if (batch === "skipped") return "next";
    if (batch !== "none") {
      const turn = await this.send(batch);
      return turn === "next" && this.isTurnOver() ? { end: "later", seconds: 0 } : turn;
    }
    const seconds = await inScope((tx) => secondsToNext(tx, run, this.delivery));
    if (seconds === null) return { end: "done" };
    if (seconds > 3 || this.isTurnOver()) return { end: "later", seconds };
    await sleep(Math.max(20, seconds * 1_000));
    return "next";
  }

  /** Null: the pushes were stopped or taken over. `skipped`: every claimed recipient drops out. `none`: nobody is due. */
  private async nextBatch(tx: Tx): Promise<Batch | "skipped" | "none" | null> {
    const { size: limit, retryDelaysSeconds } = this.delivery;
    const held = await holdPushes(tx, this.tools.run);
    if (!held) return null;
    const claim = { after: START, busy: [], limit, retryDelaysSeconds, moment: this.moment() };
    const claimed = await claimRecipients(tx, held, this.delivery, claim);
    const due = claimed.filter(({ reason }) => reason === null);
    if (due.length > 0) return makeBatch(tx, held, due, this.app.clock.now());
    return claimed.length > 0 ? "skipped" : "none";
  }

  /** Sends a batch until its outcome is known or its tries are used up. */
  private async send(batch: Batch): Promise<Turn> {
    const { inScope, run } = this.tools;
    for (;;) {
      const { key, recipients } = batch;
      const got = await this.delivery.deliver({ key, recipients }).catch((error) => this.brokenOff(error));
      const pause = this.delivery.retryDelaysSeconds[batch.tries - 1];
      if (got.outcome !== "unknown" || pause === undefined) {
        await inScope((tx) => this.record(tx, batch, got));
        return got.outcome === "down" ? { end: "later", seconds: this.delivery.outageSeconds } : "next";
      }
      await sleep(pause * 1_000);
      // The next run sends it again.
      if (this.mustRest()) return { end: "later", seconds: 0 };
      batch.tries += 1;
      const held = await inScope(async (tx) => {
        const pushes = await holdPushes(tx, run);
        if (pushes?.pushes.length === run.pushes.length) await countTry(tx, run, batch);
        return pushes;
      });
      if (held?.pushes.length === run.pushes.length) continue;
      // Stopped meanwhile: it is not sent again, although it was perhaps taken.
      await inScope((tx) => this.record(tx, batch, got));
      return held ? "next" : { end: "left" };
    }
  }

  private async record(tx: Tx, batch: Batch, got: DeliveredBatch): Promise<void> {
    const { run } = this.tools;
    const now = this.app.clock.now();
    const results = batch.recipients.map((one) => this.resultOf(one, got));
    await recordResults(tx, run, results, now);
    if (got.outcome === "down") await undoAttempts(tx, run, batch.recipients.map(recipientOf));
    const outcome = got.outcome === "answered" ? "sent" : got.outcome === "unknown" ? "unknown" : "failed";
    // The other side's answer is kept with each recipient, where an erasure finds it.
    const error = got.outcome === "answered" ? null : got.reason;
    await endBatch(tx, run, batch, { outcome, requestId: got.requestId, error, now });
  }

  private resultOf(recipient: Claimed, got: DeliveredBatch): Result {
    const result = { ...NO_RESULT, ...recipientOf(recipient), detail: got.detail };
    if (got.outcome === "answered") return { ...result, providerMessageId: got.requestId, ...got.of(result) };
    if (got.outcome === "unknown") return { ...result, outcome: "unknown", reason: got.reason };
    const again = got.outcome === "down" || recipient.attempt_count <= this.delivery.retryDelaysSeconds.length;
    return again
      ? { ...result, outcome: "waiting", reason: null }
      : { ...result, outcome: "failed", reason: got.reason };
  }

  /** The outcome is unknown. */
  private brokenOff(error: unknown): DeliveredBatch {
    const { accountId, pushes } = this.tools.run;
    const facts = { accountId, pushActionId: pushes[0]?.id, ...errorFacts(error) };
    this.app.log.error({ event: "push.deliver", ...facts }, "delivery broke off");
    return { outcome: "unknown", reason: "connection", requestId: null, detail: null };
  }

  private moment(): Moment {
    return { today: todayOf(this.app.clock), now: this.app.clock.now() };
  }

  private mustRest(): boolean {
    return this.tools.signal.aborted || this.tools.rests(this.app.clock.now());
  }

  private isTurnOver(): boolean {
    return performance.now() >= this.tools.turnEnds;
  }
}

const NO_RESULT = { reason: "connection", detail: null, providerMessageId: null, grantedPoints: null };
