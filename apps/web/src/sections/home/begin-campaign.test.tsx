// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import { administrator, menuWithout, openProduct, serverFor } from "../../test/product.fixture.tsx";

beforeEach(() => {
  for (const way of ["error", "warn"] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
});

function home() {
  const server = serverFor(administrator);
  server.answer("customers.list", { items: [], total: 0, page: 1, size: 20 });
  server.answer("points.proofs", { broken: [] });
  server.answer("coupons.attention", { open_uses: { total: 0, items: [] } });
  server.answer("couponCodes.runningLow", { total: 0, items: [] });
  return server;
}

test("one press at home begins a campaign; what is lacking for it is said", async () => {
  const server = home();
  server.answer("campaigns.create", { id: 12 });
  const page = await openProduct("/", server);
  await page.press("button", "離反防止");
  await page.at(/\/campaigns\/12\/edit/);
  expect(server.callsOf("campaigns.create").map(({ body }) => body)).toEqual([
    { preset_type: "customer_defection_benefit" },
  ]);
});

test("who makes no campaigns is not asked to", async () => {
  const server = home();
  server.answer("menu.list", menuWithout("campaigns"));
  const page = await openProduct("/", server);
  await page.says("お客様はまだ登録されていません。");
  expect(page.all("button", "離反防止")).toHaveLength(0);
});
