// @vitest-environment jsdom
import type { SessionData } from "@okaeri/contract/auth";
import { allowedActions } from "@okaeri/domain/permissions/actions";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { AnswerOf } from "../../test/fake-calls.fixture.ts";
import { administrator, menuWithout, openProduct, provider, serverFor } from "../../test/product.fixture.tsx";

type User = AnswerOf<"users.get">;
const clerk: User = {
  id: 7,
  login_id: "tsuki_front",
  name: "月田 受付",
  user_email: "a@example.jp",
  role: "role_user",
  status: "active",
  company_id: 1,
  company_name: "海の湯",
  other_account_count: 0,
  last_login_at: null,
  version: 1,
  password_update_required: false,
  password_changed_at: null,
  tfa_registered: true,
  created_at: "2026-01-01T00:00:00Z",
  updated_at: "2026-01-01T00:00:00Z",
  invitation_expires_at: null,
  tfa_link_expires_at: null,
  page_actions: ["read", "edit"],
  accounts: [{ id: 1, name: "本館", code: "A", parent_id: null, permissions: ["customers/read"], can_export: false }],
  acts: [],
};
const support: SessionData = {
  ...provider,
  userId: "vc_support",
  role: "role_vc_user",
  permitted_page_actions: [{ account_id: 1, actions: ["users/read"] }],
};
const EVERY = allowedActions("role_user", ["crm_option"]);
const NO_RIGHT = "この操作をする権限がありません。管理者にご相談ください。";

beforeEach(() => {
  for (const way of ["error", "warn"] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
});

function serverOf(session: SessionData, user = clerk) {
  const server = serverFor(session);
  if (session === support)
    server.answer(
      "menu.list",
      menuWithout().map((entry) => ({ ...entry, page_actions: ["read"] })),
    );
  server.answer("users.list", { items: [user], total: 1, page: 1, size: 50 });
  server.answer("users.get", user);
  server.answer("users.offers", {
    roles: ["role_user"],
    companies: [{ id: 1, name: "海の湯", is_provider: false }],
    default_permissions: [],
    accounts: [
      {
        id: 1,
        code: "A",
        name: "本館",
        parent_id: null,
        company_id: 1,
        company_name: "海の湯",
        allowed: ["*", "crm_option", ...EVERY],
        offered: ["*", "crm_option", ...EVERY],
        grantable: ["users/read", "users/edit", "customers/read", "customers/create"],
        can_export: false,
      },
    ],
  });
  return server;
}

describe("§6, users list: the screens offer what the role may do, and say why not", () => {
  test("a client's administrator: everything on the list, the log, and no client column", async () => {
    const page = await openProduct("/users", serverOf(administrator));
    await page.find("link", /さんを編集する$/);
    for (const name of ["ユーザーを招待する", "操作の記録", "CSVに書き出す"]) await page.find("button", name);
    expect(page.all("th", /クライアント/)).toEqual([]);
  });

  test("the provider's administrator sees the client of each, and the log", async () => {
    const page = await openProduct("/users", serverOf(provider));
    await page.find("th", /クライアント/);
    await page.find("link", "操作の記録");
  });

  test("support staff only read, and are told why", async () => {
    const read = { ...clerk, page_actions: ["read"] };
    const page = await openProduct("/users", serverOf(support, read));
    expect((await page.find("button", /^ユーザーを招待する/)).getAttribute("aria-disabled")).toBe("true");
    expect(page.all("link", /さんを編集する$|^操作の記録$/)).toEqual([]);
    await page.go("/users/7");
    expect((await page.find("button", /^編集する/)).getAttribute("aria-disabled")).toBe("true");
    await page.says(NO_RIGHT);
    expect(page.all("tab")).toEqual([]);
    await page.go("/users/7/edit");
    await page.says("不正リクエストです");
  });

  test("one's own row: name may be changed, rights and sign-in not, with the reason", async () => {
    const acts = (["change_mail", "change_rights", "deactivate", "force_password", "reset_tfa"] as const).map(
      (act) => ({
        act,
        refusal: "self" as const,
      }),
    );
    const own: User = { ...clerk, login_id: "hana_admin", role: "role_admin", acts };
    const page = await openProduct("/users/7", serverOf(administrator, own));
    await page.find("heading", "ログインの管理");
    expect((await page.find("button", /^利用を停止する/)).getAttribute("aria-disabled")).toBe("true");
    expect(page.text().split("自分自身には行えません。").length - 1).toBeGreaterThanOrEqual(3);
    await page.go("/users/7/edit");
    await page.says("自分の役割と権限は変えられません。");
    expect((await page.find<HTMLInputElement>("field", "氏名")).readOnly).toBe(false);
    expect((await page.find<HTMLInputElement>("field", "メールアドレス")).readOnly).toBe(true);
    await page.find("link", "プロフィールを開く");
  });
});

test("what the editor does not hold is locked, with the reason", async () => {
  const holder: User = {
    ...clerk,
    acts: (["edit", "change_name", "change_mail", "change_rights"] as const).map((act) => ({ act, refusal: null })),
    accounts: clerk.accounts.map((one) => ({ ...one, permissions: ["customers/read", "campaigns/read"] })),
  };
  const page = await openProduct("/users/7/edit", serverOf(administrator, holder));
  await page.says(/変えられない権限: キャンペーン管理の一覧・詳細/);
  const box = (name: string) => page.find<HTMLInputElement>("field", name);
  const locked = await box("キャンペーン管理の一覧・詳細");
  expect([locked.checked, locked.disabled]).toEqual([true, true]);
  expect((await box("顧客管理の新規登録")).disabled).toBe(false);
  expect((await box("すべての操作")).disabled).toBe(true);
});
