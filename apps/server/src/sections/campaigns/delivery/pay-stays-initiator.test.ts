import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ACTION_KINDS } from "../../../main/action-kinds.ts";
import { type Caller, type Facility, makeAccount, makeUser, type TestApp, testApp } from "../../../test/app.ts";
import { csvOf, queued, runImport } from "../../imports/imports.fixture.ts";
import { EVERYBODY, handlersFor, pointAction, promotion } from "../campaigns.fixture.ts";
import { campaignJobs } from "../campaigns.jobs.ts";

// Older stays are paid in the name of the person who started it, whose right is checked again when the work begins; nothing is granted
// before.

let t: TestApp;
let inn: Facility;
let admin: Caller;
let campaign: string;
beforeEach(async () => {
  t = await testApp();
  inn = await makeAccount(t.app, { name: "花の湯" });
  admin = await t.as(await makeUser(t.app, inn, "role_admin", ["*"]));
  const segments = [{ id: null, priority_seq: 1, target: EVERYBODY, actions: [pointAction(500)] }];
  const payload = promotion({ type: "basic", segments });
  campaign = `/api/campaigns/${(await admin({ method: "POST", url: "/api/campaigns", payload })).json().id}`;
  await admin({ method: "POST", url: `${campaign}/activate`, payload: { version: 1 } });
  const stay = { 予約番号: "OLD", 予約状態: "滞在済", チェックイン日: "2026-11-09", チェックアウト日: "2026-11-10" };
  const bytes = csvOf([{ ...stay, 利用金額: 9_000, 氏名: "山田 花子", 会員番号: "M-1" }]);
  await runImport(t.app, inn.accountId, await queued(t.app, inn.accountId, inn.accountId, bytes));
  await work();
});
afterEach(() => t.close());

const days = { from: "2026-11-01", to: "2026-11-19" };
const work = () => t.app.jobs.drain(handlersFor(t.app));
const ask = (caller: Caller) => caller({ method: "POST", url: `${campaign}/pay-stays`, payload: days });
const shown = async (language = "ja") => {
  const answer = await admin({ method: "GET", url: campaign, headers: { "x-okaeri-language": language } });
  return { ...answer.json().stay_payments[0], granted: answer.json().points_granted };
};
const written = async (table: string) =>
  (await t.past.asSystem((tx) => sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(tx.db)))
    .rows[0]?.n;

/** Somebody who may, until it is taken away. */
async function clerk(): Promise<{ caller: Caller; lose(statement: string): Promise<unknown> }> {
  const id = await makeUser(t.app, inn, "role_user", ["campaigns/read", "campaigns/edit"]);
  return { caller: await t.as(id), lose: (statement) => t.past.pool.query(statement, [id]) };
}

test.each([
  ["the right", "update account_users set permissions = '{campaigns/read}' where user_id = $1"],
  ["the account", "delete from account_users where user_id = $1"],
  ["the place", "update users set status = 'inactive' where id = $1"],
])(
  "whoever asked lost %s meanwhile: nothing is granted, no rule is added, and the page says why",
  async (_, statement) => {
    const { caller, lose } = await clerk();
    const rules = await written("campaign_rule_versions");
    expect((await ask(caller)).json()).toEqual({ stays: 1, customers: 1, points: 500 });
    expect(await shown()).toMatchObject({ state: "waiting", stays: 1, points: 500, ...days, granted: 0 });
    await lose(statement);
    await work();
    const refused_because =
      "付与を始めた方の権限がなくなったため、付与しませんでした。キャンペーンを編集できる方が始め直せます";
    expect(await shown()).toMatchObject({ state: "refused", refused_because, granted: 0 });
    expect((await shown("en")).refused_because).toMatch(
      /^Nothing was granted: the person who started it no longer has/,
    );
    expect(await written("campaign_rule_versions")).toBe(rules);
    const lines = (await admin({ method: "GET", url: "/api/audit?action=pay_stays_refused" })).json().items;
    expect(lines[0]).toMatchObject({ actor: null, after: { ...days, reason: "initiator_lost_right" } });
  },
);

test("a campaign that was stopped or changed before the work began is not paid by other rules than were counted", async () => {
  expect((await ask(admin)).statusCode).toBe(200);
  await admin({ method: "POST", url: `${campaign}/stop`, payload: {} });
  await work();
  const refused_because =
    "始める前にキャンペーンが止められたか変更されたため、付与しませんでした。件数を確認し直してください";
  expect(await shown()).toMatchObject({ state: "refused", refused_because, granted: 0 });
  await admin({ method: "POST", url: `${campaign}/resume`, payload: {} });
  await work();
});

test("who may is paid once, however often asked; once the rules owe it, a worker goes on whatever becomes of the person", async () => {
  const { caller, lose } = await clerk();
  const answers = [await ask(caller), await ask(admin)];
  expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200]);
  // A worker that gets SIGTERM right after it began.
  const stopping = AbortSignal.abort();
  const job = { account_id: inn.accountId, stay_payment_id: (await shown()).id };
  await campaignJobs(t.app, ACTION_KINDS)["pay-stays"](job, { signal: stopping });
  expect(await shown()).toMatchObject({ state: "running", granted: 0, created_by_name: "試験 花子" });
  await lose("update users set status = 'inactive' where id = $1");
  await work();
  expect(await shown()).toMatchObject({ state: "done", refused_because: null, granted: 500 });
  expect((await ask(admin)).json()).toEqual({ stays: 0, customers: 0, points: 0 });
  const { items } = (await admin({ method: "GET", url: "/api/audit?action=pay_stays" })).json();
  // The second click is no second payment.
  expect(items).toHaveLength(1);
});
