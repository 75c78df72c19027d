import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ActionType } from "../enumerations.ts";
import { isMessage, nextSteps, type OpenPush, WAVES, type Wave } from "./next-steps.ts";
import { type QuietHours, quietUntil } from "./quiet-hours.ts";
import { canarySize, isLarge, needsApproval } from "./send-rules.ts";

const NIGHT: QuietHours = { from: "21:00", until: "08:00" };
const at = (time: string) => new Date(`2026-11-20T${time}+09:00`);
const noon = { now: at("12:00:00"), quiet: NIGHT };
const push = (id: number, channel: ActionType, over: Partial<OpenPush> = {}): OpenPush => ({
  id,
  channel,
  campaign_segment_id: 1,
  frozen: true,
  approved: true,
  wave: "main",
  undecided: false,
  grace_until: null,
  ...over,
});
const isLater = (one: Wave, other: Wave) => WAVES.indexOf(one) > WAVES.indexOf(other);
const deliver = (id: number) => ({ id, step: "deliver" });

describe("next steps", () => {
  test("one freeze fixes the recipients of all, before anything is delivered", () => {
    const pushes = [push(1, "point"), push(2, "mail", { frozen: false }), push(3, "mail", { frozen: false })];
    expect(nextSteps(pushes, noon)).toEqual([{ id: 2, step: "freeze" }]);
  });

  test("within a segment gifts and then messages go in the order of their actions, one after the other", () => {
    const pushes = [push(1, "mail"), push(2, "coupon"), push(3, "line"), push(4, "point")];
    const order: number[] = [];
    for (let open = pushes; open.length > 0; ) {
      const [step, ...others] = nextSteps(open, noon);
      expect([step?.step, others]).toEqual(["deliver", []]);
      order.push(step?.id ?? 0);
      open = open.filter(({ id }) => id !== step?.id);
    }
    expect(order).toEqual([2, 4, 1, 3]);
  });

  test("messages wait for what their own segment gives, and for no other segment", () => {
    const pushes = [push(1, "point"), push(2, "mail"), push(3, "line"), push(4, "mail", { campaign_segment_id: 2 })];
    expect(nextSteps([...pushes, push(5, "coupon", { campaign_segment_id: 3 })], noon)).toEqual([1, 4, 5].map(deliver));
    expect(nextSteps([push(2, "mail"), push(3, "line")], noon)).toEqual([deliver(2)]);
  });

  test("approval comes first, then the waiting time, and both hold points as well as messages", () => {
    const soon = at("12:00:01");
    const both = (over: Partial<OpenPush>) =>
      nextSteps([push(1, "point", { wave: "canary", ...over }), push(2, "mail", { wave: "canary", ...over })], noon);
    const held = (hold: string, until: Date | null) => [1, 2].map((id) => ({ id, step: "hold", hold, until }));
    expect(both({ approved: false, grace_until: soon })).toEqual(held("approval", null));
    expect(both({ grace_until: soon })).toEqual(held("grace", soon));
    expect(both({ grace_until: noon.now })).toEqual([deliver(1)]);
  });

  test("the canary of all, gifts and then messages, comes before anybody of the rest", () => {
    const first = { wave: "canary" } as const;
    const other = { campaign_segment_id: 2 };
    const send = [push(1, "point", first), push(2, "mail", first), push(3, "coupon", other)];
    send.push(push(4, "mail", { wave: "canary", campaign_segment_id: 3 }));
    expect(nextSteps(send, noon)).toEqual([1, 4].map(deliver));
    expect(nextSteps([push(1, "point"), ...send.slice(1)], noon)).toEqual([2, 4].map(deliver));
    expect(nextSteps([push(1, "point"), push(2, "mail"), push(3, "coupon", other)], noon)).toEqual([1, 3].map(deliver));
  });

  test("the rest waits once more, and longer where the first messages rest at night", () => {
    const soon = at("12:00:01");
    const rest = [push(1, "point", { grace_until: soon }), push(2, "mail", { grace_until: soon })];
    expect(nextSteps(rest, noon)).toEqual([1, 2].map((id) => ({ id, step: "hold", hold: "canary", until: soon })));
    const night = { now: at("23:30:00"), quiet: NIGHT };
    const until = new Date("2026-11-21T08:00:00+09:00");
    expect(nextSteps([push(1, "point"), push(2, "mail", { wave: "canary" })], night)).toEqual(
      [1, 2].map((id) => ({ id, step: "hold", hold: "quiet_hours", until })),
    );
  });

  test("points go through at night, messages rest until the morning", () => {
    const night = { now: at("23:30:00"), quiet: NIGHT };
    const morning = new Date("2026-11-21T08:00:00+09:00");
    expect(nextSteps([push(1, "point"), push(2, "mail")], night)).toEqual([deliver(1)]);
    const rest = { id: 2, step: "hold", hold: "quiet_hours", until: morning };
    expect(nextSteps([push(2, "mail")], night)).toEqual([rest]);
    expect(nextSteps([push(2, "mail")], { ...night, quiet: null })).toEqual([deliver(2)]);
  });

  test("who waits for the choice of a text comes after the guests in the shares, gifts and messages, and only once it is made", () => {
    const waits = { wave: "remaining", undecided: true } as const;
    const points = push(1, "point", { wave: "remaining" });
    expect(nextSteps([points, push(2, "mail", { undecided: true })], noon)).toEqual([deliver(2)]);
    const held = [1, 2].map((id) => ({ id, step: "hold", hold: "variant", until: null }));
    expect(nextSteps([points, push(2, "mail", waits)], noon)).toEqual(held);
    expect(nextSteps([points, push(2, "mail", { wave: "remaining" })], noon)).toEqual([deliver(1)]);
    expect(nextSteps([push(2, "mail", { wave: "remaining" })], noon)).toEqual([deliver(2)]);
  });

  test("a choice in one segment holds no other, and the canary of all comes before it", () => {
    const waits = push(2, "mail", { wave: "remaining", undecided: true });
    const other = push(3, "mail", { campaign_segment_id: 2 });
    const held = { id: 2, step: "hold", hold: "variant", until: null };
    expect(nextSteps([waits, other], noon)).toEqual([held, deliver(3)]);
    expect(nextSteps([waits, { ...other, wave: "canary" }], noon)).toEqual([deliver(3)]);
  });

  test("who waits for the choice rests at night once it is made, and for an approval before all", () => {
    const night = { now: at("23:30:00"), quiet: NIGHT };
    const until = new Date("2026-11-21T08:00:00+09:00");
    const chosen = push(2, "mail", { wave: "remaining" });
    expect(nextSteps([chosen], night)).toEqual([{ id: 2, step: "hold", hold: "quiet_hours", until }]);
    const unapproved = { ...chosen, approved: false, undecided: true };
    expect(nextSteps([unapproved], noon)).toEqual([{ id: 2, step: "hold", hold: "approval", until: null }]);
  });

  test("nothing open, nothing to do", () => {
    expect(nextSteps([], noon)).toEqual([]);
  });
});

