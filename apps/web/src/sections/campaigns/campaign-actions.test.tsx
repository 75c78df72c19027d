// @vitest-environment jsdom
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { loadWords, startWords } from "../../i18n/i18n.ts";
import { FakeCalls } from "../../test/fake-calls.fixture.ts";
import { at, until } from "../../test/mount.fixture.tsx";
import { formatMoment } from "../../ui/format.ts";
import { CampaignActions } from "./CampaignActions.tsx";
import type { CampaignDetail } from "./campaigns.api.ts";
import { audienceAnswer, campaignOf, pushOf, segment } from "./campaigns.fixture.ts";

let server: FakeCalls;
beforeAll(async () => {
  await startWords("ja");
  await loadWords("signedIn");
  vi.stubGlobal("fetch", (request: Request) => server.fetch(request));
});
afterAll(() => vi.unstubAllGlobals());
beforeEach(() => {
  server = new FakeCalls();
});

const open = (commands: CampaignDetail["commands"], more: Partial<CampaignDetail> = {}) => {
  const campaign = campaignOf({ version: 3, name: "花の湯ポイント", type: "basic", commands, ...more });
  return at("/campaigns/7", <CampaignActions campaign={campaign} />);
};
const inDialog = <T extends HTMLElement = HTMLElement>(selector: string, name: string) =>
  until(
    () =>
      [...document.querySelectorAll<T>(`[role=dialog] ${selector}`)].find(
        (one) => one.textContent === name || (one as unknown as HTMLInputElement).labels?.[0]?.textContent === name,
      ),
    name,
  );
const says = (words: string) =>
  until(() => (document.querySelector("[role=dialog]")?.textContent?.includes(words) ? true : undefined), words);

test("a draft goes away only after it was asked for", async () => {
  server.answer("campaigns.remove", {} as never);
  const { button, press, router } = await open(["delete"]);
  await press(button("削除する"));
  expect(server.calls).toEqual([]);
  await press(await inDialog("button", "削除する"));
  await until(() => (router.state.location.pathname === "/campaigns" ? true : undefined), "the list");
  expect(server.callsOf("campaigns.remove").map(({ path }) => path)).toEqual([{ id: "7" }]);
});

test("older stays are paid after a count: the days are asked for, and nothing to do is no act", async () => {
  server.answer("campaigns.payStays", { stays: 0, customers: 0, points: 0 });
  const { button, press, type, leave } = await open(["pay_stays"]);
  await press(button("過去の宿泊に付与する"));
  const count = await inDialog<HTMLButtonElement>("button", "件数を確認する");
  await press(count);
  await says("入力してください");
  expect(server.calls).toEqual([]);
  const fill = async (label: string, day: string) => {
    const field = await inDialog<HTMLInputElement>("input", label);
    await type(field, day);
    await leave(field);
  };
  await fill("チェックアウト日(から)", "2020-01-01");
  await fill("チェックアウト日(まで)", "2026-11-20");
  await press(count);
  await says("あらたに付与する宿泊はありません");
  expect(count.disabled).toBe(true);
  expect(server.calls.map(({ body }) => body)).toEqual([{ from: "2020-01-01", to: "2026-11-20", preview: true }]);

  server.answer("campaigns.payStays", { stays: 3, customers: 2, points: 900 });
  await fill("チェックアウト日(まで)", "2026-11-19");
  await press(count);
  await says("宿泊3回(2人)に、合わせて900ポイント");
  expect(server.callsOf("campaigns.payStays").map(({ body }) => body.preview)).toEqual([true, true]);
});

test("before it is set going again it says for how many, counted then, and not how many still wait for a send", async () => {
  server.answer("campaigns.audience", audienceAnswer([{ matched: 14_000 }]));
  const target = { combinator: "and" as const, rules: [] };
  const { button, press } = await open(["resume"], {
    page_actions: ["read", "edit"],
    segments: [{ target, actions: [{ id: 1, type: "point", point: null }] }] as never,
  });
  await press(button("有効にする"));
  await says("いま条件に合うお客様は14,000人です");
});

const monthly = { minute: "0", hour: "10", day_of_month: "1", month: "*", day_of_week: "*", year: "*" };
const automatic: Partial<CampaignDetail> = {
  type: "repeat_promotion",
  automatic: true,
  segments: [
    segment([{ id: 1, seq: 1, type: "mail", mail: null, schedule: monthly, schedule_once: null, trigger: null }]),
  ],
};

test("before what runs by itself is stopped, it says which run does not go out and what waits", async () => {
  server.answer("campaigns.stop", campaignOf(automatic));
  const at = "2026-12-01T01:00:00.000Z";
  const next = [{ action_id: 1, at, planned_at: at }];
  const pushes = [pushOf({ sent: 3, targets: 20, waiting: 17 })];
  const { button, press } = await open(["stop"], { ...automatic, status: "active", next_runs: next as never, pushes });
  await press(button("停止する"));
  await says(`次の${formatMoment(at)}の回は送りません。`);
  await says("まだ送っていない17通を止めます。");
  await says("再開すると、まだ届けていないものを配信し");
  expect(server.calls).toEqual([]);
  await press(await inDialog("button", "停止する"));
  expect(server.callsOf("campaigns.stop").map(({ path }) => path)).toEqual([{ id: "7" }]);
});

test("what runs by itself is resumed although nothing waits", async () => {
  server.answer("campaigns.resume", campaignOf(automatic));
  const { button, press } = await open(["edit", "resume"], { ...automatic, status: "stopped" });
  await press(button("自動配信を再開する"));
  await says("止めていたあいだの回は配信しません。");
  await press(await inDialog("button", "自動配信を再開する"));
  expect(server.callsOf("campaigns.resume")).toHaveLength(1);
});
