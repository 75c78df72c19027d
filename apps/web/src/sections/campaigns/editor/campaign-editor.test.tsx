// @vitest-environment jsdom

import { blankCoupon } from "@okaeri/domain/coupons/coupon";
import { blankMail } from "@okaeri/domain/messaging/mail-blocks";
import { act } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { type FakeCalls, refusal } from "../../../test/fake-calls.fixture.ts";
import { until } from "../../../test/mount.fixture.tsx";
import { administrator, openProduct, serverFor } from "../../../test/product.fixture.tsx";
import type { CampaignDetail } from "../campaigns.api.ts";
import { audienceAnswer, campaignOf, savedActions, segment } from "../campaigns.fixture.ts";

const draft = campaignOf({ action_types: ["mail"] });

let server: FakeCalls;
beforeEach(() => {
  for (const way of ["error", "warn"] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
  localStorage.clear();
  server = serverFor(administrator);
  server.answer("customers.list", { items: [], total: 0, page: 1, size: 20 } as never);
  server.answer("accountSettings.sender", {} as never);
  server.answer("campaigns.audience", ({ body }) => audienceAnswer(body.segments.map(() => ({ matched: 9 }))));
  server.answer("campaigns.preview", {
    customer: null,
    subject: "",
    html: "",
    text: "",
    from: "",
    coupon_is_example: false,
    coupon_given: null,
    omitted_lines: [],
    omitted_blocks: [],
    problems: [],
  });
});

const saves = () => server.callsOf("campaigns.update").map(({ body }) => body);
const saving = () =>
  server.answer("campaigns.update", ({ body }) => {
    const { id: _, ...edited } = body;
    const segments = edited.segments.map((one: object, at: number) => ({
      target_count: null,
      lua_script: "",
      ...one,
      id: 5 + at,
    }));
    return { ...draft, ...edited, segments, version: body.version + 1, updated_at: "2026-11-20T02:38:00Z" };
  });

test("what is missing is named and leads to its field; what is wrong is told when its field is left", async () => {
  server.answer("campaigns.get", draft);
  saving();
  const page = await openProduct("/campaigns/7/edit?card=what", server);
  await page.press("button", "メールを送る");
  const body = await page.find("field", "本文");
  await page.focus(body);
  expect(document.querySelectorAll("[aria-invalid=true]")).toHaveLength(0);
  await page.type("本文", "{{ wrong }} 様");
  await page.says(/という差し込み項目はありません/);
  await page.press("button", "確認して配信する");
  await page.at(/card=review/);
  await page.press("button", "件名", await page.find("alert"));
  await page.at(/card=what/);
  await until(
    () => (/mail-title$/.test(document.activeElement?.id ?? "") ? true : undefined),
    "the subject has the focus",
  );
});

test("what the server refuses stands at its field; the page says what is left to do, and asks before that is lost", async () => {
  server.answer("campaigns.get", draft);
  server.answer("campaigns.update", () =>
    refusal(400, { message: "入力内容をご確認ください。", fields: { name: "その名前は使えません" } }),
  );
  const page = await openProduct("/campaigns/7/edit", server);
  await page.type("キャンペーンの名前", "書きかけの便り");
  await page.says("その名前は使えません");
  await page.says("1か所直すと保存されます");
  expect(saves()).toHaveLength(1);
  await page.press("link", "顧客管理");
  await page.press("button", "このページに戻る", await page.find("dialog"));
  await page.gone("dialog");
  saving();
  await page.type("キャンペーンの名前", "別の名前");
  await page.says("保存済み");
  await page.press("link", "顧客管理");
  await page.at("/customers");
});

test("a draft that somebody else saved meanwhile is not overwritten, and theirs can be loaded beneath one's own", async () => {
  server.answer("campaigns.get", draft);
  const page = await openProduct("/campaigns/7/edit?card=when", server);
  await page.type("開始日", "2026-12-01");
  server.answer("campaigns.get", { ...draft, name: "先に変えた名前", version: 2 });
  server.answer("campaigns.update", ({ body }) =>
    body.version === 1
      ? refusal(412, { message: "ほかの人が先に変更しました", changed: null })
      : { ...draft, ...body, version: 3 },
  );
  await page.says("ほかの人が先に変更しました");
  await page.press("button", "最新の内容を読み込む");
  await page.find("heading", "先に変えた名前");
  expect((await page.find<HTMLInputElement>("field", "開始日")).value).toBe("2026年12月01日");
  await page.says("保存済み");
  expect(saves().map((body) => [body.version, body.name])).toEqual([
    [1, "秋の便り"],
    [2, "先に変えた名前"],
  ]);
});

test("a coupon for fewer guests than match: the count, the review and the last question promise no more", async () => {
  const mail = { ...blankMail(), title: "秋の便り", body: "{{ coupon_name }}をお使いください。" };
  const coupon = {
    ...blankCoupon(),
    without_end: true,
    name: "先着の割引",
    type: "acquire" as const,
    discount_absolute: 1_000,
    acquire_amount_limit: 5,
  };
  const withCoupon: CampaignDetail = {
    ...draft,
    type: "repeat_promotion",
    segments: draft.segments.map((segment) => ({
      ...segment,
      actions: savedActions([
        { id: 4, seq: 1, type: "coupon", coupon },
        { id: 6, seq: 2, type: "mail", mail },
      ]),
    })),
  };
  const answer = (coupons: number, mails: number) =>
    server.answer(
      "campaigns.audience",
      audienceAnswer([
        {
          matched: 9,
          consented: 8,
          reachable: 8,
          not_capped: 8,
          will_receive: mails,
          coupons,
          short: 8 - mails,
          examples: [{ id: 1, name: "山田 太郎" }],
          reasons: { no_consent: 1, no_coupon: 8 - mails },
        },
      ]),
    );
  server.answer("campaigns.get", withCoupon);
  answer(5, 5);
  const page = await openProduct("/campaigns/7/edit?card=who", server);
  await page.says("クーポンを新しくお渡しするのは、最大5人です");
  expect(page.text()).not.toContain("山田 太郎");
  expect(server.callsOf("campaigns.audience").at(-1)?.body).toMatchObject({
    segments: [{ types: ["coupon", "mail"], tells_of: "coupon", coupons: [{ action_id: 4, given: "each", limit: 5 }] }],
  });
  await page.go("/campaigns/7/edit?card=review");
  await page.says("メール 最大5通、クーポンの付与 最大5人");
  await page.says("使えるクーポンなし 3人");
  await page.press("button", "確認して配信する");
  const dialog = await page.find("dialog", /5人のお客様に配信しますか/);
  expect(dialog.textContent).toContain("クーポンの付与 最大5人");

  answer(9, 8);
  const other = await openProduct("/campaigns/7/edit?card=review", server);
  await other.says("メール 8通、クーポンの付与 9人");
  expect(other.text()).not.toContain("最大");
});

const two = (first: string) => ({
  ...draft,
  segments: [
    { ...segment([]), name: first },
    { ...segment([]), id: 6, priority_seq: 2, name: "次の方" },
  ],
});

test("a step goes back and forth by button and key; after a reload the last hour's versions are there", async () => {
  server.answer("campaigns.get", two("はじめの方"));
  saving();
  const page = await openProduct("/campaigns/7/edit", server);
  await page.type("優先 1 の名前", "あとの方");
  await page.says("保存済み");
  await page.press("button", "元に戻す");
  const name = () => page.find<HTMLInputElement>("field", "優先 1 の名前");
  expect((await name()).value).toBe("はじめの方");
  await page.says("保存済み");
  const z = (shiftKey = false) =>
    act(
      async () =>
        void document.body.dispatchEvent(
          new KeyboardEvent("keydown", { key: "z", ctrlKey: true, shiftKey, bubbles: true }),
        ),
    );
  await z(true);
  expect((await name()).value).toBe("あとの方");
  await page.says("保存済み");
  expect(saves().map((body) => body.segments.map((one: { id: number; name: string }) => [one.id, one.name]))).toEqual([
    [
      [5, "あとの方"],
      [6, "次の方"],
    ],
    [
      [5, "はじめの方"],
      [6, "次の方"],
    ],
    [
      [5, "あとの方"],
      [6, "次の方"],
    ],
  ]);

  const { segments, ...rest } = two("一時間前の方");
  const document_ = {
    name: rest.name,
    type: rest.type,
    preset_type: null,
    campaign_start_dt: null,
    campaign_end_dt: null,
    segments: segments.map(({ target_count: _, lua_script: __, ...one }) => one),
  };
  server.answer("campaigns.edits", {
    items: [{ version: 1, at: "2026-11-20T02:00:00Z", by: "山田 花子", document: document_ }],
  } as never);
  const again = await openProduct("/campaigns/7/edit", server);
  await again.press("button", "元に戻す");
  await until(
    () => (again.all<HTMLInputElement>("field", "優先 1 の名前")[0]?.value === "一時間前の方" ? true : undefined),
    "the version of before",
  );
  await again.press("button", "1時間以内の版");
  await again.says("山田 花子さん");
});

test("what was sent is looked at on its own page, where it is used again as a new draft", async () => {
  const sent = { ...draft, type: "repeat_promotion", last_sent_at: "2026-11-01T00:00:00Z", commands: ["edit", "copy"] };
  server.answer("campaigns.get", ({ path }) => (path.id === "8" ? { ...draft, id: 8 } : (sent as CampaignDetail)));
  server.answer("campaigns.copy", { id: 8 });
  const page = await openProduct("/campaigns/7/edit", server);
  await page.at("/campaigns/7");
  await page.says("「もう一度使う」で新しい下書きを作れます");
  expect(page.all("button", "編集する")).toHaveLength(0);
  await page.press("button", "もう一度使う");
  await page.at("/campaigns/8/edit");
});

test("a condition that is being filled in is not sent, and the page says so calmly", async () => {
  const lacking = { combinator: "and", rules: [{ field: "stay_count", operator: ">=", value: null }] };
  server.answer("campaigns.get", campaignOf({ segments: [{ ...segment(), target: lacking } as never] }));
  saving();
  const page = await openProduct("/campaigns/7/edit", server);
  await page.type("キャンペーンの名前", "書きかけの便り");
  await page.says("入力中の条件は保存されていません");
  expect(saves()).toEqual([]);
});
