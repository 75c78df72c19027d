import { MOST_TEMPLATE_VERSIONS } from "@okaeri/domain/campaigns/templates/mail-templates";
import { afterAll, beforeEach, expect, test } from "vitest";
import { type Caller, type Facility, makeUser, type TestApp, testApp } from "../../../test/app.ts";
import { EVERYBODY, mailAction, makeInn, promotion } from "../campaigns.fixture.ts";

// Mails to begin from (docs/adr/0528).
let t: TestApp;
let inn: Facility;
let boss: Caller;
let inns = 0;
const anInn = () => makeInn(t.app, `ひな宿${inns++}`);
beforeEach(async () => {
  t ??= await testApp();
  inn = await anInn();
  boss = await person("role_admin", ["*"]);
});
afterAll(() => t.close());

const person = async (role: Parameters<typeof makeUser>[2], held: string[], at = inn) =>
  t.as(await makeUser(t.app, at, role, held));
async function ask(who: Caller, method: "GET" | "POST" | "PUT" | "DELETE", path = "", payload?: object) {
  const answer = await who({ method, url: `/api/mail-templates${path}`, ...(payload ? { payload } : {}) });
  return { status: answer.statusCode, result: answer.json() };
}
const WORDS = {
  name: "季節のお知らせ",
  label: "季節",
  title: "{{ name }} 様、秋のお便り",
  body: "{{ name }} 様\n\n紅葉の頃となりました。",
  signature: "",
  from_address: "",
};
async function createTemplate(over: object = {}): Promise<{ id: number; version: number }> {
  const { status, result } = await ask(boss, "POST", "", { ...WORDS, ...over });
  expect([status, result]).toMatchObject([200, { version: 1 }]);
  return result;
}
async function campaignWith(mail: object): Promise<number> {
  const segments = [{ id: null, priority_seq: 1, target: EVERYBODY, actions: [mailAction(mail)] }];
  const answer = await boss({ method: "POST", url: "/api/campaigns", payload: promotion({ segments }) });
  expect([answer.statusCode, answer.json().fields]).toEqual([200, undefined]);
  return answer.json().id;
}

test("a template is made, found by its words, label and feature, changed and deleted, and each change is logged", async () => {
  const { id } = await createTemplate();
  await createTemplate({ name: "カードのお願い", label: "ご到着前", feature_type: "registration_card" });
  const list = async (query: string) => {
    const { result } = await ask(boss, "GET", `?${query}`);
    return result.items.map(({ name }: { name: string }) => name);
  };
  expect(await list("")).toEqual(["カードのお願い", "季節のお知らせ"]);
  expect(await list("q=秋のお便り")).toHaveLength(2);
  expect(await list("label=季節")).toEqual(["季節のお知らせ"]);
  expect(await list("feature_type=registration_card")).toEqual(["カードのお願い"]);
  expect(await list("sort=-label")).toEqual(["季節のお知らせ", "カードのお願い"]);
  expect((await ask(boss, "GET")).result).toMatchObject({ labels: ["ご到着前", "季節"], may_create: true, total: 2 });

  const { result } = await ask(boss, "PUT", `/${id}`, { ...WORDS, title: "冬のお便り", version: 1 });
  expect(result).toMatchObject({
    id,
    title: "冬のお便り",
    label: "季節",
    message_types: ["mail"],
    version: 2,
    used_in: [],
  });
  expect((await ask(boss, "DELETE", `/${id}`)).result).toEqual({ id });
  expect((await ask(boss, "GET", `/${id}`)).status).toBe(404);
  expect(await list("")).toEqual(["カードのお願い"]);
  const { rows } = await t.past.pool.query(
    `select action, before ->> 'title' as was, after ->> 'title' as is
    from audit_logs where entity = 'mail_templates' and entity_id = $1 order by id`,
    [id],
  );
  expect(rows).toEqual([
    { action: "create", was: null, is: WORDS.title },
    { action: "update", was: WORDS.title, is: "冬のお便り" },
    { action: "delete", was: "冬のお便り", is: null },
  ]);
});

