import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { expectNoBarrier } from "./accessibility.ts";
import { signIn } from "./browser.ts";
import { windowOf } from "./persons.ts";

const as = (loginId: string) => windowOf(loginId, signIn);

test("the sign-in page: nothing of the signed-in frame, at most 200 kB of script and style, React as in npm start", async () => {
  const page = await as("");
  const messages: string[] = [];
  page.on("console", (line) => messages.push(line.text()));
  await page.goto("/login", { waitUntil: "networkidle" });
  await page.getByRole("heading", { name: "ログイン", exact: true }).waitFor();
  page.removeAllListeners("console");
  const addresses = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  const paths = addresses.map((address) => new URL(address).pathname);
  expect(paths.some((path) => path.startsWith("/assets/base-"))).toBe(true);
  expect(paths.filter((path) => path.startsWith("/assets/frame-"))).toEqual([]);
  let bytes = 0;
  for (const address of addresses.filter((one) => /\.(js|css)$/.test(one))) {
    const part = await page.context().request.get(address);
    bytes += gzipSync(await part.body(), { level: 9 }).length;
  }
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThanOrEqual(200_000);
  expect(messages.filter((line) => line.includes("React DevTools"))).toEqual([]);
});

test("a tab has a name from the start, and then its page's", async () => {
  const page = await as("hana_admin");
  let release = () => undefined as unknown;
  const released = new Promise((resolve) => {
    release = () => resolve(undefined);
  });
  await page.route("**/api/**", async (route) => {
    await released;
    await route.continue();
  });
  await page.goto("/users");
  await page.locator("#root > *").first().waitFor({ state: "attached" });
  expect(await page.title()).toBe("おかえり");
  await page.goto("/en/users");
  await page.locator("#root > *").first().waitFor({ state: "attached" });
  expect(await page.title()).toBe("Okaeri");
  release();
  await page.getByRole("heading", { level: 1, name: "Users" }).waitFor();
  await expect.poll(() => page.title()).toBe("Users | Okaeri");
  await page.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name: "Campaigns" }).click();
  await expect.poll(() => page.title()).toBe("Campaigns | Okaeri");
  await page.unrouteAll({ behavior: "wait" });
});

test("logo of 170 px beside the frame's parts; the error screen's card is a quarter of the window wide", async () => {
  const page = await as("hana_admin");
  await page.goto("/nowhere");
  const card = page.getByRole("alert").filter({ hasText: "お探しのページが見つかりませんでした" });
  expect(Math.abs(((await card.boundingBox())?.width ?? 0) - 1440 / 4)).toBeLessThan(2);
  const logo = page.locator("header").first().getByRole("link", { name: "おかえり トップへ" });
  expect((await logo.boundingBox())?.width).toBe(170);
  await page
    .locator("footer")
    .getByRole("link", { name: /^会社概要/ })
    .waitFor();
  await expectNoBarrier(page);
});

test("§2 Logout clears the session then goes to /login: one who cannot be logged out is told so and stays; unsaved edits are asked about first", async () => {
  const page = await as("tsuki_admin");
  const leave = page.locator("header").getByRole("button", { name: "ログアウト" });
  await page.goto("/users/new");
  await page.getByRole("textbox", { name: "氏名" }).fill("途中の名前");
  await leave.click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("氏名").waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await expect.poll(() => page.getByRole("textbox", { name: "氏名" }).inputValue()).toBe("途中の名前");

  await leave.click();
  await page.route("**/api/auth/logout*", (route) => route.abort());
  await dialog.getByRole("button", { name: "変更を捨てて移動する" }).click();
  await page.locator(".Toastify__toast").getByText("サーバーに接続できませんでした").waitFor();
  await page.locator("header").getByText("tsuki_admin", { exact: true }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/users/new");

  await page.unrouteAll();
  await leave.click();
  await dialog.getByRole("button", { name: "変更を捨てて移動する" }).click();
  await page.waitForURL("**/login");
  await page.getByRole("heading", { name: "ログイン", exact: true }).waitFor();
  expect(await page.getByRole("heading", { name: "エラーが発生しました" }).count()).toBe(0);
  expect(await (await page.request.get("/api/auth/session")).json()).toMatchObject({ loggedIn: false });
});
