import type { SegmentTarget } from "@okaeri/contract/campaigns/audience/condition";
import { MOST_SAVED_CONDITIONS } from "@okaeri/contract/campaigns/audience/saved-conditions";
import { afterAll, beforeEach, expect, test } from "vitest";
import { type Caller, type Facility, makeUser, type TestApp, testApp } from "../../../test/app.ts";
import { all, EVERYBODY, makeInn, promotion } from "../campaigns.fixture.ts";

let t: TestApp;
let inn: Facility;
let boss: Caller;
let inns = 0;
const anInn = () => makeInn(t.app, `はなれ${inns++}`);
beforeEach(async () => {
  t ??= await testApp();
  inn = await anInn();
  boss = await person("role_admin", ["*"]);
});
afterAll(() => t.close());

type SavedCondition = { id: number; name: string; target: SegmentTarget; lua_script: string; version: number };
const person = async (role: Parameters<typeof makeUser>[2], held: string[], at = inn) =>
  t.as(await makeUser(t.app, at, role, held));
async function ask(who: Caller, method: "GET" | "POST" | "PUT" | "DELETE", path = "", payload?: object) {
  const answer = await who({ method, url: `/api/saved-conditions${path}`, ...(payload ? { payload } : {}) });
  return { status: answer.statusCode, fields: answer.json().fields, items: answer.json().items as SavedCondition[] };
}
const frequent = all({ field: "stay_count", operator: ">=", value: 3 });
async function keep(name: string, target: SegmentTarget = frequent): Promise<SavedCondition> {
  const { items } = await ask(boss, "POST", "", { name, target });
  return items.find((one) => one.name === name) as SavedCondition;
}
async function tierOf(at: Facility): Promise<number> {
  const { rows } = await t.past.pool.query<{ id: number }>(
    `with rank as (insert into ranks (account_id, definition, active_month, base_month) values ($1, 'stay', 12, 24) returning id)
     insert into rank_details (account_id, rank_id, name, priority) select $1, id, '金', 1 from rank returning id`,
    [at.accountId],
  );
  return Number(rows[0]?.id);
}
const gold = (id: number) => all({ field: "rank_detail_id", operator: "in", value: [id] });

test("what is kept under a name is there for everybody who makes campaigns, by name, and is logged without its words", async () => {
  await keep("よく来られる方");
  await keep("すべての方", EVERYBODY);
  const script = { lua: "stay_count % 2 == 1 -- odd" };
  await keep("奇数回の方", script);
  const colleague = await person("role_user", ["campaigns/create"]);
  const { items } = await ask(colleague, "GET");
  expect(items.map(({ name, target, lua_script }) => [name, target ?? lua_script])).toEqual([
    ["すべての方", EVERYBODY],
    ["よく来られる方", frequent],
    ["奇数回の方", script.lua],
  ]);
  const { rows } = await t.past.pool.query(
    "select action, before, after from audit_logs where entity = 'saved_conditions' and account_id = $1",
    [inn.accountId],
  );
  expect(rows).toEqual(Array(3).fill({ action: "create", before: null, after: null }));
});

test("only who makes campaigns of the programme sees and changes them", async () => {
  const { id } = await keep("よく来られる方");
  const reader = await person("role_user", ["campaigns/read"]);
  const stranger = await person("role_admin", ["*"], await anInn());
  const body = { name: "別の名", target: EVERYBODY, version: 1 };
  expect((await ask(reader, "GET")).status).toBe(403);
  expect((await ask(reader, "DELETE", `/${id}`)).status).toBe(403);
  expect((await ask(stranger, "GET")).items).toEqual([]);
  expect((await ask(stranger, "PUT", `/${id}`, body)).status).toBe(404);
  expect((await ask(stranger, "DELETE", `/${id}`)).status).toBe(404);
  expect((await ask(boss, "GET")).items).toMatchObject([{ id, name: "よく来られる方", version: 1 }]);
});

test("a name is of one condition, conditions are right, and a newer version is not written over", async () => {
  const { id } = await keep("よく来られる方");
  const other = await keep("ほかの条件");
  const foreign = await tierOf(await anInn());
  const refused: [object, Record<string, unknown>][] = [
    [{ name: "", target: frequent }, { name: expect.any(String) }],
    [{ name: "よく来られる方", target: frequent }, { name: "すでに使われています。別のものにしてください" }],
    [
      { name: "新", target: all({ field: "stay_count", operator: ">=", value: -1 }) },
      { "target.rules.0.value": expect.any(String) },
    ],
    [{ name: "新", target: { lua: "while true do end" } }, { target: expect.any(String) }],
    [{ name: "新", target: gold(foreign) }, { "target.rules.0.value": expect.any(String) }],
  ];
  for (const [body, fields] of refused)
    expect(await ask(boss, "POST", "", body)).toMatchObject({ status: 400, fields });
  expect(
    (await ask(boss, "PUT", `/${other.id}`, { name: "よく来られる方", target: frequent, version: 1 })).status,
  ).toBe(400);
  const changed = await ask(boss, "PUT", `/${id}`, { name: "常連", target: EVERYBODY, version: 1 });
  expect(changed.items).toMatchObject([{ name: "ほかの条件" }, { id, name: "常連", target: EVERYBODY, version: 2 }]);
  expect((await ask(boss, "PUT", `/${id}`, { name: "前の人の名", target: frequent, version: 1 })).status).toBe(412);
});

test("one whose rank is gone can be renamed and deleted, and no campaign takes it as it is", async () => {
  const tier = await tierOf(inn);
  const { id } = await keep("金の方", gold(tier));
  await t.past.pool.query("update rank_details set active_status = 'inactive' where id = $1", [tier]);
  expect((await ask(boss, "PUT", `/${id}`, { name: "金だった方", target: gold(tier), version: 1 })).status).toBe(200);
  const segments = [{ id: null, priority_seq: 1, target: gold(tier), actions: [] }];
  const saved = await boss({ method: "POST", url: "/api/campaigns", payload: promotion({ segments }) });
  expect([saved.statusCode, Object.keys(saved.json().fields)]).toEqual([400, ["segments.0.target.rules.0.value"]]);
  expect(await ask(boss, "DELETE", `/${id}`)).toMatchObject({ status: 200, items: [] });
});

test("a campaign made with one stays as it is when that one changes", async () => {
  const { id, target } = await keep("よく来られる方");
  const segments = [{ id: null, priority_seq: 1, target, actions: [] }];
  const made = await boss({ method: "POST", url: "/api/campaigns", payload: promotion({ segments }) });
  await ask(boss, "PUT", `/${id}`, { name: "よく来られる方", target: EVERYBODY, version: 1 });
  await ask(boss, "DELETE", `/${id}`);
  const response = await boss({ method: "GET", url: `/api/campaigns/${made.json().id}` });
  expect(response.json().segments[0].target).toEqual(frequent);
});

test("a programme keeps so many and no more", async () => {
  await t.past.pool.query(
    `insert into saved_conditions (account_id, name, target)
     select $1, 'n' || n, '{"combinator":"and","rules":[]}' from generate_series(1, $2::int) n`,
    [inn.accountId, MOST_SAVED_CONDITIONS],
  );
  const { status, fields } = await ask(boss, "POST", "", { name: "もう一つ", target: EVERYBODY });
  expect([status, Object.keys(fields)]).toEqual([400, ["name"]]);
});
