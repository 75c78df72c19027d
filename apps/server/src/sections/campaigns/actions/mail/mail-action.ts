import { type MailDetail, mail } from "@okaeri/contract/campaigns/actions/mail/mail";
import type { AudienceSegment } from "@okaeri/contract/campaigns/audience/audience";
import type { FieldProblem } from "@okaeri/contract/problems/problems";
import { mailCounts } from "@okaeri/domain/campaigns/actions/mail/mail";
import { isPresetText } from "@okaeri/domain/campaigns/actions/mail/preset-text";
import { isMailAddress } from "@okaeri/domain/mail-address";
import { blockFaults, isImageHash } from "@okaeri/domain/messaging/mail-blocks";
import { mailTextFaults } from "@okaeri/domain/messaging/mail-text";
import { sql } from "kysely";
import type { Tx } from "../../../../database/connection.ts";
import type { CouponMention } from "../../../coupons/mentioned-coupons.read.ts";
import { compileMail, type MailToCompile } from "../../../messaging/content/compile-mail.ts";
import { imageSizes } from "../../../messaging/content/image-sizes.ts";
import { MAX_MAIL_BYTES, mailSize } from "../../../messaging/content/mail-size.ts";
import { messageOfRecipient } from "../../../messaging/history/message-of-recipient.read.ts";
import { hasLegalBlock, type MailSender, mailSenderOf, withSignature } from "../../../messaging/mail-sender.read.ts";
import { mailEligibility } from "../../../messaging/messaging.read.ts";
import type { ActionKind, CampaignContext, Placed } from "../action-kind.ts";
import { explainMail } from "./explain-mail.ts";
import { mailChannel } from "./mail-channel.ts";
import { mailResults } from "./mail-results.ts";
import { type PreviewedMail, previewMail } from "./preview-mail.ts";
import { reviewMails } from "./review-mails.ts";
import { testMail } from "./test-mail.ts";
import { mailFingerprint, mailOfAction, otherMailsOfAction, removeMails, writeMail } from "./write-mail.ts";

/** A mail as an action of a campaign. */
export const mailAction: ActionKind<MailDetail> = {
  type: "mail",
  counts: mailCounts,
  rule: mail.rule,
  content: {
    isPresetText,
    draftProblems: mailDraftProblems,
    async missing(tx, { accountId, origin }, actions) {
      if (actions.length === 0) return [];
      const sender = await mailSenderOf(tx, accountId, origin);
      const unnamed: FieldProblem[] = hasLegalBlock(sender)
        ? []
        : [{ path: "from_address", code: "legal_sender_missing" }];
      return actions.map(({ detail }) => [
        ...signatureProblems(detail, sender),
        ...(unnamed.length > 0 ? unnamed : [...senderProblems(detail, sender), ...unconfirmed(sender)]),
      ]);
    },
    read: mailOfAction,
    readFurther: { other_mails: otherMailsOfAction },
    write: writeMail,
    purge: removeMails,
    approvalFingerprint: mailFingerprint,
  },
  review: reviewMails,
  delivery: {
    channel: mailChannel,
    results: mailResults,
    async eligibility(tx, { accountId, origin }) {
      const sender = await mailSenderOf(tx, accountId, origin);
      return (segment, terms, moment) => (shape) =>
        mailEligibility(shape, accountId, sender, moment, heldMention(segment), terms);
    },
    async explain(tx, asking, segment, terms, customerId) {
      const sender = await mailSenderOf(tx, asking.accountId, asking.origin);
      return explainMail(tx, asking, { sender, mention: heldMention(segment), terms }, customerId);
    },
    address: sql<string | null>`customer.email`,
    message: messageOfRecipient,
  },
  preview: {
    async render(tx, asking, input, audience) {
      const mailRequest = input as PreviewedMail;
      const sender = await mailSenderOf(tx, asking.accountId, asking.origin);
      const problems = [...mailProblems(mailRequest.mail, sender), ...signatureProblems(mailRequest.mail, sender)];
      return previewMail(tx, asking, sender, mailRequest, audience, problems);
    },
    test: testMail,
  },
};