test("what a save replaced is kept and shown, and a newer version is not written over", async () => {
  const { id } = await createTemplate();
  await ask(boss, "PUT", `/${id}`, { ...WORDS, title: "冬のお便り", version: 1 });
  await ask(boss, "PUT", `/${id}`, { ...WORDS, name: "冬", title: "冬のお便り", version: 2 });
  const late = await ask(boss, "PUT", `/${id}`, { ...WORDS, title: "遅れた人", version: 1 });
  expect([late.status, late.result.changed]).toMatchObject([412, { by: expect.any(String) }]);
  const { result } = await ask(boss, "GET", `/${id}/versions`);
  expect(result.items).toMatchObject([
    { version: 2, name: "季節のお知らせ", by: expect.any(String) },
    { version: 1, name: "季節のお知らせ" },
  ]);
  const first = await ask(boss, "GET", `/${id}/versions/1`);
  expect(first.result).toMatchObject({ version: 1, document: WORDS });
  const back = await ask(boss, "PUT", `/${id}`, { ...first.result.document, version: 3 });
  expect(back.result).toMatchObject({ ...WORDS, version: 4 });
  // Nothing changed: nothing is kept.
  expect((await ask(boss, "PUT", `/${id}`, { ...WORDS, version: 4 })).result.version).toBe(4);
  expect((await ask(boss, "GET", `/${id}/versions/9`)).status).toBe(404);
});

const block = (seq: number, kind: string, over: object = {}) => ({ seq, kind, ...over });
const REGULARS = { combinator: "and", rules: [{ field: "stay_count", operator: ">=", value: 3 }] };

test("it holds a whole mail: blocks in their order, whom each is for, and they stand in its earlier versions", async () => {
  const blocks = [
    block(2, "url", { label: "予約する", url: "https://example.jp/stay" }),
    block(1, "heading", { text: "{{ name }} 様", target: REGULARS }),
    block(5, "coupon"),
  ];
  const { id } = await createTemplate({ blocks, preheader: "紅葉の便り", language: "en" });
  const { result } = await ask(boss, "GET", `/${id}`);
  expect(result).toMatchObject({ preheader: "紅葉の便り", language: "en", mail_template_id: null });
  expect(result.blocks).toMatchObject([
    { seq: 1, kind: "heading", text: "{{ name }} 様", target: REGULARS, image: null },
    { seq: 2, kind: "url", label: "予約する", target: null },
    { seq: 5, kind: "coupon" },
  ]);
  await ask(boss, "PUT", `/${id}`, { ...WORDS, blocks: [block(1, "divider")], version: 1 });
  expect((await ask(boss, "GET", `/${id}`)).result.blocks).toMatchObject([{ seq: 1, kind: "divider" }]);
  expect((await ask(boss, "GET", `/${id}/versions/1`)).result.document.blocks).toEqual(result.blocks);
});

test("one that campaigns use is not deleted, and each of them is named; one that none uses any more is", async () => {
  const { id } = await createTemplate();
  const campaign = await campaignWith({ mail_template_id: id });
  await campaignWith({ mail_template_id: id });
  expect((await ask(boss, "GET", `/${id}`)).result).toMatchObject({
    used: 2,
    used_in: [{ id: campaign }, { id: campaign + 1 }],
  });
  expect((await ask(boss, "GET")).result.items).toMatchObject([{ used: 2 }]);
  const refused = await ask(boss, "DELETE", `/${id}`);
  expect([refused.status, refused.result.message]).toEqual([
    400,
    "キャンペーンで使われているため、削除できません: 「秋のご案内」「秋のご案内」",
  ]);
  for (const one of [campaign, campaign + 1])
    expect((await boss({ method: "DELETE", url: `/api/campaigns/${one}` })).statusCode).toBe(200);
  expect((await ask(boss, "DELETE", `/${id}`)).status).toBe(200);
});

test("a campaign's mail names no template of another programme", async () => {
  const other = await person("role_admin", ["*"], await anInn());
  const { result } = await ask(other, "POST", "", WORDS);
  const segments = [
    { id: null, priority_seq: 1, target: EVERYBODY, actions: [mailAction({ mail_template_id: result.id })] },
  ];
  const answer = await boss({ method: "POST", url: "/api/campaigns", payload: promotion({ segments }) });
  expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([
    400,
    ["segments.0.actions.0.mail.mail_template_id"],
  ]);
});

