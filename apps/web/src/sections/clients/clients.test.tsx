// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import type { AnswerOf, FakeCalls } from "../../test/fake-calls.fixture.ts";
import { openProduct, provider, serverFor } from "../../test/product.fixture.tsx";

type Client = AnswerOf<"clients.get">;
const account = (id: number, name: string, parent_id: number | null): Client["accounts"][number] => ({
  id,
  name,
  parent_id,
  code: `UMI-0${id}`,
  active_status: "active",
  contract_state: "running",
  company_id: 7,
  company_name: "海の湯",
  parent_name: parent_id === null ? null : "本部",
  depth: parent_id === null ? 0 : 1,
  programme_account_id: 1,
  updated_at: "2026-04-01T00:00:00Z",
  contract_started_at: "2026-04-01",
  contract_ended_at: null,
  options: [],
  payment: null,
});
const client: Client = {
  id: 7,
  name: "海の湯",
  is_provider: false,
  active_status: "active",
  account_count: 3,
  user_count: 2,
  version: 1,
  contract_state: "running",
  contract_ended_at: null,
  may_add_accounts: true,
  reads_billing: true,
  created_at: "2026-04-01T00:00:00Z",
  updated_at: "2026-04-01T00:00:00Z",
  page_actions: ["read", "edit", "delete"],
  accounts: [
    { ...account(1, "本部", null), options: [{ option_type: "crm_option_parent", option_item: "" }] },
    {
      ...account(2, "一号館", 1),
      options: [{ option_type: "crm_option", option_item: "3施設まで" }],
      payment: {
        company_name: "海の湯ホールディングス株式会社",
        company_name_kana: "",
        post_code: "",
        address: "",
        department_name: "",
        contact_name: "",
        contact_tel: "",
        contact_email: "keiri@umi.example",
        discount_amount: 30_000,
        discount_started_at: "2026-10-01",
        discount_ended_at: "2027-03-31",
      },
    },
    account(3, "二号館", 1),
  ],
};

let now: Client;
let server: FakeCalls;
beforeEach(() => {
  for (const way of ["error", "warn"] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
  now = client;
  server = serverFor(provider);
  server.answer("clients.list", () => ({ items: [now], total: 1, page: 1, size: 50, billing_file: true }));
  server.answer("clients.get", () => now);
  const stops = { accounts: 3, keys: 6, campaigns: 2, sends: 1, imports: 0, feed_batches: 0, guests: 1_250 };
  server.answer("clients.stops", stops);
});
const rowsOf = (caption: string) => {
  const table = [...document.querySelectorAll("table")].find((one) => one.caption?.textContent === caption);
  return [...(table?.querySelectorAll("tbody tr") ?? [])].map((row) => row.textContent ?? "");
};

test("its page has the accounts in their hierarchy with what was agreed, and whom each is billed to", async () => {
  const page = await openProduct("/clients", server);
  await page.find("button", "請求用CSVを書き出す");
  await page.press("link", "海の湯");
  await page.at("/clients/7");
  await page.says("請求先");
  const rows = rowsOf("アカウント");
  expect(rows.map((row) => /本部|一号館|二号館/.exec(row)?.[0])).toEqual(["本部", "一号館", "二号館"]);
  expect(rows[0]).toContain("CRM(本部)");
  expect(rows[1]).toContain("CRM3施設まで");
  const [none, billed, neither] = rowsOf("請求先");
  for (const words of [
    "海の湯ホールディングス株式会社",
    "keiri@umi.example",
    "¥30,000",
    "2026年10月01日〜 2027年03月31日",
  ])
    expect(billed).toContain(words);
  expect([none, neither].every((row) => row?.includes("未登録"))).toBe(true);
  expect((await page.find("link", "ユーザーを見る")).getAttribute("href")).toBe("/users?company_id=7");
  expect(page.all("link", /^一号館/).map((one) => one.getAttribute("href"))).toEqual([
    "/accounts/2",
    "/accounts/2/payment",
  ]);
});

test("is renamed, taken out of use after naming what stops, and taken into use again", async () => {
  server.answer("clients.update", ({ body }) => {
    now = { ...now, name: body.name, version: now.version + 1 };
    return now;
  });
  server.answer("clients.deactivate", () => {
    now = { ...now, active_status: "inactive" };
    return now;
  });
  server.answer("clients.activate", () => {
    now = { ...now, active_status: "active" };
    return now;
  });
  const page = await openProduct("/clients", server);
  await page.press("button", "「海の湯」を編集する");
  await page.at("/clients/7/edit");
  await page.type("クライアント名", " ");
  await page.press("button", "保存する");
  await page.find("link", "クライアント名: 入力してください");
  expect(server.callsOf("clients.update")).toEqual([]);
  await page.type("クライアント名", "海の湯(改)");
  await page.press("button", "保存する");
  await page.find("heading", /^海の湯\(改\)/);
  expect(server.callsOf("clients.update").map(({ body }) => body)).toEqual([{ version: 1, name: "海の湯(改)" }]);
  await page.press("button", "無効にする");
  const asked = await page.find("dialog");
  expect(asked.textContent).toContain("3件のアカウントに、だれも入れなくなります");
  await page.says("連携キー 6件");
  expect(asked.textContent).toContain("お客様1,250人のデータは残ります");
  expect(asked.textContent).not.toContain("下のアカウント");
  expect(server.callsOf("clients.deactivate")).toEqual([]);
  await page.press("button", "無効にする", asked);
  await page.says("「海の湯(改)」を無効にしました");
  await page.gone("dialog");
  await page.press("button", "有効に戻す");
  await page.press("button", "有効に戻す", await page.find("dialog"));
  await page.says("「海の湯(改)」を有効に戻しました");
});
