// @vitest-environment jsdom
import type { SessionData } from "@okaeri/contract/auth";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { administrator, menuWithout, openProduct, provider, serverFor } from "../test/product.fixture.tsx";

const logged = vi.spyOn(console, "error");
beforeEach(() => void logged.mockReset().mockImplementation(() => undefined));

// Beside them React says that jsdom does not know the element <search>.
const errors = () => logged.mock.calls.flat().filter((one) => one instanceof Error);

const programme = { id: 1, code: "A", name: "本館", parent_id: null, company_id: 1, company_name: "海の湯" };

describe("product §1: provider staff choose a client before any guest is read", () => {
  test.each(["/", "/ranks", "/rfms", "/customers", "/campaigns", "/reports", "/en/customers/5", "/campaigns/3/edit"])(
    "%s asks for it inside the frame: nothing went wrong, and nothing of a guest was asked",
    async (path) => {
      const server = serverFor(provider);
      const item = { ...programme, programme_account_id: 1, facility_count: 1, facility_only: false };
      server.answer("accounts.picker", { items: [item], default_account_id: null });
      const page = await openProduct(path, server);
      const english = path.startsWith("/en/");
      await page.find("heading", english ? "Choose a client" : "クライアントを選んでください");
      await page.find("nav", english ? "Main menu" : "メインメニュー");
      const [, section] = path.replace("/en", "").split("/");
      expect((await page.find("link", "本館")).getAttribute("href")).toBe(
        `${english ? "/en" : ""}/${section}?account_id=1`,
      );
      expect(page.all("alert")).toEqual([]);
      expect(errors()).toEqual([]);
      // Chosen, its list is there; Back asks again.
      if (section !== "ranks") return;
      server.answer("ranks.list", { items: [], total: 0, page: 1, size: 50 });
      await page.press("link", "本館");
      await page.at("/ranks?account_id=1");
      await page.says("ランクの設定がまだありません");
      await page.back();
      await page.find("heading", "クライアントを選んでください");
      expect(errors()).toEqual([]);
    },
  );
});

const clerk: SessionData = {
  ...administrator,
  userId: "hana_front",
  role: "role_user",
  permitted_page_actions: [{ account_id: 1, actions: ["customers/read", "campaigns/read"] }],
};

describe("§2 Forbidden: said inside the frame with its menu", () => {
  test.each([
    "/users",
    "/users/new",
    "/users/1/edit",
    "/ranks",
    "/ranks/1/edit",
    "/rfms",
    "/rfms/1/edit",
    "/reports",
    "/customers/new",
    "/customers/1/edit",
    "/accounts/new",
    "/accounts/groups/new",
    "/accounts/7/edit",
    "/clients/1/edit",
  ])("%s", async (path) => {
    const server = serverFor(clerk);
    server.answer("menu.list", menuWithout("users", "ranks", "rfms", "reports"));
    for (const call of ["accounts.get", "ranks.get", "rfms.get"] as const) server.refuse(call, 403);
    const page = await openProduct(path, server);
    const isForbidden = async () => {
      const alertText = (await page.find("alert", /不正リクエストです/)).textContent;
      expect(alertText.split("この操作をする権限がありません"), "the friendly sentence, once").toHaveLength(2);
      await page.find("nav", "メインメニュー");
    };
    await isForbidden();
    if (path !== "/users/new") return;
    await page.go("/customers/imports");
    await page.no("不正リクエストです");
    await page.go(path);
    await isForbidden();
  });
});

test("whose section an option's end shut reads which option and since when, beneath the specified words", async () => {
  const server = serverFor({ ...administrator, planOptions: [] });
  const closed_by = { option_type: "crm_option_parent" as const, ended_on: "2026-11-19" };
  server.answer(
    "menu.list",
    menuWithout("rfms").map((entry) => (entry.section === "rfms" ? { ...entry, closed_by } : entry)),
  );
  const page = await openProduct("/rfms", server);
  const why = "「CRM(本部)」のオプションが2026年11月19日に終わったため、使えません。";
  expect((await page.find("alert", /不正リクエストです.*終わったため/)).textContent).toMatch(
    new RegExp(`不正リクエストです${why.replace(/[()]/g, "\\$&")}.*トップへ戻る$`),
  );
  const shut = await page.find("button", /^RFM管理/);
  await page.focus(shut);
  expect(document.getElementById(shut.getAttribute("aria-describedby") ?? "")?.textContent).toContain(why);
});
