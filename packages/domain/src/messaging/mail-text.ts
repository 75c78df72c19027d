import type { TemplateError, TemplateErrorCode } from "./placeholders.ts";
import {
  COUPON_WORDS,
  type Placeholder,
  placeInText,
  RESERVATION_WORDS,
  subjectErrors,
  templateErrors,
  usedPlaceholders,
} from "./placeholders.ts";

export interface MailText {
  title: string;
  body: string;
  signature: string;
}

/** A fault of one text, with where a person finds it: line and character, both from 1. */
export interface TextFault {
  path: keyof MailText;
  code: TemplateErrorCode;
  at: { line: number; character: number };
  /** What stands between the braces, for unknown_placeholder. */
  name?: string;
}

const PARTS = ["title", "body", "signature"] as const;

function faultsOf(path: keyof MailText, text: string, errors: readonly TemplateError[]): TextFault[] {
  return errors.map(({ index, ...error }) => ({ path, ...error, at: placeInText(text, index) }));
}

/** Every fault of a mail's texts; empty = it can be sent to anybody. Empty texts have none. */
export function mailTextFaults(mail: MailText): TextFault[] {
  return PARTS.flatMap((path) =>
    faultsOf(path, mail[path], path === "title" ? subjectErrors(mail.title) : templateErrors(mail[path])),
  );
}

/** The first text with any of these words. */
export function firstNaming(mail: MailText, words: readonly Placeholder[]): keyof MailText | undefined {
  return PARTS.find((path) => usedPlaceholders(mail[path]).some((word) => words.includes(word)));
}

/** Whether a mail says something else for each reservation. */
export const tellsOfReservation = (mail: MailText): boolean =>
  firstNaming(mail, [...RESERVATION_WORDS, "facility_name"]) !== undefined;

/** Whether a mail mentions a coupon, and whether it must have a code. */
export function couponMentionedBy(mail: MailText): { mentioned: boolean; withCode: boolean } {
  return {
    mentioned: firstNaming(mail, COUPON_WORDS) !== undefined,
    withCode: firstNaming(mail, ["coupon_code"]) !== undefined,
  };
}
