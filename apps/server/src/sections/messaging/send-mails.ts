import { setTimeout as sleep } from "node:timers/promises";
import type { MailText } from "@okaeri/domain/messaging/mail-text";
import type { App } from "../../app.ts";
import { todayOf } from "../../clock.ts";
import type { Tx } from "../../database/connection.ts";
import { errorFacts } from "../../log.ts";
import { MAIL_CONNECTIONS, type MailOutcome } from "../../mail/mailer.ts";
import { fromHeader, type MailSender, mailSenderOf } from "./mail-sender.read.ts";
import { messageFacts } from "./message-facts.ts";
import { type MailRenderer, mailRenderer } from "./render-mail.ts";
import {
  type Claimed,
  claimRecipients,
  forgiveTries,
  leavePush,
  mailOfPush,
  type PushRun,
  type Result,
  recordResults,
  secondsToNext,
  showLife,
  takePush,
} from "./send-mails.queries.ts";
import { unsubscribeToken } from "./unsubscribe-token.ts";

export type SendOptions = {
  /** Pauses before the second, third … try of a recipient. One more try than pauses. */
  retryDelaysSeconds?: readonly number[];
  /** Pause after the mail server could not be reached at all. */
  outageSeconds?: number;
};
/** How a run ended: everybody has an outcome; or it stopped (by a person, a takeover or shutdown); or it goes on in so many seconds. */
export type SendEnd = { end: "done" } | { end: "left" } | { end: "later"; seconds: number };

const RETRY_DELAYS_SECONDS = [2, 10, 60, 300];
const OUTAGE_SECONDS = 15;
const LIFE_SIGN_MS = 2_000;
const GATHER_MS = 4;

/**
 * Sends the mails of one push. At most MAIL_CONNECTIONS mails are on their way at once, each with `sending` committed before the
 * mail server sees it and its result committed after: a killed process leaves at most that many with an unknown outcome, and
 * nobody gets two.
 */
export async function sendMails(
  app: App,
  push: { accountId: number; pushActionId: number },
  signal: AbortSignal,
  options: SendOptions = {},
): Promise<SendEnd> {
  const inScope = <T>(work: (tx: Tx) => Promise<T>) =>
    app.database.inScope({ accountIds: [push.accountId] }, (tx) => work(tx));
  const prepared = await inScope(async (tx) => {
    const run = await takePush(tx, push.accountId, push.pushActionId);
    if (!run) return null;
    const mail = await mailOfPush(tx, push.accountId, push.pushActionId);
    if (!mail) throw new Error("the push has no mail");
    const sender = await mailSenderOf(tx, push.accountId, app.origin);
    return { run, mail, sender };
  });
  if (!prepared) return { end: "left" };
  const { run, mail, sender } = prepared;
  return new Sending(app, inScope, run, rendererOf(app, push, mail, sender), sender, signal, options).toEnd();
}

/**
 * The renderer of a push. Texts are checked before they are sent; should one fail all the same, each recipient says so and the
 * log says why, once for all that fail alike.
 */
function rendererOf(app: App, push: object, mail: MailText, sender: MailSender): MailRenderer {
  const told = new Set<string>();
  const tell = (error: unknown): never => {
    const message = (error as Error).message;
    if (!told.has(message)) app.log.error({ event: "push.render", ...push, message }, "a mail could not be made");
    told.add(message);
    throw error;
  };
  let render: MailRenderer | undefined;
  return (...recipient) => {
    try {
      render ??= mailRenderer(mail, sender);
      return render(...recipient);
    } catch (error) {
      return tell(error);
    }
  };
}

class Sending {
  private readonly app: App;
  private readonly inScope: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  private readonly run: PushRun;
  private readonly render: MailRenderer;
  private readonly sender: MailSender;
  private readonly from: string;
  private readonly signal: AbortSignal;
  private readonly delays: readonly number[];
  private readonly outageSeconds: number;

  private readonly underWay = new Set<Promise<void>>();
  private results: Result[] = [];
  private after = 0;
  private going = true;
  /** Recipients in a row whose mail did not even reach a server. */
  private unreached: number[] = [];
  private serverDown = false;

  constructor(
    app: App,
    inScope: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
    run: PushRun,
    render: MailRenderer,
    sender: MailSender,
    signal: AbortSignal,
    options: SendOptions,
  ) {
    this.app = app;
    this.inScope = inScope;
    this.run = run;
    this.render = render;
    this.sender = sender;
    this.from = fromHeader(sender);
    this.signal = signal;
    this.delays = options.retryDelaysSeconds ?? RETRY_DELAYS_SECONDS;
    this.outageSeconds = options.outageSeconds ?? OUTAGE_SECONDS;
  }

  async toEnd(): Promise<SendEnd> {
    const lifeSigns = setInterval(() => void this.lifeSign(), LIFE_SIGN_MS);
    try {
      return await this.work();
    } finally {
      clearInterval(lifeSigns);
    }
  }

