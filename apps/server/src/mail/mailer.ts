import type { KeyObject } from "node:crypto";
import { Readable } from "node:stream";
import { isMailAddress, smtpAddress } from "@okaeri/domain/mail-address";
import { classifyDelivery } from "@okaeri/domain/messaging/classify-delivery";
import type { DeliveryPhase } from "@okaeri/domain/messaging/delivery-rules";
import nodemailer from "nodemailer";
import DKIM from "nodemailer/lib/dkim";

export type OutgoingMail = {
  from: string;
  to: string;
  subject: string;
  text: string;
  html?: string;
  headers?: Record<string, string>;
  messageId?: string;
  /** Where reports of failure go, where that is not the sender's address. */
  envelopeFrom?: string;
  dkim?: DkimSigner;
  /** What a provider's events of this mail bring back. */
  tags?: Record<string, string>;
};

export type DkimSigner = { domainName: string; keySelector: string; privateKey: KeyObject };

/**
 * The outcome of one mail. `unknown`: the connection broke after the text was sent, so it may have arrived; it is never sent again
 * automatically (at most once). `serverDown`: no mail gets through (no connection, sign-in refused); it is not this recipient's fault. `withheld`: the sender changed
 * its mind before the end; the mail server discarded what it had.
 */
export type MailOutcome =
  | { outcome: "sent" }
  | { outcome: "failed"; reason: string; refusal?: AddressRefusal }
  | { outcome: "later"; reason: string; serverDown?: boolean }
  | { outcome: "unknown"; reason: string }
  | { outcome: "withheld" };

/** What a server's final refusal says about the address (domain/messaging/delivery-rules.ts). */
export type AddressRefusal = {
  /** `hard`: the address is dead. `soft`: this mail was refused, and the address counts one soft failure. */
  verdict: "hard" | "soft";
  /** Enhanced status code (RFC 3463); empty where the server gave none. */
  statusCode: string;
  reply: string;
};

export type Mailer = {
  /** `mayEnd` is called when everything but the end of the text was handed over: before it says yes, the mail cannot have been sent. */
  send(mail: OutgoingMail, mayEnd?: () => Promise<boolean>): Promise<MailOutcome>;
  close(): void;
  /** A receiving domain whose mails wait so long for those before them is slow. */
  slowMs?: number;
};

/** One address or none: a list, or a line that goes on, would reach somebody else. */
export const NO_ADDRESS: MailOutcome = { outcome: "failed", reason: "EENVELOPE" };

/** Connections to the SMTP server, and so the most mails that can be under way at once. */
export const MAIL_CONNECTIONS = 20;
/** Of the mails to people who sign in: as many as leave at once, and one to spare. */
export const PERSON_MAIL_CONNECTIONS = 5;

export const SLOW_MS = 5_000;
/** How long a server may take to be there, and then to answer. */
const PATIENCE = { connectMs: 10_000, silenceMs: 30_000, slowMs: SLOW_MS };

