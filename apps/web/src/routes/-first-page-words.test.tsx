// @vitest-environment jsdom
import type { SessionData } from "@okaeri/contract/auth";
import i18next from "i18next";
import { beforeEach, expect, test, vi } from "vitest";
import type { AnswerOf } from "../test/fake-calls.fixture.ts";
import { administrator, menuWithout, nobody, openProduct, provider, serverFor } from "../test/product.fixture.tsx";

// What the router shows in place of a page is the first page for some people: after the sign-in of the provider's staff, for example.
// Its words must come although no page was opened before.

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  for (const [language, areas] of Object.entries(i18next.services?.resourceStore?.data ?? {}))
    for (const area of Object.keys(areas))
      if (area !== "shell" || language !== "ja") i18next.removeResourceBundle(language, area);
});

const programme = { id: 1, code: "A", name: "本館", parent_id: null, company_id: 1, company_name: "海の湯" };
const profile: AnswerOf<"auth.profile"> = {
  login_id: "hana_admin",
  name: "花子",
  user_email: "hana@example.jp",
  version: 1,
  pending_email: null,
  role: "role_admin",
  companies: [],
  signed_in_at: "2026-11-20T00:00:00Z",
  password_changed_at: null,
  recovery_codes_left: 8,
};
const clerk: SessionData = { ...administrator, role: "role_user", permitted_page_actions: [] };
const expired: SessionData = { ...administrator, pwdUpdateRequired: true };

/** Person, address, and a text of the page that is shown there. */
const PAGES: [string, SessionData, string, RegExp, RegExp][] = [
  ["client chooser at home", provider, "/", /クライアントを選んでください/, /Choose a client/],
  ["client chooser at a record", provider, "/customers/5", /クライアントを選んでください/, /Choose a client/],
  ["no permission", clerk, "/users/new", /この操作をする権限がありません/, /not permitted/],
  ["no permission at a list", clerk, "/ranks", /この操作をする権限がありません/, /not permitted/],
  ["failed record", administrator, "/customers/5", /エラー|取得できません|表示できません/, /error|wrong/i],
  ["no such page", administrator, "/no/such/page", /見つかりません/, /not found|cannot be found|no such/i],
  ["no such page, signed out", nobody, "/no/such/page", /ログイン|見つかりません/, /sign in|log in|not found/i],
  ["password update", expired, "/", /パスワードの変更が必要です/, /password must be changed/],
];

test.each(PAGES.flatMap((page) => [["ja", ...page] as const, ["en", ...page] as const]))(
  "%s: the words are there when the first page is: %s",
  async (language, _, person, path, ja, en) => {
    const server = serverFor(person);
    const item = { ...programme, programme_account_id: 1, facility_count: 1, facility_only: false };
    if (person === provider) server.answer("accounts.picker", { items: [item], default_account_id: null });
    if (person === clerk) server.answer("menu.list", menuWithout("ranks", "users"));
    server.refuse("customers.get", 500);
    server.answer("auth.profile", profile);
    const page = await openProduct(language === "en" ? `/en${path}` : path, server);
    await page.says(language === "en" ? en : ja);
    const pageText = document.body.textContent ?? "";
    // A word that is missing shows as its key: `chooser.title`, `clients:chooser.title`.
    expect(pageText.match(/\b[a-z][A-Za-z]*:?[A-Za-z]*\.[a-z][A-Za-z.]*\b/g) ?? []).toEqual([]);
  },
);
