import type { CampaignEdit } from "@okaeri/contract/campaigns/document";
import { MAX_LUA_BYTES } from "@okaeri/domain/segments/lua/read";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, type Facility, makeUser } from "../../../test/app.ts";
import { all, mailAction, makeGuests, makeInn, pointAction, promotion } from "../campaigns.fixture.ts";
import { openPipeline, type Pipeline } from "../pipeline.fixture.ts";

// Whom a segment means, as a script: wherever a target is taken.

let p: Pipeline;
beforeAll(async () => {
  p = await openPipeline();
  await makeGuests(p.t.app, p.inn.accountId, { count: 2, mail: "often", stays: 5 });
  await makeGuests(p.t.app, p.inn.accountId, { count: 3, mail: "seldom", stays: 1 });
});
afterAll(() => p.close());

const withTarget = (target: CampaignEdit["segments"][number]["target"], over: Partial<CampaignEdit> = {}) =>
  promotion({ segments: [{ id: null, priority_seq: 1, target, actions: [mailAction()] }], ...over });
const lua = (script: string) => withTarget({ lua: script });
const post = async (path: string, payload: object, as: Caller = p.staff) => {
  const answer = await as({ method: "POST", url: `/api${path}`, payload });
  return { ...answer.json(), http: answer.statusCode };
};
const saved = async (document: CampaignEdit): Promise<number> => (await p.call("POST", "/campaigns", document)).id;

/** Not what conditions can say. */
const OFTEN = "-- よく泊まる方\nlocal n = stay_count * 2\nreturn n >= 6\n";

test("is kept letter by letter, counted, told and sent to whom it means", async () => {
  const id = await p.started(lua(OFTEN));
  const before = await p.detail(id);
  expect(before.segments[0]).toMatchObject({ target: null, lua_script: OFTEN, target_count: 2 });
  await p.drain();
  expect(await p.outcomes(id)).toEqual({
    "often1@example.jp": ["sent", null],
    "often2@example.jp": ["sent", null],
  });
});

test("is counted and shown while it is written, beside conditions, and takes guests from later segments", async () => {
  const asked = await post("/campaigns/audience", {
    segments: [
      { target: { lua: OFTEN }, types: ["mail"] },
      { target: all(), types: ["mail"] },
    ],
  });
  expect(asked.segments.map((one: { not_earlier: number }) => one.not_earlier)).toEqual([2, 3]);
  const { mail } = mailAction();
  const shown = await post("/campaigns/preview", { target: { lua: OFTEN }, mail, points: null, customer_id: null });
  expect(shown).toMatchObject({ http: 200, customer: { name: "山田 太郎" } });
});

test("conditions are answered with their text, and a script with the conditions that say the same", async () => {
  const tree = all({ field: "stay_count", operator: ">=", value: 3 });
  const id = await saved(withTarget(tree));
  expect((await p.detail(id)).segments[0]).toMatchObject({ target: tree, lua_script: "stay_count >= 3" });
  for (const script of ["stay_count >= 3", "return (stay_count>=3)"]) {
    const other = await saved(lua(script));
    const { segments, version } = await p.detail(other);
    expect(segments[0]).toMatchObject({ target: tree, lua_script: script });
    // Sent back as it was read, it stays as it was typed.
    const { target_count: _, ...again } = segments[0];
    await p.call("PUT", `/campaigns/${other}`, { ...lua(script), version, segments: [again] });
    expect((await p.detail(other)).segments[0]).toMatchObject({ target: tree, lua_script: script });
    const { items } = (await p.call("GET", `/campaigns/${other}/edits`)) as { items: { document: CampaignEdit }[] };
    expect(items.map(({ document }) => document.segments[0])).toMatchObject([{ target: tree, lua_script: script }]);
  }
});

test("a script may stand beside `target: null`; what is read with both is written back as it is", async () => {
  const withScript = (target: unknown, lua_script: string) =>
    promotion({ segments: [{ id: null, priority_seq: 1, target, lua_script, actions: [mailAction()] }] as never });
  const id = await saved(withScript(null, OFTEN));
  expect((await p.detail(id)).segments[0]).toMatchObject({ lua_script: OFTEN, target_count: 2 });
  const tree = all({ field: "stay_count", operator: ">=", value: 3 });
  const other = await saved(withScript(tree, "stay_count >= 99"));
  expect((await p.detail(other)).segments[0]).toMatchObject({ target: tree, lua_script: "stay_count >= 3" });
  const asked = { target: null, lua_script: OFTEN };
  const { all: counted } = await post("/campaigns/audience", { segments: [{ ...asked, types: ["mail"] }] });
  expect(counted.matched).toBe(2);
  const { mail } = mailAction();
  const shown = await post("/campaigns/preview", { ...asked, mail, points: null, customer_id: null });
  expect(shown).toMatchObject({ http: 200, customer: { name: "山田 太郎" } });
  expect((await post("/campaigns/preview-samples", asked)).http).toBe(200);
  const refused = await post("/campaigns/audience", { segments: [{ target: null, lua_script: 1, types: ["mail"] }] });
  expect([refused.http, Object.keys(refused.fields)]).toEqual([400, expect.arrayContaining(["segments.0.lua_script"])]);
});