test("the last versions are kept, and no more", async () => {
  const { id } = await createTemplate();
  await t.past.pool.query(
    `insert into mail_template_versions (account_id, mail_template_id, version, document, saved_at, replaced_at)
     select $1, $2, n, '{"name":"古い"}', now(), now() from generate_series(1, 60) n`,
    [inn.accountId, id],
  );
  await t.past.pool.query("update mail_templates set version = 61 where account_id = $1 and id = $2", [
    inn.accountId,
    id,
  ]);
  await ask(boss, "PUT", `/${id}`, { ...WORDS, title: "新しい", version: 61 });
  const { result } = await ask(boss, "GET", `/${id}/versions`);
  expect(result.items).toHaveLength(MOST_TEMPLATE_VERSIONS);
  expect(result.items[0].version).toBe(61);
});

test("only who reads campaigns sees templates, and only who changes them at the programme changes them", async () => {
  const { id } = await createTemplate();
  const reader = await person("role_user", ["campaigns/read"]);
  const clerk = await person("role_user", ["customers/read"]);
  const stranger = await person("role_admin", ["*"], await anInn());
  const read = await ask(reader, "GET", `/${id}`);
  expect([read.status, read.result.page_actions]).toEqual([200, ["read"]]);
  expect((await ask(reader, "GET")).result.may_create).toBe(false);
  for (const [who, status] of [
    [reader, 403],
    [clerk, 403],
    [stranger, 404],
  ] as const) {
    expect((await ask(who, "PUT", `/${id}`, { ...WORDS, version: 1 })).status).toBe(status);
    expect((await ask(who, "DELETE", `/${id}`)).status).toBe(status);
  }
  expect((await ask(clerk, "GET")).status).toBe(403);
  expect((await ask(stranger, "GET", `/${id}`)).status).toBe(404);
  expect((await ask(stranger, "GET", `/${id}/versions`)).status).toBe(404);
  expect((await ask(stranger, "GET", `/${id}/versions/1`)).status).toBe(404);
  expect((await ask(stranger, "GET")).result.items).toEqual([]);
});

test.each<[string, object, string]>([
  ["no name", { name: " " }, "name"],
  ["a name of two lines", { name: "一\n二" }, "name"],
  ["a label that is no short word", { label: "x".repeat(41) }, "label"],
  ["another feature", { feature_type: "line" }, "feature_type"],
  ["other messages", { message_types: ["line"] }, "message_types.0"],
  ["a word that nobody knows", { body: "{{ nobody }}" }, "body"],
  ["a subject of two lines", { title: "一\nBcc: x@example.jp" }, "title"],
  ["another's sender", { from_address: "other@example.jp" }, "from_address"],
  ["a text of a hundred thousand letters", { body: "あ".repeat(100_000) }, "body"],
  ["500 blocks", { blocks: Array.from({ length: 500 }, (_, n) => ({ seq: n + 1, kind: "divider" })) }, "blocks"],
  ["two blocks in one place", { blocks: [block(1, "divider"), block(1, "points")] }, "blocks.1.seq"],
  ["a link that runs something", { blocks: [block(1, "url", { label: "x", url: "javascript:x" })] }, "blocks.0.url"],
  ["conditions that are none", { blocks: [block(1, "text", { text: "x", target: {} })] }, "blocks.0.target"],
  ["a template that it came from", { mail_template_id: 1 }, "mail_template_id"],
])("%s is refused by the field's name", async (_, over, field) => {
  const { status, result } = await ask(boss, "POST", "", { ...WORDS, ...over });
  expect([status, Object.keys(result.fields ?? {})]).toEqual([400, [field]]);
});

test("a programme keeps so many and no more", async () => {
  await t.past.pool.query(
    `insert into mail_templates (account_id, name, feature_type, title, body)
     select $1, 'n' || n, 'campaign', '', '' from generate_series(1, 500) n`,
    [inn.accountId],
  );
  const { status, result } = await ask(boss, "POST", "", WORDS);
  expect([status, Object.keys(result.fields)]).toEqual([400, ["name"]]);
});
