import { expect, test } from "vitest";
import { resultsAnswer } from "../campaigns.fixture.ts";
import { funnelSteps } from "./funnel-steps.ts";

const MESSAGES = { way: "messages", whole: true } as const;
const rates = (steps: ReturnType<typeof funnelSteps>) =>
  steps.map(({ figure, rate }) => (rate === null ? figure : `${figure} ${rate.n} of ${rate.of}`));

test("each step says what it is a rate of; bookings are so many for each hundred guests, since one guest may book twice", () => {
  const { total } = resultsAnswer({
    sent: 5_826,
    delivered: 5_741,
    opened: 2_184,
    clicked: 612,
    reserved: 214,
    transacted: 168,
  });
  const steps = funnelSteps(total, MESSAGES);
  expect(rates(steps)).toEqual([
    "sent",
    "delivered 98.5 of sent",
    "opened 38.0 of delivered",
    "clicked 10.7 of delivered",
    "reserved 3.7 of delivered",
    "transacted 78.5 of reserved",
  ]);
  expect(steps.map(({ share }) => Math.round(share * 100))).toEqual([100, 99, 37, 11, 4, 3]);
});

test("of a part of the time bookings and stays are no rate: they may come of messages before it", () => {
  const { total } = resultsAnswer({ sent: 0, delivered: 0, reserved: 3, transacted: 4 });
  expect(rates(funnelSteps(total, { way: "messages", whole: false }))).toEqual([
    "sent",
    "delivered",
    "opened",
    "clicked",
    "reserved",
    "transacted",
  ]);
});

test("nothing is divided by nothing, nothing is above its whole, and little is not said to be nothing", () => {
  const { total } = resultsAnswer({ sent: 0, delivered: 0, opened: 2, reserved: 1, transacted: 2 });
  const steps = funnelSteps(total, MESSAGES);
  expect(steps.filter(({ rate }) => rate !== null)).toEqual([]);
  expect(steps.map(({ share }) => share)).toEqual([0, 0, 0, 0, 0, 0]);
  const few = funnelSteps(resultsAnswer({ sent: 10_000, delivered: 10_000, clicked: 1 }).total, MESSAGES);
  expect(rates(few)[3]).toBe("clicked 0.01 of delivered");
});

test("where no message goes out it begins with who got something, and what they used of it", () => {
  const { total } = resultsAnswer({
    delivered: 40,
    opened: null,
    clicked: null,
    coupons_given: 20,
    coupons_used: 5,
    points: 4_000,
    points_used: 1_000,
    reserved: 2,
    transacted: 1,
  });
  expect(rates(funnelSteps(total, { way: "benefits", whole: true }))).toEqual([
    "delivered",
    "coupons_used 25.0 of coupons_given",
    "points_used 25.0 of points",
    "reserved 5.0 of delivered",
    "transacted 50.0 of reserved",
  ]);
});

test("points of stays begin with themselves: nothing is sent, and no booking is theirs", () => {
  const { total } = resultsAnswer({ points: 8_000, points_used: 2_000, cost: 2_000 });
  expect(rates(funnelSteps(total, { way: "stays", whole: true }))).toEqual(["points", "points_used 25.0 of points"]);
  const { total: none } = resultsAnswer();
  expect(rates(funnelSteps(none, { way: "stays", whole: true }))).toEqual(["points", "points_used"]);
});
