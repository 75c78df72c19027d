import { join } from "node:path";
import type { CampaignAction } from "@okaeri/contract/campaigns/document";
import { type CompiledQuery, DefaultQueryCompiler, type OperationNode, type RawNode } from "kysely";
import { format } from "sql-formatter";
import { expect, test, vi } from "vitest";
import { type GrowingAccount, openGrowingAccount } from "../apps/server/src/main/growth/growing-account.fixture.ts";
import { sixConditions, workThrough } from "../apps/server/src/main/growth/jobs-at-size.fixture.ts";
import { makeRows, questions } from "../apps/server/src/main/growth/lists-at-size.fixture.ts";
import { mailAction, promotion } from "../apps/server/src/sections/campaigns/campaigns.fixture.ts";
import { type SqlPiece, sqlPieces } from "./statements.ts";
import { projectFiles, ROOT, textOf } from "./tree.ts";

// The source shows an assembled statement only in pieces. The whole text that PostgreSQL gets is committed next to the code as
// `<function>.sql`. The statements are found by running every job and list on a small account.

const RENEW = "npx vitest run --project server checks/assembled-statements.test.ts -u";

/** A statement is assembled if its fragments come from this many files. */
const FILES = 4;
const GUESTS = 4;

type Assembled = { files: string[]; sql: string };

const program = projectFiles().filter(
  (path) => /^apps\/server\/src\/.*\.ts$/.test(path) && !/\.(test|fixture|long)\.ts$|\/(test|seed)\//.test(path),
);

/** Where each template of the program is. Templates of several files that have the same text belong to none of them. */
function placesOfTemplates(): Map<string, string> {
  const pieces = program.flatMap((path) => sqlPieces(path, textOf(path)));
  const byParts = Map.groupBy(pieces, ({ parts }) => JSON.stringify(parts));
  return new Map(
    [...byParts].flatMap(([parts, [piece, ...others]]) =>
      others.length === 0 ? [[parts, (piece as SqlPiece).place]] : [],
    ),
  );
}

const isRaw = (node: OperationNode): node is RawNode => node.kind === "RawNode";

/** The places of a statement's templates, outermost first. */
function placesIn(node: OperationNode, places: ReadonlyMap<string, string>): string[] {
  const own = isRaw(node) ? places.get(JSON.stringify(node.sqlFragments)) : undefined;
  const within = Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]));
  const nodes = within.filter((value): value is OperationNode => typeof value === "object" && value && "kind" in value);
  return [...(own ? [own] : []), ...nodes.flatMap((each) => placesIn(each, places))];
}

const fileOf = (place: string) => place.replace(/:\d+$/, "");

/** The function around a line of a file, spelled as a file's name. */
function functionAt(place: string): string {
  const above = textOf(fileOf(place))
    .split("\n")
    .slice(0, Number(place.split(":")[1]));
  const names = above.flatMap(
    (line) => /^(?:export )?(?:async )?(?:function\*?|const|class) (\w+)/.exec(line)?.[1] ?? [],
  );
  return (names.at(-1) as string).replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
}

/** Path of the snapshot: next to the statement's code, and one for each channel that adds fragments to it. */
function snapshotOf(places: readonly string[]): string {
  const [own = ""] = places;
  const channel = /(\w+)-channel\.ts/.exec(places.join(" "))?.[1];
  return join(fileOf(own), "..", `${functionAt(own)}${channel ? `.${channel}` : ""}.sql`);
}

/** The assembled statements that `work` sends by the path of their snapshot, of each the longest. */
async function assembledBy(work: () => Promise<void>): Promise<Map<string, Assembled>> {
  const placesByTemplate = placesOfTemplates();
  const compile = vi.spyOn(DefaultQueryCompiler.prototype, "compileQuery");
  const { results } = compile.mock;
  await work().finally(() => compile.mockRestore());
  const found = new Map<string, Assembled>();
  for (const { value } of results) {
    const { query, sql } = value as CompiledQuery;
    const places = placesIn(query, placesByTemplate);
    const files = [...new Set(places.map(fileOf))];
    // Counts of lists begin in database/: the statement of their rows has the same conditions.
    if (files.length < FILES || files[0]?.startsWith("apps/server/src/database/")) continue;
    const path = snapshotOf(places);
    if ((found.get(path)?.sql.length ?? 0) >= sql.length) continue;
    found.set(path, { files, sql });
  }
  return found;
}

const called = (file: string) => file.replace(/^apps\/server\/src\/(?:sections\/)?/, "");

/** The text that is committed, under the files that its fragments come from. */
function committed({ files, sql }: Assembled): string {
  const text = format(sql, {
    language: "postgresql",
    keywordCase: "preserve",
    expressionWidth: 100,
    linesBetweenQueries: 0,
  });
  return `${files.map((file) => `-- ${called(file)}`).join("\n")}\n\n${text}\n`;
}

/** A send of two mails that are compared. */
async function compare(account: GrowingAccount): Promise<void> {
  const mails = (["A", "B"] as const).map((variant) => mailAction({ variant, share: 50 }));
  const [action, other] = mails as [CampaignAction<"mail">, CampaignAction<"mail">];
  const actions = [{ ...action, other_mails: other.mail ? [other.mail] : [] }];
  const segments = [{ id: null, priority_seq: 1, target: sixConditions(account.rankDetailId), actions }];
  const { id } = await account.call("POST", "/campaigns", promotion({ segments }));
  await account.call("POST", `/campaigns/${id}/activate`, { version: 1 });
  await account.drain();
  await account.call("GET", `/campaigns/${id}/variants`);
}

async function work(account: GrowingAccount): Promise<void> {
  await makeRows(account);
  const { campaignId } = account;
  const days = "from=2026-11-01&to=2026-11-30";
  const pages = questions().filter(({ name }) => /\?$|^audience/.test(name));
  for (const { ask } of pages) await ask(account);
  const search = "q=客&stay_count_min=1&mail=reachable&recency_score=5";
  await account.call("GET", `/customers?account_id=${account.accountId}&${search}&sort=-point_balance`);
  await account.call("GET", `/campaigns/${campaignId}/results?account_id=${account.accountId}&${days}`);
  await account.call("GET", `/reports?account_id=${account.accountId}&${days}`);
  await compare(account);
  await workThrough(account);
}

test("assembled statements are committed next to their code", { timeout: 120_000 }, async () => {
  const account = await openGrowingAccount(GUESTS, "by the product", async (count) => {
    await count();
    return new Map();
  });
  const assembled = await assembledBy(() => work(account)).finally(account.close);
  for (const [path, statement] of assembled)
    await expect.soft(committed(statement), `${path} (renew with ${RENEW})`).toMatchFileSnapshot(join(ROOT, path));
  const files = projectFiles().filter((path) => /^apps\/server\/src\/.*\.sql$/.test(path));
  expect(
    files.filter((path) => !assembled.has(path)),
    "files of statements that are no longer assembled",
  ).toEqual([]);
});
