// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import type { CalendarItem } from "../../parts/campaigns/runs/calendar.ts";
import { administrator, menuWithout, openProduct, serverFor } from "../../test/product.fixture.tsx";
import { formatDayInWords, formatMoment } from "../../ui/format.ts";

beforeEach(() => {
  for (const way of ["error", "warn"] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
});

const item = (overrides: Partial<CalendarItem>): CalendarItem => ({
  campaign_id: 7,
  campaign_name: "秋の便り",
  action_id: 1,
  action_type: "mail",
  segment_id: 5,
  at: "2026-11-26T01:00:00.000Z",
  planned_at: "2026-11-26T01:00:00.000Z",
  kind: "schedule",
  count: 120,
  reason: null,
  omitted: false,
  trigger: null,
  basis: null,
  quiet: false,
  ...overrides,
});
const day = (n: number) => `2026-11-${n}T01:00:00.000Z`;
const trigger = { base: "birthday", offset_days: 14 } as const;

function home(items: CalendarItem[]) {
  const server = serverFor(administrator);
  server.answer("customers.list", { items: [], total: 0, page: 1, size: 20 });
  server.answer("points.proofs", { broken: [] });
  server.answer("coupons.attention", { open_uses: { total: 0, items: [] } });
  server.answer("couponCodes.runningLow", { total: 0, items: [] });
  server.answer("campaigns.calendar", { items });
  return server;
}

test("home says what goes out next, a trigger once, and what did not go out", async () => {
  const daily = [21, 22, 23].map((n) =>
    item({ campaign_id: 9, campaign_name: "お祝い", action_id: 2, kind: "trigger", at: day(n), count: 3, trigger }),
  );
  const weekly = [24, 25, 26, 27, 28].map((n) => item({ at: day(n) }));
  const missed = item({ kind: "missed", at: day(18), count: null, reason: "late" });
  const server = home([missed, item({ kind: "done", at: day(19) }), ...daily, ...weekly]);
  const page = await openProduct("/", server);
  await page.says("まもなくの配信");
  expect(
    [...document.querySelectorAll("ol li")].map((one) => one.textContent).filter((one) => one?.includes("人")),
  ).toEqual([
    `${formatDayInWords("2026-11-21")} 誕生日の14日前お祝い約3人`,
    ...[24, 25, 26, 27].map((n) => `${formatMoment(day(n))}秋の便り120人`),
  ]);
  await page.says("送らなかった回があります (1件)");
  const link = await page.find<HTMLAnchorElement>("link", `${formatMoment(day(18))} 「秋の便り」`);
  expect(link.getAttribute("href")).toMatch(/\/campaigns\/7$/);
  expect(server.callsOf("campaigns.calendar")[0]?.query).toMatchObject({ from: "2026-11-13", to: "2026-12-21" });
});

test("who sees no campaigns is not asked about, and is told nothing", async () => {
  const server = home([item({})]);
  server.answer("menu.list", menuWithout("campaigns"));
  const page = await openProduct("/", server);
  await page.says("お客様はまだ登録されていません。");
  expect(server.callsOf("campaigns.calendar")).toEqual([]);
});
