import { join } from "node:path";
import type { CampaignAction, CampaignEdit } from "@okaeri/contract/campaigns/document";
import { type CompiledQuery, DefaultQueryCompiler } from "kysely";
import { format } from "sql-formatter";
import { expect, test, vi } from "vitest";
import { todayOf } from "../apps/server/src/clock.ts";
import { ACTION_KINDS } from "../apps/server/src/main/action-kinds.ts";
import { type GrowingAccount, openGrowingAccount } from "../apps/server/src/main/growth/growing-account.fixture.ts";
import { sixConditions, workThrough } from "../apps/server/src/main/growth/jobs-at-size.fixture.ts";
import { makeRows, questions } from "../apps/server/src/main/growth/lists-at-size.fixture.ts";
import {
  AROUND_STAY,
  couponAction,
  mailAction,
  promotion,
} from "../apps/server/src/sections/campaigns/campaigns.fixture.ts";
import { purgeParts } from "../apps/server/src/sections/campaigns/purge-parts.ts";
import { contentHash } from "../apps/server/src/sections/campaigns/review/content-hash.ts";
import { guestTickets } from "../apps/server/src/sections/coupons/guest-tickets.read.ts";
import { handOver } from "../apps/server/src/sections/imports/undo/hand-over.queries.ts";
import { makeAccount, makeUser, type TestApp } from "../apps/server/src/test/app.ts";
import { templateKey, templatesIn } from "../apps/server/src/test/templates.ts";
import { type Assembled, assembledOf, placesOfTemplates } from "./assembled.ts";
import { isProgram } from "./statements.ts";
import { projectFiles, ROOT } from "./tree.ts";

// The source shows an assembled statement only in pieces. The whole text that PostgreSQL gets is committed next to the code as
// `<function>.sql`. The statements are found by running every job and list on a small account.

const RENEW = "npx vitest run --project server checks/assembled-statements.test.ts -u";

const GUESTS = 4;

const program = projectFiles().filter(isProgram);

type Sent = Assembled & { sql: string };

/** The assembled statements that `work` sends by the path of their snapshot, of each the longest. */
async function assembledBy(work: () => Promise<void>): Promise<Map<string, Sent>> {
  const placesByKey = placesOfTemplates(program);
  const compile = vi.spyOn(DefaultQueryCompiler.prototype, "compileQuery");
  const { results } = compile.mock;
  await work().finally(() => compile.mockRestore());
  const found = new Map<string, Sent>();
  for (const { value } of results) {
    const { query, sql } = value as CompiledQuery;
    const assembled = assembledOf(templatesIn(query).map(templateKey), placesByKey);
    if (assembled === null || (found.get(assembled.path)?.sql.length ?? 0) >= sql.length) continue;
    found.set(assembled.path, { ...assembled, sql });
  }
  return found;
}

const called = (file: string) => file.replace(/^apps\/server\/src\/(?:sections\/)?/, "");

/** The text that is committed, under the files that its fragments come from. */
function committed({ files, sql }: Sent): string {
  const text = format(sql, {
    language: "postgresql",
    keywordCase: "preserve",
    expressionWidth: 100,
    linesBetweenQueries: 0,
  });
  return `${files.map((file) => `-- ${called(file)}`).join("\n")}\n\n${text}\n`;
}

const DAYS = "from=2026-11-01&to=2026-11-30";

type Actions = CampaignEdit["segments"][number]["actions"];

async function save({ call, rankDetailId }: GrowingAccount, actions: Actions): Promise<number> {
  const segments = [{ id: null, priority_seq: 1, target: sixConditions(rankDetailId), actions }];
  const { id } = await call("POST", "/campaigns", promotion({ segments }));
  return id;
}

async function start(account: GrowingAccount, actions: Actions): Promise<number> {
  const id = await save(account, actions);
  await account.call("POST", `/campaigns/${id}/activate`, { version: 1 });
  return id;
}

