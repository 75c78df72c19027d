import type { MailDetail } from "@okaeri/contract/campaigns/actions/mail";
import type { NotDelivered } from "@okaeri/contract/problems/stored-reasons";
import { couponMentionedBy, type MailText, tellsOfReservation } from "@okaeri/domain/messaging/mail-text";
import { sql } from "kysely";
import type { App } from "../../app.ts";
import type { Tx } from "../../database/connection.ts";
import type { MailOutcome } from "../../mail/mailer.ts";
import { type CouponMention, couponActionsOf } from "../coupons/mentioned-coupons.read.ts";
import { type Returned, recordReturns } from "../customers/suppressions/record-returns.ts";
import {
  type Channel,
  type Claimed,
  campaignOf,
  type DeliveredOutside,
  type Pace,
  type PushedAction,
  type PushFacts,
  type Recipient,
  recipientOf,
  termsOf,
} from "../pushes/ports.ts";
import { reservationOfPush } from "../pushes/pushes.read.ts";
import { type AccountMailer, accountMailer } from "./account-mailer.ts";
import { verpAddress } from "./bounces/return-path.ts";
import { mailsOfAction } from "./mail-action/write-mail.ts";
import { fromHeader, type MailSender, mailSenderOf } from "./mail-sender.read.ts";
import { type FactsRow, factColumns, factJoins, messageFacts } from "./message-facts.ts";
import { isCapped, mailEligibility } from "./messaging.read.ts";
import { type MailRenderer, mailRenderer, withSignature } from "./render-mail.ts";
import { unsubscribeToken } from "./unsubscribe-token.ts";

const NOTHING_TO_SAY: NotDelivered = "nothing_to_say";
const PACE: Pace = { retryDelaysSeconds: [2, 10, 60, 300], outageSeconds: 15 };

/** Mails go to whoever consented and can be reached, over MAIL_CONNECTIONS connections. */
export function mailChannel(app: App, pace: Pace = PACE): Channel {
  return {
    async eligibility(tx, push, moment) {
      const sender = await mailSenderOf(tx, push.accountId, app.origin);
      const mention = await couponMentionOf(tx, push, await mailOf(tx, push), sender);
      return mailEligibility("set", push.accountId, sender, moment, mention, termsOf(push));
    },
    async open(tx, push) {
      const sender = await mailSenderOf(tx, push.accountId, app.origin);
      const mail = await mailOf(tx, push);
      const terms = termsOf(push);
      const render = rendererOf(app, push, mail, sender);
      const mailer = await accountMailer(tx, app, push.accountId, app.mailer);
      const mention = await couponMentionOf(tx, push, mail, sender);
      const reservationId = tellsOfReservation(withSignature(mail, sender)) ? reservationOfPush : null;
      return {
        kind: "outside",
        ...pace,
        // The cap is a join of its own, a coupon a look-up of its own.
        statementName: [
          terms.purpose === "service" ? "service-mail" : isCapped(sender, terms) ? "mail-capped" : "mail",
          mention ? `${mention.actionIds ? "own" : "held"}-coupon${mention.withCode ? "-code" : ""}` : null,
          reservationId ? "stay" : null,
        ]
          .filter((part) => part !== null)
          .join("-"),
        size: mailer.connections,
        lastMoment(moment) {
          const { joins, reason } = mailEligibility("row", push.accountId, sender, moment, mention, terms);
          const columns = factColumns(moment.today, mention, reservationId);
          return { columns, joins: sql`${factJoins(moment.today)} ${joins}`, reason };
        },
        deliver: (recipient, mayLeave) =>
          send(app, push, { sender, render, mailer }, recipient as Claimed & FactsRow, mayLeave),
        async recorded(inner, results) {
          const now = app.clock.now();
          await recordReturns(inner, push.accountId, results.flatMap(refusedAtOnce(now)), now);
        },
      };
    },
  };
}

/** Which coupon a mail mentions: one that its own segment gives, else one that the guest has. Null: none. */
async function couponMentionOf(
  tx: Tx,
  push: PushedAction,
  mail: MailText,
  sender: MailSender,
): Promise<CouponMention | null> {
  const { mentioned, withCode } = couponMentionedBy(withSignature(mail, sender));
  if (!mentioned) return null;
  return { actionIds: await couponActionsOf(tx, push.accountId, campaignOf(push).campaignSegmentId), withCode };
}

