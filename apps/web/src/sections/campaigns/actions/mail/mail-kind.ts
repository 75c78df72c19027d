import type { MailDetail } from "@okaeri/contract/campaigns/actions/mail";
import { mailCounts, mailRule } from "@okaeri/domain/campaigns/actions/mail";
import { blankMail } from "@okaeri/domain/messaging/mail-blocks";
import { isMessage } from "@okaeri/domain/pushes/next-steps";
import { IconMail } from "@tabler/icons-react";
import type { ActionKind } from "../kind.ts";
import { peopleWords } from "../worth.ts";
import { MailForm } from "./MailForm.tsx";
import { MailPreview } from "./MailPreview.tsx";
import { MailSummary } from "./MailSummary.tsx";
import { SavedPreview } from "./SavedPreview.tsx";

export const mailKind = {
  type: "mail",
  rule: mailRule,
  gives: !isMessage("mail"),
  Icon: IconMail,
  unit: "mails",
  fields: ["title", "body", "signature", "from_address"],
  blank: (): MailDetail => blankMail(),
  sent: (mail) => mail,
  unread: () => [],
  isFilled: ({ title, body, signature }) => title !== "" || body !== "" || signature !== "",
  takesMore: (count) => count === 0,
  addWords: (t) => t("action.mail.add"),
  sentence: (t) => t("inShort.mail"),
  Form: MailForm,
  Summary: MailSummary,
  Preview: MailPreview,
  SavedPreview,
  ...mailCounts,
  worthWords: (t, worth) => t(`worth.${worth.at_most ? "mailsAtMost" : "mails"}`, { people: peopleWords(worth) }),
  reachWords: (t, count, atMost) => t(`launch.${atMost ? "mailsAtMost" : "mails"}`, { count }),
} satisfies ActionKind<MailDetail, MailDetail>;
