import type { App } from "../../app.ts";
import type { Cipher } from "../../session/cipher.ts";
import { addressMark } from "./address-mark.ts";
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
  /** The page of the coupons that the mail tells of. */
  coupon: string;
};

/** Nothing of the guest or the hotel can be read from them, and nobody can make one (docs/adr/0544). */
export function mailUrls(
  app: Pick<App, "origin" | "cipher" | "realClock">,
  mail: SentMail & { address: string },
): MailUrls {
  const issuedOn = dayOf(app.realClock.now());
  const recipient = { ...mail, addressMark: addressMark(mail.address) };
  const leave = `${app.origin}/u/${unsubscribeToken(app.cipher, recipient)}`;
  return {
    link: (linkNo) => `${app.origin}/r/${trackingToken(app.cipher, { ...mail, linkNo }, issuedOn)}`,
    pixel: `${app.origin}/o/${trackingToken(app.cipher, { ...mail, linkNo: 0 }, issuedOn)}`,
    unsubscribe: leave,
    preferences: leave,
    coupon: `${app.origin}/c/${couponToken(app.cipher, recipient, issuedOn)}`,
  };
}

// The key of links in mails outlives its place in SECRET_KEY under this name.
const BINDING = "unsubscribe";
const MARK = "t";
const COUPON_MARK = "c";
/** As long as the product keeps what was sent. */
const VALID_DAYS = 1_096;
const DAY_MS = 86_400_000;
const dayOf = (moment: Date) => Math.floor(moment.getTime() / DAY_MS);

export function trackingToken(cipher: Cipher, mail: Tracked, issuedOn: number): string {
  const { accountId, pushActionId, customerId, mailId, contentId, linkNo } = mail;
  return sealed(cipher, MARK, [issuedOn, accountId, pushActionId, customerId, mailId ?? 0, contentId, linkNo]);
}

/** Which link of which mail a token was made for; null for anything not made here, or long ago. */
export function readTrackingToken(
  { cipher, realClock }: Pick<App, "cipher" | "realClock">,
  token: string,
): Tracked | null {
  const parts = partsOf(cipher, MARK, token);
  if (parts?.length !== 7) return null;
  const [issuedOn = 0, accountId = 0, pushActionId = 0, customerId = 0, mailId = 0, contentId = 0, linkNo = 0] = parts;
  if (isOver(realClock, issuedOn)) return null;
  return { accountId, pushActionId, customerId, mailId: mailId === 0 ? null : mailId, contentId, linkNo };
}

/** Recipient of the mail whose coupons a page shows. `addressMark`: null in links from before marks. */
export type CouponTarget = Pick<SentMail, "accountId" | "pushActionId" | "customerId"> & { addressMark: number | null };

export function couponToken(cipher: Cipher, of: CouponTarget, issuedOn: number): string {
  const { accountId, pushActionId, customerId, addressMark } = of;
  return sealed(cipher, COUPON_MARK, [issuedOn, accountId, pushActionId, customerId, addressMark ?? []].flat());
}

/** For whom it was made; null for anything not made here, or long ago. */
export function readCouponToken(
  { cipher, realClock }: Pick<App, "cipher" | "realClock">,
  token: string,
): CouponTarget | null {
  const parts = partsOf(cipher, COUPON_MARK, token);
  if (parts?.length !== 4 && parts?.length !== 5) return null;
  const [issuedOn = 0, accountId = 0, pushActionId = 0, customerId = 0, addressMark = null] = parts;
  return isOver(realClock, issuedOn) ? null : { accountId, pushActionId, customerId, addressMark };
}

const isOver = (clock: App["realClock"], issuedOn: number) => dayOf(clock.now()) - issuedOn > VALID_DAYS;

function sealed(cipher: Cipher, mark: string, numbers: readonly number[]): string {
  return cipher.seal([mark, ...numbers.map((number) => number.toString(36))].join("."), BINDING);
}

function partsOf(cipher: Cipher, mark: string, token: string): number[] | null {
  try {
    const [first, ...parts] = cipher.open(token, BINDING).split(".");
    return first === mark ? parts.map((part) => Number.parseInt(part, 36)) : null;
  } catch {
    return null;
  }
}
