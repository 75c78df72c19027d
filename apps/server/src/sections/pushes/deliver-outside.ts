import { setTimeout as sleep } from "node:timers/promises";
import type { App } from "../../app.ts";
import { todayOf } from "../../clock.ts";
import type { Tx } from "../../database/connection.ts";
import { errorFacts } from "../../log.ts";
import { type Claimed, type DeliveredOutside, type DeliveryOutside, type Recipient, recipientOf } from "./ports.ts";
import {
  claimRecipients,
  commitSends,
  type RecipientMessage,
  type Result,
  recordResults,
  START,
} from "./recipients.queries.ts";
import type { RunEnd, RunTools } from "./run-tools.ts";
import { heartbeat, holdPushes, type PushRun, releasePushes, secondsToNext, undoAttempts } from "./runs.queries.ts";

const LIFE_SIGN_MS = 2_000;
/** Each message needs two transactions, one to leave and one for its result; messages of the same moment share them. */
const GATHER_MS = 12;
/**
 * So many are claimed per connection: while some wait for a transaction, others are prepared. A recipient who was only claimed is not lost.
 */
const AHEAD = 2;
/** Where recipients wait for their turns all of them are looked through: when that found too few, it is not done again for so long. */
const DRY_MS = 2_000;

type Delivered = { recipient: Claimed; delivered: DeliveredOutside };
/** A guest is being sent to once at a time: claims see to it. */
type UnderWay = RecipientMessage & { answer: (confirmSend: boolean) => void };

/**
 * Hands recipients to another system, at most once. `sending` is committed first; the moment a message may leave is committed before it
 * does, and its result after, together with the next message of the same connection: there are never more between these two commits than
 * connections. After a crash those have an unknown outcome, and nobody gets a message twice; recipients who were claimed and not sent wait
 * again.
 */
export class OutsideRun {
  private readonly app: App;
  private readonly inScope: RunTools["inScope"];
  private readonly run: PushRun;
  private readonly delivery: DeliveryOutside;
  private readonly signal: AbortSignal;
  private readonly turnEnds: number;
  private readonly rests: RunTools["rests"];

  /** By guest. */
  private readonly underWay = new Map<number, Promise<void>>();
  /** Sent except for the last word: message id, and the callback that lets it go or holds it back. */
  private readonly ready = new Map<number, UnderWay>();
  private results: Delivered[] = [];
  private woken = Promise.withResolvers<void>();
  private after = START;
  private throttledUntil = 0;
  private going = true;
  private over = false;
  /** Recipients in a row who did not even reach the other side. */
  private unreached: Recipient[] = [];
  private isDown = false;

  constructor(app: App, { inScope, run, signal, turnEnds, rests }: RunTools, delivery: DeliveryOutside) {
    this.app = app;
    this.inScope = inScope;
    this.run = run;
    this.delivery = delivery;
    this.signal = signal;
    this.turnEnds = turnEnds;
    this.rests = rests;
  }

  async work(): Promise<RunEnd> {
    const sendHeartbeats = setInterval(() => void this.sendHeartbeat(), LIFE_SIGN_MS);
    try {
      return await this.workOff();
    } finally {
      clearInterval(sendHeartbeats);
      this.over = true;
      this.answerReady([]);
    }
  }

  private async workOff(): Promise<RunEnd> {
    for (;;) {
      const more = this.going && !this.signal.aborted && !this.isOutage() && !this.isTurnOver() && !this.inQuietHours();
      const claimed = await this.recordAndClaim(more);
      for (const recipient of claimed) if (recipient.reason === null) this.start(recipient);
      // Finished and ready ones come first: one that hangs must not keep others `sending`.
      if (this.underWay.size > 0 && this.news() === 0) await this.gather();
      if (claimed.length > 0 || this.underWay.size > 0 || this.results.length > 0) continue;
      const end = await this.pause();
      if (end) return end;
    }
  }

  /** Results to be written down and messages to be let go. */
  private news(): number {
    return this.results.length + this.ready.size;
  }

  /** Waits for the next of them, and a moment for more: one transaction then serves them all. */
  private async gather(): Promise<void> {
    await this.woken.promise;
    if (this.news() < this.delivery.size) await sleep(GATHER_MS);
  }

  /** Nothing is under way: decides whether the run is done, pauses, or tries some recipients again. */
  private async pause(): Promise<RunEnd | null> {
    const { outageSeconds } = this.delivery;
    if (this.isOutage()) return this.leave(outageSeconds, { end: "later", seconds: outageSeconds });
    // The next job decides what comes next: it waits until the morning.
    if (this.signal.aborted || this.inQuietHours()) return this.leave(0, { end: "later", seconds: 0 });
    if (!this.going || !(await this.inScope((tx) => heartbeat(tx, this.run)))) return this.leave(0, { end: "left" });
    const seconds = await this.inScope((tx) => secondsToNext(tx, this.run, this.delivery));
    if (seconds === null) return { end: "done" };
    if (seconds > 3 || this.isTurnOver()) return this.leave(seconds, { end: "later", seconds });
    await sleep(Math.max(20, Math.min(seconds * 1000, this.mustWaitForSlot() ? DRY_MS : 500)));
    this.after = START;
    this.throttledUntil = 0;
    return null;
  }

  private async leave(seconds: number, end: RunEnd): Promise<RunEnd> {
    await this.inScope(async (tx) => {
      await heartbeat(tx, this.run);
      if (this.unreached.length > 0) await undoAttempts(tx, this.run, this.unreached);
      await releasePushes(tx, this.run, seconds);
    });
    return end;
  }

