// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import { administrator, menuWithout, openProduct, serverFor } from "../../test/product.fixture.tsx";

beforeEach(() => {
  for (const way of ["error", "warn"] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
});

const coupon = (coupon_id: number) => ({
  campaign_id: 9,
  campaign_name: "春のご案内",
  coupon_id,
  name: `割引${coupon_id}`,
  left: coupon_id,
});

test("coupons that run out of codes are named at home to those who read campaigns, and lead to the campaign", async () => {
  const server = serverFor(administrator);
  server.answer("customers.list", { items: [], total: 0, page: 1, size: 20 });
  server.answer("points.proofs", { broken: [] });
  server.answer("auth.profile", { name: "花子" } as never);
  server.answer("coupons.attention", { open_uses: { total: 0, items: [] } });
  server.answer("couponCodes.runningLow", { total: 7, items: [1, 2, 3, 4, 5, 6, 7].map(coupon) });
  const page = await openProduct("/", server);
  await page.says("お客様にお渡しするコードが残り少なくなっています (7件)");
  await page.says("ほかに2件あります。");
  const link = await page.find<HTMLAnchorElement>("link", "「割引1」 残り1件 (春のご案内)");
  expect(link.getAttribute("href")).toMatch(/\/campaigns\/9$/);

  server.answer("menu.list", menuWithout("campaigns"));
  const asked = server.callsOf("couponCodes.runningLow").length;
  const other = await openProduct("/", server);
  await other.says("花子");
  await other.no("残り少なくなっています");
  expect(server.callsOf("couponCodes.runningLow")).toHaveLength(asked);
});

test("a house without a guest is led to its first import; who may not import is only told", async () => {
  const server = serverFor(administrator);
  server.answer("customers.list", { items: [], total: 0, page: 1, size: 20 });
  server.answer("points.proofs", { broken: [] });
  server.answer("coupons.attention", { open_uses: { total: 0, items: [] } });
  server.answer("couponCodes.runningLow", { total: 0, items: [] });
  const page = await openProduct("/", server);
  await page.press("button", "予約データを取り込む");
  await page.at("/customers/imports/new");

  const readers = menuWithout().map((entry) => ({ ...entry, page_actions: ["read" as const] }));
  server.answer("menu.list", readers);
  const other = await openProduct("/", server);
  await other.says("お客様はまだ登録されていません。");
  expect(other.all("button", "予約データを取り込む")).toHaveLength(0);
});
