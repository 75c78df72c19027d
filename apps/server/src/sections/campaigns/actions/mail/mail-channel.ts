import type { MailDetail } from "@okaeri/contract/campaigns/actions/mail/mail";
import type { NotDelivered, SendStopped } from "@okaeri/contract/problems/stored-reasons";
import { sharesOf } from "@okaeri/domain/campaigns/variants/variants";
import type { LanguageCode } from "@okaeri/domain/enumerations";
import { couponMentionedBy, tellsOfReservation } from "@okaeri/domain/messaging/mail-text";
import { placeholderValues } from "@okaeri/domain/messaging/placeholders";
import type { Variant } from "@okaeri/domain/pushes/variants";
import { sql } from "kysely";
import type { App } from "../../../../app.ts";
import type { Tx } from "../../../../database/connection.ts";
import type { MailOutcome } from "../../../../mail/mailer.ts";
import { type CouponMention, couponActionsOf } from "../../../coupons/mentioned-coupons.read.ts";
import { type Returned, recordReturns } from "../../../customers/suppressions/record-returns.ts";
import { type AccountMailer, accountMailer } from "../../../messaging/account-mailer.ts";
import { verpAddress } from "../../../messaging/bounces/return-path.ts";
import { compileMail } from "../../../messaging/content/compile-mail.ts";
import type { CompiledMail } from "../../../messaging/content/compiled-mail.ts";
import { fillMail } from "../../../messaging/content/fill-mail.ts";
import { imageSizes } from "../../../messaging/content/image-sizes.ts";
import { contentIdOf } from "../../../messaging/content/mail-contents.ts";
import { inLanguageOf, ofVariant, samplesByVariant, shownBlocks } from "../../../messaging/content/shown-blocks.ts";
import { type MessageEvent, recordMessageEvents } from "../../../messaging/events/record-message-events.ts";
import { keepMailFacts, MadeMails, textsOfMail } from "../../../messaging/history/mail-facts.ts";
import {
  fromHeader,
  hasLegalBlock,
  type MailSender,
  mailSenderOf,
  withSignature,
} from "../../../messaging/mail-sender.read.ts";
import { mailUrls } from "../../../messaging/mail-urls.ts";
import { type FactsRow, factColumns, factJoins, messageFacts } from "../../../messaging/message-facts.ts";
import { mailEligibility } from "../../../messaging/messaging.read.ts";
import { SendSlots } from "../../../messaging/send-slots.ts";
import {
  type Channel,
  type Claimed,
  campaignOf,
  campaignTermsOf,
  type DeliveredOutside,
  type Pace,
  type PushedAction,
  type PushFacts,
  type Recipient,
  recipientOf,
} from "../../../pushes/ports.ts";
import { reservationOfPush } from "../../../pushes/pushes.read.ts";
import { currentVariant } from "../../../pushes/variants.ts";
import { mailsOfAction } from "./write-mail.ts";

const NOTHING_TO_SAY: NotDelivered = "nothing_to_say";
const LEGAL_SENDER_MISSING: SendStopped = "legal_sender_missing";
const PACE: Pace = { retryDelaysSeconds: [2, 10, 60, 300], outageSeconds: 15 };

