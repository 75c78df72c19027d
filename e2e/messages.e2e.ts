import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { openWindow, signIn } from "./browser.ts";
import { partsOf } from "./page-parts.ts";

let page: Page;
const { button, field, toast } = partsOf(() => page);
const all = () => page.locator(".Toastify__toast");

beforeAll(async () => {
  // How messages move is the subject.
  const window = await openWindow(undefined, "no-preference");
  page = window.page;
  await signIn(window.context, "hana_admin");
  // Saving is not the subject: every save succeeds and changes nothing.
  const profile = (await (await window.context.request.get("/api/profile")).json()) as object;
  await page.route("**/api/profile", (route) =>
    route.request().method() === "PUT" ? route.fulfill({ json: profile }) : route.continue(),
  );
  await page.goto("/profile/edit");
});

/** Shows the message 保存しました。 */
async function save(): Promise<void> {
  await field("氏名").fill(`花田 ${Math.random()}`);
  await button("保存する").click();
}

type Seen = { at: number; texts: number };

/** Every change of what messages are on screen, with its time. */
async function watch(): Promise<() => Promise<Seen[]>> {
  await page.evaluate(() => {
    const seen: Seen[] = [];
    Object.assign(window, { seen });
    const look = () => {
      const texts = document.querySelectorAll(".Toastify__toast").length;
      if (seen.at(-1)?.texts !== texts) seen.push({ at: performance.now(), texts });
    };
    look();
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => (window as unknown as { seen: Seen[] }).seen);
}

async function untilNone(): Promise<void> {
  await page.mouse.move(10, 10);
  await all().first().waitFor({ state: "detached", timeout: 10_000 });
}

describe("§2 Pop-up messages", () => {
  test("bottom-right, theme colored, a progress bar; auto-close after 5000 ms, not cleared on URL change", async () => {
    const seen = await watch();
    await save();
    await toast("保存しました。").waitFor();
    await page.mouse.move(10, 10);
    const box = await all().boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(1440 - 60);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(900 - 60);
    expect(await all().getAttribute("class")).toMatch(/Toastify__toast-theme--colored.*Toastify__toast--success/);
    expect(await page.locator(".Toastify__progress-bar--animated").count()).toBe(1);
    await page.getByRole("button", { name: "閉じる" }).waitFor();
    await page.getByRole("link", { name: "プロフィールへ戻る" }).click();
    await page.waitForURL("**/profile");
    expect(await all().count()).toBe(1);
    await untilNone();
    const times = await seen();
    const shown = times.find((one) => one.texts === 1)?.at ?? 0;
    const gone = times.findLast((one) => one.texts === 0)?.at ?? 0;
    expect(gone - shown).toBeGreaterThan(4900);
    expect(gone - shown).toBeLessThan(8000);
    await page.goto("/profile/edit");
  });

  test("pauses on hover, closes on click", async () => {
    await save();
    await all().hover();
    await page.waitForTimeout(6500);
    expect(await all().count()).toBe(1);
    await all().click();
    await untilNone();
  });

  test("only one at a time: a new one replaces the old after 390 ms, and they never overlap", async () => {
    const seen = await watch();
    await save();
    await toast("保存しました。").waitFor();
    const asked = await page.evaluate(() => performance.now());
    await save();
    await expect.poll(async () => (await seen()).filter((one) => one.texts === 1).length).toBe(2);
    const times = await seen();
    expect(Math.max(...times.map((one) => one.texts))).toBe(1);
    expect((times.at(-1)?.at ?? 0) - asked).toBeGreaterThan(390);
    await all().click();
    await untilNone();
  });

  test("reduced motion: nothing slides, and the message still stays its time", async () => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await save();
    await toast("保存しました。").waitFor();
    await page.waitForTimeout(2000);
    expect(await all().count()).toBe(1);
    const durations = await page.evaluate(() =>
      [...document.querySelectorAll("*:not(.Toastify__progress-bar)")].flatMap((element) => {
        const style = getComputedStyle(element);
        return [style.transitionDuration, style.animationDuration].flatMap((value) =>
          value.split(",").map((one) => Number.parseFloat(one) * (one.trim().endsWith("ms") ? 1 : 1000)),
        );
      }),
    );
    expect(Math.max(...durations)).toBeLessThanOrEqual(0.011);
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await all().click();
    await untilNone();
  });
});

describe("§9 Modal dialogs", () => {
  const dialogs = () => page.getByRole("dialog");

  beforeAll(async () => {
    await page.route("**/api/profile/sessions", (route) =>
      route.fulfill({
        json: [1, 2].map((id) => ({
          id,
          current: id === 1,
          device: "Mac Safari",
          ip: "127.0.0.1",
          signed_in_at: "2026-11-20T03:00:00Z",
          last_seen_at: "2026-11-20T03:00:00Z",
        })),
      }),
    );
    await page.goto("/profile");
    await page.getByRole("link", { name: "プロフィールを編集する" }).click();
    await button("Mac Safari をログアウトさせる").waitFor();
  });

  const open = () => button("Mac Safari をログアウトさせる").click();
  const closed = () => dialogs().first().waitFor({ state: "detached" });

  // Which of several hears the press, and how they are stacked: apps/web/src/ui/dialogs.test.tsx.
  test("close on Escape and on a click outside; the focus stays inside, and goes back to where it came from", async () => {
    await open();
    await dialogs().waitFor();
    await page.keyboard.press("Escape");
    await closed();
    // A dialog hands the focus back a moment after it has gone.
    const opener = button("Mac Safari をログアウトさせる");
    await expect.poll(() => opener.evaluate((one) => one === document.activeElement)).toBe(true);
    await open();
    await dialogs().waitFor();
    await page.mouse.click(20, 20);
    await closed();
    await open();
    await dialogs().getByRole("button", { name: "やめる" }).waitFor();
    for (let n = 0; n < 8; n++) {
      await page.keyboard.press(n < 4 ? "Tab" : "Shift+Tab");
      expect(await dialogs().evaluate((one) => one.contains(document.activeElement))).toBe(true);
    }
    await page.keyboard.press("Escape");
    await closed();
  });
});
