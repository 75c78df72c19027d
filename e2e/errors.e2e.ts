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