/** A send of two mails that are compared. */
async function compareVariants(account: GrowingAccount): Promise<void> {
  const mails = (["A", "B"] as const).map((variant) => mailAction({ variant, share: 50 }));
  const [action, other] = mails as [CampaignAction<"mail">, CampaignAction<"mail">];
  const id = await start(account, [{ ...action, other_mails: other.mail ? [other.mail] : [] }]);
  await account.drain();
  await account.call("GET", `/campaigns/${id}/variants`);
  await account.call("GET", `/campaigns/${id}/results?by=variant&${DAYS}`);
}

/** Campaigns that are still to come, and a draft whose review looks at them. */
async function review(account: GrowingAccount): Promise<void> {
  const daily = { minute: "0", hour: "10", day_of_month: "*", month: "*", day_of_week: "*", year: "*" };
  const id = await start(account, [{ ...mailAction(), seq: 1, trigger: AROUND_STAY }]);
  await account.call("GET", `/campaigns/${id}/expected`);
  await start(account, [{ ...mailAction(), seq: 1, schedule: daily, schedule_once: null }]);
  const draft = await save(account, [mailAction(), couponAction()]);
  await account.call("GET", `/campaigns/${draft}/review`);
}

/** Pages of a guest and of a campaign, beside the lists. */
async function openPages(account: GrowingAccount, campaignId: number): Promise<void> {
  const ask = (path: string, payload?: object) => account.call(payload ? "POST" : "GET", path, payload);
  const { accountId, rankDetailId } = account;
  const target = sixConditions(rankDetailId);
  const { items } = await ask(
    `/customers?account_id=${accountId}&q=客&stay_count_min=1&mail=reachable&recency_score=5&sort=-point_balance`,
  );
  const customer_id: number = items[0].id;
  for (const page of ["", "/timeline", "/data", "/campaigns"]) await ask(`/customers/${customer_id}${page}`);
  await ask("/customers/attention");
  await ask(`/reports?account_id=${accountId}&${DAYS}`);
  await ask(`/campaigns/${campaignId}/results?${DAYS}`);
  await ask(`/campaigns/${campaignId}/results/guests?${DAYS}&figure=sent`);
  const segments = [{ target, types: ["mail", "point"] }];
  await ask("/campaigns/audience-names", { segment: null, who: "left", step: "consented", segments });
  await ask("/campaigns/audience-explanation", { customer_id, segments });
  await ask("/campaigns/preview-samples", { target });
  await ask("/campaigns/rule-counts", { target, type: "repeat_promotion" });
  await ask("/campaigns/value-counts?field=stay_plan_code");
  const { mail } = mailAction();
  for (const guest of [null, customer_id])
    await ask("/campaigns/preview", { target, mail, points: null, customer_id: guest });
}

/** The provider's file of what each client pays. */
async function readBilling({ app, as }: TestApp): Promise<void> {
  const provider = await makeAccount(app, { name: "提供会社", provider: true, option: null });
  const staff = await as(await makeUser(app, provider, "role_vc_admin", ["*"]));
  const { statusCode } = await staff({ method: "GET", url: "/api/clients/billing.csv" });
  expect(statusCode).toBe(200);
}

/** Reads and writes that need more people or more files than this account has. */
function askAlone(account: GrowingAccount, campaignId: number): Promise<unknown> {
  const { accountId, t } = account;
  return t.app.database.inScope({ accountIds: [accountId] }, async (tx) => {
    await contentHash(tx, ACTION_KINDS, accountId, campaignId);
    const sent = { pushes: [{ id: 0, campaign_action_id: 0 }], occasion: "" };
    await guestTickets(tx, { accountId, customerId: 0, today: todayOf(t.app.clock), sent });
    await handOver(tx, { accountId, importId: 0 }, "reservation", [0]);
    await purgeParts(tx, ACTION_KINDS, accountId, campaignId, 0);
  });
}

async function work(account: GrowingAccount): Promise<void> {
  await makeRows(account);
  const { campaignId } = account;
  const pages = questions().filter(({ name }) => /\?$|^audience/.test(name));
  for (const page of pages) await page.ask(account);
  await openPages(account, campaignId);
  await askAlone(account, campaignId);
  await readBilling(account.t);
  await compareVariants(account);
  await review(account);
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
