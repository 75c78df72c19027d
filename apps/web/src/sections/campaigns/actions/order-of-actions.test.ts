import { expect, test } from "vitest";
import { newAction } from "../editor/draft.ts";
import { groupedActions, movedWithin } from "./order-of-actions.ts";

const [mail, coupon, point] = [newAction("mail"), newAction("coupon"), newAction("point")];
const types = (actions: { type: string }[]) => actions.map(({ type }) => type);

test("what is given and what is told are ordered each by itself, whatever places they have in the segment", () => {
  const actions = [mail, coupon, point];
  expect(groupedActions(actions, "gives").map(({ at }) => at)).toEqual([1, 2]);
  expect(types(movedWithin(actions, point.key, coupon.key))).toEqual(["mail", "point", "coupon"]);
  expect(types(movedWithin(actions, coupon.key, point.key))).toEqual(["mail", "point", "coupon"]);
  expect(types(movedWithin([coupon, mail, point], point.key, coupon.key))).toEqual(["point", "mail", "coupon"]);
  for (const [key, over] of [
    [mail.key, coupon.key],
    [coupon.key, mail.key],
    ["gone", mail.key],
  ] as const)
    expect(movedWithin(actions, key, over)).toEqual(actions);
});
