/** Tenant tables, by schema.sql: those with an account_id. */
export function tenantTables(schema: string): Set<string> {
  const tables = [...schema.matchAll(/^create table (\w+) \(\n(.*?)^\)/gms)];
  return new Set(tables.flatMap(([, name = "", columns = ""]) => (/^ {2}account_id /m.test(columns) ? [name] : [])));
}

/**
 * One query of a statement: what stands in a pair of brackets, or the statement itself, between one `union` and the next. `own` is its text
 * without the queries inside it; `called` is its name in the query around it. `isMember`: rows of an account are looked for among its own.
 */
type Query = { from: number; to: number; whole: string; own: string; called: string | null; isMember: boolean };

const NO_ALIAS = new Set(
  "where on using join left right inner cross full set order group having limit values select returning as for union except intersect default on not when tablesample with window offset lateral natural overriding".split(
    " ",
  ),
);

/**
 * Tables of tenants in a statement that reads several, or one several times, and does not say of which account: their condition names
 * neither `alias.account_id` nor, where no other table stands beside them, `account_id`. A query inside another may hand its account out
 * and be compared there.
 */
export function withoutAccount(statement: string, tenants: ReadonlySet<string>): string[] {
  const text = statement
    .replace(/--[^\n]*/g, " ")
    .replace(/'(?:[^']|'')*'/g, "''")
    .replace(/"/g, "")
    .replace(/\s+/g, " ")
    .toLowerCase();
  const queries = queriesOf(text);
  const found = queries.flatMap((query) => tablesIn(query.own, tenants).map((table) => ({ ...table, query })));
  if (found.length < 2) return [];
  const isBound = (alias: string, query: Query): boolean => {
    if (isNamed(alias, query.whole)) return true;
    if (query.isMember && new RegExp(`^ ?select ${alias}\\.account_id,`).test(query.own)) return true;
    const handsOut = new RegExp(`select (?:(?!\\bfrom\\b).)*\\b${alias}\\.account_id\\b`).test(query.own);
    const outer = queries
      .filter((other) => other !== query && other.from <= query.from && other.to >= query.to)
      .reduce<Query | undefined>(
        (best, other) => (best && best.to - best.from <= other.to - other.from ? best : other),
        undefined,
      );
    return handsOut && query.called !== null && outer !== undefined && isBound(query.called, outer);
  };
  return found
    .filter(({ alias, query }) => {
      const alone = found.filter((other) => other.query === query).length === 1;
      return !isBound(alias, query) && !(alone && isNamed(null, query.own));
    })
    .map(({ table, alias }) => `${table} ${alias}`);
}

function queriesOf(text: string): Query[] {
  const queries: Query[] = [];
  type Open = { from: number; own: string; isQuery: boolean; parts: { from: number; to: number; own: string }[] };
  const open: Open[] = [{ from: 0, own: "", isQuery: true, parts: [] }];
  const part = (top: Open, to: number) => {
    top.parts.push({ from: top.parts.at(-1)?.to ?? top.from, to, own: top.own });
    top.own = "";
  };
  const close = (top: Open, to: number) => {
    part(top, to);
    const called = /^\) ?(?:as )?(\w+)/.exec(text.slice(to, to + 80))?.[1] ?? null;
    const isMember = /\(\w+\.account_id, \w+\.\w+\) in $/.test(text.slice(Math.max(0, top.from - 80), top.from));
    for (const { from, to: end, own } of top.parts)
      queries.push({
        from,
        to: end,
        whole: text.slice(from, end),
        own,
        called: NO_ALIAS.has(called ?? "") ? null : called,
        isMember,
      });
  };
  for (let at = 0; at < text.length; at++) {
    const top = open.at(-1);
    if (top === undefined) break;
    if (text[at] === "(") {
      const isQuery = /^\( ?(select|with|insert|update|delete|values|\()/.test(text.slice(at, at + 9));
      if (!isQuery) top.own += "(";
      open.push({ from: at, own: "", isQuery, parts: [] });
    } else if (text[at] === ")" && open.length > 1) {
      open.pop();
      const outer = open.at(-1);
      const own = top.own;
      if (top.isQuery) close(top, at);
      // Brackets that hold no query belong to the query they stand in.
      if (outer) outer.own += top.isQuery ? " () " : `${own})`;
    } else if (top.isQuery && /^ (union|except|intersect) /.test(text.slice(at, at + 11))) part(top, at);
    else top.own += text[at];
  }
  const whole = open[0];
  if (whole) close(whole, text.length);
  return queries;
}

function tablesIn(own: string, tenants: ReadonlySet<string>): { table: string; alias: string }[] {
  return [
    ...own.matchAll(/(?:\b(?:from|join|update|using)\b|,) ?(?:only )?(?:public\.)?(\w+)(?: (?:as )?(\w+))?/g),
  ].flatMap(([all, table = "", second]) => {
    if (!tenants.has(table)) return [];
    // A column in a list may be called as a table is; tables after a comma have an alias here.
    if (all.startsWith(",") && (second === undefined || NO_ALIAS.has(second))) return [];
    return [{ table, alias: second === undefined || NO_ALIAS.has(second) ? table : second }];
  });
}

/** Whether a condition names the account of an alias: compared, asked for in a list, in a row value, or joined by name. */
function isNamed(alias: string | null, text: string): boolean {
  const name = alias === null ? "(?<![.\\w])account_id" : `\\b${alias}\\.account_id`;
  return [
    `${name} ?(=|in\\b|is not distinct)`,
    `= ?(any ?\\( ?)?${name}\\b(?! ?,)`,
    `\\( ?${name} ?,[^()]*\\) ?(=|in\\b)`,
    `(=|in) ?\\( ?${name} ?,`,
    ...(alias === null ? [] : ["using ?\\( ?account_id\\b"]),
  ].some((pattern) => new RegExp(pattern).test(text));
}

/** Tables that may be asked without an account, and why. */
const OF_SEVERAL_ACCOUNTS: Record<string, string> = {
  account_groups: "says which accounts a group has: whoever asks it asks for accounts",
};

/** Places of the program whose statement does not name the account of a tenant's table, with that table. */
export function accountsUnnamed(
  tenants: ReadonlySet<string>,
  statements: readonly { place: string; text: string }[],
): string[] {
  const held = new Set([...tenants].filter((table) => OF_SEVERAL_ACCOUNTS[table] === undefined));
  return [
    ...new Set(statements.flatMap(({ place, text }) => withoutAccount(text, held).map((table) => `${place} ${table}`))),
  ];
}
