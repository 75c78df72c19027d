import { type RawBuilder, sql } from "kysely";
import type { ErasedGuest } from "../customers/erased-guest.ts";

/**
 * SQL over a held or refused row: its text (`raw`) names the guest by mail address, telephone, member number or name, in any width and case and
 * with any spaces. A row of another guest of the same name is erased, too: nobody can tell whose it was.
 */
export function namesGuest({ addresses, memberNumbers, tels, names }: ErasedGuest): RawBuilder<boolean> {
  const text = sql`normalize(raw, nfkc)`;
  const close = sql`regexp_replace(lower(${text}), '[\\s()-]', '', 'g')`;
  const isIn = (haystack: RawBuilder<unknown>, needles: readonly string[]) =>
    sql`exists (select from unnest(${needles}::text[]) w where strpos(${haystack}, w) > 0)`;
  // A number is a whole cell: 12 is not in 2012.
  const cells = memberNumbers.map((number) => `(^|[",;\t])${number.replace(/\W/g, "\\$&")}($|[",;\t\r\n])`);
  const isCell = sql`${text} ~* any(${cells}::text[])`;
  const plain = names.map((name) => name.normalize("NFKC").toLowerCase().replace(/[()-]/g, ""));
  return sql<boolean>`(${isIn(sql`lower(${text})`, addresses)} or ${isIn(close, [...tels, ...plain])} or ${isCell})`;
}