async function mailOf(tx: Tx, push: PushedAction): Promise<MailDetail> {
  const [mail] = await mailsOfAction(tx, push.accountId, campaignOf(push).campaignActionId);
  if (!mail) throw new Error("the push has no mail");
  return mail;
}

/**
 * The renderer of a push. Texts are checked before they are sent; should one fail all the same, each recipient says so and the
 * log says why, once for all that fail alike.
 */
function rendererOf(app: App, push: PushFacts, mail: MailText, sender: MailSender): MailRenderer {
  const { accountId, campaign } = push;
  const logged = new Set<string>();
  let render: MailRenderer | undefined;
  return (...recipient) => {
    try {
      render ??= mailRenderer(mail, sender);
      return render(...recipient);
    } catch (error) {
      const { message } = error as Error;
      if (!logged.has(message))
        app.log.error({ event: "push.render", accountId, ...campaign, message }, "a mail could not be made");
      logged.add(message);
      throw error;
    }
  };
}

async function send(
  app: App,
  { accountId }: PushFacts,
  { sender, render, mailer }: { sender: MailSender; render: MailRenderer; mailer: AccountMailer },
  recipient: Claimed & FactsRow,
  mayLeave: (messageId: string) => Promise<boolean>,
): Promise<DeliveredOutside> {
  const { pushActionId, customerId } = recipientOf(recipient);
  const messageId = `<p${pushActionId}.c${customerId}.a${accountId}@${new URL(app.origin).hostname}>`;
  const blank = { detail: null, providerMessageId: messageId };
  let outgoing: Parameters<App["mailer"]["send"]>[0];
  try {
    const url = `${app.origin}/u/${unsubscribeToken(app.cipher, { accountId, customerId, pushActionId })}`;
    const facts = messageFacts(recipient, sender.accountName, recipient.granted_points);
    const { mail } = render(facts, recipient.language, url);
    if (mail === null) return { ...blank, outcome: "skipped", reason: NOTHING_TO_SAY, reached: false };
    const address = recipient.email ?? "";
    const returnPath = verpAddress(app, { accountId, pushActionId, customerId, address }, sender.fromAddress);
    outgoing = {
      ...mail,
      from: fromHeader(sender),
      to: address,
      messageId,
      tags: { okaeri_message_id: messageId },
      ...(returnPath === null ? {} : { envelopeFrom: returnPath }),
      // RFC 8058
      headers: { "List-Unsubscribe": `<${url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
    };
  } catch {
    return { ...blank, outcome: "failed", reason: "render_error", reached: false };
  }
  const got = await mailer.send(outgoing, () => mayLeave(messageId));
  return { ...blank, ...deliveredOf(recipient.email, got) };
}

/** Of addresses that the mail server says do not exist. */
const refusedAtOnce =
  (happenedAt: Date) =>
  ({ customerId, pushActionId, delivered }: Recipient & { delivered: DeliveredOutside }): Returned[] => {
    const { deadAddress: address, detail } = delivered;
    if (!address) return [];
    const said = { statusCode: "", detail: detail ?? "", happenedAt };
    return [{ customerId, pushActionId, address, kind: "hard", source: "send", ...said }];
  };

/** What the mail server's answer means for a recipient. */
function deliveredOf(email: string | null, got: MailOutcome): Omit<DeliveredOutside, "providerMessageId"> {
  if (got.outcome === "sent" || got.outcome === "kept_back")
    return { outcome: got.outcome, reason: null, detail: null, reached: true };
  const detail = got.reason.slice(0, 40);
  if (got.outcome === "later" && got.serverDown) return { outcome: "down", reason: null, detail, reached: false };
  const reached = /^\d{3}$/.test(got.reason);
  const silence = got.reason === "ETIMEDOUT" ? "timeout" : "connection";
  if (got.outcome === "unknown") return { outcome: "unknown", reason: silence, detail, reached };
  if (got.outcome === "later") return { outcome: "later", reason: reached ? "refused" : silence, detail, reached };
  if (got.addressRefused) return { outcome: "failed", reason: "bounced", detail, reached, deadAddress: email };
  return { outcome: "failed", reason: "refused", detail, reached };
}