test("a condition is checked by itself: what is refused is an answer, with its place; elsewhere a refusal holds the same", async () => {
  const check = (question: object) => post("/campaigns/check-condition", { type: "repeat_promotion", ...question });
  const none = { problems: [], warnings: [] };
  const tree = all({ field: "stay_count", operator: ">=", value: 3 });
  const both = { http: 200, lua_script: "stay_count >= 3", target: tree, ...none };
  expect(await check({ target: tree })).toEqual(both);
  expect(await check({ target: null, lua_script: "stay_count >= 3" })).toEqual(both);
  expect(await check({ lua_script: OFTEN })).toEqual({ http: 200, lua_script: OFTEN, target: null, ...none });
  const script = "stay_count >= 3\nand password == 1";
  const { problems, ...refused } = await check({ target: null, lua_script: script });
  expect(refused).toEqual({ http: 200, lua_script: script, target: null, warnings: [] });
  expect(problems).toEqual([
    { line: 2, column: 5, code: expect.stringMatching(/^lua_/), message: expect.any(String), path: "" },
  ]);
  const saving = await post("/campaigns", lua(script));
  const [{ path: _, ...problem }] = problems;
  expect([saving.http, saving.problems]).toEqual([400, [problem]]);
  const wrong = await check({ target: all({ field: "stay_count", operator: "like", value: 3 }) });
  expect(wrong).toMatchObject({ http: 200, lua_script: null, target: null });
  expect(wrong.problems[0]).toMatchObject({ line: null, column: null, path: "rules.0.operator" });
  const warned = await check({ lua_script: "last_stay_days >= 365" });
  expect(warned.warnings).toHaveLength(1);
  expect((await check({ lua_script: 'reservation_state == "booked"', type: "customer_service" })).problems).toEqual([]);
  expect((await check({ lua_script: 'reservation_state == "booked"', type: "basic" })).problems).toHaveLength(1);
  expect(Object.keys((await check({})).fields)).toEqual(["target"]);
});

const refusedAt = async (document: CampaignEdit) => {
  const { http, fields = {} } = await post("/campaigns", document);
  return { http, paths: Object.keys(fields), reason: String(Object.values(fields)[0]) };
};

test.each<[string, string, string]>([
  ["a name that there is not", "stay_count >= 3\nand password == 1", "(2行目の5文字目)"],
  ["a sentence that breaks off", "return stay_count >=", "(1行目の"],
  ["a loop", "local n = 0\nwhile true do end\nreturn true", "(2行目の1文字目)"],
  ["other letters count as JavaScript counts them", 'return language == "𠮷" and password == 1', "(1行目の29文字目)"],
])("%s is refused with its place and a sentence", async (_, script, place) => {
  const refused = await refusedAt(lua(script));
  expect(refused).toMatchObject({ http: 400, paths: ["segments.0.target"] });
  expect(refused.reason).toContain(place);
});

test("several mistakes are told together", async () => {
  const { reason } = await refusedAt(lua("return password == 1\n  or secret == 2"));
  expect(reason).toBe(
    "password という項目はありません (1行目の8文字目)。secret という項目はありません (2行目の6文字目)",
  );
});

test("the same where it is counted and shown", async () => {
  const target = { lua: "password == 1" };
  const counted = await post("/campaigns/audience", { segments: [{ target, types: ["mail"] }] });
  expect([counted.http, Object.keys(counted.fields)]).toEqual([400, ["segments.0.target"]]);
  const { mail } = mailAction();
  const shown = await post("/campaigns/preview", { target, mail, points: null, customer_id: null });
  expect([shown.http, Object.keys(shown.fields)]).toEqual([400, ["target"]]);
});

test("ten bad ones at once: each is named", async () => {
  const scripts = ["while true do end", "", "x = 1", "os.exit()", "{}", "return a.b", ")(", "--[[", "goto x", "\\"];
  const segments = scripts.map((script, at) => ({
    id: null,
    priority_seq: at + 1,
    target: { lua: script },
    actions: [mailAction()],
  }));
  const begun = performance.now();
  const refused = await refusedAt(promotion({ segments }));
  expect(refused.http).toBe(400);
  expect(refused.paths).toEqual(scripts.map((_, at) => `segments.${at}.target`));
  expect(performance.now() - begun).toBeLessThan(1_000);
});

