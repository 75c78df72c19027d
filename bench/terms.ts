import type pg from "pg";
import { guestAt } from "./customers-data.ts";
import { randomOf } from "./random.ts";

/**
 * 200 search terms of guests of account 1 (measured.md): 40 % family names of two kanji, 25 % family names in kana, 15 % six
 * letters of a mail address, 15 % the last four digits of a telephone number, 5 % full names.
 */
export async function searchTermsOf(pool: pg.Pool): Promise<string[]> {
  const found = await pool.query<{ id: number }>("select id from customers where account_id = 1 order by id");
  const random = randomOf(200);
  const guest = (wanted: (g: ReturnType<typeof guestAt>) => boolean) => {
    for (;;) {
      const drawn = guestAt((found.rows[random.below(found.rows.length)]?.id ?? 1) - 1);
      if (wanted(drawn)) return drawn;
    }
  };
  const any = () => guest(() => true);
  const kinds: [share: number, term: () => string][] = [
    [80, () => guest((g) => g.name.indexOf(" ") === 2).name.slice(0, 2)],
    [50, () => any().kana.split(" ")[0] ?? ""],
    [30, () => mailPart(guest((g) => g.email !== null).email ?? "", random.below(6))],
    [30, () => guest((g) => g.tel !== null).tel?.slice(-4) ?? ""],
    [10, () => any().name],
  ];
  const terms = kinds.flatMap(([count, term]) => Array.from({ length: count }, term));
  // Mixed, so that every connection meets every kind at any time.
  return terms
    .map((term) => ({ term, key: random.next() }))
    .sort((a, b) => a.key - b.key)
    .map(({ term }) => term);
}

function mailPart(email: string, from: number): string {
  const local = email.split("@")[0] ?? "";
  const start = Math.min(from, Math.max(0, local.length - 6));
  return local.slice(start, start + 6);
}
