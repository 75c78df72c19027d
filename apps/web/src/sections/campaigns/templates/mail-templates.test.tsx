// @vitest-environment jsdom
import { blankMail } from "@okaeri/domain/messaging/mail-blocks";
import { beforeEach, expect, test, vi } from "vitest";
import type { AnswerOf, FakeCalls } from "../../../test/fake-calls.fixture.ts";
import { until } from "../../../test/mount.fixture.tsx";
import { administrator, headquarters, openProduct, serverFor } from "../../../test/product.fixture.tsx";
import { campaignOf, segment } from "../campaigns.fixture.ts";

const block = { text: "", label: "", url: "", image: null, alt: "", target: null };
const template: AnswerOf<"mailTemplates.get"> = {
  ...blankMail(),
  id: 8,
  name: "誕生日のお祝い",
  label: "誕生日",
  feature_type: "campaign",
  message_types: ["mail"],
  title: "もうすぐお誕生日ですね",
  language: "ja",
  blocks: [{ ...block, seq: 1, kind: "heading", text: "お祝いを申し上げます" }],
  used: 0,
  used_in: [],
  version: 3,
  created_at: "2026-11-01T03:00:00Z",
  updated_at: "2026-11-20T03:00:00Z",
  updated_by_name: "山田 花子",
  page_actions: ["read", "edit", "delete"],
};
const { id, name, label, feature_type, message_types, title, language, used, version } = template;
const { updated_at, updated_by_name, page_actions } = template;
const row = { id, name, label, feature_type, message_types, title, language, used, version };
const item = { ...row, updated_at, updated_by_name, page_actions };

