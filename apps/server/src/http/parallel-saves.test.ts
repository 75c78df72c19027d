import type { CallMeta } from "@okaeri/contract/call";
import { contract } from "@okaeri/contract/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, makeAccount, makeUser, type TestApp, testApp } from "../test/app.ts";
import { makeHeadquarters } from "./authorisation.world.fixture.ts";
import { COUPON_SAVES } from "./parallel-coupons.fixture.ts";
import { CUSTOMER_SAVES } from "./parallel-customers.fixture.ts";
import { MERGE_SAVES } from "./parallel-merges.fixture.ts";
import { POINT_SAVES } from "./parallel-points.fixture.ts";
import { RANK_SAVES } from "./parallel-ranks.fixture.ts";
import { type Make, OFFICE_SAVES, own } from "./parallel-saves.fixture.ts";
import { SIGN_IN_SAVES } from "./parallel-sign-ins.fixture.ts";
import { VIEW_SAVES } from "./parallel-views.fixture.ts";
import { WORK_SAVES } from "./parallel-work.fixture.ts";

/**
 * The same call four times at once: from two windows, or by an impatient double click. All but one may be told that they came second,
 * with 400; none fails, and nobody is logged out by it (409).
 */
let t: TestApp;
let boss: Caller;
let other: Caller;
beforeAll(async () => {
  t = await testApp();
  const provider = await makeAccount(t.app, { name: "provider", option: null, provider: true });
  boss = await t.as(await makeUser(t.app, provider, "role_vc_admin", ["*"]));
  other = await t.as(await makeUser(t.app, provider, "role_vc_admin", ["*"]));
});
afterAll(() => t.close());

const SAVES: Record<string, Make> = {
  ...OFFICE_SAVES,
  ...WORK_SAVES,
  ...MERGE_SAVES,
  ...SIGN_IN_SAVES,
  ...CUSTOMER_SAVES,
  ...POINT_SAVES,
  ...VIEW_SAVES,
  ...COUPON_SAVES,
  ...RANK_SAVES,
};

type Route = { method?: string; path?: string };
type Node = { "~orpc"?: { route: Route; meta: CallMeta } };
/** Every call of the contract that is no reading one, by its place in the tree. */
function writing(tree: object, prefix = ""): [string, Required<Node>["~orpc"]][] {
  return Object.entries(tree).flatMap(([name, node]: [string, Node]): [string, Required<Node>["~orpc"]][] => {
    const stated = node["~orpc"];
    if (!stated) return writing(node, `${prefix}${name}.`);
    return stated.route.method === "GET" ? [] : [[`${prefix}${name}`, stated]];
  });
}
const CALLS = writing(contract);

test("every call of the contract that writes is here", () => {
  expect(Object.keys(SAVES).sort()).toEqual(CALLS.map(([name]) => name).sort());
});

// 401, 404: what the first of them removed, or the session it ended, is not there for the second.
const MAY_ANSWER = [200, 400, 401, 404, 412, 422, 429];

test.each(CALLS)("%s", async (name, { route, meta }) => {
  const spot = await makeHeadquarters(t, own("hq"));
  const { ids = {}, body, headers, by, once, settle } = (await SAVES[name]?.({ t, spot, boss }, name)) ?? {};
  const path = (route.path ?? "").replaceAll(/\{(\w+)\}/g, (_, part: string) => String(ids[part] ?? "?"));
  const url = `/api${path}${meta.needs.kind === "action" ? `?account_id=${spot.accountId}` : ""}`;
  const callers = by ?? [boss, other];
  const answers = await Promise.all(
    [0, 1, 2, 3].map((turn) => {
      const payload = Array.isArray(body) ? body[turn] : body;
      const type = Buffer.isBuffer(payload) ? { "content-type": "application/octet-stream" } : {};
      const caller = callers[turn % callers.length] as Caller;
      const sent = { method: route.method as "POST", url, headers: { ...type, ...headers } };
      return caller({ ...sent, ...(payload ? { payload } : {}) });
    }),
  );
  const statuses = answers.map((answer) => answer.statusCode);
  const summary = answers.map((answer) => `${answer.statusCode} ${answer.body.slice(0, 200)}`).join("\n");
  expect(
    statuses.filter((status) => !MAY_ANSWER.includes(status)),
    summary,
  ).toEqual([]);
  expect(statuses.includes(200), summary).toBe(true);
  await settle?.();
  if (once) {
    const { rows } = await t.past.asSystem((tx) => sql.raw(once).execute(tx.db));
    expect(rows.length, summary).toBe(1);
  } else if (once === null) {
    const made = answers.flatMap((answer) => {
      const { id, item, items, jobs } = answer.json();
      return answer.statusCode === 200 ? [id ?? (item ?? (items ?? jobs)[0]).id] : [];
    });
    expect(new Set(made).size, summary).toBe(made.length);
  }
});
