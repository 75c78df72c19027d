// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import { administrator, openProduct, serverFor } from "../../../test/product.fixture.tsx";
import { campaignOf } from "../campaigns.fixture.ts";

beforeEach(() => {
  for (const way of ["error", "warn"] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
});

test("a campaign of the list is used again with one press, which goes on with the draft", async () => {
  const server = serverFor(administrator);
  server.answer("campaigns.list", { items: [campaignOf({ id: 9, name: "春のご案内" })], total: 1, page: 1, size: 20 });
  server.answer("campaigns.copy", { id: 12 });
  const page = await openProduct("/campaigns", server);
  await page.press("button", "「春のご案内」をもう一度使う");
  await page.at(/\/campaigns\/12\/edit/);
  expect(server.callsOf("campaigns.copy").map(({ path }) => path)).toEqual([{ id: "9" }]);
});
