import { expect, test } from "vitest";
import { openWindow, signIn } from "./browser.ts";

test("no field is beneath the save bar or the header when a keyboard goes through a form at 390 px", async () => {
  const { context, page } = await openWindow({ width: 390, height: 844 });
  await signIn(context, "hana_admin");
  const answer = await context.request.get("/api/accounts?option_type=crm_option_parent");
  const { items } = (await answer.json()) as { items: { id: number }[] };
  await page.goto(`/accounts/${items[0]?.id}/sender`);
  await page.getByLabel("差出人名").fill("花の湯 予約係");
  await page.getByRole("region", { name: "未保存の変更" }).waitFor();
  for (const key of ["Tab", "Shift+Tab"]) {
    for (let i = 0; i < 40; i++) {
      await page.keyboard.press(key);
      const hidden = await page.evaluate(() => {
        const field = document.activeElement;
        if (!field?.matches("main input, main textarea") || field.getBoundingClientRect().height < 4) return null;
        const { x, y, width, height } = field.getBoundingClientRect();
        const seen = document.elementFromPoint(x + width / 2, y + height / 2);
        return seen === null || !field.parentElement?.parentElement?.contains(seen) ? field.outerHTML : null;
      });
      expect(hidden).toBeNull();
    }
  }
});
