import fc from "fast-check";
import { expect, test } from "vitest";
import { rankWon } from "./decide-rank.ts";
import { type Definition, definitionErrors, placesOf, stepsOf, type Tier } from "./definition.ts";
import { proposeTiers } from "./propose.ts";

const tier = (name: string, threshold: number | null, priority: number, more: Partial<Tier> = {}): Tier => ({
  id: null,
  name,
  priority,
  total_stay: threshold,
  total_use_price: null,
  total_get_point: null,
  min_use_point: null,
  max_use_point: null,
  ...more,
});
const rank = (details: Tier[], more: Partial<Definition> = {}): Definition => ({
  definition: "stay",
  use_point_unit: 100,
  active_month: 12,
  base_month: 24,
  base_date: 1,
  details,
  ...more,
});

test.each<[string, Definition, string[]]>([
  ["better asks for more", rank([tier("金", 5, 1), tier("銀", 2, 2), tier("一般", 0, 3)]), []],
  ["in whatever order they stand", rank([tier("一般", 0, 9), tier("金", 5, 1)]), []],
  ["the same", rank([tier("金", 2, 1), tier("銀", 2, 2)]), ["details.0.total_stay rank_asks_the_same"]],
  ["less", rank([tier("銀", 3, 2), tier("金", 2, 1)]), ["details.1.total_stay rank_asks_less"]],
  [
    "another definition's threshold",
    rank([tier("金", 2, 1)], { definition: "get_point" }),
    ["details.0.total_get_point required"],
  ],
  [
    "limits the wrong way round",
    rank([tier("金", 2, 1, { min_use_point: 300, max_use_point: 200 })]),
    ["details.0.max_use_point below_minimum"],
  ],
  ["nothing to use", rank([tier("金", 2, 1, { max_use_point: 99 })]), ["details.0.max_use_point no_usable_amount"]],
  ["just one unit", rank([tier("金", 2, 1, { max_use_point: 100 })]), []],
  ["no upper limit", rank([tier("金", 2, 1, { min_use_point: 130 })]), []],
])("%s", (_name, definition, expected) => {
  expect(definitionErrors(definition).map(({ path, code }) => `${path} ${code}`)).toEqual(expected);
});

test("in a definition without faults every measure belongs to one tier, and more never is worse", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(20), { minLength: 1, maxLength: 6 }), fc.nat(25), (thresholds, measure) => {
      const details = thresholds.sort((a, b) => b - a).map((threshold, n) => tier(`r${n}`, threshold, n + 1));
      expect(definitionErrors(rank(details))).toEqual([]);
      const steps = stepsOf(rank(details));
      const won = rankWon(steps, measure);
      const inside = details.filter(
        ({ total_stay }, n) =>
          measure >= (total_stay ?? 0) && measure < (details[n - 1]?.total_stay ?? Number.POSITIVE_INFINITY),
      );
      expect(inside.map(({ priority }) => priority)).toEqual(won ? [won.priority] : []);
      expect(rankWon(steps, measure + 1)?.priority ?? 99).toBeLessThanOrEqual(won?.priority ?? 99);
    }),
  );
});

test("a tier that goes stands right behind the next better one that stays", () => {
  const step = (id: number, priority: number) => ({ id, priority, threshold: 0 });
  const places = placesOf([step(1, 1), step(2, 2), step(3, 3)], [step(-1, 1), step(1, 2), step(3, 3)]);
  expect(Object.fromEntries(places.map(({ id, place }) => [id, place]))).toEqual({ "-1": 1, 1: 2, 2: 2.5, 3: 3 });
});

test("a proposal for a hotel where most came once, and for one that has hardly begun", () => {
  const hotel = [
    { value: 1, guests: 8_000 },
    { value: 2, guests: 1_200 },
    { value: 3, guests: 500 },
    { value: 6, guests: 200 },
    { value: 12, guests: 100 },
  ];
  expect(proposeTiers("stay", hotel)).toMatchObject({
    own: true,
    tiers: [{ threshold: 7 }, { threshold: 4 }, { threshold: 2 }, { threshold: 0 }],
  });
  expect(proposeTiers("stay", [{ value: 1, guests: 3 }])).toMatchObject({
    own: false,
    tiers: [{ threshold: 8 }, {}, {}, {}],
  });
});

test("whatever the guests are, the proposal can be saved as it stands", () => {
  const histogram = fc.uniqueArray(
    fc.record({ value: fc.integer({ min: 1, max: 2_000_000 }), guests: fc.integer({ min: 1, max: 500 }) }),
    {
      selector: ({ value }) => value,
      maxLength: 30,
    },
  );
  fc.assert(
    fc.property(
      fc.constantFrom("stay" as const, "use_price" as const, "get_point" as const),
      histogram,
      (definition, found) => {
        const field = { stay: "total_stay", use_price: "total_use_price", get_point: "total_get_point" }[definition];
        const { tiers } = proposeTiers(
          definition,
          found.sort((a, b) => a.value - b.value),
        );
        const details = tiers.map(({ threshold, ...more }) =>
          tier(`r${more.priority}`, null, more.priority, { ...more, [field]: threshold }),
        );
        expect(definitionErrors(rank(details, { definition }))).toEqual([]);
      },
    ),
  );
});
