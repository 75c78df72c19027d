// @vitest-environment jsdom
import { act } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { until } from "../../../test/mount.fixture.tsx";
import { administrator, menuWithout, openProduct, serverFor } from "../../../test/product.fixture.tsx";
import { formatDayInWords, formatMoment } from "../../../ui/format.ts";
import { calendarItem as item } from "../campaigns.fixture.ts";

beforeEach(() => {
  for (const way of ["error", "warn"] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
});

const ITEMS = [
  item({ action_id: 1, action_type: "coupon" }),
  item({ action_id: 2 }),
  item({
    campaign_id: 8,
    campaign_name: "ご案内",
    action_id: 3,
    kind: "trigger",
    count: 12,
    trigger: { base: "before_check_in", offset_days: 3 },
  }),
  item({
    campaign_id: 9,
    campaign_name: "誕生日",
    action_id: 4,
    at: "2026-11-05T01:00:00.000Z",
    kind: "missed",
    count: null,
    reason: "止まっていました",
  }),
  item({ at: "2026-11-05T03:30:00.000Z", kind: "done", count: 98 }),
];

function calendarOf(items = ITEMS) {
  const server = serverFor(administrator);
  server.answer("campaigns.calendar", { items });
  server.answer("campaigns.list", { items: [], total: 0, page: 1, size: 50 });
  return server;
}
const cell = (day: string) => {
  const found = document.querySelector<HTMLElement>(`td[data-day="${day}"]`);
  if (found === null) throw new Error(`no ${day}`);
  return found;
};
const linesOf = (day: string) => [...cell(day).querySelectorAll("button")].map((one) => one.getAttribute("aria-label"));
const key = (element: HTMLElement, name: string) =>
  act(
    async () =>
      void element.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true })),
  );

test("a month says what runs on each day, what ran and what did not, beside holidays and today", async () => {
  const server = calendarOf();
  const page = await openProduct("/campaigns?show=calendar", server);
  await page.says("秋の便り");
  expect(server.callsOf("campaigns.calendar").map(({ query }) => [query.from, query.to])).toEqual([
    ["2026-11-01", "2026-12-05"],
  ]);
  // Both actions of a run are one run.
  expect(linesOf("2026-11-26")).toEqual(["10:00 秋の便り 120人", "チェックインの3日前 ご案内 約12人"]);
  expect(linesOf("2026-11-05")).toEqual(["10:00 誕生日 送りませんでした", "12:30 秋の便り 98人に配信済み"]);
  expect([...document.querySelectorAll("thead th")].map((one) => one.textContent).join("")).toBe("日月火水木金土");
  expect(cell("2026-11-23").textContent).toContain("勤労感謝の日");
  expect(cell("2026-11-23").getAttribute("aria-label")).toBe(`${formatDayInWords("2026-11-23")} 勤労感謝の日 配信0件`);
  expect(document.querySelector("[aria-current=date]")?.getAttribute("data-day")).toBe("2026-11-20");
});

test("the month has its address, and another one is asked for", async () => {
  const server = calendarOf();
  const page = await openProduct("/campaigns?show=calendar&month=2027-01", server);
  await page.says("2027年01月");
  await page.press("button", "前の月");
  await page.at(/show=calendar&month=2026-12/);
  await page.says("2026年12月");
  await page.press("button", "今月");
  await page.at(/month=2026-11/);
  await page.press("tab", "一覧");
  await page.at(/\/campaigns\?/);
  await page.says("キャンペーンはまだありません");
  expect(server.callsOf("campaigns.calendar").map(({ query }) => query.from)).toEqual([
    "2026-12-27",
    "2026-11-29",
    "2026-11-01",
  ]);
});

test("the arrow keys go through the days and on into the next month, Enter opens a day", async () => {
  const server = calendarOf();
  const page = await openProduct("/campaigns?show=calendar", server);
  await page.says("秋の便り");
  expect([...document.querySelectorAll("td[tabindex='0']")].map((one) => one.getAttribute("data-day"))).toEqual([
    "2026-11-20",
  ]);
  await page.focus(cell("2026-11-20"));
  await key(cell("2026-11-20"), "ArrowDown");
  expect(document.activeElement).toBe(cell("2026-11-27"));
  for (const [name, month, day] of [
    ["ArrowDown", "2026-12", "2026-12-04"],
    ["ArrowUp", "2026-11", "2026-11-27"],
  ] as const) {
    await key(document.activeElement as HTMLElement, name);
    await page.at(new RegExp(`month=${month}`));
    await until(() => (document.activeElement === cell(day) ? true : undefined), day);
  }
  await key(cell("2026-11-27"), "ArrowLeft");
  await key(cell("2026-11-26"), "Enter");
  const dialog = await page.find("dialog");
  expect(dialog.textContent).toContain(formatDayInWords("2026-11-26"));
  await page.press("button", "10:00 秋の便り 120人", dialog);
  await page.says("約120人");
  expect(server.callsOf("campaigns.list")).toEqual([]);
});

