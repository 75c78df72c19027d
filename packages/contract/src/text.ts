import { isMailAddress, isMailDomain, normaliseMailAddress } from "@okaeri/domain/mail-address";
import { z } from "zod";
import type { Problem } from "./problems/problems.ts";

/** What a rule of one's own says when it refuses: the server words it by the catalogue. */
const as = (code: "bad_character" | "invalid_mail") => ({ params: { problem: { code } satisfies Problem } });

// Control characters, and the marks that turn the direction of what follows: neither belongs in a name.
const UNSAFE = /[\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff]/u;

/** One line of text, trimmed, at most `max` UTF-16 units; may be empty. */
export function line(max: number) {
  return z
    .string()
    .max(max * 2)
    .refine((text) => !UNSAFE.test(text) && text.isWellFormed(), as("bad_character"))
    .transform((text) => text.trim())
    .pipe(z.string().max(max));
}

/** One line that is not empty. */
export function filledLine(max: number) {
  return line(max).pipe(z.string().min(1));
}

/** Text of several lines; may be empty. */
export function block(max: number) {
  return z
    .string()
    .max(max)
    .refine((text) => !UNSAFE.test(text.replaceAll(/[\t\r\n]/g, "")) && text.isWellFormed(), as("bad_character"));
}

/** Text of several lines that says something. */
export function filledBlock(max: number) {
  return block(max)
    .transform((text) => text.trim())
    .pipe(z.string().min(1));
}

/** A mail address, normalised (NFKC, domain in lower case). */
export const mailAddress = z
  .string()
  .max(512)
  .refine((text) => normaliseMailAddress(text) !== undefined, as("invalid_mail"))
  .transform((text) => normaliseMailAddress(text) ?? text);

/** A mail address or nothing. */
export const mailAddressOrEmpty = z
  .string()
  .max(512)
  .refine((text) => text.trim() === "" || isMailAddress(text.trim()), as("invalid_mail"))
  .transform((text) => (text.trim() === "" ? "" : (normaliseMailAddress(text) ?? text)));

/** The part of mail addresses after the @, in lower case: two labels at least. */
export const mailDomain = line(253)
  .transform((text) => text.toLowerCase())
  .refine(isMailDomain);
