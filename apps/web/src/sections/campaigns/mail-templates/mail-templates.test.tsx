// @vitest-environment jsdom
import { blankMail } from "@okaeri/domain/messaging/mail-blocks";
import { beforeEach, expect, test, vi } from "vitest";
import type { AnswerOf, FakeCalls } from "../../../test/fake-calls.fixture.ts";
import { administrator, headquarters, openProduct, serverFor } from "../../../test/product.fixture.tsx";

const block = { text: "", label: "", url: "", image: null, alt: "", target: null };
const template: AnswerOf<"mailTemplates.get"> = {
  ...blankMail(),
  id: 8,
  name: "誕生日のお祝い",
  label: "誕生日",
  feature_type: "campaign",
  message_types: ["mail"],
  title: "もうすぐお誕生日ですね",
  blocks: [{ ...block, seq: 1, kind: "heading", text: "お祝いを申し上げます" }],
  used: 0,
  used_in: [],
  version: 3,
  created_at: "2026-11-01T03:00:00Z",
  updated_at: "2026-11-20T03:00:00Z",
  updated_by_name: "山田 花子",
  page_actions: ["read", "edit", "delete"],
};
const { id, name, label, feature_type, message_types, title, used, version } = template;
const { updated_at, updated_by_name, page_actions } = template;
const row = { id, name, label, feature_type, message_types, title, used, version };
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
    ...said
  } = template;
  const { updated_at: _u, version: _v, ...document } = { ...said, title: "前の件名" };
  server.answer("mailTemplates.versionOf", { version: 2, at: "2026-11-10T03:00:00Z", by: "佐藤", document });
  server.answer("mailTemplates.update", ({ body }) => ({ ...template, ...body, id: 8, version: 4 }));
  const page = await openProduct("/accounts/1/mail-templates/8", server);
  await page.press("button", "以前の内容");
  await page.press("button", "見る");
  await page.says("お祝いを申し上げます");
  await page.press("button", "この内容に戻す");
  await page.press("button", "保存する");
  await page.says("「誕生日のお祝い」を保存しました");
  expect(server.callsOf("mailTemplates.update").map(({ body }) => [body.version, body.title])).toEqual([
    [3, "前の件名"],
  ]);
});