test.each<[string, string, number]>([
  ["one letter too many", `${" ".repeat(MAX_LUA_BYTES - 3)}true`, 400],
  ["more bytes than letters", `true -- ${"湯".repeat(11_000)}`, 400],
  ["half a megabyte of brackets", "(".repeat(500_000), 400],
  ["a megabyte", "true ".repeat(210_000), 413],
])("%s is refused in words", async (_, script, status) => {
  const answer = await post("/campaigns", lua(script));
  expect([answer.http, answer.message]).toEqual([status, expect.stringMatching(/[ぁ-ん]/)]);
});

test("as much as fits is taken", async () => {
  const script = `${" ".repeat(MAX_LUA_BYTES - 4)}true`;
  const id = await saved(lua(script));
  expect((await p.detail(id)).segments[0].lua_script).toHaveLength(MAX_LUA_BYTES);
});

test("records that are gone or another client's are refused where they are named", async () => {
  const other: Facility = await makeInn(p.t.app, "別の宿");
  const scripts = [
    "return stay_count > 1\n  and rank_detail_id == 999999",
    "contains(customer_type_ids, 999999)",
    `local place = ${other.accountId}\nreturn contains(facility_account_ids, place)`,
    `count(stays, function(x) return x.facility_account_id == ${other.accountId} end) >= 1`,
  ];
  const refused = await Promise.all(scripts.map((script) => refusedAt(lua(script))));
  expect(refused.map(({ paths }) => paths)).toEqual(scripts.map(() => ["segments.0.target"]));
  expect(refused.map(({ reason }) => /\(\d+行目の\d+文字目\)/.exec(reason)?.[0])).toEqual([
    "(2行目の25文字目)",
    "(1行目の29文字目)",
    "(1行目の15文字目)",
    "(1行目の58文字目)",
  ]);
  const own = `contains(facility_account_ids, ${p.inn.accountId})`;
  expect((await post("/campaigns", lua(own))).http).toBe(200);
});

test("what a second person approved goes out as it was: another space voids the approval", async () => {
  await p.rules({ approval_above_count: 1 });
  const second = await p.t.as(await makeUser(p.t.app, p.inn, "role_user", ["campaigns/all"]));
  const approved = async () => {
    const id = await p.started(lua(OFTEN));
    await p.drain();
    const { version } = await p.detail(id);
    expect(await post(`/campaigns/${id}/approve`, { version }, second)).toMatchObject({ http: 200 });
    return id;
  };
  const untouched = await approved();
  await p.drain();
  expect((await p.detail(untouched)).pushes[0]).toMatchObject({ sent: 2, approval: { void: false } });

  const touched = await approved();
  await p.query(sql`update campaign_segments set lua_script = lua_script || ' ', target = jsonb_build_object('lua', lua_script || ' ')
    where campaign_id = ${touched}`);
  await p.drain();
  expect((await p.detail(touched)).pushes[0]).toMatchObject({ sent: 0, approval: { void: true } });
  await p.rules({ approval_above_count: null });
});

test("an always-on campaign pays the stays of its evenings, and asks nothing that no evening knows", async () => {
  const basic = (script: string) =>
    withTarget(
      { lua: script },
      { type: "basic", segments: [{ ...lua(script).segments[0], actions: [pointAction(70)] }] as never },
    );
  const refused = await refusedAt(basic("return stay_count >= 1\n  and point_balance > 0"));
  expect(refused).toMatchObject({ http: 400, paths: ["segments.0.target"] });
  expect(refused.reason).toContain("(2行目の7文字目)");
  const id = await saved(basic("local n = stay_count\nreturn n % 2 == 1"));
  await p.call("POST", `/campaigns/${id}/activate`, { version: 1 });
  const [version] = await p.query<{ segments: { tree: unknown }[] }>(
    sql`select segments from campaign_rule_versions where campaign_id = ${id}`,
  );
  expect(version?.segments[0]?.tree).toEqual({ lua: "local n = stay_count\nreturn n % 2 == 1" });
});

test("scripts of one request have one budget of bytes together: more is refused before any is compiled, and names the field", async () => {
  const script = `${"stay_count >= 1 and ".repeat(1_000)}true`;
  const segments = [1, 2].map((priority_seq) => ({
    id: null,
    priority_seq,
    target: { lua: `${script} -- ${priority_seq}` },
    actions: [mailAction()],
  }));
  const refused = await post("/campaigns", promotion({ segments }));
  expect(refused).toMatchObject({ http: 400, fields: { "segments.0.target.lua": expect.stringContaining("32,768") } });
  expect((await post("/campaigns", promotion({ segments: segments.slice(0, 1) }))).http).toBe(200);
});
