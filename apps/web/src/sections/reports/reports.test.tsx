// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import type { AnswerOf, FakeCalls } from "../../test/fake-calls.fixture.ts";
import { administrator, openProduct, serverFor } from "../../test/product.fixture.tsx";

type Overview = AnswerOf<"reports.overview">;
const campaign = (id: number, name: string, targets: number): Overview["campaigns"][number] => ({
  id,
  name,
  status: "inactive",
  last_sent_at: "2026-10-01T00:00:00Z",
  figures: {
    sends: 1,
    targets,
    reached: targets,
    benefits_only: 0,
    omitted: 0,
    failed: 0,
    unknown: 0,
    waiting: 0,
    called_off: 0,
    opened: 0,
    machine_opened: 0,
    clicked: 0,
    unsubscribed: 0,
    bounced: 0,
    complained: 0,
  },
  attributed: { reserved: 0, reserved_price: 0, transacted: 0, use_price: 0 },
  spent: { coupons_given: 0, coupons_used: 0, points_used: 0, cost: 0 },
  points_granted: 0,
  points_reversed: 0,
  points_deducted: 0,
  points_for_debt: 0,
});

let server: FakeCalls;
beforeEach(() => {
  for (const way of ["error", "warn"] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
  server = serverFor(administrator);
  server.answer("reports.overview", ({ query }) => ({
    from: query.from ?? "2025-11-21",
    to: query.to ?? "2026-11-20",
    points: [],
    stays: [],
    campaigns: [campaign(1, "Bの便り", 20), campaign(2, "Aの便り", 1_000), campaign(3, "Cの便り", 300)],
  }));
});

test("campaigns are sorted by the address, the period stands there too, and a name opens its campaign", async () => {
  const page = await openProduct("/reports?sort=-targets", server);
  const names = () => page.all("link", /の便り$/).map((one) => one.textContent);
  await page.find("link", "Aの便り");
  expect(names()).toEqual(["Aの便り", "Cの便り", "Bの便り"]);
  await page.press("button", "キャンペーン");
  await page.at("/reports?sort=name");
  expect(names()).toEqual(["Aの便り", "Bの便り", "Cの便り"]);
  expect((await page.find("link", "Bの便り")).getAttribute("href")).toBe("/campaigns/1");
  await page.press("field", "今月");
  await page.at(/preset=month/);
  await page.says("2026年11月01日から2026年11月20日まで");
  await page.press("button", "期間を指定");
  await page.type("から", "2026-01-01");
  await page.type("まで", "2026-03-31");
  await page.press("button", "適用する");
  await page.at(/from=2026-01-01&to=2026-03-31|to=2026-03-31.*from=2026-01-01/);
  await page.says("2026年01月01日から2026年03月31日まで");
  expect(server.callsOf("reports.overview").at(-1)?.query).toMatchObject({ from: "2026-01-01", to: "2026-03-31" });
});
