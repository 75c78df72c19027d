import { sql } from "kysely";
import type { TestApp } from "../../test/app.ts";

/** Texts without spaces, signs, width, case and the marks of the search text, as one would compare them by eye. */
const PLAIN = (text: string) => sql.raw(`regexp_replace(lower(normalize(${text}, nfkc)), '[\\s()・ǀǁǂǃ-]', '', 'g')`);

/** Columns of all tables in which a row says one of these words, as `table.column`; tables of other schemas than the product's by name. */
export async function columnsThatSay(t: TestApp, words: readonly string[]): Promise<string[]> {
  const needles = words.map((word) =>
    word
      .normalize("NFKC")
      .toLowerCase()
      .replace(/[\s()・-]/g, ""),
  );
  return t.past.asSystem(async (tx) => {
    const columns = await tx.all<{ place: string; name: string; column: string }>`
      select format('%I.%I', n.nspname, c.relname) as place, c.relname as name, a.attname as column
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
      where n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_(toast|temp)' and c.relkind = 'r' and a.attnum > 0
        and not a.attisdropped and format_type(a.atttypid, null) in ('text', 'text[]', 'json', 'jsonb', 'jsonb[]', 'inet',
          'character varying')
      order by 1, a.attnum`;
    const tables = Map.groupBy(columns, ({ place }) => place);
    const found: string[] = [];
    for (const [place, own] of tables) {
      const conditions = own.map(
        ({ column }, index) => sql`bool_or(exists (select from unnest(${needles}::text[]) w
          where strpos(${PLAIN(`t."${column}"::text`)}, w) > 0)) as ${sql.raw(`c${index}`)}`,
      );
      const [row] = (
        await sql<Record<string, boolean | null>>`select ${sql.join(conditions)} from ${sql.raw(place)} t`.execute(
          tx.db,
        )
      ).rows;
      found.push(...own.flatMap(({ name, column }, index) => (row?.[`c${index}`] ? [`${name}.${column}`] : [])));
    }
    return found.sort();
  });
}

/** What no erasure may change: every number and day of the ledgers, by their ids. */
export async function ledgersOf(t: TestApp, accountId: number): Promise<unknown> {
  return t.past.asSystem(
    (tx) => tx.one`select
      (select jsonb_agg(to_jsonb(point_grant) - 'remarks' order by id) from grant_points point_grant
        where account_id = ${accountId}) as grants,
      (select jsonb_agg(to_jsonb(point_use) - '{remarks,cancel_remarks,reservation_code,stay_reservation_id}'::text[] order by id)
        from use_point_cases point_use where account_id = ${accountId}) as uses,
      (select jsonb_agg(to_jsonb(coupon_use) - '{remarks,cancel_remarks,reservation_code,stay_reservation_id}'::text[] order by id)
        from use_coupon_cases coupon_use where account_id = ${accountId}) as coupons,
      (select jsonb_agg(to_jsonb(used_point) order by id) from use_points used_point where account_id = ${accountId}) as parts,
      (select jsonb_agg(to_jsonb(adjustment) order by id) from point_adjustments adjustment where account_id = ${accountId}) as adjustments,
      (select jsonb_agg(to_jsonb(lot) order by grant_point_id) from point_lots lot where account_id = ${accountId}) as lots,
      (select jsonb_agg(to_jsonb(point_account) order by customer_id) from point_accounts point_account
        where account_id = ${accountId}) as balances,
      (select jsonb_agg(jsonb_build_array(id, stay_count, use_price_total) order by id) from customers
        where account_id = ${accountId}) as totals,
      (select jsonb_agg(jsonb_build_array(id, at, actor_user_id, action, entity, entity_id) order by id) from audit_logs
        where action <> 'erase' and account_id = ${accountId}) as lines`,
  );
}
