import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Caller, makeUser, type TestApp, testApp } from "../../../test/app.ts";
import { makeInn } from "../campaigns.fixture.ts";

let t: TestApp;
let staff: Caller;
beforeAll(async () => {
  t = await testApp({ clock: { now: () => new Date("2026-11-20T03:00:00Z") } });
  const inn = await makeInn(t.app, "宿");
  staff = await t.as(await makeUser(t.app, inn, "role_admin", ["*"]));
});
afterAll(() => t.close());

const MONTH_END = { minute: "30", hour: "21", day_of_month: "L", month: "*", day_of_week: "?", year: "*" };

async function nextRuns(payload: object, language = "ja") {
  const headers = { "x-okaeri-language": language };
  const answer = await staff({ method: "POST", url: "/api/campaigns/next-runs", payload, headers });
  return { status: answer.statusCode, body: answer.json() };
}

describe("when a schedule comes", () => {
  test("its runs, each with weekday, holiday and whether messages wait for the end of the quiet hours", async () => {
    const daily = { ...MONTH_END, hour: "10", day_of_month: "*" };
    const { body } = await nextRuns({ schedule: daily, after: "2026-11-22T00:00:00Z", count: 2 });
    expect(body).toEqual({
      runs: [
        { at: "2026-11-22T01:30:00.000Z", weekday: 0, holiday: null, quiet: false },
        { at: "2026-11-23T01:30:00.000Z", weekday: 1, holiday: "勤労感謝の日", quiet: false },
      ],
      quiet_hours: { from: "21:00", until: "08:00" },
      problem: null,
    });
    const { body: ends } = await nextRuns({ schedule: MONTH_END }, "en");
    expect(ends.runs).toHaveLength(10);
    expect(ends.runs[0]).toEqual({ at: "2026-11-30T12:30:00.000Z", weekday: 1, holiday: null, quiet: true });
  });

  test("a schedule that is over tells the runs that are left", async () => {
    const { body } = await nextRuns({ schedule: { ...MONTH_END, month: "11,12", year: "2026" } });
    expect(body.runs.map(({ at }: { at: string }) => at.slice(0, 10))).toEqual(["2026-11-30", "2026-12-31"]);
  });

  test.each([
    [
      { day_of_month: "31", month: "2" },
      "never",
      "day_of_month",
      "この予定の日時は、もう来ません。日付を変えてください",
    ],
    [{ year: "1970" }, "never", "year", "この予定の日時は、もう来ません。日付を変えてください"],
    [{ minute: "60" }, "invalid", "minute", "0から59までの値を入力してください"],
    [{ minute: "*" }, "invalid", "minute", "予定は1時間に1回までです。分は1つだけ指定してください"],
    [{ day_of_week: "" }, "invalid", "day_of_week", expect.stringContaining("予定として読み取れません")],
    [{ day_of_week: "1" }, "invalid", "day_of_week", expect.stringContaining("第何曜日")],
  ])("%j is answered with what is wrong", async (fields, code, field, message) => {
    const { status, body } = await nextRuns({ schedule: { ...MONTH_END, ...fields } });
    expect([status, body]).toEqual([
      200,
      { runs: [], quiet_hours: expect.anything(), problem: { code, field, message } },
    ]);
  });

  test.each([
    [{ schedule: { ...MONTH_END, minute: 0 } }, "schedule.minute"],
    [{ schedule: { minute: "0" } }, "schedule.hour"],
    [{ schedule: { ...MONTH_END, second: "0" } }, "schedule.second"],
    [{ schedule: { ...MONTH_END, minute: "0,".repeat(101) } }, "schedule.minute"],
    [{ schedule: MONTH_END, count: 101 }, "count"],
    [{ schedule: MONTH_END, after: "tomorrow" }, "after"],
  ])("what has not its form is refused by its name: %j", async (payload, field) => {
    const { status, body } = await nextRuns(payload);
    expect([status, Object.keys(body.fields)]).toEqual([400, expect.arrayContaining([field])]);
  });
});
