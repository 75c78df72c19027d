import { expect, test } from "vitest";
import type { ActionType } from "../enumerations.ts";
import { nextSteps } from "./next-steps.ts";

const push = (id: number, channel: ActionType, segment = 1, frozen = true) => ({
  id,
  channel,
  campaign_segment_id: segment,
  frozen,
});

test("one freeze fixes the recipients of all, before anything is delivered", () => {
  expect(nextSteps([push(1, "point"), push(2, "mail", 1, false), push(3, "mail", 2, false)])).toEqual([
    { id: 2, step: "freeze" },
  ]);
});

test("messages wait for what their own segment gives, and for no other segment", () => {
  const pushes = [push(1, "point"), push(2, "mail"), push(3, "line"), push(4, "mail", 2), push(5, "coupon", 3)];
  expect(nextSteps(pushes)).toEqual([1, 4, 5].map((id) => ({ id, step: "deliver" })));
  expect(nextSteps([push(2, "mail"), push(3, "line")])).toEqual([2, 3].map((id) => ({ id, step: "deliver" })));
});

test("nothing open, nothing to do", () => {
  expect(nextSteps([])).toEqual([]);
});
