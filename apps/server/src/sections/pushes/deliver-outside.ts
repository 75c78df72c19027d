import { setTimeout as sleep } from "node:timers/promises";
import type { App } from "../../app.ts";
import { todayOf } from "../../clock.ts";
import type { Tx } from "../../database/connection.ts";
import { errorFacts } from "../../log.ts";
import type { RunEnd, RunTools } from "./deliver-push.ts";
import type { Claimed, DeliveredOutside, DeliveryOutside } from "./ports.ts";
import { claimRecipients, type Result, recordResults } from "./recipients.queries.ts";
import { heartbeat, holdsPush, type PushRun, releasePush, secondsToNext, undoAttempts } from "./runs.queries.ts";

const LIFE_SIGN_MS = 2_000;
const GATHER_MS = 4;

type Delivered = { recipient: Claimed; delivered: DeliveredOutside };

/**
 * Hands recipients to somebody else. At most `delivery.size` are on their way at once, each with `sending` committed before and its
 * result committed after: a killed process leaves at most that many with an unknown outcome, and nobody gets it twice.
 */
export class OutsideRun {
  private readonly app: App;
  private readonly inScope: RunTools["inScope"];
  private readonly run: PushRun;
  private readonly delivery: DeliveryOutside;
  private readonly signal: AbortSignal;
  private readonly turnEnds: number;
  private readonly rests: RunTools["rests"];

  private readonly underWay = new Set<Promise<void>>();
  private results: Delivered[] = [];
  private after = 0;
  private going = true;
  /** Recipients in a row who did not even reach the other side. */
  private unreached: number[] = [];
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
    const lifeSigns = setInterval(() => void this.lifeSign(), LIFE_SIGN_MS);
    try {
      return await this.workOff();
    } finally {
      clearInterval(lifeSigns);
    }
  }

  private async workOff(): Promise<RunEnd> {
    for (;;) {
      const more = this.going && !this.signal.aborted && !this.isOutage() && !this.isTurnOver() && !this.isNight();
      const claimed = await this.recordAndClaim(more);
      for (const recipient of claimed) if (recipient.reason === null) this.start(recipient);
      // What has ended meanwhile is written down first: one that hangs must not keep others `sending`.
      if (this.underWay.size > 0 && this.results.length === 0) await this.gather();
      if (claimed.length > 0 || this.underWay.size > 0 || this.results.length > 0) continue;
      const end = await this.pause();
      if (end) return end;
    }
  }

  /** Waits for the next result, and a moment for more: one transaction then serves them all. */
  private async gather(): Promise<void> {
    await Promise.race(this.underWay);
    const end = performance.now() + GATHER_MS;
    while (this.underWay.size > 0 && this.results.length < this.delivery.size / 2 && performance.now() < end)
      await Promise.race([...this.underWay, sleep(1)]);
  }

  /** Nothing is under way: decides whether the run is done, pauses, or tries some recipients again. */
  private async pause(): Promise<RunEnd | null> {
    const { outageSeconds, retryDelaysSeconds } = this.delivery;
    if (this.isOutage()) return this.leave(outageSeconds, { end: "later", seconds: outageSeconds });
    // What comes next is decided with the next job: it rests until the morning.
    if (this.signal.aborted || this.isNight()) return this.leave(0, { end: "later", seconds: 0 });
    if (!this.going || !(await this.inScope((tx) => heartbeat(tx, this.run)))) return this.leave(0, { end: "left" });
    const seconds = await this.inScope((tx) => secondsToNext(tx, this.run, retryDelaysSeconds));
    if (seconds === null) return { end: "done" };
    if (seconds > 3 || this.isTurnOver()) return this.leave(seconds, { end: "later", seconds });
    await sleep(Math.max(20, Math.min(seconds * 1000, 500)));
    this.after = 0;
    return null;
  }

  private async leave(seconds: number, end: RunEnd): Promise<RunEnd> {
    await this.inScope(async (tx) => {
      await heartbeat(tx, this.run);
      if (this.unreached.length > 0) await undoAttempts(tx, this.run, this.unreached);
      await releasePush(tx, this.run, seconds);
    });
    return end;
  }

  private async recordAndClaim(more: boolean): Promise<Claimed[]> {
    const free = more ? this.delivery.size - this.underWay.size : 0;
    const results = this.results;
    if (free === 0 && results.length === 0) return [];
    this.results = [];
    const now = this.app.clock.now();
    const claimed = await this.inScope(async (tx) => {
      if (results.length > 0) await this.record(tx, results, now);
      if (free === 0 || !(await holdsPush(tx, this.run))) return [];
      return claimRecipients(tx, this.run, this.delivery, {
        after: this.after,
        limit: free,
        retryDelaysSeconds: this.delivery.retryDelaysSeconds,
        moment: { today: todayOf(this.app.clock), now },
      });
    });
    this.after = claimed.at(-1)?.customer_id ?? this.after;
    return claimed;
  }

  private async record(tx: Tx, results: readonly Delivered[], now: Date): Promise<void> {
    await recordResults(
      tx,
      this.run,
      results.map((one) => this.resultOf(one)),
      now,
    );
    const said = results.map(({ recipient, delivered }) => ({ customerId: recipient.customer_id, delivered }));
    await this.delivery.recorded(tx, said);
  }

  private start(recipient: Claimed): void {
    const task = this.delivery
      .deliver(recipient)
      .catch((error) => this.brokenOff(error))
      .then((delivered) => {
        this.watch(recipient.customer_id, delivered);
        this.results.push({ recipient, delivered });
        this.underWay.delete(task);
      });
    this.underWay.add(task);
  }

  /** Nobody knows how far it came. */
  private brokenOff(error: unknown): DeliveredOutside {
    const { pushActionId, accountId } = this.run;
    this.app.log.error({ event: "push.deliver", accountId, pushActionId, ...errorFacts(error) }, "delivery broke off");
    return { outcome: "unknown", reason: "connection", detail: null, providerMessageId: null, reached: false };
  }

  private watch(customerId: number, { outcome, reached }: DeliveredOutside): void {
    if (reached) this.unreached = [];
    else if (outcome === "later" || outcome === "down") this.unreached.push(customerId);
    if (outcome === "down") this.isDown = true;
  }

  private resultOf({ recipient, delivered }: Delivered): Result {
    const { outcome, reason, detail, providerMessageId } = delivered;
    const said = { customerId: recipient.customer_id, detail, providerMessageId, grantedPoints: null };
    if (outcome === "down") return { ...said, outcome: "waiting", reason: null };
    if (outcome !== "later") return { ...said, outcome, reason };
    // One more try than pauses; then the recipient is given up, so that one bad address does not hold the others.
    const again = recipient.attempt_count <= this.delivery.retryDelaysSeconds.length;
    return again ? { ...said, outcome: "waiting", reason: null } : { ...said, outcome: "failed", reason };
  }

  /** Only after the first recipients were taken, so that each turn makes progress. */
  private isTurnOver(): boolean {
    return this.after > 0 && performance.now() >= this.turnEnds;
  }

  private isNight(): boolean {
    return this.rests(this.app.clock.now());
  }

  /** Nobody in a row got through: the other side is down, and going on would only use up everybody's tries. */
  private isOutage(): boolean {
    return this.isDown || this.unreached.length >= this.delivery.size;
  }

  private async lifeSign(): Promise<void> {
    try {
      if (!(await this.inScope((tx) => heartbeat(tx, this.run)))) this.going = false;
    } catch (error) {
      this.app.log.warn({ event: "push.life_sign", ...errorFacts(error) }, "life sign failed");
    }
  }
}
