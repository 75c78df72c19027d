// @vitest-environment jsdom
import type { SessionData } from "@okaeri/contract/auth";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { type AnswerOf, type FakeCalls, refusal } from "../../test/fake-calls.fixture.ts";
import { until } from "../../test/mount.fixture.tsx";
import {
  administrator,
  headquarters,
  menuWithout,
  openProduct,
  provider,
  serverFor,
  support,
} from "../../test/product.fixture.tsx";

type Account = AnswerOf<"accounts.get">;
const NO_RIGHT = "この操作をする権限がありません。管理者にご相談ください。";
const NOT_FOUND = "お探しのページが見つかりませんでした";
const FORBIDDEN = "不正リクエストです";

const whole: Account = {
  ...headquarters,
  page_actions: ["read", "edit", "delete"],
  editable_parts: ["basics", "name", "contract", "options", "payment", "settings", "keys"],
};
const clerk: SessionData = {
  ...administrator,
  userId: "hana_front",
  role: "role_user",
  permitted_page_actions: [{ account_id: 1, actions: ["customers/read"] }],
};

beforeEach(() => {
  for (const way of ["error", "warn"] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
});

function serverOf(session: SessionData, account: Account): FakeCalls {
  const server = serverFor(session);
  if (session.role === "role_user" || session.role === "role_vc_user")
    server.answer("menu.list", menuWithout("users", "ranks", "rfms", "campaigns", "reports"));
  server.answer("accounts.list", { items: [account], total: 1, page: 1, size: 50 });
  server.answer("accounts.get", ({ path }) => (path.id === "1" ? account : refusal(404)));
  return server;
}
type Page = Awaited<ReturnType<typeof openProduct>>;
const isRefused = async (page: Page, name: RegExp) =>
  expect((await page.find("button", name)).getAttribute("aria-disabled"), String(name)).toBe("true");

describe("§6, accounts list: the screens offer what the role may do, and say why not", () => {
  test("the provider's administrator may not change the own account", async () => {
    const own: Account = { ...whole, code: "OKAERI", name: "おかえりサービス", page_actions: ["read"] };
    const page = await openProduct("/accounts", serverOf(provider, own));
    await isRefused(page, /^「おかえりサービス」を編集する/);
    await page.says("ご自身が所属するアカウントは変更できません");
    await page.find("button", "アカウントを登録する");
  });

  test("the provider's staff only read, and are told why", async () => {
    const read: Account = { ...whole, page_actions: ["read"], editable_parts: [] };
    const page = await openProduct("/accounts", serverOf(support, read));
    await isRefused(page, /^アカウントを登録する/);
    await page.says(NO_RIGHT);
    await page.go("/accounts/1");
    for (const name of [/^無効にする/, /^施設を追加する/, /^編集する/]) {
      await isRefused(page, name);
      await page.press("button", name);
    }
    expect(page.all("dialog")).toEqual([]);
    await page.go("/accounts/1/payment");
    await page.says("割引額");
    expect(page.all("field", "割引額")).toEqual([]);
    for (const [path, message] of [
      ["/clients/new", NOT_FOUND],
      ["/accounts/new", FORBIDDEN],
      ["/accounts/1/edit", FORBIDDEN],
    ] as const) {
      await page.go(path);
      await page.says(message);
    }
  });

  test("a client's administrator changes the name and the settings of the own facilities, and no more", async () => {
    const own: Account = {
      ...headquarters,
      readable_parts: headquarters.readable_parts.filter((part) => part !== "payment"),
    };
    const server = serverOf(administrator, own);
    server.answer("accounts.update", ({ body }) => ({ ...own, name: body.name, version: 2 }));
    const page = await openProduct("/accounts", server);
    await page.find("link", "本館");
    expect(page.all("button", /アカウントを登録する/)).toEqual([]);
    await page.go("/accounts/1");
    await page.find("tab", "オプション");
    expect(page.all("tab", "請求先")).toEqual([]);
    expect(page.all("button", /^無効にする/)).toEqual([]);
    await page.press("button", "編集する");
    await page.says("コード・上位アカウント・契約は、サービス提供会社が管理しています");
    expect(page.all("field", "コード")).toEqual([]);
    await page.type("名前", "本館 別邸");
    await page.press("button", "保存する");
    await page.says("「本館 別邸」を保存しました");
    expect(server.callsOf("accounts.update")[0]?.body).toMatchObject({ version: 1, name: "本館 別邸" });
    await page.go("/accounts/1/options");
    await page.says("オプションの契約は、サービス提供会社が管理しています");
    await page.go("/accounts/1/payment");
    await page.says(FORBIDDEN);
    await page.go("/clients/new");
    await page.says(NOT_FOUND);
    await page.go("/accounts/new");
    await page.says(FORBIDDEN);
  });

  test("a client's staff read the own facility", async () => {
    const read: Account = { ...headquarters, page_actions: ["read"], editable_parts: [], readable_parts: ["basics"] };
    const page = await openProduct("/accounts/1", serverOf(clerk, read));
    await isRefused(page, /^編集する/);
    expect(page.all("tab", "変更履歴")).toEqual([]);
    await page.go("/accounts/1/edit");
    await page.says(FORBIDDEN);
    await page.go("/accounts/999999999/edit");
    await page.says(NOT_FOUND);
  });
});

test("taking an account out of use names what stops; what the server refuses is said", async () => {
  const child = { id: 2, code: "B", name: "別邸" } as Account["children"][number];
  let account: Account = { ...whole, user_count: 3, children: [child] };
  const server = serverOf(provider, account);
  server.answer("accounts.get", () => account);
  server.refuse("accounts.deactivate", 400, { message: "下に有効なアカウントがあるため、無効にできません" });
  const page = await openProduct("/accounts/1", server);
  const deactivate = async () => {
    await page.press("button", "無効にする");
    const dialog = await page.find("dialog");
    await page.press("button", "無効にする", dialog);
    return dialog;
  };
  const dialog = await deactivate();
  expect(dialog.textContent).toMatch(/3人.*下に1件のアカウントがあります/);
  await page.says("下に有効なアカウントがあるため、無効にできません");
  server.answer("accounts.deactivate", () => {
    account = { ...account, active_status: "inactive", version: 2 };
    return account;
  });
  await page.gone("dialog");
  await deactivate();
  await page.says("「本館」を無効にしました");
  await page.find("button", "有効に戻す");
});

test("no account may stand beneath itself or what lies beneath it", async () => {
  const [top, below, other] = [
    { ...whole, name: "本部" },
    { ...whole, id: 2, code: "B", name: "別邸", parent_id: 1, parent_name: "本部", depth: 1 },
    { ...whole, id: 3, code: "C", name: "山荘" },
  ];
  const server = serverOf(provider, top);
  server.answer("accounts.list", { items: [top, below, other], total: 3, page: 1, size: 100 });
  const page = await openProduct("/accounts/1/edit", server);
  await page.press("field", "上位アカウント");
  await page.find("[role=option]", "山荘");
  expect(page.all("[role=option]").map((one) => one.textContent)).toEqual(["山荘"]);
});

test("the list says what lies above an account, where the order does not show it", async () => {
  const below = { ...whole, id: 2, code: "B", name: "別邸", parent_id: 1, parent_name: "本館", depth: 1 };
  const server = serverOf(provider, whole);
  server.answer("accounts.list", { items: [whole, below], total: 2, page: 1, size: 50 });
  const page = await openProduct("/accounts", server);
  await page.find("link", "別邸");
  expect(page.text()).not.toContain("上位: 本館");
  await page.press("button", "コード");
  await page.at("/accounts?sort=code");
  await page.says("上位: 本館");
  expect(server.callsOf("accounts.list").at(-1)?.query.sort).toBe("code");
});

test("whom to bill: a discount that ends before it begins and half an address are said at their fields", async () => {
  let account = whole;
  const server = serverOf(provider, account);
  server.answer("accounts.get", () => account);
  server.answer("accounts.updatePayment", ({ body }) => {
    const { version, ...payment } = body;
    account = { ...account, version: version + 1, payment };
    return account;
  });
  const page = await openProduct("/accounts/1/payment", server);
  await page.type("請求先の会社名", "海の湯株式会社");
  await page.type("メールアドレス", "keiri@");
  await page.type("割引額", "30000");
  await page.type("割引開始日", "2026-10-01");
  await page.type("割引終了日", "2026-09-30");
  await page.press("button", "保存する");
  await page.find("link", "割引終了日: 開始日以降の日付にしてください");
  await page.find("link", /^メールアドレス: /);
  expect(server.callsOf("accounts.updatePayment")).toEqual([]);
  await page.type("割引終了日", "2027-03-31");
  await page.type("メールアドレス", "keiri@umi.example");
  await page.press("button", "保存する");
  await page.says("請求先を保存しました");
  expect(server.callsOf("accounts.updatePayment")[0]?.body).toMatchObject({
    version: 1,
    company_name: "海の湯株式会社",
    contact_email: "keiri@umi.example",
    discount_amount: 30_000,
    discount_started_at: "2026-10-01",
    discount_ended_at: "2027-03-31",
  });
  expect((await page.find<HTMLInputElement>("field", "割引額")).value).toBe("30,000");
  expect((await page.find<HTMLInputElement>("field", "割引終了日")).value).toBe("2027年03月31日");
});

test("options: periods that overlap are said beside the later row; what runs is not taken away in passing", async () => {
  const option = {
    id: 5,
    option_type: "crm_option" as const,
    option_started_at: "2026-04-01",
    option_ended_at: null,
    option_item: "",
    is_active_today: true,
  };
  let account: Account = { ...whole, parent_id: 9, account_options: [option] };
  const server = serverOf(provider, account);
  server.answer("accounts.get", () => account);
  server.answer("accounts.updateOptions", ({ body }) => {
    const options: Omit<typeof option, "is_active_today">[] = body.options;
    const account_options = options.map((one, n) => ({ ...one, id: 5 + n, is_active_today: n === 0 }));
    account = { ...account, version: 2, account_options };
    return account;
  });
  const page = await openProduct("/accounts/1/options", server);
  await page.press("button", "オプションを追加する");
  const rows = () => page.all("li").filter((row) => page.all("field", "開始日", row).length === 1);
  const row = (n: number) => rows()[n] as HTMLElement;
  const type = await page.find("field", "オプション", row(1));
  await page.press("field", "オプション", row(1));
  // Each row has a list of its own in the document.
  const list = await until(
    () => document.getElementById(type.getAttribute("aria-controls") ?? "") ?? undefined,
    "the list",
  );
  await page.press("[role=option]", "CRM", list);
  await page.type("開始日", "2028-01-01", row(1));
  await page.press("button", "保存する");
  await page.find("link", /^2行目 開始日: 同じオプションの期間が重なっています/);
  expect(row(1).textContent).toContain("同じオプションの期間が重なっています");
  expect(row(0).textContent).not.toContain("重なっています");
  expect(server.callsOf("accounts.updateOptions")).toEqual([]);
  await page.type("終了日", "2027-12-31", row(0));
  await page.type("備考", "3施設まで", row(0));
  await page.press("button", "保存する");
  await page.says("オプションを保存しました");
  expect(server.callsOf("accounts.updateOptions").map(({ body }) => body.options)).toMatchObject([
    [
      { id: 5, option_ended_at: "2027-12-31", option_item: "3施設まで" },
      { id: null, option_type: "crm_option", option_started_at: "2028-01-01", option_ended_at: null },
    ],
  ]);
  expect(row(1).textContent).toContain("開始前");
  await page.press("button", "「CRM」を削除する", row(0));
  const asked = await page.find("dialog");
  expect(asked.textContent).toContain("RFMの画面");
  await page.press("button", "やめる", asked);
  expect(rows()).toHaveLength(2);
});
