import type pg from "pg";

/** A column of the product's tables, by the numbers that answers name it by. */
export type Column = {
  table: number;
  number: number;
  of: string;
  name: string;
  /** Null where that cannot be told: the column is worked out, or what it holds hangs on another one. */
  may_be_null: boolean | null;
  /** The only texts that its check lets in. */
  texts: string[] | null;
};

export async function columnsOf(client: Pick<pg.ClientBase, "query">): Promise<Column[]> {
  const { rows } = await client.query<Omit<Column, "texts"> & { check: string | null }>(`
    select c.oid as "table", a.attnum as number, c.relname as of, a.attname as name,
      case when a.attnotnull or t.typnotnull then false
        when a.attgenerated = '' and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'c'
          and cardinality(k.conkey) > 1 and a.attnum = any (k.conkey)) then true end as may_be_null,
      (select string_agg(pg_get_constraintdef(k.oid), ' ') from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]) as check
    from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped`);
  return rows.map(({ check, ...column }) => ({ ...column, texts: textsIn(check ?? "") }));
}

function textsIn(check: string): string[] | null {
  const list = /= ANY \(ARRAY\[([^\]]*)\]\)/.exec(check)?.[1];
  return list === undefined ? null : [...list.matchAll(/'([^']*)'::text/g)].map(([, text = ""]) => text);
}
