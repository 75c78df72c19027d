// @vitest-environment jsdom
import { act } from "react";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "../../../api/query-client.ts";
import { loadWords, startWords } from "../../../i18n/i18n.ts";
import { FakeCalls } from "../../../test/fake-calls.fixture.ts";
import { at, until } from "../../../test/mount.fixture.tsx";
import { formatMoment } from "../../../ui/format.ts";
import type { CampaignDetail } from "../campaigns.api.ts";
import { campaignOf, segment } from "../campaigns.fixture.ts";
import { Runs } from "./Runs.tsx";

let server: FakeCalls;
beforeAll(async () => {
  await startWords("ja");
  await loadWords("signedIn");
  vi.stubGlobal("fetch", (request: Request) => server.fetch(request));
});
afterAll(() => vi.unstubAllGlobals());
beforeEach(() => {
  queryClient.clear();
  server = new FakeCalls();
  server.answer("menu.list", []);
});

const BY_HAND = { schedule: null, schedule_once: null, trigger: null };
const schedule = { minute: "0", hour: "10", day_of_month: "1", month: "*", day_of_week: "*", year: "*" };
const trigger = { base: "after_check_out", offset_days: 3, time: "10:00", once_per: "stay", once_days: null } as const;
const action = (id: number, type: "mail" | "coupon", timing: object) =>
  ({
    id,
    seq: id,
    type,
    [type]: null,
    ...BY_HAND,
    ...timing,
  }) as unknown as CampaignDetail["segments"][number]["actions"][number];
const open = (overrides: Partial<CampaignDetail>) =>
  at("/campaigns/7", <Runs campaign={campaignOf({ status: "active", ...overrides })} />);

test("the next runs stand with weekday, holiday, quiet hours and counts of their own; all actions of a moment are one", async () => {
  const runs = ["2026-11-03T01:00:00.000Z", "2026-12-01T13:00:00.000Z"];
  const counted = (at: string, most: number) =>
    [1, 2].map((action_id) => ({ action_id, segment_id: 5, at, count: most - 20 + action_id * 10 }));
  server.answer("campaigns.expected", {
    schedule: [...counted(runs[0] ?? "", 120), ...counted(runs[1] ?? "", 40)],
    triggers: [],
  });
  const { text, place } = await open({
    segments: [segment([action(1, "coupon", { schedule }), action(2, "mail", { schedule })])],
    next_runs: runs.flatMap((at) =>
      [1, 2].map((action_id) => ({ action_id, at, planned_at: at, quiet: at > "2026-12" })),
    ),
  });
  await until(() => (text().includes("120人") ? true : undefined), "the count");
  expect([...place.querySelectorAll("ol li")].map((one) => one.textContent)).toEqual([
    `${formatMoment(runs[0] ?? "")}文化の日 120人`,
    `${formatMoment(runs[1] ?? "")} 配信しない時間帯40人`,
  ]);
});

test("of many runs the next three are told, and all of them once somebody asks", async () => {
  server.answer("campaigns.expected", { schedule: [], triggers: [] });
  const runs = ["2026-12", "2027-01", "2027-02", "2027-03", "2027-04"].map((month) => `${month}-01T01:00:00.000Z`);
  const { place } = await open({
    segments: [segment([action(1, "mail", { schedule })])],
    next_runs: runs.map((at) => ({ action_id: 1, at, planned_at: at, quiet: false })),
  });
  await until(() => (place.querySelectorAll("ol li").length === 3 ? true : undefined), "three runs");
  const more = [...place.querySelectorAll("button")].find((one) => one.textContent === "5回先まで見る");
  await act(async () => more?.click());
  expect(place.querySelectorAll("ol li")).toHaveLength(5);
  expect(place.textContent).not.toContain("回先まで見る");
});

test("a trigger says whom it is expected to meet today and within a week, counted when the page is looked at", async () => {
  server.answer("campaigns.expected", {
    schedule: [],
    triggers: [{ action_id: 1, today: 4, next_7_days: 31, basis: "stored" }],
  });
  const { text } = await open({ segments: [segment([action(1, "mail", { trigger })])] });
  await until(() => (text().includes("きょう 4人、7日間で 約31人") ? true : undefined), "the counts");
  expect(text()).toContain("メール チェックアウトの3日後 10:00");
});

test("what was not sent says when and why, the latest first, and what one can do", async () => {
  server.answer("campaigns.expected", { schedule: [], triggers: [] });
  const days = ["2026-11-01T01:00:00.000Z", "2026-11-02T01:00:00.000Z"];
  const missed = days.map((at, n) => ({
    action_id: 1,
    at,
    planned_at: at,
    reason: n === 0 ? "止まっていました" : "遅れすぎました",
  }));
  const { place } = await open({ segments: [segment([action(1, "mail", { schedule })])], missed });
  const lines = [...place.querySelectorAll("li")].map((one) => one.textContent?.trim());
  expect(lines).toEqual([
    `${formatMoment(days[1] ?? "")}遅れすぎました`,
    `${formatMoment(days[0] ?? "")}止まっていました`,
  ]);
  expect(place.textContent).toContain("あとから自動で送ることはありません");
});

test("a campaign that is sent by hand has no such part", async () => {
  expect((await open({ segments: [segment([action(1, "mail", {})])] })).text()).toBe("");
});
