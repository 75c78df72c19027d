import type { MailDetail } from "@okaeri/contract/campaigns/actions/mail";

/** One of the texts of a mail: a letter in a language. */
export type Wording = Pick<MailDetail, "variant" | "language">;

export const isWording =
  (wanted: Wording) =>
  ({ variant, language }: Wording): boolean =>
    variant === wanted.variant && language === wanted.language;

/** What a text is called in code: "B en". */
export const wordingKey = ({ variant, language }: Wording): string => `${variant} ${language}`;

/** The one that is wanted, else the first of its letter, else the first of all. */
export function wordingNear<Text extends Wording>(texts: readonly Text[], wanted: Wording): Text | undefined {
  return texts.find(isWording(wanted)) ?? texts.find(({ variant }) => variant === wanted.variant) ?? texts[0];
}