  private async recordAndClaim(more: boolean): Promise<Claimed[]> {
    const free = more && performance.now() >= this.throttledUntil ? AHEAD * this.delivery.size - this.underWay.size : 0;
    const results = this.results;
    const ready = [...this.ready.values()];
    if (free === 0 && results.length === 0 && ready.length === 0) return [];
    this.results = [];
    this.woken = Promise.withResolvers();
    const now = this.app.clock.now();
    const { leaving, claimed } = await this.inScope(async (tx) => {
      if (results.length > 0) await this.record(tx, results, now);
      const held = free > 0 || ready.length > 0 ? await holdPushes(tx, this.run) : null;
      // Held back at night, or when the process stops: the next run sends them.
      const rests = this.signal.aborted || this.rests(now);
      const leaving = held && !rests && ready.length > 0 ? await commitSends(tx, held, ready, now) : [];
      if (leaving.length > 0) await this.delivery.leaving?.(tx, leaving);
      const claimed = held && free > 0 ? await this.claim(tx, held, free, now) : [];
      return { leaving, claimed };
    });
    this.answerReady(leaving, ready);
    if (claimed.length < free && this.mustWaitForSlot()) this.throttledUntil = performance.now() + DRY_MS;
    const last = claimed.at(-1);
    if (last) this.after = recipientOf(last);
    return claimed;
  }

  private mustWaitForSlot(): boolean {
    return (this.delivery.throttleDelay?.() ?? null) !== null;
  }

  private claim(tx: Tx, held: PushRun, limit: number, now: Date): Promise<Claimed[]> {
    return claimRecipients(tx, held, this.delivery, {
      after: this.after,
      busy: [...this.underWay.keys()],
      limit,
      retryDelaysSeconds: this.delivery.retryDelaysSeconds,
      moment: { today: todayOf(this.app.clock), now },
    });
  }

  /** Tells those that were asked about, or all, whether they may leave. */
  private answerReady(leaving: readonly Recipient[], waiting: readonly UnderWay[] = [...this.ready.values()]): void {
    const may = new Set(leaving.map(({ customerId }) => customerId));
    for (const { customerId, answer } of waiting) {
      answer(may.has(customerId));
      this.ready.delete(customerId);
    }
  }

  private async record(tx: Tx, results: readonly Delivered[], now: Date): Promise<void> {
    await recordResults(
      tx,
      this.run,
      results.map((one) => this.resultOf(one)),
      now,
    );
    const withheld = results.filter(({ delivered }) => delivered.outcome === "withheld");
    if (withheld.length > 0)
      await undoAttempts(
        tx,
        this.run,
        withheld.map(({ recipient }) => recipientOf(recipient)),
      );
    const records = results.map(({ recipient, delivered }) => ({ ...recipientOf(recipient), delivered }));
    await this.delivery.recorded(tx, records);
  }

  private start(recipient: Claimed): void {
    const task = this.delivery
      .deliver(recipient, (messageId) => this.confirmSend({ ...recipientOf(recipient), messageId }))
      .catch((error) => this.brokenOff(error))
      .then((delivered) => {
        this.watch(recipientOf(recipient), delivered);
        this.results.push({ recipient, delivered });
        this.underWay.delete(recipient.customer_id);
        this.woken.resolve();
      });
    this.underWay.set(recipient.customer_id, task);
  }

  /**
   * Waits for the next transaction, which checks whether this run still holds the push (fencing token) and records that the message leaves.
   */
  private confirmSend(leaving: RecipientMessage): Promise<boolean> {
    if (this.over) return Promise.resolve(false);
    return new Promise((answer) => {
      this.ready.set(leaving.customerId, { ...leaving, answer });
      this.woken.resolve();
    });
  }

  /** The outcome is unknown. */
  private brokenOff(error: unknown): DeliveredOutside {
    const { pushes, accountId } = this.run;
    const facts = { accountId, pushActionId: pushes[0]?.id, ...errorFacts(error) };
    this.app.log.error({ event: "push.deliver", ...facts }, "delivery broke off");
    return { outcome: "unknown", reason: "connection", detail: null, providerMessageId: null, reached: false };
  }

  private watch(recipient: Recipient, { outcome, reached }: DeliveredOutside): void {
    if (reached) this.unreached = [];
    else if (outcome === "later" || outcome === "down") this.unreached.push(recipient);
    if (outcome === "down") this.isDown = true;
  }

  private resultOf({ recipient, delivered }: Delivered): Result {
    const { outcome, reason, detail, providerMessageId } = delivered;
    const result = { ...recipientOf(recipient), detail, providerMessageId, grantedPoints: null };
    if (outcome === "down" || outcome === "withheld") return { ...result, outcome: "waiting", reason: null };
    if (outcome !== "later") return { ...result, outcome, reason };
    // Retries with growing pauses (backoff), one more try than pauses; then the recipient is given up, so that one bad address does not
    // hold up the others.
    const again = recipient.attempt_count <= this.delivery.retryDelaysSeconds.length;
    return again ? { ...result, outcome: "waiting", reason: null } : { ...result, outcome: "failed", reason };
  }

  /** Only after the first recipients were taken, so that each turn makes progress. */
  private isTurnOver(): boolean {
    return this.after !== START && performance.now() >= this.turnEnds;
  }

  private inQuietHours(): boolean {
    return this.rests(this.app.clock.now());
  }

  /** An outage: nobody in a row got through, so going on would only use up everybody's tries. */
  private isOutage(): boolean {
    return this.isDown || this.unreached.length >= this.delivery.size;
  }

  private async sendHeartbeat(): Promise<void> {
    try {
      if (!(await this.inScope((tx) => heartbeat(tx, this.run)))) this.going = false;
    } catch (error) {
      this.app.log.warn({ event: "push.heartbeat_at_work", ...errorFacts(error) }, "life sign failed");
    }
  }
}
