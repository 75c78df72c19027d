// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import { administrator, openProduct, serverFor } from "../../test/product.fixture.tsx";

beforeEach(() => {
  for (const way of ["error", "warn"] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
});

const use = {
  id: 3,
  customer_id: 7,
  customer_name: "山田 花子",
  original_reservation_code: "R-1",
  cancel_date: "2026-11-19",
};

test("uses that are left on cancelled reservations are named at home, and lead to where they are taken back", async () => {
  const server = serverFor(administrator);
  server.answer("customers.list", { items: [], total: 0, page: 1, size: 20 });
  server.answer("points.proofs", { broken: [] });
  server.answer("auth.profile", { name: "花子" } as never);
  server.answer("coupons.attention", {
    open_uses: {
      total: 7,
      items: [
        { ...use, kind: "coupon" },
        { ...use, id: 4, kind: "point" },
      ],
    },
  });
  const page = await openProduct("/", server);
  await page.says("利用が残っています (7件)");
  await page.says("ほかに2件あります。");
  const link = await page.find<HTMLAnchorElement>("link", "山田 花子様のクーポン (予約 R-1、2026年11月19日に取り消し)");
  expect(link.getAttribute("href")).toContain("/customers/7/use-coupons?state=reservation_cancelled");
  const points = await page.find<HTMLAnchorElement>("link", /^山田 花子様のポイント/);
  expect(points.getAttribute("href")).toContain("/customers/7/use-points?state=reservation_cancelled");
});