/** Mails go to whoever consented and can be reached, over the connections of the account. */
export function mailChannel(app: App, pace: Pace = PACE): Channel {
  return {
    async eligibility(tx, push, moment) {
      const sender = await mailSenderOf(tx, push.accountId, app.origin);
      const mentioned = await couponMentionOf(tx, push, await mailsOf(tx, push, sender));
      // A coupon that the segment itself gives is given once the recipients are fixed: nobody has it yet.
      const mention = mentioned?.actionIds === null ? mentioned : null;
      return (shape) => mailEligibility(shape, push.accountId, sender, moment, mention, campaignTermsOf(push));
    },
    async shares(tx, push) {
      const shares = sharesOf(await savedMails(tx, push));
      return shares.length > 1 ? shares : [];
    },
    /** Asked when it was started; a send may wait for the morning, or for a person. */
    async missing(tx, push) {
      const sender = await mailSenderOf(tx, push.accountId, app.origin);
      return hasLegalBlock(sender) ? null : LEGAL_SENDER_MISSING;
    },
    async open(tx, push) {
      const sender = await mailSenderOf(tx, push.accountId, app.origin);
      const mails = await mailsOf(tx, push, sender);
      const terms = campaignTermsOf(push);
      const contents = await contentsOf(app, tx, push, { sender, mails });
      const mailer = await accountMailer(tx, app, push.accountId, app.mailer);
      const mention = await couponMentionOf(tx, push, mails);
      const conditional = contents.map(({ variant, compiled }) => ({ ...compiled, variant }));
      const { campaignActionId } = campaignOf(push);
      const assignedVariant = currentVariant(sharesOf(mails), {
        accountId: push.accountId,
        campaignActionId,
        chosen: push.chosen,
      });
      const asksOfStay = mails.some(tellsOfReservation) || conditional.some(({ conditions }) => conditions.length > 0);
      const reservationId = asksOfStay ? reservationOfPush : null;
      const turns = new SendSlots();
      const made = new MadeMails();
      return {
        kind: "outside",
        route: mailer.route,
        ...pace,
        size: mailer.connections,
        recheckAtSend(moment) {
          const { joins, reason } = mailEligibility("row", push.accountId, sender, moment, mention, terms);
          const columns = sql`${factColumns(moment.today, mention, reservationId)},
            ${samplesByVariant(conditional, assignedVariant, (own) => shownBlocks(own, moment.today, reservationId))} as shown_blocks`;
          return { columns, joins: sql`${factJoins(moment.today)} ${joins}`, reason };
        },
        assignedVariant,
        isSlow: mailer.isSlow,
        throttleDelay: mailer.throttleDelay,
        claimed: (inner, claimed) => turns.take(inner, mailer, claimed as Reader[]),
        async deliver(recipient, confirmSend) {
          if (!(await turns.came(recipient))) return NOT_NOW;
          return send(app, push, { sender, contents, mailer, made }, recipient as Reader, confirmSend);
        },
        leaving: (inner, recipients) => keepMailFacts(inner, push.accountId, made.take(recipients), app.clock.now()),
        async recorded(inner, results) {
          const now = app.clock.now();
          // Of those that left it is kept already.
          await keepMailFacts(inner, push.accountId, made.take(results.filter(isOver)), now);
          made.take(results);
          await recordReturns(inner, push.accountId, results.flatMap(refusedAtOnce(now)), now);
          // Last: who counts for the same mail waits until this transaction ends.
          await recordMessageEvents(inner, push.accountId, results.flatMap(known(now, mailer.reportsDeliveries)));
        },
      };
    },
  };
}

/** Which coupon a mail mentions: one that its own segment gives, else one that the guest has. Null: none. */
async function couponMentionOf(
  tx: Tx,
  push: PushedAction,
  mails: readonly MailDetail[],
): Promise<CouponMention | null> {
  const mentions = mails.map(couponMentionedBy);
  if (!mentions.some(({ mentioned }) => mentioned)) return null;
  const withCode = mentions.some((mention) => mention.withCode);
  return { actionIds: await couponActionsOf(tx, push.accountId, campaignOf(push).campaignSegmentId), withCode };
}

type SavedMail = MailDetail & { id: number };

/** The mails of the action, each with the signature it ends with. */
async function mailsOf(tx: Tx, push: PushedAction, sender: MailSender): Promise<SavedMail[]> {
  const mails = await savedMails(tx, push);
  if (mails.length === 0) throw new Error("the push has no mail");
  return mails.map((mail) => withSignature(mail, sender));
}

const savedMails = (tx: Tx, push: PushedAction) => mailsOfAction(tx, push.accountId, campaignOf(push).campaignActionId);

/** Others come first; this one waits again, and it costs no try. */
const NOT_NOW: DeliveredOutside = {
  outcome: "withheld",
  reason: null,
  detail: null,
  providerMessageId: null,
  reached: false,
};

/** What a guest of this letter and language reads. */
type Content = { variant: Variant; language: LanguageCode; mailId: number; contentId: number; compiled: CompiledMail };
type Reader = Claimed & FactsRow & { shown_blocks: number[] };

/**
 * Texts are checked before they are sent; should one fail all the same, whoever would have read it is told of as failed, and the log says
 * why.
 */
async function contentsOf(
  app: App,
  tx: Tx,
  push: PushFacts,
  { sender, mails }: { sender: MailSender; mails: readonly SavedMail[] },
): Promise<Content[]> {
  const { accountId, campaign } = push;
  const { purpose } = campaignTermsOf(push);
  const images = await imageSizes(tx, accountId, mails);
  const contents: Content[] = [];
  for (const mail of mails) {
    try {
      const compiled = await compileMail({ mail, sender, purpose, origin: app.origin, images });
      const contentId = await contentIdOf(tx, accountId, compiled, app.clock.now());
      contents.push({ variant: mail.variant, language: mail.language, mailId: mail.id, contentId, compiled });
    } catch (error) {
      const { message } = error as Error;
      app.log.error({ event: "push.render", accountId, ...campaign, message }, "a mail could not be made");
    }
  }
  return contents;
}

