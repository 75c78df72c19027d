// @vitest-environment jsdom
import { act } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import type { AnswerOf, FakeCalls } from "../../test/fake-calls.fixture.ts";
import { administrator, openProduct, serverFor } from "../../test/product.fixture.tsx";

const hana = { id: 3, name: "花田 千夏", login_id: "hana_admin" };
const line = (id: number, action: string): AnswerOf<"audit.list">["items"][number] => ({
  id,
  action,
  at: "2026-11-20T03:00:00Z",
  actor: hana,
  actor_key: null,
  ip: "192.0.2.7",
  entity: "users",
  entity_id: 3,
  entity_name: "花田 千夏",
  account: null,
  company: null,
  before: null,
  after: null,
  mentioned_accounts: [],
});

let server: FakeCalls;
beforeEach(() => {
  for (const way of ["error", "warn"] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
  server = serverFor(administrator);
  server.answer("audit.words", { actions: ["create", "login"], entities: ["users"] });
  server.answer("audit.list", ({ query }) => {
    const items = query.to
      ? []
      : [line(1, "login"), line(2, "create")].filter((one) => !query.action || one.action === query.action);
    return { items, total: items.length, page: 1, size: 50 };
  });
  server.answer("users.list", { items: [], total: 0, page: 1, size: 20 });
});

test("the log is narrowed to an action, by one press on a name, to days, and to a person found by name", async () => {
  const page = await openProduct("/audit", server);
  const lines = () => document.querySelectorAll('[aria-label="操作の記録"] > li').length;
  await page.says("接続元");
  expect(lines()).toBe(2);
  await page.press("button", "操作");
  await page.press("field", "操作");
  await page.press("[role=option]", "ログイン");
  await page.at("/audit?action=login");
  await page.find("button", "操作:ログイン");
  expect(lines()).toBe(1);
  await page.press("button", "花田 千夏(hana_admin)");
  await page.at(/actor_user_id=3/);
  await page.find("button", "操作した人:花田 千夏");
  await page.press("button", "期間");
  await page.type("まで", "2020-01-01");
  await page.press("button", "適用する");
  await page.says("条件に当てはまるものはありません。");
  await act(async () => page.all("button", "条件をすべて外す").at(-1)?.click());
  await page.at("/audit");
  await page.says("接続元");
  await page.press("button", "操作した人");
  server.answer("users.list", ({ query }) => {
    const items = query.q === "hana_m" ? [{ id: 8, name: "小川 真由", login_id: "hana_marketing" } as never] : [];
    return { items, total: items.length, page: 1, size: 20 };
  });
  server.answer("users.get", { id: 8, name: "小川 真由" } as never);
  // Leaving the field would take back what was typed.
  const search = await page.find<HTMLInputElement>("field", "氏名・ユーザーIDで探す");
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(search, "hana_m");
    search.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await page.press("[role=option]", /hana_marketing/);
  await page.at("/audit?actor_user_id=8");
  await page.find("button", "操作した人:小川 真由");
});

test("what a key asked about guests is told in words: which key, how often, about whom, and which keys did not work", async () => {
  const key = { entity: "partner_keys", entity_id: 4, entity_name: "公式サイト", actor: null };
  const after = { call: "GET /partner/customers", calls: 12, misses: 2, refused: 1, customer_ids: [31, 32] };
  const items = [
    { ...line(1, "ask_guests"), ...key, actor_key: "公式サイト", after },
    {
      ...line(2, "wrong_key"),
      ...key,
      entity_id: null,
      entity_name: null,
      after: { calls: 3, key_hints: ["okp_abcdef"] },
    },
  ];
  server.answer("audit.list", { items, total: 2, page: 1, size: 50 });
  const page = await openProduct("/audit", server);
  await page.says("予約エンジン(公式サイト)会員を照会しました");
  await page.says("外部のシステム使えない連携キーで呼び出しました(予約エンジンの連携キー)");
  for (const words of [
    "会員の照会",
    "該当する会員のなかった回数",
    "上限を超えて断った回数",
    "照会されたお客様の番号",
    "okp_abcdef",
  ])
    expect(document.body.textContent).toContain(words);
});
