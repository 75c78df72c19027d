import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, makeUser, type TestApp, testApp } from "../../../test/app.ts";
import { couponAction, EVERYBODY, mailAction, makeInn, pointAction, promotion } from "../campaigns.fixture.ts";

// Product §8, "Type × action": what is saved with a type says what of it cannot be done, and is not set going.
let t: TestApp;
let staff: Caller;
beforeAll(async () => {
  t = await testApp();
  staff = await t.as(await makeUser(t.app, await makeInn(t.app, "はなれ"), "role_admin", ["*"]));
});
afterAll(() => t.close());

const KINDS = { point: pointAction(), coupon: couponAction(), mail: mailAction() };
const NO_POINTS = "宿泊ごとに付けるポイントを追加してください";
const NO_ACTIONS = "ポイント・クーポン・メールを1つ以上追加してください";
const NO_COUPON = /正確に戻せるポイントだけです。クーポンを外すか/;
const NO_MESSAGE = /何も配信しません。メッセージを外すか/;

test.each([
  ["basic", [], { "segments.0.actions": NO_POINTS }],
  ["basic", ["point"], {}],
  ["basic", ["coupon"], { "segments.0.actions.0.type": expect.stringMatching(NO_COUPON) }],
  ["basic", ["mail"], { "segments.0.actions.0.type": expect.stringMatching(NO_MESSAGE) }],
  [
    "basic",
    ["point", "coupon", "mail"],
    {
      "segments.0.actions.1.type": expect.stringMatching(NO_COUPON),
      "segments.0.actions.2.type": expect.stringMatching(NO_MESSAGE),
    },
  ],
  ["repeat_promotion", [], { "segments.0.actions": NO_ACTIONS }],
  ["repeat_promotion", ["point"], {}],
  ["repeat_promotion", ["coupon"], {}],
  ["repeat_promotion", ["mail"], {}],
  ["repeat_promotion", ["point", "coupon", "mail"], {}],
] as const)("%s with %j", async (type, kinds, problems) => {
  const actions = kinds.map((kind, at) => ({ ...KINDS[kind], seq: at + 1 }));
  const payload = promotion({ type, segments: [{ id: null, priority_seq: 1, target: EVERYBODY, actions }] });
  const made = await staff({ method: "POST", url: "/api/campaigns", payload });
  expect(made.statusCode).toBe(200);
  const url = `/api/campaigns/${made.json().id}`;
  const { missing, version } = (await staff({ method: "GET", url })).json();
  const messages = (missing as { path: string; message: string }[]).map(({ path, message }) => [path, message]);
  expect(Object.fromEntries(messages)).toEqual(problems);
  if (messages.length === 0) return;
  const refused = await staff({ method: "POST", url: `${url}/activate`, payload: { version } });
  expect([refused.statusCode, refused.json().fields]).toEqual([400, problems]);
});
