import { type FactEntry, factOf, SEGMENT_FIELD_NAMES, type SegmentField } from "@okaeri/domain/segments/fields";
import { SEGMENT_LISTS, type SegmentList } from "@okaeri/domain/segments/lists";
import { type Judgement, judgedByLua, oracleDay } from "@okaeri/domain/segments/lua/against-lua.fixture";
import { sql } from "kysely";
import { expect } from "vitest";
import type { Database } from "../../database/connection.ts";
import type { FactSql, FactType, ScalarSql, SqlColumn } from "../../database/form-sql.ts";
import type { ListOptions, ListSql } from "../../database/list-sql.ts";
import { conditionOver } from "./condition-sql.ts";

// Random guests are rows that PostgreSQL reads out of one text, so that every fact and item may have every value.

function typeOf({ type }: FactEntry, choices: readonly unknown[] = []): FactType {
  if (type === "date") return "date";
  if (type === "boolean") return "bool";
  return type === "code" || (type === "choice" && typeof choices[0] === "string") ? "text" : "int8";
}
const factType = (entry: FactEntry): FactType => typeOf(entry, entry.type === "choice" ? entry.choices : []);

const several = (list: SqlColumn): FactSql => ({
  among: (values) =>
    sql<boolean>`exists (select from jsonb_array_elements_text(${list}) one where one::int8 = any(${values}::int8[]))`,
});

const FACTS = Object.fromEntries(
  SEGMENT_FIELD_NAMES.map((field): [SegmentField, FactSql] => {
    const entry = factOf(field);
    if (entry.luaList !== undefined) return [field, several(sql.ref(`customer.${entry.luaList}`))];
    return [field, { type: factType(entry), value: () => sql.ref(`customer.${field}`) }];
  }),
) as Record<SegmentField, FactSql>;

const columns = (entries: readonly (readonly [string, string])[]) =>
  sql.join(entries.map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`));

const LISTS = Object.fromEntries(
  Object.entries(SEGMENT_LISTS).map(([list, { items }]) => {
    const entries = Object.entries<FactEntry>(items);
    const rows = columns(entries.map(([item, entry]) => [item, factType(entry)] as const));
    const scalar = ([item, entry]: [string, FactEntry]): [string, ScalarSql<ListOptions>] => [
      item,
      { type: factType(entry), value: () => sql.ref(`item.${item}`) },
    ];
    return [
      list,
      {
        from: sql`jsonb_to_recordset(${sql.ref(`customer.${list}`)}) as item(${rows})`,
        where: sql<boolean>`true`,
        accountId: sql`null`,
        customerId: sql`null`,
        ofCustomer: sql<boolean>`true`,
        items: Object.fromEntries(entries.map(scalar)),
      },
    ];
  }),
) as unknown as { [L in SegmentList]: ListSql<L> };

const CUSTOMER = columns([
  ["number", "int"],
  ...SEGMENT_FIELD_NAMES.map((field) => {
    const { luaList, ...entry } = factOf(field);
    return luaList === undefined ? ([field, factType(entry as FactEntry)] as const) : ([luaList, "jsonb"] as const);
  }),
  ...Object.keys(SEGMENT_LISTS).map((list) => [list, "jsonb"] as const),
]);

/** Which guests each script means, all of them asked in a few statements; where that differs from what Lua says. */
export async function differencesInSql(database: Database, { scripts, guests }: Judgement): Promise<readonly string[]> {
  const rows = JSON.stringify(guests.map(({ lists, ...facts }, number) => ({ number, ...facts, ...lists })));
  const wrong: string[] = [];
  for (let from = 0; from < scripts.length; from += 40) {
    const batch = scripts.slice(from, from + 40);
    const conditions = batch.map(({ form }) =>
      conditionOver({ facts: FACTS, lists: LISTS }, form, { today: oracleDay, shape: "row" }),
    );
    const { rows: answers } = await database.asSystem((tx) =>
      sql<{ met: boolean[] }>`select array[${sql.join(conditions)}] as met
        from jsonb_to_recordset(${rows}::jsonb) as customer(${CUSTOMER}) order by customer.number`.execute(tx.db),
    );
    for (const [at, { text, verdicts }] of batch.entries()) {
      const which = answers.findIndex(({ met }, number) => met[at] !== (verdicts?.[number] === "meant"));
      if (which !== -1) wrong.push(`${verdicts?.[which]} says Lua: ${text} for ${JSON.stringify(guests[which])}`);
    }
  }
  return wrong;
}

/** Random scripts and guests: PostgreSQL means the same guests as real Lua, to the last. */
export async function sqlMeansWhatLuaDoes(database: Database, scripts: number, guests: number): Promise<Judgement> {
  const judgement = await judgedByLua(scripts, guests);
  expect(await differencesInSql(database, judgement)).toEqual([]);
  return judgement;
}
