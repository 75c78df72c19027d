// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import type { AnswerOf } from "../../test/fake-calls.fixture.ts";
import { administrator, menuWithout, openProduct, serverFor } from "../../test/product.fixture.tsx";

beforeEach(() => {
  for (const way of ["error", "warn"] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
});

const NOBODY = { benefits_only: 0, omitted: 0, failed: 0, unknown: 0, waiting: 0, called_off: 0 };
const NO_REACTION = { opened: 0, machine_opened: 0, clicked: 0, unsubscribed: 0, bounced: 0, complained: 0 };
const campaign = (id: number, last_sent_at: string | null): AnswerOf<"campaigns.list">["items"][number] => ({
  id,
  name: id === 2 ? "" : `便り${id}`,
  type: "repeat_promotion",
  preset_type: null,
  status: "inactive",
  campaign_start_dt: null,
  campaign_end_dt: null,
  purpose: "marketing",
  priority: 5,
  control_rate: 0,
  action_types: ["mail"],
  sending: false,
  held: null,
  last_sent_at,
  figures: last_sent_at === null ? null : { sends: 1, targets: 9, reached: 5_741, ...NOBODY, ...NO_REACTION },
  attributed:
    last_sent_at === null ? null : { reserved: 214, reserved_price: 1, transacted: 168, use_price: 9_072_000 },
  paid_guests: 0,
  points_granted: 0,
  points_reversed: 0,
  next_run: null,
  automatic: false,
  updated_at: "2026-11-20T03:00:00Z",
  page_actions: ["read"],
});

function home(sent: number) {
  const server = serverFor(administrator);
  server.answer("customers.list", { items: [], total: 0, page: 1, size: 20 });
  server.answer("points.proofs", { broken: [] });
  server.answer("coupons.attention", { open_uses: { total: 0, items: [] } });
  server.answer("couponCodes.runningLow", { total: 0, items: [] });
  const items = [1, 2, 3, 4, 5].map((n) => campaign(n, n > sent ? null : "2026-11-01T01:00:00Z"));
  server.answer("campaigns.list", { items, total: 5, page: 1, size: 20 });
  return server;
}

test("home tells what came of the three sends before, each with the way to it", async () => {
  const server = home(4);
  const page = await openProduct("/", server);
  const table = await page.find("table", /最近の配信の結果/);
  const figures = "2026年11月01日 10:005,741人214件168件9,072,000円";
  expect([...table.querySelectorAll("tbody tr")].map((row) => row.textContent)).toEqual([
    `便り1${figures}`,
    `名前のないキャンペーン${figures}`,
    `便り3${figures}`,
  ]);
  expect(table.querySelector("a")?.getAttribute("href")).toBe("/campaigns/1");
  expect(server.callsOf("campaigns.list")[0]?.query).toMatchObject({ sort: "-last_sent_at" });
});

test("before the first send home has no such part; who may not read campaigns is not asked about", async () => {
  const page = await openProduct("/", home(0));
  await page.says("お客様はまだ登録されていません。");
  expect(page.text()).not.toContain("最近の配信の結果");
  const server = home(4);
  server.answer("menu.list", menuWithout("campaigns"));
  const other = await openProduct("/", server);
  await other.says("お客様はまだ登録されていません。");
  expect(server.callsOf("campaigns.list")).toEqual([]);
});