/** Errors with which a mail cannot be saved; a text that is still empty is no error. A list for each action. */
export async function mailDraftProblems(
  tx: Tx,
  { accountId, origin }: CampaignContext,
  actions: readonly Placed<MailDetail>[],
): Promise<FieldProblem[][]> {
  if (actions.length === 0) return [];
  const sender = await mailSenderOf(tx, accountId, origin);
  const known = await knownTemplates(
    tx,
    accountId,
    actions.flatMap(({ detail }) => detail.mail_template_id ?? []),
  );
  const images = await imageSizes(
    tx,
    accountId,
    actions.map(({ detail }) => detail),
  );
  return Promise.all(
    actions.map(async ({ detail }) => [
      ...mailProblems(detail, sender),
      ...imageProblems(detail, images),
      ...(await sizeProblems(detail, sender, { origin, images })),
      ...(detail.mail_template_id === null || known.has(detail.mail_template_id) ? [] : [TEMPLATE_GONE]),
    ]),
  );
}

const TEMPLATE_GONE: FieldProblem = { path: "mail_template_id", code: "not_a_choice" };

/** Which of these are templates of the programme. */
async function knownTemplates(tx: Tx, accountId: number, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await tx.all<{ id: number }>`select mail_template.id
    from mail_templates mail_template
    where mail_template.account_id = ${accountId} and mail_template.id = any(${ids}::bigint[])`;
  return new Set(rows.map(({ id }) => id));
}

/** Of what the segment itself gives, each is asked when it was given. */
function heldMention({
  tells_of: tellsOf,
  coupons,
}: Pick<AudienceSegment, "tells_of" | "coupons">): CouponMention | null {
  return tellsOf === null || coupons.length > 0 ? null : { actionIds: null, withCode: tellsOf === "code" };
}

/** Faults of a mail's texts and sender; an empty field is none. */
function mailProblems(mail: MailDetail, sender: MailSender): FieldProblem[] {
  return [...mailTextFaults(mail), ...blockFaults(mail.blocks), ...senderProblems(mail, sender)];
}

/** Pictures that are none of the programme's. */
function imageProblems({ blocks }: MailDetail, images: MailToCompile["images"]): FieldProblem[] {
  return blocks.flatMap(({ image }, at) =>
    image !== null && isImageHash(image) && !images.has(image)
      ? [{ path: `blocks.${at}.image`, code: "image_unknown" as const }]
      : [],
  );
}

/** A mail of blocks that programs would cut off. */
async function sizeProblems(
  mail: MailDetail,
  sender: MailSender,
  { origin, images }: Pick<MailToCompile, "origin" | "images">,
): Promise<FieldProblem[]> {
  const whole = withSignature(mail, sender);
  if (whole.blocks.length === 0 || mailTextFaults(whole).length > 0) return [];
  const compiled = await compileMail({ mail: whole, sender, purpose: "marketing", origin, images });
  const size = mailSize(compiled);
  return size > MAX_MAIL_BYTES ? [{ path: "blocks", code: "mail_too_large", size: Math.ceil(size / 1_024) }] : [];
}

/** An address that is not the account's, or not any more. */
function senderProblems({ from_address }: MailDetail, sender: MailSender): FieldProblem[] {
  if (from_address === "" || from_address === (sender.setAddress || sender.fromAddress)) return [];
  return [{ path: "from_address", code: isMailAddress(from_address) ? "sender_unknown" : "invalid_mail" }];
}

/** Nobody who reads the mails of the set address has said that it may be used. */
function unconfirmed({ setAddress, fromAddress }: MailSender): FieldProblem[] {
  if (setAddress === "" || setAddress === fromAddress) return [];
  return [{ path: "from_address", code: "sender_unconfirmed", address: setAddress }];
}

/** A mail without a signature of its own ends with the account's, which must be as sound. */
function signatureProblems(mail: MailDetail, sender: MailSender): FieldProblem[] {
  const unsound = mailTextFaults({ title: "", body: "", signature: sender.signature }).length > 0;
  return unsound && mail.signature.trim() === "" ? [{ path: "signature", code: "account_signature" }] : [];
}
