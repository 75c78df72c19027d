import { isMailDomain } from "@okaeri/domain/mail-address";
import { excess, fitsForm, normaliseTyped, type TextForm } from "@okaeri/domain/typed-text";
import { z } from "zod";
import { FORM_PROBLEMS } from "./form-problems.ts";
import type { Problem } from "./problems/problems.ts";

/** The problem code of a custom rule; the server words it from the catalogue. */
const as = (code: "bad_character" | "wrong_form" | "not_a_domain" | (typeof FORM_PROBLEMS)[TextForm]) => ({
  params: { problem: { code } satisfies Problem },
});

// Control characters, and the bidirectional formatting characters of Unicode: neither belongs in a name.
const UNSAFE = /[\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff]/u;

/** At most so many characters. The issue is zod's own, so that it is worded alike. */
function atMost(most: number) {
  return z.string().check(({ value, issues }) => {
    if (excess(value, most) > 0)
      issues.push({ code: "too_big", origin: "string", maximum: most, inclusive: true, input: value });
  });
}

const safe = z.string().refine((text) => !UNSAFE.test(text) && text.isWellFormed(), as("bad_character"));

// What `.meta` says stands in the OpenAPI description and is what the screens' fields are made of (apps/web/contract-lines.ts).

/** One line of text, trimmed, at most `max` characters; may be empty. With `form` brought to that form and judged by it. */
export function line(max: number, form?: TextForm) {
  return safe
    .transform((text) => normaliseTyped(text, form))
    .pipe(atMost(max))
    .refine((text) => fitsForm(text, form), as(form === undefined ? "wrong_form" : FORM_PROBLEMS[form]))
    .meta({ maxLength: max, ...(form ? { format: form } : {}) });
}

/** One line that is not empty. */
export function filledLine(max: number, form?: TextForm) {
  return line(max, form)
    .pipe(z.string().min(1))
    .meta({ minLength: 1, maxLength: max, ...(form ? { format: form } : {}) });
}

/** Text of several lines; may be empty. */
export function block(max: number) {
  return atMost(max)
    .refine((text) => !UNSAFE.test(text.replaceAll(/[\t\r\n]/g, "")) && text.isWellFormed(), as("bad_character"))
    .meta({ maxLength: max });
}

/** Text of several lines that says something. */
export function filledBlock(max: number) {
  return block(max)
    .transform((text) => text.trim())
    .pipe(z.string().min(1));
}

/** A mail address, normalised (NFKC, domain in lower case). */
export const mailAddress = filledLine(254, "email");

/** A mail address or nothing. */
export const mailAddressOrEmpty = line(254, "email");

/** The part of mail addresses after the @, in lower case: two labels at least. */
export const mailDomain = line(253)
  .transform((text) => text.toLowerCase())
  .refine(isMailDomain, as("not_a_domain"));
