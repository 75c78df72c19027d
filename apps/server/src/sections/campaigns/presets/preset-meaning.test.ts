import { calendarDate } from "@okaeri/domain/calendar-date";
import type { PresetType } from "@okaeri/domain/enumerations";
import { afterAll, beforeEach, expect, test } from "vitest";
import { createDefaultRfm } from "../../rfms/create-default-rfm.ts";
import { scoreRfm } from "../../rfms/score-rfm.ts";
import { booked, openPresets, type PresetInn, presetInn, stayed } from "./presets.fixture.ts";

// Each preset means whom it says, and not those who are just beside it.

const t = await openPresets();
afterAll(() => t.close());

let p: PresetInn;
beforeEach(async () => {
  p = await presetInn(t);
  p.on("2026-08-01");
});

/** Made from the preset and switched on. */
async function switchOn(type: PresetType): Promise<void> {
  const { id } = await p.call("POST", "/campaigns", await p.ready(type));
  await p.call("POST", `/campaigns/${id}/activate`, { version: 1 });
}

test("a stay in the birthday month earns 5 %, any other nothing", async () => {
  await switchOn("birthmonth_benefit");
  p.on("2026-11-20");
  await p.bring(
    stayed("M-IN", "2026-10-09", { 生年月日: "1980-10-31" }),
    stayed("M-AFTER", "2026-11-02", { 生年月日: "1980-10-31" }),
    stayed("M-BEFORE", "2026-09-28", { 生年月日: "1980-10-01" }),
    stayed("M-UNKNOWN", "2026-10-09"),
  );
  expect(await p.points()).toEqual({ "M-IN": 500 });
});

test("a check-in from Sunday to Thursday earns 3 %, unless a holiday follows", async () => {
  await switchOn("weekday_benefit");
  p.on("2026-11-20");
  await p.bring(
    stayed("M-SUNDAY", "2026-11-01"),
    stayed("M-EVE", "2026-11-02"),
    stayed("M-HOLIDAY", "2026-11-03"),
    stayed("M-THURSDAY", "2026-11-05"),
    stayed("M-FRIDAY", "2026-11-06"),
    stayed("M-SATURDAY", "2026-11-07"),
  );
  expect(await p.points()).toEqual({ "M-SUNDAY": 300, "M-HOLIDAY": 300, "M-THURSDAY": 300 });
});

test("the third stay within two years earns 500 points, and each one after it", async () => {
  await switchOn("fixed_customer_benefit");
  p.on("2026-11-20");
  const days = (member: string, ...checkIns: string[]) => checkIns.map((day) => stayed(member, day));
  await p.bring(
    ...days("M-THIRD", "2024-10-01", "2026-03-01", "2026-09-20"),
    ...days("M-FOURTH", "2026-03-01", "2026-04-01", "2026-09-20", "2026-10-20"),
    ...days("M-LATE", "2024-09-01", "2026-03-01", "2026-09-20"),
    ...days("M-SECOND", "2026-03-01", "2026-09-20"),
  );
  expect(await p.points()).toEqual({ "M-THIRD": 500, "M-FOURTH": 1_000 });
});

test("the best two ranks, or an M score of 4, on the evening before the check-out earn 5 %", async () => {
  await p.call("POST", "/ranks", {
    definition: "stay",
    use_point_unit: 1,
    active_month: 12,
    base_month: 12,
    base_date: 31,
    details: [6, 4, 2, 0].map((total_stay, at) => ({
      name: `位${at + 1}`,
      priority: at + 1,
      min_use_point: 0,
      max_use_point: null,
      total_stay,
    })),
  });
  const before = (member: string, stays: number, price: number) =>
    Array.from({ length: stays }, (_, at) => stayed(member, `2026-07-0${at + 1}`, { 利用金額: price }));
  await p.bring(
    ...before("M-FIRST", 6, 1_000),
    ...before("M-UPPER", 4, 1_000),
    ...before("M-THIRD", 3, 1_000),
    ...before("M-SPENDER", 1, 120_000),
    ...before("M-THRIFTY", 1, 119_999),
  );
  await p.inScope(async (tx) => {
    const rfmId = await createDefaultRfm(tx, p.inn.accountId);
    await scoreRfm(tx, p.inn.accountId, rfmId, { today: calendarDate("2026-08-01"), now: t.app.clock.now() });
  });
  await switchOn("good_customer_benefit");
  p.on("2026-11-20");
  await p.bring(...["M-FIRST", "M-UPPER", "M-THIRD", "M-SPENDER", "M-THRIFTY"].map((one) => stayed(one, "2026-10-05")));
  expect(await p.points()).toEqual({ "M-FIRST": 500, "M-UPPER": 500, "M-SPENDER": 500 });
});

test("winning back means two or more stays, the last one 365 to 730 days ago, and no reservation", async () => {
  p.on("2026-11-20");
  const twice = (member: string, last: string) => [stayed(member, "2024-01-05"), stayed(member, last)];
  await p.bring(
    ...twice("M-LEFT", "2025-11-19"),
    ...twice("M-RECENT", "2025-11-20"),
    ...twice("M-LONG", "2024-11-19"),
    ...twice("M-TOOLONG", "2024-11-18"),
    ...twice("M-COMING", "2025-06-01"),
    booked("M-COMING", "2026-12-24"),
    stayed("M-ONCE", "2025-06-01"),
  );
  expect(await p.matchingMembers(await p.ready("customer_defection_benefit"))).toEqual(["M-LEFT", "M-LONG"]);
});

test("the second stay is offered after one of the dearest fifth 30 to 180 days ago, without a reservation", async () => {
  p.on("2026-11-20");
  const paid = (member: string, day: string, price: number) => stayed(member, day, { 利用金額: price });
  // Of 30 stays within a year the 24th by price parts the upper fifth; what is older decides nothing.
  const cheap = Array.from({ length: 22 }, (_, at) => paid(`M-CHEAP${at}`, "2026-02-01", 20_000));
  await p.bring(
    ...cheap,
    paid("M-OLD", "2025-10-01", 900_000),
    paid("M-FIFTH", "2026-10-01", 40_000),
    paid("M-BELOW", "2026-10-01", 39_999),
    paid("M-YOUNG", "2026-10-21", 60_000),
    paid("M-FIRSTDAY", "2026-10-20", 60_000),
    paid("M-LASTDAY", "2026-05-23", 60_000),
    paid("M-TOOLATE", "2026-05-22", 60_000),
    paid("M-AGAIN", "2024-01-05", 900_000),
    paid("M-AGAIN", "2026-10-01", 60_000),
    paid("M-COMING", "2026-10-01", 60_000),
    booked("M-COMING", "2026-12-24"),
  );
  const edit = await p.ready("potential_good_customer_benefit");
  expect(await p.matchingMembers(edit)).toEqual(["M-FIFTH", "M-FIRSTDAY", "M-LASTDAY"]);
});

test("news means everybody who agreed to mail", async () => {
  await p.bring(
    stayed("M-YES", "2026-07-01", { メール配信同意: "はい" }),
    stayed("M-NO", "2026-07-01", { メール配信同意: "いいえ" }),
    stayed("M-UNASKED", "2026-07-01"),
  );
  expect(await p.matchingMembers(await p.ready("information"))).toEqual(["M-YES"]);
});
