import fc from "fast-check";
import { type EVERYBODY, pointAction } from "../campaigns/campaigns.fixture.ts";

// Commands of the random histories of a guest's points: acts, rules, and histories that are written out.

const KINDS = [
  "grant",
  "grant",
  "use",
  "use",
  "use",
  "cancel",
  "deduct",
  "reverse",
  "reverse",
  "wait",
  "wait",
  "expire",
  "stay",
  "stay",
  "stay",
  "change",
  "change",
  "call off",
  "rule",
  "merge",
  "undo",
] as const;
export const command = fc.record({
  kind: fc.constantFrom(...KINDS),
  guest: fc.nat(2),
  which: fc.nat(20),
  points: fc.integer({ min: 1, max: 300 }),
  days: fc.nat(24),
  expiry: fc.constantFrom("none", "date", "days_from_grant", "days_from_last_stay"),
  price: fc.constantFrom(0, 900, 1_500, 2_400, 3_000),
});
export type Command = typeof command extends fc.Arbitrary<infer C> ? C : never;

export type Point = NonNullable<ReturnType<typeof pointAction>["point"]>;
const rule = (over: Partial<Point>): Point => ({
  grant_type: "absolute",
  grant_absolute: null,
  grant_rate: null,
  grant_condition: null,
  plan_code: [],
  expiration_type: "none",
  expiration_date: null,
  expiration_days_from_grant: null,
  expiration_days_from_last_stay: null,
  ...over,
});
export const RULES = [
  rule({ grant_type: "rate", grant_rate: 10, expiration_type: "days_from_grant", expiration_days_from_grant: 20 }),
  rule({ grant_type: "rate", grant_rate: 5 }),
  rule({ grant_absolute: 70, expiration_type: "days_from_last_stay", expiration_days_from_last_stay: 15 }),
];
/** The second stay earns what the first alone does not, so that a merge and its undoing change points. */
export const SECOND = rule({
  grant_absolute: 40,
  expiration_type: "days_from_last_stay",
  expiration_days_from_last_stay: 30,
});
export const TWICE: typeof EVERYBODY = {
  combinator: "and",
  rules: [{ field: "stay_count", operator: ">=", value: 2 }],
};

export const actionOf = (point: Point | undefined) => ({ ...pointAction(), point: point ?? null });

const one = (kind: Command["kind"], over: Partial<Command> = {}): Command => ({
  kind,
  guest: 0,
  which: 0,
  points: 100,
  days: 0,
  expiry: "none",
  price: 3_000,
  ...over,
});
/** A stay called off on a later day after its points were spent, and the use cancelled when another grant that paid it has expired. */
const OWED: Command[] = [
  one("grant", { points: 200, expiry: "date", days: 5 }),
  one("stay"),
  one("wait", { days: 1 }),
  one("use", { points: 250 }),
  one("wait", { days: 2 }),
  one("call off"),
  one("wait", { days: 9 }),
  one("cancel"),
  one("rule", { which: 1 }),
  one("stay"),
  one("deduct", { points: 30 }),
  one("wait", { days: 1 }),
];
/** Two guests with stays and uses become one, points are used, and they part again. */
const PARTED: Command[] = [
  one("grant"),
  one("grant", { guest: 1 }),
  one("use", { points: 60 }),
  one("stay"),
  one("stay", { guest: 1 }),
  one("wait", { days: 2 }),
  one("merge"),
  one("use", { points: 20 }),
  one("wait", { days: 1 }),
  one("undo"),
  one("use", { guest: 1, points: 90 }),
  one("wait", { days: 24 }),
];

/** A stay that is called off, comes back and is called off again: its reversals are numbered as its grants are. */
const CAME_BACK: Command[] = [
  one("stay", { guest: 1, which: 3, price: 1_500 }),
  one("use", { guest: 1, points: 120 }),
  one("change", { price: 3_000 }),
  one("grant", { guest: 1, points: 49 }),
  one("call off", { which: 17 }),
  one("stay", { guest: 1, which: 3, price: 900 }),
  one("wait", { days: 20 }),
  one("call off", { which: 20 }),
];

/**
 * Points that roll have expired and a debt came after; the stay of another guest wakes them, they pay the debt, and the two part again. Or
 * they give what a stay that is called off meanwhile lacks.
 */
const WOKEN = [
  one("grant", { expiry: "days_from_last_stay", days: 10 }),
  one("wait", { days: 10 }),
  one("stay", { guest: 1, price: 0 }),
  one("wait", { days: 4 }),
  one("stay"),
  one("use", { points: 300 }),
];
const FORGIVEN: Command[] = [
  ...WOKEN,
  one("call off", { which: 1 }),
  one("merge"),
  one("undo"),
  one("wait", { days: 1 }),
  one("stay"),
  one("use", { points: 10 }),
];
const LENT: Command[] = [
  ...WOKEN,
  one("merge"),
  one("call off", { which: 1 }),
  one("wait", { days: 1 }),
  one("undo"),
  one("grant", { points: 250 }),
  one("wait", { days: 1 }),
];

export const EXAMPLES: [Command[]][] = [[OWED], [PARTED], [CAME_BACK], [FORGIVEN], [LENT]];
