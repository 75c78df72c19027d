import { expect, test } from "vitest";
import { openWindow, signIn } from "./browser.ts";

// What each answer leads to: apps/web/src/routes/-errors.test.tsx.
test("a page that is loaded later than its answer does not ask again", async () => {
  const { context, page } = await openWindow();
  await signIn(context, "hana_admin");
  let asked = 0;
  await page.route(/\/api\/users(\?|$)/, (route) => {
    asked++;
    return route.fulfill({ status: 400, contentType: "application/json", body: "{}" });
  });
  // The part of the program with the list's columns comes half a second after everything else.
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    const response = await route.fetch();
    if ((await response.text()).includes("last_login_at")) await new Promise((resolve) => setTimeout(resolve, 500));
    await route.fulfill({ response });
  });
  await page.goto("/users");
  await page.getByRole("alert").first().waitFor();
  expect(asked).toBe(1);
});

// Every page and every such address: apps/web/src/routes/-account-of-address.test.tsx. Only a browser loads an address as it stands.
test("an address that names no account of one's own is page-not-found on first load, and its ways out lead out", async () => {
  const { context, page } = await openWindow();
  await signIn(context, "hana_front");
  const broken = ["abc", "0", "-1", "2&account_id=3", "999999"];
  const pages = ["/", "/customers", "/users", "/campaigns", "/reports", "/ranks", "/rfms", "/en/customers", "/profile"];
  await page.route("**/api/accounts/picker*", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 200));
    await route.continue();
  });
  for (const [at, path] of pages.entries()) {
    const address = `${path}?account_id=${broken[at % broken.length]}`;
    await page.goto(address);
    const card = page
      .getByRole("alert")
      .filter({ hasText: /お探しのページが見つかりませんでした|The page was not found/ });
    await card.waitFor();
    const [home, name] = path.startsWith("/en/") ? ["/en", "Okaeri, to the home page"] : ["/", "おかえり トップへ"];
    expect([address, await card.getByRole("link").getAttribute("href")]).toEqual([address, home]);
    expect([address, await page.getByRole("link", { name }).getAttribute("href")]).toEqual([address, home]);
  }
  await page.getByRole("link", { name: "トップへ戻る" }).click();
  await page.getByRole("navigation", { name: "メインメニュー" }).waitFor();
  expect(new URL(page.url()).search).toBe("");
  // What a colleague of headquarters sends opens in the clerk's own house.
  const list = await (await context.request.get("/api/customers?size=20")).json();
  const id = list.items[0].id;
  await page.goto(`/customers/${id}?account_id=999999`);
  await page.waitForURL(
    (url) => url.pathname === `/customers/${id}` && url.searchParams.get("account_id") !== "999999",
  );
  await page.getByRole("heading", { level: 1 }).waitFor();
});