let server: FakeCalls;
beforeEach(() => {
  for (const way of ["error", "warn"] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
  localStorage.clear();
  server = serverFor(administrator);
  server.answer("accounts.get", headquarters);
  server.answer("mailTemplates.list", {
    items: [item],
    total: 1,
    page: 1,
    size: 50,
    labels: ["誕生日"],
    may_create: true,
  });
  server.answer("mailTemplates.get", template);
  server.answer("campaigns.preview", () => ({
    customer: null,
    subject: "見本の件名",
    html: "<p>見本</p>",
    text: "見本",
    from: "shop@hotel.example",
    coupon_is_example: false,
    coupon_given: null,
    omitted_lines: [],
    omitted_blocks: [],
    problems: [],
  }));
});

test("the tab lists templates; one is duplicated, and one that campaigns use is not deleted but they are named", async () => {
  const page = await openProduct("/accounts/1/mail-templates", server);
  await page.says("誕生日のお祝い");
  await page.says("もうすぐお誕生日ですね");
  server.answer("mailTemplates.get", { ...template, used: 1, used_in: [{ id: 7, name: "秋のご案内" }] });
  await page.press("button", "「誕生日のお祝い」を削除する");
  await page.says("使われているため、削除できません");
  await page.says("秋のご案内");
  expect(server.callsOf("mailTemplates.remove")).toEqual([]);
  await page.press("button", "やめる");
  server.answer("mailTemplates.create", ({ body }) => ({ ...template, ...body, id: 9, version: 1 }));
  await page.press("button", "「誕生日のお祝い」を複製する");
  await page.says("「誕生日のお祝いのコピー」を作成しました");
  expect(server.callsOf("mailTemplates.create").map(({ body }) => [body.name, body.blocks])).toEqual([
    ["誕生日のお祝いのコピー", template.blocks],
  ]);
});

test("a template is changed with its version, and an earlier version is put back into the form", async () => {
  server.answer("mailTemplates.versions", {
    items: [{ version: 2, name, at: "2026-11-10T03:00:00Z", by: "佐藤" }],
  });
  const {
    id: _id,
    used: _used,
    used_in: _in,
    created_at: _c,
    page_actions: _p,
    updated_by_name: _b,
    ...saved
  } = template;
  const { updated_at: _u, version: _v, ...document } = { ...saved, title: "前の件名" };
  server.answer("mailTemplates.versionOf", { version: 2, at: "2026-11-10T03:00:00Z", by: "佐藤", document });
  server.answer("mailTemplates.update", ({ body }) => ({ ...template, ...body, id: 8, version: 4 }));
  const page = await openProduct("/accounts/1/mail-templates/8", server);
  await page.press("button", "以前の内容");
  await page.press("button", "見る");
  await page.says("前の件名");
  await page.press("button", "この内容に戻す");
  await page.press("button", "保存する");
  await page.says("「誕生日のお祝い」を保存しました");
  expect(server.callsOf("mailTemplates.update").map(({ body }) => [body.version, body.title])).toEqual([
    [3, "前の件名"],
  ]);
});

test("a template's mail is written in the editor that campaigns have, conditions too, and what is wrong with a closed block leads into it", async () => {
  const page = await openProduct("/accounts/1/mail-templates/8", server);
  await page.press("button", "ボタン");
  await page.type("リンク先", "https://hotel.example/");
  await page.press("button", /^1番目の見出しを編集する/);
  await page.press("input[role=switch]", "この条件のお客様だけ");
  await page.press("button", "条件を追加する");
  await page.press("[role=option]", /^宿泊回数/);
  await page.type("値", "3");
  server.refuse("mailTemplates.update", 400, { fields: { "blocks.1.url": "リンク先を確かめてください" } });
  await page.press("button", "保存する");
  const target = { combinator: "and", rules: [{ field: "stay_count", operator: ">=", value: 3 }] };
  expect(server.callsOf("mailTemplates.update").map(({ body }) => body)).toMatchObject([
    {
      mail_template_id: null,
      blocks: [
        { seq: 1, kind: "heading", target },
        { seq: 2, kind: "url", url: "https://hotel.example/", target: null },
      ],
    },
  ]);
  await page.press("link", /リンク先を確かめてください/);
  await until(() => (document.activeElement?.id.endsWith("-blocks-1-url") ? true : undefined), "the field is reached");
});

test("a campaign's mail begins from a template, and is kept as one", async () => {
  const draft = campaignOf({
    action_types: ["mail"],
    segments: [segment([{ id: 12, seq: 1, type: "mail", mail: blankMail(), other_mails: [] }])],
  });
  server.answer("customers.filters", { rfm_groups: [], rfms: [], ranks: [], customer_types: [], facilities: [] });
  server.answer("campaigns.get", draft);
  server.answer("campaigns.update", ({ body }) => ({ ...draft, version: body.version + 1 }));
  server.answer("mailTemplates.create", ({ body }) => ({ ...template, ...body, id: 9, version: 1 }));
  const page = await openProduct("/campaigns/7/edit?card=what", server);
  await page.press("button", "ひな形");
  await page.press("[role=menuitem]", "ひな形から始める");
  const dialog = await page.find("dialog", "ひな形から始める");
  await page.press("button", /誕生日のお祝い/, dialog);
  await page.says("お祝いを申し上げます");
  await page.press("button", "このひな形から始める");
  await page.says("ひな形「誕生日のお祝い」から始めました");
  await page.says("保存済み");
  expect(server.callsOf("campaigns.update").at(-1)?.body.segments[0]?.actions[0]).toMatchObject({
    mail: { title: template.title, mail_template_id: 8, blocks: [{ kind: "heading", text: "お祝いを申し上げます" }] },
  });
  await page.says("ひな形「誕生日のお祝い」から始めたメールです。");
  await page.press("button", "ひな形");
  await page.press("[role=menuitem]", "ひな形として保存する");
  await page.type("名前", "秋のお祝い");
  await page.press("button", "保存する", await page.find("dialog", "ひな形として保存する"));
  await page.says("ひな形「秋のお祝い」を保存しました");
  expect(server.callsOf("mailTemplates.create").map(({ body }) => body)).toMatchObject([
    { name: "秋のお祝い", label: "", title: template.title, mail_template_id: null },
  ]);
});
