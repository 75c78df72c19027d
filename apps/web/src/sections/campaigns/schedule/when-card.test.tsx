// @vitest-environment jsdom

import type { CampaignAction } from "@okaeri/contract/campaigns/document";
import { blankMail } from "@okaeri/domain/messaging/mail-blocks";
import { beforeEach, expect, test, vi } from "vitest";
import type { FakeCalls } from "../../../test/fake-calls.fixture.ts";
import { until } from "../../../test/mount.fixture.tsx";
import { administrator, openProduct, serverFor } from "../../../test/product.fixture.tsx";
import type { CampaignDetail, NextRunsAnswer } from "../campaigns.api.ts";
import { audienceAnswer, campaignOf, nextRunsAnswer, reviewAnswer, segment } from "../campaigns.fixture.ts";

const MAIL = { ...blankMail(), title: "冬の便り", body: "お待ちしております。" };
const mail = { id: 4, seq: 1, type: "mail", mail: MAIL } as const;
const fields = (cron: string) => {
  const [minute = "", hour = "", day_of_month = "", month = "", day_of_week = "", year = ""] = cron.split(" ");
  return { minute, hour, day_of_month, month, day_of_week, year };
};
const MONTHLY = fields("0 10 1 * * *");

let server: FakeCalls;
beforeEach(() => {
  for (const way of ["error", "warn"] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
  localStorage.clear();
  server = serverFor(administrator);
  server.answer("customers.list", { items: [], total: 0, page: 1, size: 20 } as never);
  server.answer("accountSettings.sender", {} as never);
  server.answer("campaigns.audience", ({ body }) => audienceAnswer(body.segments.map(() => ({ matched: 132 }))));
  server.refuse("campaigns.preview", 400);
  server.answer("campaigns.review", reviewAnswer());
  server.answer("campaigns.nextRuns", nextRunsAnswer(["2026-12-01T01:00:00Z"]));
  server.answer("campaigns.expected", {
    schedule: [],
    triggers: [{ action_id: 4, today: 2, next_7_days: 11, basis: "stored" }],
  });
});

const saves = () => server.callsOf("campaigns.update").map(({ body }) => body);
const times = () =>
  saves()
    .at(-1)
    ?.segments[0].actions.map(({ schedule, schedule_once, trigger }: CampaignAction) => ({
      schedule,
      schedule_once,
      trigger,
    }));
const cron = (schedule: object | undefined) => Object.values(schedule ?? {}).join(" ");

async function edit(actions: readonly CampaignAction[] = [mail], part: Partial<CampaignDetail> = {}, card = "when") {
  const draft = campaignOf({ type: "repeat_promotion", segments: [segment(actions)], ...part });
  server.answer("campaigns.get", draft);
  server.answer("campaigns.update", ({ body }) => {
    const segments = body.segments.map((one: object) => ({ target_count: null, lua_script: "", ...one }));
    return { ...draft, ...body, segments, version: body.version + 1 };
  });
  return openProduct(`/campaigns/7/edit?card=${card}`, server);
}
const saved = (count: number) => until(() => (saves().length >= count ? true : undefined), `${count} saves`);

test("a schedule is chosen as a sentence, which fills the fields, and the rail says it", async () => {
  const page = await edit();
  await page.press("field", /^予定を決めて/);
  await page.says("毎月1日 10:00");
  await saved(1);
  expect(cron(times()?.[0].schedule)).toBe("0 10 1 * * *");
  const choose = async (rhythm: string, words: string) => {
    await page.press("field", rhythm);
    await page.says(words);
  };
  await choose("毎週", "毎週火曜 10:00");
  await choose("金", "毎週火・金曜 10:00");
  await choose("毎月最終日", "毎月最終日 10:00");
  await choose("毎月の第N曜日", "毎月第1火曜 10:00");
  await choose("一度だけ", "11月21日(土) 10:00に一度だけ");
  await until(() => (cron(times()?.[0].schedule) === "0 10 21 11 * 2026" ? true : undefined), "once is saved");
});

test.each([
  ["0 10 15 * * *", "毎月15日 10:00"],
  ["0 10 * * 4#2 *", "毎月第2木曜 10:00"],
  ["0 10 1 1 * *", "くわしい指定(0 10 1 1 * *)"],
])("the fields %s are read as %s", async (expression, words) => {
  const page = await edit([{ ...mail, schedule: fields(expression) }]);
  await page.says(words);
  expect((await page.find<HTMLInputElement>("field", /^予定を決めて/)).checked).toBe(true);
});

test("names the field of the six that cannot be read, and does not send it", async () => {
  server.answer("campaigns.nextRuns", {
    ...nextRunsAnswer([]),
    problem: { code: "invalid", field: "minute", message: "0から59までの値を入力してください" },
  } as NextRunsAnswer);
  const page = await edit([{ ...mail, schedule: fields("0 10 1 1 * *") }]);
  await page.says("0から59までの値を入力してください");
  await page.type(/^分/, "99");
  await page.says("0から59までの値を入力してください");
  expect(server.callsOf("campaigns.update")).toEqual([]);
});

test("the next runs tell weekday, holiday, the hours of rest and how many it meets; the rail tells the first", async () => {
  const run = (at: string, more: object = {}) => ({ at, weekday: 0, holiday: null, quiet: false, ...more });
  server.answer("campaigns.nextRuns", {
    ...nextRunsAnswer([]),
    runs: [run("2026-12-01T13:00:00Z", { quiet: true }), run("2027-01-01T13:00:00Z", { holiday: "元日" })],
  } as NextRunsAnswer);
  const counts = [["2026-12-01T13:00:00.000Z", 132] as const, ["2027-01-01T13:00:00.000Z", 7] as const];
  server.answer("campaigns.expected", {
    schedule: counts.map(([at, count]) => ({ action_id: 4, segment_id: 5, at, count })),
    triggers: [],
  });
  const page = await edit([{ ...mail, schedule: fields("0 22 1 * * *") }]);
  await page.says("12月1日(火) 22:00");
  await page.says("21:00〜8:00は送らないため、翌朝8:00に届きます");
  await page.says("2027年1月1日(金) 22:00");
  await page.says("元日");
  await page.says("約132人");
  await page.says("約7人");
  await page.says("次は 12月1日(火) 22:00");
});

test("what never comes is said plainly, and so is a period without a run", async () => {
  server.answer("campaigns.nextRuns", {
    ...nextRunsAnswer([]),
    problem: { code: "never", field: "day_of_month", message: "この予定の日時は、もう来ません。日付を変えてください" },
  } as NextRunsAnswer);
  const page = await edit([{ ...mail, schedule: fields("0 10 30 2 * *") }]);
  await page.says("この予定では届きません: この予定の日時は、もう来ません");
  server.answer("campaigns.nextRuns", nextRunsAnswer(["2026-12-01T01:00:00Z"]));
  const over = await edit([{ ...mail, schedule: MONTHLY }], { campaign_end_dt: "2026-11-25" });
  await over.says("実行はありません");
});

test("how often one guest is met goes along with the schedule", async () => {
  const page = await edit([{ ...mail, schedule: MONTHLY }]);
  await page.type("お一人に届ける回数", "days");
  await page.type("何日に1度か", "90");
  await page.says("毎月1日 10:00、90日に1度");
  await until(() => (times()?.[0].schedule_once?.once_days === 90 ? true : undefined), "90 days");
  expect(times()?.[0].schedule_once).toEqual({ once_per: "days", once_days: 90 });
});

test("a trigger is one sentence; all thirteen bases are there in groups, with an example", async () => {
  const page = await edit([mail], { type: "customer_service" });
  await page.press("field", /^お客様のきっかけで/);
  await page.says("チェックインの3日前 10:00、1回の宿泊につき1度");
  await page.press("button", /^きっかけ/);
  expect(page.all("[role=option]")).toHaveLength(13);
  for (const group of ["宿泊の前後", "予約", "会員", "ポイントとランク"]) expect(page.text()).toContain(group);
  await page.press("[role=option]", /^誕生日の前/);
  await page.type("日数", "14");
  await page.says("誕生日の14日前 10:00、1年に1度");
  await page.says(/たとえば、誕生日が.*の方には .* に届きます/);
  await until(() => (times()?.[0].trigger?.offset_days === 14 ? true : undefined), "it is saved");
  expect(times()?.[0]).toEqual({
    schedule: null,
    schedule_once: null,
    trigger: { base: "birthday", offset_days: 14, time: "10:00", once_per: "year", once_days: null },
  });
});

test("the example is of a guest who meets the conditions, with their own day", async () => {
  server.answer("campaigns.audience", audienceAnswer([{ matched: 3, examples: [{ id: 31, name: "山田 太郎" }] }]));
  server.answer("customers.get", { id: 31, birthday: "1980-12-20" } as never);
  const trigger = { base: "birthday", offset_days: 14, time: "10:00", once_per: "year", once_days: null } as const;
  const page = await edit([{ ...mail, trigger }]);
  await page.says("山田 太郎さん(誕生日 12月20日(日))には 12月6日(日) 10:00 に届きます");
  await page.says("きょう 2人、7日間で 約11人");
});

test("figures that are none are told at their field, and keep the draft from being saved", async () => {
  const page = await edit([mail], { type: "customer_service" });
  await page.press("field", /^お客様のきっかけで/);
  await saved(1);
  await page.type("日数", "三日");
  await page.says("1か所直すと保存されます");
  await page.says("入力中の予定");
  await page.type("日数", "800");
  await page.says("730以下で入力してください");
});

test("one action may have a time of its own; the others keep the campaign's", async () => {
  const point = { id: 5, seq: 2, type: "point", point: null } as const;
  const page = await edit(
    [
      { ...mail, schedule: MONTHLY },
      { ...point, schedule: MONTHLY },
    ],
    {},
    "what",
  );
  const card = await page.find("section", "メール");
  await page.press("button", /^いつ/, card);
  await page.says("毎月1日 10:00(ほかと同じ)");
  await page.press("field", "このメールだけ別の時にする", card);
  await page.press("field", "毎日", card);
  await saved(1);
  await until(() => (cron(times()?.[0].schedule) === "0 10 * * * *" ? true : undefined), "daily");
  expect(cron(times()?.[1].schedule)).toBe("0 10 1 * * *");
  await page.says("メールは 毎日 10:00");
  await page.press("field", "このメールだけ別の時にする", card);
  await until(() => (cron(times()?.[0].schedule) === "0 10 1 * * *" ? true : undefined), "as the others");
});

test("purpose, priority and those left out say how they stand, and what is left out in guests", async () => {
  const page = await edit([mail], { type: "customer_service" });
  await page.press("button", /^比較のために送らない割合/);
  await page.type("比較のために送らない割合", "60");
  await page.says("50以下で入力してください");
  await page.type("比較のために送らない割合", "10");
  await page.says("10%の方には届けない(いまの対象で約13人)");
  await page.press("button", /^優先順位/);
  await page.type("優先順位", "2");
  await page.says("2番");
  await until(() => (saves().at(-1)?.priority === 2 ? true : undefined), "the priority is saved");
  expect(saves().at(-1)).toMatchObject({ purpose: "marketing", priority: 2, control_rate: 10 });
  await page.press("button", /^目的/);
  await page.press("field", /^ご滞在のご案内/);
  await page.says("どのお客様にも届けます");
  await until(() => (saves().at(-1)?.purpose === "service" ? true : undefined), "the purpose is saved");
  expect(saves().at(-1)?.control_rate).toBe(0);
});

test("the letter says when and how often, and the last question begins it by itself", async () => {
  const started = vi.fn();
  const first = { action_id: 4, segment_id: 5, at: "2026-12-01T01:00:00Z", count: 132 };
  server.answer("campaigns.expected", { schedule: [first], triggers: [] });
  const page = await edit([{ ...mail, schedule: MONTHLY }], { name: "冬の便り" }, "review");
  server.answer("campaigns.activate", () => {
    started();
    return campaignOf({ status: "active" });
  });
  await page.says("届けるのは 毎月1日 10:00 です");
  await page.says("有効にすると、次は 12月1日(火) 10:00 に約132人へ届きます");
  await page.press("button", "確認して自動で始める");
  const dialog = await page.find("dialog", "「冬の便り」を自動で始めますか?");
  expect(dialog.textContent).not.toContain("今すぐ");
  await page.press("button", "自動で始める", dialog);
  await page.says("自動の配信を始めました");
  expect(started).toHaveBeenCalledOnce();
});
