import { type RawBuilder, sql } from "kysely";
import type { Scope } from "../../session/scope.ts";
import { escapeLike, type SearchText, type SearchWord, searchWords } from "./search-term.ts";

const LAST_CHARACTER = "\u{10ffff}";
/** From this length on a reservation code is searched by its prefix; a shorter term must be the whole code. */
const PREFIX_LENGTH = 5;

/** Conditions on `customers c` for what was typed, or null when nothing was. */
export function searchCondition(scope: Scope, typed: string | undefined): RawBuilder<boolean> | null {
  return eachWord(typed, ({ texts, codes }) => [
    ...texts.map((text) => sql<boolean>`customer.search_text like ${patternOf(text)}`),
    ...(codes.length > 0 ? [sql<boolean>`customer.id = any (${customersByCode(scope, codes)})`] : []),
  ]);
}

/** The same words looked for in texts of few rows, as `customer_search_text()` writes them, and in a reservation's code. */
export function searchIn(
  typed: string,
  texts: readonly RawBuilder<unknown>[],
  code: RawBuilder<unknown>,
): RawBuilder<boolean> | null {
  return eachWord(typed, (word) => {
    const patterns = sql`array[${sql.join(word.texts.map(patternOf))}]`;
    return [
      ...texts.map((text) => sql<boolean>`${text} like any (${patterns})`),
      ...word.codes.slice(0, 1).map((one) => sql<boolean>`lower(${code}) like ${`%${escapeLike(one.toLowerCase())}%`}`),
    ];
  });
}

function eachWord(
  typed: string | undefined,
  ways: (word: SearchWord) => RawBuilder<boolean>[],
): RawBuilder<boolean> | null {
  const words = searchWords(typed ?? "").map((word) => sql`(${sql.join(ways(word), sql` or `)})`);
  return words.length === 0 ? null : sql<boolean>`${sql.join(words, sql` and `)}`;
}

/** The beginning of `search_text` of everybody whose name begins so, in any variants. */
export const nameStart = (name: string | null): RawBuilder<string> =>
  sql`translate(search_words(${name}), '%\\', '__') || '%'`;

/** Names go through the function that wrote the column, so that every variant of a kanji is found (`customer_search_text`). */
function patternOf({ text, at }: SearchText): RawBuilder<string> {
  if (at === "latin") return sql`${`%${escapeLike(text)}%`}`;
  if (at === "latin_start") return sql`${`% ${escapeLike(text)}%`}`;
  // Without the letters that begin a name, or that begin a part of it. What LIKE would read as its own stands for any one character.
  if (at === "whole") return sql`'%ǂ' || translate(substr(search_words(${text}), 3), '%\\', '__') || 'ǂ%'`;
  return sql`'%' || translate(substr(search_words(${text}), ${at === "start" ? 2 : 3}::int), '%\\', '__') || '%'`;
}

/**
 * Representatives of the reservations with these codes, from the unique index of the codes. A person who knows a whole code has it from the
 * guest, who may have booked at a sister facility; a prefix is searched at the person's own facilities only, or it would reveal who else
 * stays there.
 */
function customersByCode(scope: Scope, codes: readonly string[]): RawBuilder<number[]> {
  // A range on the code and not LIKE: it is an index condition under row-level security, whatever the server's settings.
  const begins = codes
    .filter((code) => code.length >= PREFIX_LENGTH)
    .map(
      (code) =>
        sql`(reservation.original_reservation_code >= ${code} and reservation.original_reservation_code < ${code + LAST_CHARACTER})`,
    );
  const facilities = sql`array(select account.id from accounts account where account.programme_account_id = ${scope.accountId})`;
  const found = [
    reservations(scope, facilities, sql`reservation.original_reservation_code = any (${codes}::text[])`),
    ...begins.map((begin) =>
      reservations(scope, scope.facilityIds === null ? facilities : sql`${scope.facilityIds}::bigint[]`, begin),
    ),
  ];
  return sql<number[]>`array(${sql.join(found, sql` union all `)})`;
}

function reservations(scope: Scope, facilities: RawBuilder<unknown>, code: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select reservation.customer_id
    from stay_reservations reservation
    where reservation.account_id = ${scope.accountId} and reservation.facility_account_id = any (${facilities})
      and reservation.code_space = any ('{none,dynalution,s4}') and ${code}`;
}
