import type { App } from "../../app.ts";
import type { Cipher } from "../../session/cipher.ts";
import { unsubscribeToken } from "./unsubscribe-token.ts";

/** A mail as one guest got it. */
export type SentMail = {
  accountId: number;
  pushActionId: number;
  customerId: number;
  /** The mail of the action, and what was made of it (mail_contents). */
  mailId: number | null;
  contentId: number;
};
/** One link of it; 0: the picture that tells of an open. */
export type Tracked = SentMail & { linkNo: number };

/** The addresses that a guest's mail holds. */
export type MailUrls = {
  /** Leads on to the link of this number in the content. */
  link(no: number): string;
  pixel: string;
  unsubscribe: string;
  preferences: string;
};

/** Nothing of the guest or the hotel can be read from them, and nobody can make one (docs/adr/0544). */
export function mailUrls(app: Pick<App, "origin" | "cipher" | "realClock">, mail: SentMail): MailUrls {
  const issuedOn = dayOf(app.realClock.now());
  const leave = `${app.origin}/u/${unsubscribeToken(app.cipher, mail)}`;
  return {
    link: (linkNo) => `${app.origin}/r/${trackingToken(app.cipher, { ...mail, linkNo }, issuedOn)}`,
    pixel: `${app.origin}/o/${trackingToken(app.cipher, { ...mail, linkNo: 0 }, issuedOn)}`,
    unsubscribe: leave,
    preferences: leave,
  };
}

// The key of links in mails outlives its place in SECRET_KEY under this name.
const BINDING = "unsubscribe";
const MARK = "t";
/** As long as the product keeps what was sent. */
const VALID_DAYS = 1_096;
const DAY_MS = 86_400_000;
const dayOf = (moment: Date) => Math.floor(moment.getTime() / DAY_MS);

export function trackingToken(cipher: Cipher, mail: Tracked, issuedOn: number): string {
  const { accountId, pushActionId, customerId, mailId, contentId, linkNo } = mail;
  const numbers = [issuedOn, accountId, pushActionId, customerId, mailId ?? 0, contentId, linkNo];
  return cipher.seal([MARK, ...numbers.map((number) => number.toString(36))].join("."), BINDING);
}

/** Which link of which mail a token was made for; null for anything not made here, or long ago. */
export function readTrackingToken(
  { cipher, realClock }: Pick<App, "cipher" | "realClock">,
  token: string,
): Tracked | null {
  const parts = partsOf(cipher, token);
  if (parts === null) return null;
  const [issuedOn = 0, accountId = 0, pushActionId = 0, customerId = 0, mailId = 0, contentId = 0, linkNo = 0] = parts;
  if (dayOf(realClock.now()) - issuedOn > VALID_DAYS) return null;
  return { accountId, pushActionId, customerId, mailId: mailId === 0 ? null : mailId, contentId, linkNo };
}

function partsOf(cipher: Cipher, token: string): number[] | null {
  try {
    const [mark, ...parts] = cipher.open(token, BINDING).split(".");
    return mark === MARK && parts.length === 7 ? parts.map((part) => Number.parseInt(part, 36)) : null;
  } catch {
    return null;
  }
}
