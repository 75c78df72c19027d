import { calendarDate } from "@okaeri/domain/calendar-date";
import { Kysely, PostgresDialect } from "kysely";
import type pg from "pg";
import { openDatabase, type Tx } from "../apps/server/src/database/connection.ts";
import { statementsOn } from "../apps/server/src/database/statements.ts";
import { type CustomerQuery, listCustomerIds } from "../apps/server/src/sections/customers/customer-page.queries.ts";
import type { BenchDatabase } from "./cluster.ts";
import { facilityOf, TODAY } from "./customers-data.ts";
import type { FigureLine } from "./figures.ts";

type Plan = { "Node Type": string; "Relation Name"?: string; "Index Name"?: string; Plans?: Plan[] };
type Explained = { Plan: Plan; "Execution Time": number };

const SCOPE = {
  accountId: 1,
  chosenAccountId: 1,
  facilityIds: null,
  accountIds: [1, facilityOf(1, 1), facilityOf(1, 2)],
  userId: 1,
  loginId: "bench1",
  role: "role_admin" as const,
  subject: { role: "role_admin" as const, planOptions: [], held: ["*"] },
  programme: { role: "role_admin" as const, planOptions: [], held: ["*"] },
};

/**
 * Explains the product's own search statement, as the application's role under the policies, for terms of every length.
 * @throws Error when one reads the customers from end to end.
 */
export async function indexUse(data: BenchDatabase, size: number, terms: readonly string[]): Promise<FigureLine[]> {
  const names = terms.filter((term) => /^\p{Script=Han}{2}$/u.test(term));
  const kinds: [work: string, terms: string[]][] = [
    ["1-character terms", [...new Set(names.map((term) => term.slice(0, 1)))].slice(0, 10)],
    ["terms of two kanji", [...new Set(names)].slice(0, 20)],
    ["longer terms", terms.filter((term) => term.length > 2).slice(0, 20)],
  ];
  const database = openDatabase(data.app, { max: 1 });
  try {
    const lines: FigureLine[] = [];
    for (const [work, list] of kinds) {
      const plans: Explained[] = [];
      for (const term of list) plans.push(...(await database.inScope(SCOPE, (tx) => explain(tx, term))));
      lines.push(lineOf(work, size, plans));
    }
    const off = lines.filter((line) => !line.reached);
    if (off.length > 0)
      throw new Error(`list ${size}: a sequential scan of customers for ${off.map((l) => l.work).join(", ")}`);
    return lines;
  } finally {
    await database.close();
  }
}

/** Runs the statement once to learn its text, then explains that text with the same values. */
async function explain(tx: Tx, q: string): Promise<Explained[]> {
  const seen: { sql: string; parameters: readonly unknown[] }[] = [];
  const borrowed = { query: tx.client.query.bind(tx.client), release: () => {} } as unknown as pg.PoolClient;
  const pool = { connect: async () => borrowed, end: async () => {} } as unknown as pg.Pool;
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool }),
    log: (event) => void seen.push(event.query),
  });
  const input: CustomerQuery = { page: 1, size: 50, sort: "-last_stay_on", q };
  await listCustomerIds({ ...tx, db, ...statementsOn(db) }, SCOPE, input, calendarDate(TODAY));
  const plans: Explained[] = [];
  for (const { sql, parameters } of seen) {
    const result = await tx.client.query<{ "QUERY PLAN": Explained[] }>(`explain (analyze, format json) ${sql}`, [
      ...parameters,
    ]);
    plans.push(...(result.rows[0]?.["QUERY PLAN"] ?? []));
  }
  if (plans.length === 0) throw new Error(`no plan was seen of the search for ${q}`);
  return plans;
}

function lineOf(work: string, size: number, plans: readonly Explained[]): FigureLine {
  const nodes = plans.flatMap((plan) => flat(plan.Plan));
  const scans = nodes.filter((node) => node["Node Type"].includes("Seq Scan") && node["Relation Name"] === "customers");
  const indexes = [
    ...new Set(nodes.flatMap((node) => (node["Index Name"]?.includes("search_text") ? [node["Index Name"]] : []))),
  ];
  return {
    bench: "list",
    work: `${work}: sequential scans of customers`,
    size,
    unit: "plans",
    product: scans.length,
    limit: null,
    ratio: null,
    goal: "0",
    reached: scans.length === 0,
    pairs: plans.length,
    more: {
      indexes: indexes.join(" "),
      slowest_ms: Math.max(...plans.map((plan) => plan["Execution Time"])),
    },
  };
}

function flat(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(flat)];
}
