import { Readable } from "node:stream";
import nodemailer from "nodemailer";

export type OutgoingMail = {
  from: string;
  to: string;
  subject: string;
  text: string;
  html?: string;
  headers?: Record<string, string>;
  messageId?: string;
};

/**
 * The outcome of one mail. `unknown`: the connection broke after the text was sent, so it may have arrived; it is never sent again
 * automatically (at most once). `addressRefused`: the server said that this address does not exist, not merely that it rejects the mail.
 * `serverDown`: no mail gets through (no connection, sign-in refused); it is not this recipient's fault. `kept_back`: the sender changed
 * its mind before the end; the mail server discarded what it had.
 */
export type MailOutcome =
  | { outcome: "sent" }
  | { outcome: "failed"; reason: string; addressRefused?: boolean }
  | { outcome: "later"; reason: string; serverDown?: boolean }
  | { outcome: "unknown"; reason: string }
  | { outcome: "kept_back" };

export type Mailer = {
  /** `mayEnd` is called when everything but the end of the text was handed over: before it says yes, the mail cannot have been sent. */
  send(mail: OutgoingMail, mayEnd?: () => Promise<boolean>): Promise<MailOutcome>;
  close(): void;
};

/** Connections to the SMTP server, and so the most mails that can be under way at once. */
export const MAIL_CONNECTIONS = 20;
/** Of the mails to people who sign in: as many as leave at once, and one to spare. */
export const PERSON_MAIL_CONNECTIONS = 5;

/** SMTP behind one small port. */
export function openMailer(smtpUrl: string, connections = MAIL_CONNECTIONS): Mailer {
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: connections,
    maxMessages: Number.POSITIVE_INFINITY,
    // The pool must never send a mail again by itself: only here is known how far the first try got.
    maxRequeues: 0,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  transport.use("stream", (mail, done) => {
    const { mayEnd } = mail.data as TrackedMail;
    // Read only once the server has asked for the text, so that nobody is asked before that.
    mail.message.processFunc((input) => Readable.from(heldAtItsEnd(input, mayEnd), { objectMode: false }));
    done();
  });
  return {
    async send(mail, mayEnd = async () => true) {
      for (let attempt = 1; ; attempt++) {
        let over = false;
        let keptBack = false;
        const mayEndNow = async () => {
          over = await mayEnd();
          keptBack = !over;
          return over;
        };
        try {
          await transport.sendMail({ ...mail, mayEnd: mayEndNow } as TrackedMail);
          return { outcome: "sent" };
        } catch (error) {
          if (keptBack) return { outcome: "kept_back" };
          const outcome = outcomeOf(error as SmtpError, over);
          // A pooled connection that the server had closed while idle: nothing was handed over, another one is opened at once.
          const stale = outcome.outcome === "later" && outcome.reason === "ECONNECTION";
          if (!stale || attempt === 3) return outcome;
        }
      }
    },
    close: () => transport.close(),
  };
}

/**
 * The text, with its last piece only when it may be sent. The final dot follows the last piece: from then on the server may have the whole
 * mail, whatever error follows (RFC 1047). Before it, the server discards what it has.
 */
async function* heldAtItsEnd(text: Readable, mayEnd: () => Promise<boolean>): AsyncGenerator<Buffer> {
  let held: Buffer | undefined;
  for await (const piece of text) {
    if (held) yield held;
    held = piece;
  }
  if (!(await mayEnd())) throw new Error("kept back");
  if (held) yield held;
}

type TrackedMail = OutgoingMail & { mayEnd: () => Promise<boolean> };
type SmtpError = Error & {
  responseCode?: number;
  response?: string;
  command?: string;
  code?: string;
  syscall?: string;
  timeoutType?: string;
};

/** RFC 5321: 4xx is for later, 5xx for good. Without an answer it depends on how far the mail got. */
function outcomeOf(error: SmtpError, handedOver: boolean): MailOutcome {
  const reason = error.responseCode ? String(error.responseCode) : (error.code ?? "error");
  if (isServerDown(error)) return { outcome: "later", reason, serverDown: true };
  if (error.responseCode && error.responseCode >= 500)
    return { outcome: "failed", reason, addressRefused: isAddressRefused(error) };
  if (error.responseCode) return { outcome: "later", reason };
  if (error.code === "EENVELOPE" || error.code === "EMESSAGE") return { outcome: "failed", reason };
  return { outcome: handedOver ? "unknown" : "later", reason };
}

/** Everything that fails before the first command about a mail: name look-up, connection, greeting, TLS, sign-in. */
function isServerDown(error: SmtpError): boolean {
  if (["EDNS", "EAUTH", "ETLS", "EPROXY"].includes(error.code ?? "") || error.syscall === "connect") return true;
  if (error.timeoutType) return error.timeoutType !== "SOCKET_TIMEOUT";
  return error.responseCode !== undefined && /^(CONN|EHLO|HELO|LHLO|STARTTLS|AUTH)/.test(error.command ?? "");
}

/** 5.7.x is a matter of policy (relaying, blocked sender): the address itself may be fine. */
function isAddressRefused(error: SmtpError): boolean {
  const forAddress = [550, 551, 553].includes(error.responseCode ?? 0) && /^RCPT/.test(error.command ?? "");
  return forAddress && !/^\d{3}[ -]5\.7\./.test(error.response ?? "");
}
