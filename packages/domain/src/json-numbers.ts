// JSON numbers as they are written. JavaScript keeps 53 bits of a number, so 12345678901234567890 and …891 become one: a code that a
// sender writes as a number has to be taken from its text.

/** A number whose text JavaScript would not write again: an object of ECMAScript's JSON.rawJSON. */
export type WrittenNumber = { readonly rawJSON: string };

declare global {
  interface JSON {
    rawJSON(text: string): WrittenNumber;
    isRawJSON(value: unknown): value is WrittenNumber;
  }
}

export const isWrittenNumber = (value: unknown): value is WrittenNumber =>
  typeof value === "object" && JSON.isRawJSON(value);

/** Long numbers, fractions, exponents and -0. It may also find text within a string, which only costs time. */
const ODD_NUMBER = /[:[,\s](?:-0|-?\d{16}|-?\d{1,15}[.eE])/;

type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;

/**
 * JSON.parse that keeps the text of each number whose digits a JavaScript number loses, as `read` gives it. JSON.stringify writes a
 * WrittenNumber as it was.
 */
export function parseAsWritten(
  text: string,
  read: (source: string) => unknown = (source) => JSON.rawJSON(source),
): unknown {
  if (!ODD_NUMBER.test(text)) return JSON.parse(text);
  const reviver: Reviver = (_key, value, { source }) =>
    typeof value === "number" && source !== undefined && String(value) !== source ? read(source) : value;
  return JSON.parse(text, reviver as (key: string, value: unknown) => unknown);
}
