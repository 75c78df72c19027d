import type { MailDetail } from "@okaeri/contract/campaigns/actions/mail/mail";
import type { LanguageCode } from "@okaeri/domain/enumerations";
import { blankMail } from "@okaeri/domain/messaging/mail-blocks";

/** A template of the demo: a mail that its people begin from. */
export type DemoTemplate = { name: string; label: string; mail: MailDetail };

/** The house's own pages. */
export const SITE = "https://hananoyu.example.jp";

/** Who has come again and again. */
export const REGULARS: NonNullable<MailDetail["blocks"][number]["target"]> = {
  combinator: "and",
  rules: [{ field: "stay_count", operator: ">=", value: 3 }],
};

type Words = Pick<MailDetail, "title" | "preheader" | "blocks">;

export const template =
  (language: LanguageCode, signature: string) =>
  (name: string, label: string, words: Words): DemoTemplate => ({
    name,
    label,
    mail: { ...blankMail(), ...words, signature, language },
  });
