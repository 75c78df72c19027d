import { BLOCK_LENGTHS, MAX_PREHEADER_LENGTH, type MailBlock } from "./mail-blocks.ts";
import type { TemplateError, TemplateErrorCode } from "./placeholders.ts";
import {
  COUPON_PLACEHOLDERS,
  lineErrors,
  MAX_SUBJECT_LENGTH,
  type Placeholder,
  placeInText,
  RESERVATION_WORDS,
  templateErrors,
  usedPlaceholders,
} from "./placeholders.ts";

export interface MailText {
  title: string;
  body: string;
  signature: string;
}

/** A mail's words; one that is plain text has no more than its text. */
export type MailWords = MailText & { preheader?: string; blocks?: readonly MailBlock[] };

/** A fault of one text, with where a person finds it: line and character, both from 1. */
export interface TextFault {
  /** "title", "blocks.3.label". */
  path: string;
  code: TemplateErrorCode;
  at: { line: number; character: number };
  /** What stands between the braces, for unknown_placeholder. */
  name?: string;
}

/** A text of a mail; `line`: it is one line, so long at most. */
export type TextOfMail = { path: string; text: string; line: number | null };

const BLOCK_TEXTS = { text: null, label: BLOCK_LENGTHS.label, alt: BLOCK_LENGTHS.alt } as const;

/** Every text of a mail that may hold placeholders, as they are read. */
export function textsOf({ title, preheader = "", body, signature, blocks = [] }: MailWords): TextOfMail[] {
  return [
    { path: "title", text: title, line: MAX_SUBJECT_LENGTH },
    { path: "preheader", text: preheader, line: MAX_PREHEADER_LENGTH },
    { path: "body", text: body, line: null },
    ...blocks.flatMap((block, at) =>
      (["text", "label", "alt"] as const).map((field) => ({
        path: `blocks.${at}.${field}`,
        text: block[field],
        line: BLOCK_TEXTS[field],
      })),
    ),
    { path: "signature", text: signature, line: null },
  ];
}

/** Every fault of a mail's texts; empty = it can be sent to anybody. Empty texts have none. */
export function mailTextFaults(mail: MailWords): TextFault[] {
  return textsOf(mail).flatMap(({ path, text, line }) => {
    const errors: TemplateError[] = line === null ? templateErrors(text) : lineErrors(text, line);
    return errors.map(({ index, ...error }) => ({ path, ...error, at: placeInText(text, index) }));
  });
}

/** The first place with any of these words, or with a box of one of these kinds. */
function firstTelling(mail: MailWords, words: readonly Placeholder[], box: MailBlock["kind"] | null) {
  const boxAt = box === null ? -1 : (mail.blocks ?? []).findIndex(({ kind }) => kind === box);
  const boxes = boxAt < 0 ? [] : [`blocks.${boxAt}.kind`];
  const texts = textsOf(mail).filter(({ text }) => usedPlaceholders(text).some((word) => words.includes(word)));
  return [...texts.map(({ path }) => path), ...boxes][0];
}

/** The first text with any of these words. */
export const firstNaming = (mail: MailWords, words: readonly Placeholder[]): string | undefined =>
  firstTelling(mail, words, null);

/** Where a mail first tells of a coupon: by its words or by a ticket. */
export const firstOfCoupon = (mail: MailWords): string | undefined => firstTelling(mail, COUPON_PLACEHOLDERS, "coupon");

/** Where a mail first tells of the reservation for whose sake it goes out: by its words or by a summary of the stay. */
export const firstOfReservation = (mail: MailWords): string | undefined =>
  firstTelling(mail, RESERVATION_WORDS, "stay");

/** Whether a mail says something else for each reservation. */
export const tellsOfReservation = (mail: MailWords): boolean =>
  firstTelling(mail, [...RESERVATION_WORDS, "facility_name"], "stay") !== undefined;

/** Whether a mail mentions a coupon, and whether it must have a code. */
export function couponMentionedBy(mail: MailWords): { mentioned: boolean; withCode: boolean } {
  return { mentioned: firstOfCoupon(mail) !== undefined, withCode: firstNaming(mail, ["coupon_code"]) !== undefined };
}
