import type { List, ListConditions, SortOf } from "@okaeri/contract/lists/list";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "./connection.ts";

type Part = RawBuilder<unknown>;

/** A list's conditions and order, as its call and its file read them. */
export type ListFilter<L extends List> = ListConditions<L> & { sort: SortOf<L> };
export type Paging = { page: number; size: number };

/**
 * The filters (conditions) of a list that are set. Every condition of the list must have its part here: one that is missing or misspelt
 * does not compile.
 */
export function conditionsOf<Conditions extends object>(
  filters: Conditions,
  parts: { [Name in keyof Conditions]-?: (value: NonNullable<Conditions[Name]>) => Part },
): Part[] {
  return (Object.keys(parts) as (keyof Conditions)[]).flatMap((name) => {
    const value = filters[name];
    return value === undefined || value === null || value === ""
      ? []
      : [parts[name](value as NonNullable<typeof value>)];
  });
}

/** The words a list is searched by, as both sides compare them: in lower case, in one width. */
export function normaliseSearchTerm(q: string): string {
  return q.normalize("NFKC").trim().toLowerCase();
}

export function directionOf(sort: string): Part {
  return sort.startsWith("-") ? sql`desc` : sql`asc`;
}

/** The field that `field` or `-field` sorts by, as SQL: only what stands in `columns` reaches an ORDER BY. */
export function sortedBy<L extends List>(sort: SortOf<L>, columns: Record<L["sorts"][number], Part>): Part {
  return columns[sort.replace("-", "") as L["sorts"][number]];
}

/** ORDER BY of a list. Rows without a value come last. `tie` breaks ties, so that offset pagination shows no row on two pages. */
export function orderOf<L extends List>(sort: SortOf<L>, columns: Record<L["sorts"][number], Part>, tie: Part): Part {
  return sql`${sortedBy<L>(sort, columns)} ${directionOf(sort)} nulls last, ${tie}`;
}

/** The columns of `table` that a list is sorted by, where each is called as its sort. Only these reach an ORDER BY. */
export function sortColumns<L extends List>(list: L, table: string): Record<L["sorts"][number], Part> {
  const columns = list.sorts.map((sort) => [sort, sql.ref(`${table}.${sort}`)]);
  return Object.fromEntries(columns) as Record<L["sorts"][number], Part>;
}

export function limitSql({ page, size }: Paging): Part {
  return sql`limit ${size} offset ${(page - 1) * size}`;
}

export type Listed<Row> = {
  /** Where from and under which conditions: `users u where …`. */
  from: Part;
  order: Part;
  /** What both statements begin with: a WITH clause. */
  before?: Part;
  /** The statement of the rows. `page` is the list cut to the page (offset pagination): `from … where … order by … limit … offset …`. */
  rows(page: Part): RawBuilder<Row>;
};

/** The statement of a whole list, for a file. */
export function wholeOf<Row>({ from, order, rows }: Listed<Row>): RawBuilder<Row> {
  return rows(sql`from ${from} order by ${order}`);
}

/** One page of a list and the exact count of all of it. */
export async function pageOf<Row>(
  tx: Tx,
  paging: Paging,
  { from, order, before = sql``, rows }: Listed<Row>,
): Promise<{ rows: Row[]; total: number }> {
  const { total } = await tx.one<{ total: number }>`${before} select count(*)::int as total from ${from}`;
  return { rows: await tx.all(rows(sql`from ${from} order by ${order} ${limitSql(paging)}`)), total };
}
