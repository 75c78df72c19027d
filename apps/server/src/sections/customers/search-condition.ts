import { type RawBuilder, sql } from "kysely";
import type { Scope } from "../../session/scope.ts";
import { escapeLike, type SearchWord, searchWords } from "./search-term.ts";

const LAST_CHARACTER = "\u{10ffff}";

/** Conditions on `customers c` for what was typed, or null when nothing was. */
export function searchCondition(scope: Scope, typed: string | undefined): RawBuilder<boolean> | null {
  const words = searchWords(typed ?? "");
  if (words.length === 0) return null;
  return sql<boolean>`${sql.join(
    words.map((word) => wordCondition(scope, word)),
    sql` and `,
  )}`;
}

function wordCondition(scope: Scope, word: SearchWord): RawBuilder<boolean> {
  const alternatives = word.texts.map(({ text, short }) =>
    short
      ? // The term goes through the same function as the column, which leaves nothing that LIKE would read as a wildcard.
        sql<boolean>`c.search_spaced like '%' || search_spaced(${text}) || '%'`
      : sql<boolean>`c.search like ${`%${escapeLike(text)}%`}`,
  );
  if (word.codes.length > 0) alternatives.push(sql<boolean>`c.id = any (${customersByCode(scope, word.codes)})`);
  return sql<boolean>`(${sql.join(alternatives, sql` or `)})`;
}

/** Representatives of the reservations with these codes, from the unique index of the codes. */
function customersByCode(scope: Scope, codes: SearchWord["codes"]): RawBuilder<number[]> {
  // A range on the code and not LIKE: it is an index condition beneath row-level security whatever the server's settings.
  const ranges = codes.map(({ value, prefix }) =>
    prefix
      ? sql`(r.original_reservation_code >= ${value} and r.original_reservation_code < ${value + LAST_CHARACTER})`
      : sql`r.original_reservation_code = ${value}`,
  );
  return sql<number[]>`array(select r.customer_id from stay_reservations r
    where r.account_id = ${scope.accountId} and r.facility_account_id = any (${scope.facilityIds ?? scope.accountIds}::bigint[])
      and r.code_space = any ('{none,dynalution,s4}') and (${sql.join(ranges, sql` or `)}))`;
}