test("a run is moved or left out by who may edit, each of its actions, and put back", async () => {
  const server = calendarOf();
  server.answer("campaigns.changeRun", {} as never);
  const page = await openProduct("/campaigns?show=calendar", server);
  await page.press("button", "10:00 秋の便り 120人");
  await page.press("button", "この回は送らない");
  expect(server.callsOf("campaigns.changeRun")).toEqual([]);
  await page.says("この回だけ配信しません");
  await page.press("button", "この回は送らない");
  await page.press("button", "元に戻す");
  await page.press("button", "日時を変える");
  await page.type("新しい日", "2026-11-27");
  await page.type("新しい時刻", "18:30");
  await page.press("button", "この日時に変える");
  await page.says(`${formatMoment("2026-11-27T09:30:00Z")}に配信します`);
  const at = "2026-11-26T01:00:00.000Z";
  const moves = [null, at, "2026-11-27T09:30:00.000Z"];
  expect(server.callsOf("campaigns.changeRun").map(({ path, body }) => [path.id, body])).toEqual(
    moves.flatMap((move_to) => [1, 2].map((action_id) => ["7", { action_id, at, move_to }])),
  );
});

test("what is refused is said where it was typed, and who may not edit is offered nothing", async () => {
  const server = calendarOf();
  server.refuse("campaigns.changeRun", 400, { fields: { move_to: "過ぎた日時には変えられません" } });
  const page = await openProduct("/campaigns?show=calendar", server);
  await page.press("button", "10:00 秋の便り 120人");
  await page.press("button", "日時を変える");
  await page.type("新しい日", "2026-11-01");
  await page.press("button", "この日時に変える");
  await page.says("過ぎた日時には変えられません");

  const reader = calendarOf();
  reader.answer(
    "menu.list",
    menuWithout().map((one) => ({ ...one, page_actions: ["read"] })),
  );
  const looking = await openProduct("/campaigns?show=calendar", reader);
  await looking.press("button", "10:00 秋の便り 120人");
  await looking.says("キャンペーンを開く");
  expect(looking.all("button", "日時を変える")).toEqual([]);
});

test("a missed run says why, and a month without any, or that cannot be read, says so", async () => {
  const page = await openProduct("/campaigns?show=calendar", calendarOf());
  await page.press("button", "10:00 誕生日 送りませんでした");
  await page.says("止まっていました");
  const empty = await openProduct("/campaigns?show=calendar", calendarOf([]));
  await empty.says("この月に配信の予定はありません。");
  const broken = calendarOf();
  broken.refuse("campaigns.calendar", 400);
  const failed = await openProduct("/campaigns?show=calendar", broken);
  await failed.find("button", "もう一度読み込む");
});

test("on a phone a month is the list of its days on which something happens", async () => {
  const media = vi.spyOn(window, "matchMedia").mockImplementation(
    (query) =>
      ({
        media: query,
        matches: query.includes("640"),
        addEventListener: () => {},
        removeEventListener: () => {},
      }) as never,
  );
  try {
    const page = await openProduct("/campaigns?show=calendar", calendarOf());
    await page.says("秋の便り");
    expect([...document.querySelectorAll("h3")].map((one) => one.textContent)).toEqual([
      formatDayInWords("2026-11-05"),
      formatDayInWords("2026-11-26"),
    ]);
    expect(document.querySelector("table")).toBeNull();
    await page.press("button", "チェックインの3日前 ご案内 約12人");
    await page.says("約12人");
  } finally {
    media.mockRestore();
  }
});

test("what the calendar cannot tell is counted campaign by campaign: all of a run; of triggers it tells itself", async () => {
  const server = calendarOf([
    item({ action_id: 1, action_type: "coupon", count: null }),
    item({ action_id: 2, count: null }),
    item({ action_id: 3, segment_id: 6, count: null }),
    ...[20, 24, 30].map((day, n) =>
      item({
        campaign_id: 8,
        campaign_name: "ご案内",
        action_id: 4,
        at: `2026-11-${day}T01:00:00.000Z`,
        kind: "trigger",
        count: [14, 10, 0][n] as number,
        trigger: { base: "before_check_in", offset_days: 3 },
      }),
    ),
  ]);
  const counts = [100, 120, 30].map((count, n) => ({
    action_id: n + 1,
    segment_id: n < 2 ? 5 : 6,
    at: "2026-11-26T01:00:00.000Z",
    count,
  }));
  server.answer("campaigns.expected", { schedule: counts, triggers: [] });
  const page = await openProduct("/campaigns?show=calendar", server);
  // One guest gets all of a segment, and is in one segment alone.
  await page.find("button", "10:00 秋の便り 150人");
  await page.find("button", "チェックインの3日前 ご案内 約14人");
  expect([linesOf("2026-11-24"), linesOf("2026-11-30")]).toEqual([
    ["チェックインの3日前 ご案内 約10人"],
    ["チェックインの3日前 ご案内 約0人"],
  ]);
  expect(server.callsOf("campaigns.expected").map(({ path }) => path.id)).toEqual(["7"]);
});

test("a run that is left out stands there and is put back; a moved one says when it was planned", async () => {
  const at = "2026-11-26T01:00:00.000Z";
  const server = calendarOf([
    item({ kind: "missed", omitted: true, count: null, reason: "取りやめました" }),
    item({ campaign_id: 8, campaign_name: "ご案内", at: "2026-11-27T03:00:00.000Z", planned_at: at }),
  ]);
  server.answer("campaigns.changeRun", {} as never);
  const page = await openProduct("/campaigns?show=calendar", server);
  await page.press("button", "10:00 秋の便り 送りません");
  await page.press("button", "元に戻す");
  await page.says("この回を予定に戻しました");
  expect(server.callsOf("campaigns.changeRun").map(({ body }) => body)).toEqual([{ action_id: 1, at, move_to: at }]);
  await page.press("button", "閉じる");
  await page.press("button", "12:00 ご案内 120人");
  await page.says(`予定は${formatMoment(at)}でした`);
});