  private async work(): Promise<SendEnd> {
    for (;;) {
      const more = this.going && !this.signal.aborted && !this.isOutage();
      const claimed = await this.recordAndClaim(more);
      for (const recipient of claimed) if (recipient.reason === null) this.start(recipient);
      // What has ended meanwhile is written down first: a mail that hangs must not keep others `sending`.
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
    while (this.underWay.size > 0 && this.results.length < MAIL_CONNECTIONS / 2 && performance.now() < end)
      await Promise.race([...this.underWay, sleep(1)]);
  }

  /** Nothing is under way: is that the end, a pause, or the turn of those who are tried again? */
  private async pause(): Promise<SendEnd | null> {
    if (this.isOutage()) return this.leave(this.outageSeconds, { end: "later", seconds: this.outageSeconds });
    if (this.signal.aborted) return this.leave(0, { end: "later", seconds: 0 });
    if (!this.going || !(await this.inScope((tx) => showLife(tx, this.run)))) return this.leave(0, { end: "left" });
    const seconds = await this.inScope((tx) => secondsToNext(tx, this.run, this.delays));
    if (seconds === null) return { end: "done" };
    if (seconds > 3) return this.leave(seconds, { end: "later", seconds });
    await sleep(Math.max(20, Math.min(seconds * 1000, 500)));
    this.after = 0;
    return null;
  }

  private async leave(seconds: number, end: SendEnd): Promise<SendEnd> {
    await this.inScope(async (tx) => {
      if (this.unreached.length > 0) await forgiveTries(tx, this.run, this.unreached);
      await showLife(tx, this.run);
      await leavePush(tx, this.run, seconds);
    });
    return end;
  }

  private async recordAndClaim(more: boolean): Promise<Claimed[]> {
    const free = more ? MAIL_CONNECTIONS - this.underWay.size : 0;
    const results = this.results;
    if (free === 0 && results.length === 0) return [];
    this.results = [];
    const now = this.app.clock.now();
    const claimed = await this.inScope(async (tx) => {
      if (results.length > 0) await recordResults(tx, this.run, results, now);
      if (free === 0) return [];
      return claimRecipients(tx, this.run, {
        after: this.after,
        limit: free,
        retryDelaysSeconds: this.delays,
        today: todayOf(this.app.clock),
        now,
        sender: this.sender,
      });
    });
    this.after = claimed.at(-1)?.customer_id ?? this.after;
    return claimed;
  }

  private start(recipient: Claimed): void {
    const task = this.send(recipient).then((result) => {
      this.results.push(result);
      this.underWay.delete(task);
    });
    this.underWay.add(task);
  }

  private async send(recipient: Claimed): Promise<Result> {
    const { accountId, pushActionId } = this.run;
    const customerId = recipient.customer_id;
    const address = recipient.email ?? "";
    const host = new URL(this.app.origin).hostname;
    const messageId = `<p${pushActionId}.c${customerId}.a${accountId}@${host}>`;
    const blank = { customerId, messageId, bouncedAddress: null };
    let outgoing: Parameters<App["mailer"]["send"]>[0];
    try {
      const url = `${this.app.origin}/u/${unsubscribeToken(this.app.cipher, { accountId, customerId, pushActionId })}`;
      const facts = messageFacts(recipient, this.sender.accountName, recipient.granted_points);
      outgoing = {
        ...this.render(facts, recipient.language, url),
        from: this.from,
        to: address,
        messageId,
        // RFC 8058
        headers: { "List-Unsubscribe": `<${url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
      };
    } catch {
      return { ...blank, outcome: "failed", reason: "render_error", detail: null };
    }
    return this.resultOf(recipient, blank, await this.app.mailer.send(outgoing));
  }

  private resultOf(
    recipient: Claimed,
    blank: Pick<Result, "customerId" | "messageId" | "bouncedAddress">,
    got: MailOutcome,
  ): Result {
    const reached = got.outcome === "sent" || (/^\d{3}$/.test(got.reason) && !("serverDown" in got && got.serverDown));
    if (reached) this.unreached = [];
    else if (got.outcome === "later") this.unreached.push(recipient.customer_id);
    if (got.outcome === "later" && got.serverDown) {
      this.serverDown = true;
      return { ...blank, outcome: "waiting", reason: null, detail: got.reason };
    }
    if (got.outcome === "sent") return { ...blank, outcome: "sent", reason: null, detail: null };
    const silence = got.reason === "ETIMEDOUT" ? "timeout" : "connection";
    const detail = got.reason.slice(0, 40);
    if (got.outcome === "unknown") return { ...blank, outcome: "unknown", reason: silence, detail };
    if (got.outcome === "failed") {
      if (got.addressRefused)
        return { ...blank, outcome: "failed", reason: "bounced", detail, bouncedAddress: recipient.email };
      return { ...blank, outcome: "failed", reason: "refused", detail };
    }
    // One more try than pauses; then the recipient is given up, so that one bad address does not hold the others.
    const reason = reached ? "refused" : silence;
    const again = recipient.attempt_count <= this.delays.length;
    return { ...blank, outcome: again ? "waiting" : "failed", reason: again ? null : reason, detail };
  }

  /** Nobody in a row got through to a server: it is down, and going on would only use up everybody's tries. */
  private isOutage(): boolean {
    return this.serverDown || this.unreached.length >= MAIL_CONNECTIONS;
  }

  private async lifeSign(): Promise<void> {
    try {
      if (!(await this.inScope((tx) => showLife(tx, this.run)))) this.going = false;
    } catch (error) {
      this.app.log.warn({ event: "push.life_sign", ...errorFacts(error) }, "life sign failed");
    }
  }
}
