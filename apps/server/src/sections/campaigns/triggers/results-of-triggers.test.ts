import { afterEach, beforeEach, expect, test } from "vitest";
import { makeUser } from "../../../test/app.ts";
import { couponAction, EVERYBODY, mailAction, pointAction } from "../campaigns.fixture.ts";
import { openTriggers, type TriggerWorld } from "./triggers.fixture.ts";

// A trigger makes one push per guest; its pages add them up by day.

let w: TriggerWorld;
beforeEach(async () => {
  w = await openTriggers();
});
afterEach(() => w.close());

/** Three guests arrive on the 23rd and two on the 24th; each gets points and a mail three days before. */
async function fiveArrivals(): Promise<number> {
  const segments = [{ id: null, priority_seq: 1, target: EVERYBODY, actions: [pointAction(100), mailAction()] }];
  const id = await w.campaign({ once_per: "stay" }, { segments });
  for (const guest of await w.guests("a", 3)) await w.reservation(guest, { check_in_date: "2026-11-23" });
  for (const guest of await w.guests("b", 2)) await w.reservation(guest, { check_in_date: "2026-11-24" });
  await w.at("2026-11-20T10:00");
  await w.at("2026-11-21T10:00");
  return id;
}

test("sends of a trigger are listed by action and day, with the figures of its results", async () => {
  const id = await fiveArrivals();
  const { items, total } = await w.call("GET", `/campaigns/${id}/pushes`);
  expect(total).toBe(4);
  const lines = items.map((one: Record<string, unknown>) => [
    one.type,
    String(one.push_scheduled_time).slice(0, 10),
    one.targets,
    one.sent,
    one.push_status,
    one.points_granted,
  ]);
  expect(lines.toSorted()).toEqual([
    ["mail", "2026-11-20", 3, 3, "done", 0],
    ["mail", "2026-11-21", 2, 2, "done", 0],
    ["point", "2026-11-20", 3, 3, "done", 300],
    ["point", "2026-11-21", 2, 2, "done", 200],
  ]);
  const first = await w.call("GET", `/campaigns/${id}/pushes?size=100&page=2`);
  expect([first.items.length, first.total]).toEqual([0, 4]);
  const days = await w.call("GET", `/campaigns/${id}/results?by=day&lift=false`);
  expect(days.rows.map((row: { key: string; sent: number }) => [row.key, row.sent])).toEqual([
    ["2026-11-20", 3],
    ["2026-11-21", 2],
  ]);
  const campaign = await w.detail(id);
  expect(campaign.totals.map((one: { type: string; sent: number }) => [one.type, one.sent])).toEqual([
    ["mail", 5],
    ["point", 5],
  ]);
  expect(campaign.figures).toMatchObject({ reached: 5 });
  const recipients = await w.call("GET", `/campaigns/${id}/recipients?size=100`);
  expect([recipients.items.length, recipients.total]).toEqual([10, 10]);
});

test("results are taken out as a file, with each row of the dimension, all figures and the total", async () => {
  const id = await fiveArrivals();
  // The clock of this test runs past the end of earlier sessions.
  const staff = await w.t.as(await makeUser(w.t.app, w.inn, "role_admin", ["*"]));
  const csv = async (query: string) => {
    const { statusCode, body } = await staff({ method: "GET", url: `/api/campaigns/${id}/results.csv?${query}` });
    expect(statusCode, body).toBe(200);
    expect(body.startsWith("\ufeff")).toBe(true);
    return body.slice(1).trim().split("\r\n");
  };
  const [heading, ...days] = await csv("by=day");
  expect(heading).toMatch(/^日,送った,届いた,開封,/);
  expect(days.map((line) => line.split(",").slice(0, 3))).toEqual([
    ["2026年11月20日", "3", "3"],
    ["2026年11月21日", "2", "2"],
    ["合計", "5", "5"],
  ]);
  const actions = await csv("by=action&from=2026-11-21&to=2026-11-21");
  expect(actions.map((line) => line.split(",")[0])).toEqual(["内容", "ポイント", "メール", "合計"]);
  const sjis = await staff({ method: "GET", url: `/api/campaigns/${id}/results.csv?by=segment&encoding=sjis` });
  expect(sjis.headers["content-type"]).toBe("text/csv; charset=Shift_JIS");
  expect((await staff({ method: "GET", url: "/api/campaigns/999999/results.csv" })).statusCode).toBe(404);
});

test("a campaign that gives one coupon has a row in the comparison of variants", async () => {
  const segments = [{ id: null, priority_seq: 1, target: EVERYBODY, actions: [couponAction()] }];
  const id = await w.campaign({}, { segments });
  for (const guest of await w.guests("a", 2)) await w.reservation(guest);
  await w.at("2026-11-20T10:00");
  const { rows } = await w.call("GET", `/campaigns/${id}/results?by=variant&lift=false`);
  expect(rows.map((row: Record<string, unknown>) => [row.type, row.variant, row.coupons_given])).toEqual([
    ["coupon", null, 2],
  ]);
});
