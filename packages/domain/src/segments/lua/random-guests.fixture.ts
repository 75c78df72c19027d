import fc from "fast-check";
import { addDays, type CalendarDate } from "../../calendar-date.ts";
import { type FactEntry, factOf, SEGMENT_FIELD_NAMES, type SegmentField } from "../fields.ts";
import { SEGMENT_LISTS } from "../lists.ts";
import type { AskedGuest, FactValue, GuestLists } from "../matches.ts";
import type { LuaGuest } from "./oracle.fixture.ts";

/** A guest as Lua names what is known of them: facts, sets of which there are several, and lists; nil is left out. */
export type RandomGuest = Readonly<Record<string, FactValue>> & { lists: GuestLists };

const CODES = ["朝食付き", "BB-01", "a", "宿泊", "Ｂ", "😀", "RO.2", "JP"];
/** Small where they meet each other, and now and then as large as they may be. */
const figures = (entry: FactEntry & { type: "number" }) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: entry.min, max: Math.min(entry.max, 12) }) },
    { weight: 2, arbitrary: fc.integer({ min: entry.min, max: Math.min(entry.max, 5000) }) },
    { weight: 1, arbitrary: fc.constantFrom(entry.max, Math.min(entry.max, 999_999_999)) },
  );

function randomValue(entry: FactEntry, today: CalendarDate): fc.Arbitrary<FactValue> {
  switch (entry.type) {
    case "number":
      return figures(entry);
    case "date":
      return fc.integer({ min: -800, max: 60 }).map((ahead) => addDays(today, ahead));
    case "weekday":
      return fc.integer({ min: 0, max: 6 });
    case "month":
      return fc.integer({ min: 1, max: 12 });
    case "choice":
      return fc.constantFrom(...entry.choices);
    case "code":
      return fc.constantFrom(...CODES);
    case "boolean":
      return fc.boolean();
    default:
      return fc.integer({ min: 1, max: 9 });
  }
}

const maybe = (entry: FactEntry, today: CalendarDate): fc.Arbitrary<FactValue> =>
  entry.always || entry.type === "people"
    ? randomValue(entry, today)
    : fc.option(randomValue(entry, today), { freq: 3 });

/** Facts that need no argument: those with one are functions, which a table of facts does not hold. */
const PLAIN = SEGMENT_FIELD_NAMES.filter((field) => factOf(field).args === undefined);

/** Guests of every kind: strangers of whom nothing is known, and regulars with several stays. */
export function guestsOn(today: CalendarDate): fc.Arbitrary<RandomGuest> {
  const facts = Object.fromEntries(
    PLAIN.map((field): [string, fc.Arbitrary<FactValue>] => {
      const entry = factOf(field);
      const several = fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { maxLength: 4 });
      return entry.luaList === undefined ? [field, maybe(entry, today)] : [entry.luaList, several];
    }),
  );
  const lists = Object.fromEntries(
    Object.entries(SEGMENT_LISTS).map(([list, { items }]) => [
      list,
      fc.array(
        fc.record(Object.fromEntries(Object.entries(items).map(([item, entry]) => [item, maybe(entry, today)]))),
        { maxLength: 4 },
      ),
    ]),
  );
  return fc
    .tuple(fc.record(facts), fc.record(lists))
    .map(([known, records]) => ({ ...known, lists: records }) as unknown as RandomGuest);
}

export const luaGuest = ({ lists, ...facts }: RandomGuest): LuaGuest => ({ ...facts, ...lists }) as unknown as LuaGuest;

export function askedGuest(guest: RandomGuest, today: CalendarDate): AskedGuest {
  const factFor = (field: SegmentField): FactValue => guest[factOf(field).luaList ?? field] ?? null;
  return { factFor, lists: guest.lists, today };
}