async function send(
  app: App,
  push: PushFacts,
  {
    sender,
    contents,
    mailer,
    made,
  }: { sender: MailSender; contents: readonly Content[]; mailer: AccountMailer; made: MadeMails },
  recipient: Reader,
  confirmSend: (messageId: string) => Promise<boolean>,
): Promise<DeliveredOutside> {
  const { accountId } = push;
  const { pushActionId, customerId } = recipientOf(recipient);
  const messageId = `<p${pushActionId}.c${customerId}.a${accountId}@${new URL(app.origin).hostname}>`;
  const blank = { detail: null, providerMessageId: messageId };
  const content = inLanguageOf(ofVariant(contents, recipient.variant), recipient.language);
  if (content === undefined) return { ...blank, outcome: "failed", reason: "render_error", reached: false };
  const { compiled, mailId, contentId } = content;
  const address = recipient.email ?? "";
  const urls = mailUrls(app, { accountId, pushActionId, customerId, mailId, contentId, address });
  const facts = messageFacts(recipient, sender, recipient.granted_points);
  const values = placeholderValues(facts, compiled.language);
  const shown = recipient.shown_blocks;
  const { mail } = fillMail(compiled, { values, shown }, urls);
  if (mail === null) return { ...blank, outcome: "skipped", reason: NOTHING_TO_SAY, reached: false };
  const fact_values = textsOfMail(compiled, values);
  made.add({ pushActionId, customerId, contentId, mailId, fact_values, shown, hasCouponPage: true });
  const returnPath = verpAddress(app, { accountId, pushActionId, customerId, address }, sender.fromAddress);
  const outgoing = {
    ...mail,
    from: fromHeader(sender),
    to: address,
    messageId,
    tags: { okaeri_message_id: messageId, okaeri_mail_id: String(mailId) },
    ...(returnPath === null ? {} : { envelopeFrom: returnPath }),
    headers: campaignTermsOf(push).purpose === "service" ? {} : leaving(urls.unsubscribe),
  };
  const got = await mailer.send(outgoing, () => confirmSend(messageId));
  if (got.outcome === "later")
    app.log.warn(
      { event: "mail.later", accountId, pushActionId, customerId, reason: got.reason },
      "a mail is tried again later",
    );
  return { ...blank, ...deliveredOf(recipient.email, got), textId: mailId };
}

const isOver = ({ delivered: { outcome } }: { delivered: DeliveredOutside }) =>
  outcome === "sent" || outcome === "failed" || outcome === "unknown";

/** RFC 8058 */
const leaving = (url: string) => ({
  "List-Unsubscribe": `<${url}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});

/** Returns of addresses that the mail server refused, as reports bring them later. */
const refusedAtOnce =
  (happenedAt: Date) =>
  ({ customerId, pushActionId, delivered: { refusal } }: Recipient & { delivered: DeliveredOutside }): Returned[] => {
    if (!refusal) return [];
    const { address, verdict: kind, statusCode, reply: detail } = refusal;
    return [{ customerId, pushActionId, address, kind, source: "send", statusCode, detail, happenedAt }];
  };

/** Events of mails that the mail server took or whose address is dead. Deliveries of a provider are its own to report. */
const known =
  (happenedAt: Date, reportsDeliveries: boolean) =>
  ({ customerId, pushActionId, delivered }: Recipient & { delivered: DeliveredOutside }): MessageEvent[] => {
    const { outcome, refusal, textId: mailId = null } = delivered;
    const isDead = refusal?.verdict === "hard";
    const kind = isDead ? "bounced" : outcome === "sent" && !reportsDeliveries ? "delivered" : null;
    if (kind === null) return [];
    return [
      { providerEventId: `${kind}:${pushActionId}:${customerId}`, kind, happenedAt, pushActionId, customerId, mailId },
    ];
  };

/** What the mail server's answer means for a recipient. */
function deliveredOf(email: string | null, got: MailOutcome): Omit<DeliveredOutside, "providerMessageId"> {
  if (got.outcome === "sent" || got.outcome === "withheld")
    return { outcome: got.outcome, reason: null, detail: null, reached: true };
  const detail = got.reason.slice(0, 40);
  if (got.outcome === "later" && got.serverDown) return { outcome: "down", reason: null, detail, reached: false };
  const reached = /^\d{3}$/.test(got.reason);
  const silence = got.reason === "ETIMEDOUT" ? "timeout" : "connection";
  if (got.outcome === "unknown") return { outcome: "unknown", reason: silence, detail, reached };
  if (got.outcome === "later") return { outcome: "later", reason: reached ? "refused" : silence, detail, reached };
  const reason = got.refusal?.verdict === "hard" ? "bounced" : "refused";
  const refusal = got.refusal && email !== null ? { refusal: { ...got.refusal, address: email } } : {};
  return { outcome: "failed", reason, detail, reached, ...refusal };
}
