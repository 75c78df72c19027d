import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { LIKELY } from "@okaeri/domain/customers/likeness";
import { DEFAULT_AGGREGATION_YEARS, DEFAULT_GROUPS, DEFAULT_THRESHOLDS, groupFor } from "@okaeri/domain/rfms/groups";
import { aggregationStart, recencyDays, scoresOfCustomer } from "@okaeri/domain/rfms/score";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { todayOf } from "../clock.ts";
import { imported } from "../sections/imports/imports.fixture.ts";
import { makeAccount, makeUser, type TestApp, testApp } from "../test/app.ts";
import type { DemoBookingRow } from "./demo-bookings.ts";
import { DEMO_PROGRAMMES, demoReservations, sliceOf } from "./demo-guests.ts";

// As the demo of the browser tests, the smallest there is: a larger one has the same guests and more.
const programmes = DEMO_PROGRAMMES.map((one) => ({ ...one, guests: Math.ceil(one.guests / 28) }));
const withRfm = programmes.filter(({ prefix }) => prefix !== "S");

const keyOf = (row: DemoBookingRow) => String(row.member_number || row.email || row.tel);

test.each(withRfm)("each group of the RFM that $prefix starts with has guests", (programme) => {
  for (const today of ["2026-11-25", "2027-03-01", "2027-08-15"] as CalendarDate[]) {
    const stays = [...demoReservations(programme, today).values()].flat().filter((row) => row.state === "滞在済");
    const from = aggregationStart(today, DEFAULT_AGGREGATION_YEARS);
    const groups = [...Map.groupBy(stays, keyOf).values()].map((rows) => {
      const ends = rows.map((row) => row.check_out_date as CalendarDate);
      const counted = rows.filter((row) => String(row.check_out_date) >= from);
      const monetary = counted.reduce((sum, row) => sum + Number(row.use_price), 0);
      const recency = recencyDays(
        ends.reduce((a, b) => (a > b ? a : b)),
        today,
      );
      const scores = scoresOfCustomer({ recency, frequency: counted.length, monetary }, DEFAULT_THRESHOLDS);
      return scores && groupFor(scores, DEFAULT_GROUPS)?.name;
    });
    expect([...new Set(groups)].sort(), today).toEqual(DEFAULT_GROUPS.map(({ name }) => name).sort());
  }
});

describe("the queue of guests", () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await testApp();
  });
  afterAll(() => t.close());

  test("holds guests of each kind, above the score from which one is proposed and below", async () => {
    const [, tsuki] = programmes;
    if (!tsuki) throw new Error("no programme");
    const hotel = await makeAccount(t.app, { name: "月の宿" });
    const staff = await t.as(await makeUser(t.app, hotel, "role_admin", ["*"]));
    for (const rows of demoReservations(tsuki, todayOf(t.app.clock)).values()) {
      const csv = Buffer.from(sliceOf(rows, null, null));
      const counts = await imported(t.app, hotel.accountId, hotel.accountId, csv);
      expect(counts).toMatchObject({ status: "done", refused: 0 });
    }
    const { items } = (await staff({ method: "GET", url: "/api/merges?size=100" })).json() as { items: Line[] };
    const shown = items.map(({ kind, score, reasons }) => ({ kind, score, because: reasons.at(-1) }));
    const guests = (because: string) => shown.filter((line) => line.kind === "guest" && line.because === because);
    expect(guests("group_contact").map((line) => line.score)).toEqual([100, 0]);
    expect(guests("companion").map((line) => line.score)).toEqual([65, 30]);
    expect(guests("keys_disagree").map((line) => line.score)).toEqual([65, 65]);
    expect(guests("shared_tel").map((line) => line.score)).toEqual([30, 30, 30]);
    const alike = items.filter(
      ({ reasons }) => reasons.includes("same_name") && reasons.includes("other_member_number"),
    );
    expect(alike.map(({ customer, other, score }) => [customer?.name, other?.name, score])).toEqual([
      ["斎藤 美和", "斉藤 美和", 70],
      ["渡辺 浩", "渡邉 浩", 35],
    ]);
    expect(items.filter(({ score }) => score >= LIKELY).length).toBeGreaterThan(4);
    expect(items.filter(({ score }) => score < LIKELY).length).toBeGreaterThan(4);
  });
});

type Line = {
  kind: "pair" | "guest" | "joined";
  score: number;
  reasons: string[];
  customer: { name: string } | null;
  other: { name: string } | null;
};
