import { type Node, parseSync } from "oxc-parser";
import { isSql } from "./statements.ts";

const HEADING = "## SQL aliases";

/** Words for a row of a table, by table, where they are not its name's singular: the table of docs/code-glossary.md. */
export function aliasWords(glossary: string): Map<string, string> {
  const [, section = ""] = glossary.split(`${HEADING}\n`);
  const [own = ""] = section.split("\n## ");
  return new Map(
    [...own.matchAll(/^\| `(\w+)` \| `(\w+)` \|/gm)].map(([, table = "", word = ""]) => [table, word] as const),
  );
}

/** The word for a row of this table: the glossary's, else the singular of its name. */
export function wordOf(table: string, words: ReadonlyMap<string, string>): string {
  return (
    words.get(table) ??
    table.replace(
      /(ie|ss?e|che|)s$/,
      (end) => ({ ies: "y", sses: "ss", ses: "se", ches: "ch" })[end] ?? end.slice(0, -1),
    )
  );
}

// A table's name and the word after it, where a statement names what it reads or writes.
const NAMED = /(?:\b(?:from|join|update|into|using)\s+(?:only\s+)?|,\s*)([a-z_]+)\s+(?:as\s+)?([a-z_]+)\b/g;
// What may follow a table's name that has no alias.
const KEYWORDS = new Set(
  `as cross default do for from full group having in inner is join left limit on or order overriding returning right select set
  tablesample union using values where with`.split(/\s+/),
);
/** A row of one of several tables, in parts that serve the histories of points and of coupons alike. */
const HISTORY = "history";

/** Aliases in a piece of SQL that are not their table's word, alone or after the part that the row plays: as `table alias`. */
export function wrongAliases(text: string, tables: ReadonlySet<string>, words: ReadonlyMap<string, string>): string[] {
  return [...text.matchAll(NAMED)]
    .map(([, table = "", alias = ""]) => ({ table, alias, word: wordOf(table, words) }))
    .filter(({ table, alias }) => tables.has(table) && !KEYWORDS.has(alias) && alias !== HISTORY)
    .filter(({ alias, word }) => alias !== word && !alias.endsWith(`_${word}`))
    .map(({ table, alias }) => `${table} ${alias}`);
}

/** The longest line of SQL, in characters. */
export const SQL_WIDTH = 140;

// Of plain texts, which tests send to PostgreSQL as they are.
const STATEMENT = /^\s*(?:with|select|insert into|update|delete from)\s[\s\S]*\b(?:from|set|into|as|values|select)\b/;

function isStatement(node: Node): boolean {
  if (node.type === "Literal") return typeof node.value === "string" && STATEMENT.test(node.value);
  return (
    node.type === "TemplateLiteral" && STATEMENT.test(node.quasis.map(({ value }) => value.cooked ?? "").join("x"))
  );
}

/** Lines with SQL that are longer than SQL_WIDTH, as `path:line`: of tagged templates, and of texts that are statements. */
export function wideLines(path: string, text: string): string[] {
  const lines = text.split("\n");
  if (lines.every((line) => line.length <= SQL_WIDTH)) return [];
  const wide = new Set<number>();
  const look = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) look(each);
    if (value === null || typeof value !== "object" || !("type" in value)) return;
    const node = value as Node;
    const isTagged = node.type === "TaggedTemplateExpression" && isSql(node.tag);
    if (isTagged || isStatement(node)) {
      const [first, last] = [node.start, node.end].map((at) => text.slice(0, at).split("\n").length);
      for (let line = first ?? 1; line <= (last ?? 0); line++)
        if ((lines[line - 1]?.length ?? 0) > SQL_WIDTH) wide.add(line);
    }
    for (const each of Object.values(node)) look(each);
  };
  look(parseSync(path, text).program);
  return [...wide].map((line) => `${path}:${line}`);
}
