import type { MailDetail } from "@okaeri/contract/campaigns/actions/mail/mail";
import type { ConditionInput } from "@okaeri/contract/campaigns/audience/condition";
import { mailCounts, mailRule } from "@okaeri/domain/campaigns/actions/mail/mail";
import { blockFaults } from "@okaeri/domain/messaging/mail-blocks";
import { mailTextFaults } from "@okaeri/domain/messaging/mail-text";
import { isMessage } from "@okaeri/domain/pushes/next-steps";
import { IconMail } from "@tabler/icons-react";
import { othersOf } from "../../variants/variants.ts";
import { peopleWords } from "../estimate.ts";
import type { ScreenKind } from "../kind.ts";
import { sentMail } from "./blocks/block-edits.ts";
import { ComparedMail } from "./ComparedMail.tsx";
import { MailForm } from "./MailForm.tsx";
import { MailPreview } from "./MailPreview.tsx";
import { MailSummary } from "./MailSummary.tsx";
import {
  blockPlace,
  isWrittenDraft,
  type MailDraft,
  newMailDraft,
  sentMailDraft,
  unsupportedMail,
  unsupportedOthers,
} from "./mail-draft.ts";
import { SavedPreview } from "./SavedPreview.tsx";

export const mailKind = {
  type: "mail",
  rule: mailRule,
  gives: !isMessage("mail"),
  Icon: IconMail,
  unit: "mails",
  content: {
    fields: [
      "title",
      "preheader",
      "body",
      "signature",
      "from_address",
      "mail_template_id",
      "language",
      "blocks",
      "text",
      "label",
      "url",
      "image",
      "alt",
      "target",
      "share",
      "variant",
    ],
    blank: newMailDraft,
    sent: sentMailDraft,
    unread: unsupportedMail,
    refused: (mail) => [...mailTextFaults(mail), ...blockFaults(mail.blocks)],
    conditions: ({ blocks }) =>
      blocks.flatMap(({ target }, at) =>
        target === null ? [] : [{ path: `blocks.${at}.target`, target: target as ConditionInput }],
      ),
    siblings: {
      read: (action) => ({ others: othersOf(action) }),
      sent: ({ others }) => ({ other_mails: others.map(sentMail) }),
      unread: unsupportedOthers,
    },
    rowOf: blockPlace,
    isFilled: isWrittenDraft,
    takesMore: (count) => count === 0,
    addWords: (t) => t("action.mail.add"),
    sentence: (t) => t("inShort.mail"),
    Form: MailForm,
    Summary: MailSummary,
  },
  preview: {
    Editor: MailPreview,
    Saved: SavedPreview,
  },
  delivery: {
    compared: {
      of: "delivered",
      shares: ["opened", "clicked"],
      counts: ["unsubscribed", "reserved", "transacted"],
      Says: ComparedMail,
    },
  },
  ...mailCounts,
  review: {
    estimateWords: (t, estimate) =>
      t(`estimate.${estimate.at_most ? "mailsAtMost" : "mails"}`, { people: peopleWords(estimate) }),
    reachWords: (t, count, atMost) => t(`launch.${atMost ? "mailsAtMost" : "mails"}`, { count }),
  },
} satisfies ScreenKind<MailDraft, MailDetail>;