/** SMTP behind one small port. Only over TLS where the address says so (`smtps:`, `requireTLS=true`); never to a wrong certificate. */
export function openMailer(
  smtpUrl: string,
  connections = MAIL_CONNECTIONS,
  patience: Partial<typeof PATIENCE> = {},
): Mailer {
  const { connectMs, silenceMs, slowMs } = { ...PATIENCE, ...patience };
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: connections,
    maxMessages: Number.POSITIVE_INFINITY,
    // The pool must never send a mail again by itself: only here is known how far the first try got.
    maxRequeues: 0,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  transport.use("stream", (mail, done) => {
    const { mayEnd, signer } = mail.data as TrackedMail;
    // Signed before it is held: a signature is made of the whole text.
    if (signer) mail.message.processFunc((input) => new DKIM({ ...signer, headerFieldNames: SIGNED }).sign(input));
    // Read only once the server has asked for the text, so that nobody is asked before that.
    mail.message.processFunc((input) => Readable.from(heldAtItsEnd(input, mayEnd), { objectMode: false }));
    done();
  });
  return {
    async send(mail, mayEnd = async () => true) {
      const to = smtpAddress(mail.to);
      if (!isMailAddress(to)) return NO_ADDRESS;
      for (let attempt = 1; ; attempt++) {
        let over = false;
        let withheld = false;
        const mayEndNow = async () => {
          over = await mayEnd();
          withheld = !over;
          return over;
        };
        try {
          await transport.sendMail(tracked({ ...mail, to }, mayEndNow));
          return { outcome: "sent" };
        } catch (error) {
          if (withheld) return { outcome: "withheld" };
          const outcome = outcomeOf(error as SmtpError, over);
          // A pooled connection that the server had closed while idle: nothing was handed over, another one is opened at once.
          const stale = outcome.outcome === "later" && outcome.reason === "ECONNECTION";
          if (!stale || attempt === 3) return outcome;
        }
      }
    },
    close: () => transport.close(),
    slowMs,
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

/** RFC 6376 5.4.1; RFC 8058 asks for both headers of unsubscribing. */
const SIGNED = [
  "From:Reply-To:Subject:Date:Message-ID:To:MIME-Version:Content-Type:Content-Transfer-Encoding",
  "List-Unsubscribe:List-Unsubscribe-Post",
].join(":");

type TrackedMail = { mayEnd: () => Promise<boolean>; signer?: DkimSigner };

function tracked({ envelopeFrom, dkim, tags: _tags, to, ...mail }: OutgoingMail, mayEnd: () => Promise<boolean>) {
  const envelope = envelopeFrom === undefined ? {} : { envelope: { from: envelopeFrom, to } };
  return { ...mail, ...envelope, to: { name: "", address: to }, mayEnd, ...(dkim ? { signer: dkim } : {}) };
}
type SmtpError = Error & {
  responseCode?: number;
  response?: string;
  command?: string;
  code?: string;
  /** The network's or TLS's own word for it. */
  originalCode?: string;
  syscall?: string;
  timeoutType?: string;
};

/** RFC 5321: 4xx is for later, 5xx for good. Without an answer it depends on how far the mail got. */
function outcomeOf(error: SmtpError, handedOver: boolean): MailOutcome {
  const answered = error.responseCode !== undefined && error.code !== "ETLS";
  const reason = answered ? String(error.responseCode) : silenceOf(error);
  if (isServerDown(error)) return { outcome: "later", reason, serverDown: true };
  if (error.responseCode && error.responseCode >= 500) return { outcome: "failed", reason, ...refusalIn(error) };
  if (error.responseCode) return { outcome: "later", reason };
  if (error.code === "EENVELOPE" || error.code === "EMESSAGE") return { outcome: "failed", reason };
  return { outcome: handedOver ? "unknown" : "later", reason };
}

/** Why there was no answer: an operator is told what to mend. */
function silenceOf({ code = "error", originalCode = "", message }: SmtpError): string {
  if (/^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|ERR_TLS_CERT)/.test(originalCode))
    return "ECERTIFICATE";
  if (/certificate/i.test(message)) return "ECERTIFICATE";
  return code;
}

/** Everything that fails before the first command about a mail: name look-up, connection, greeting, TLS, sign-in. */
function isServerDown(error: SmtpError): boolean {
  if (silenceOf(error) === "ECERTIFICATE") return true;
  if (["EDNS", "EAUTH", "ETLS", "EPROXY"].includes(error.code ?? "") || error.syscall === "connect") return true;
  if (error.timeoutType) return error.timeoutType !== "SOCKET_TIMEOUT";
  return error.responseCode !== undefined && /^(CONN|EHLO|HELO|LHLO|STARTTLS|AUTH)/.test(error.command ?? "");
}

/** What the refusal says about the address; nothing where it is about the sender, the mail or the way. */
function refusalIn({ command = "", response, message }: SmtpError): { refusal?: AddressRefusal } {
  const reply = response ?? message;
  const { verdict, isAboutMailbox, code } = classifyDelivery({ text: reply, phase: phaseOf(command) });
  return verdict === "hard" || isAboutMailbox ? { refusal: { verdict, statusCode: code, reply } } : {};
}

function phaseOf(command: string): DeliveryPhase {
  if (command.startsWith("RCPT")) return "rcpt";
  if (command.startsWith("DATA")) return "data";
  return command.startsWith("MAIL") ? "mail" : null;
}