test.each([
  ["20:59:59.999", null],
  ["21:00:00", "2026-11-21T08:00+09:00"],
  ["23:59:59.999", "2026-11-21T08:00+09:00"],
  ["00:00:00", "2026-11-20T08:00+09:00"],
  ["07:59:59.999", "2026-11-20T08:00+09:00"],
  ["08:00:00", null],
])("quiet hours across midnight at %s end %s", (time, end) => {
  expect(quietUntil(NIGHT, at(time))).toEqual(end === null ? null : new Date(end));
});

test("quiet hours within one day", () => {
  const lunch = { from: "12:00", until: "13:30" };
  const ends = ["11:59:59", "12:00:00", "13:29:59", "13:30:00"].map((time) => quietUntil(lunch, at(time)));
  expect(ends).toEqual([null, at("13:30:00"), at("13:30:00"), null]);
});

test("what is above a limit, and the size of a canary", () => {
  const rules = { approvalAbove: 100, carefulAbove: 50, graceSeconds: 60, quiet: null, missedRunHours: 6 };
  expect([50, 51].map((n) => isLarge(rules, n))).toEqual([false, true]);
  expect([100, 101].map((n) => needsApproval(rules, n))).toEqual([false, true]);
  const nothing = { ...rules, approvalAbove: null, carefulAbove: null };
  expect([isLarge(nothing, 1e7), needsApproval(nothing, 1e7)]).toEqual([false, false]);
  expect([1, 99, 100, 101, 20_000].map(canarySize)).toEqual([1, 1, 1, 2, 200]);
});

const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, "0")).join(":"));
const send = fc.record({
  start: fc.date({ min: new Date("2026-01-01"), max: new Date("2027-01-01"), noInvalidDate: true }),
  quiet: fc.option(fc.record({ from: time, until: time }).filter(({ from, until }) => from !== until)),
  parts: fc.array(
    fc.tuple(fc.constantFrom<ActionType>("point", "coupon", "mail", "line"), fc.integer({ min: 1, max: 3 })),
    {
      minLength: 1,
      maxLength: 6,
    },
  ),
  large: fc.boolean(),
  approval: fc.boolean(),
  graceSeconds: fc.option(fc.integer({ min: 1, max: 100_000 })),
});

test("whatever the settings: every push is delivered in the end, none before it may be", () => {
  fc.assert(
    fc.property(send, ({ start, quiet, parts, large, approval, graceSeconds }) => {
      const grace = graceSeconds === null ? null : new Date(start.getTime() + graceSeconds * 1_000);
      let now = start;
      let approved = !approval;
      let open = parts.map(([channel, segment], id) =>
        push(id, channel, { campaign_segment_id: segment, frozen: false, wave: large ? "canary" : "main" }),
      );
      // Each turn freezes, delivers, approves or lets the time pass: some holds and as many deliveries as there are pushes in two waves.
      for (let turn = 0; open.length > 0 && turn < 2 * parts.length + 10; turn++) {
        const steps = nextSteps(open, { now, quiet });
        for (const step of steps) {
          const one = open.find(({ id }) => id === step.id);
          if (step.step === "freeze")
            open = open.map((each) => ({ ...each, frozen: true, approved, grace_until: grace }));
          if (step.step !== "deliver" || !one) continue;
          expect(approved).toBe(true);
          expect(grace === null || grace <= now).toBe(true);
          if (isMessage(one.channel)) {
            expect(quietUntil(quiet, now)).toBe(null);
            const sameSegment = open.filter((each) => each.campaign_segment_id === one.campaign_segment_id);
            expect(sameSegment.every(({ channel, wave }) => isMessage(channel) || isLater(wave, one.wave))).toBe(true);
          }
          expect(!open.some(({ wave }) => isLater(one.wave, wave))).toBe(true);
        }
        const delivered = steps.filter(({ step }) => step === "deliver").map(({ id }) => id);
        open = open
          .filter(({ id, wave }) => !delivered.includes(id) || wave === "canary")
          .map((each) => (delivered.includes(each.id) ? { ...each, wave: "main" } : each));
        const holds = steps.filter((step) => step.step === "hold");
        if (holds.length < steps.length || holds.length === 0) continue;
        approved = true;
        open = open.map((each) => ({ ...each, approved }));
        const ends = holds.flatMap(({ until }) => (until === null ? [] : [until.getTime()]));
        if (ends.length > 0) now = new Date(Math.min(...ends));
      }
      expect(open).toEqual([]);
    }),
  );
});
