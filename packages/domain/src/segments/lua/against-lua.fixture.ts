import fc from "fast-check";
import { calendarDate } from "../../calendar-date.ts";
import { factOf, isSegmentField, operatorsOf } from "../fields.ts";
import type { Form } from "../form.ts";
import { SEGMENT_LIST_NAMES } from "../lists.ts";
import { guestMeets } from "../matches.ts";
import { compileLua } from "./compile.ts";
import { realLua, type Verdict } from "./oracle.fixture.ts";
import { askedGuest, guestsOn, luaGuest, type RandomGuest } from "./random-guests.fixture.ts";
import { SCRIPTS } from "./random-scripts.fixture.ts";

export const oracleDay = calendarDate("2026-11-20");

/** A script that the compiler accepts, and what Lua says of it for each guest; null where Lua does not load it. */
export type Judged = { text: string; form: Form; warned: boolean; verdicts: readonly Verdict[] | null };
export type Judgement = {
  scripts: readonly Judged[];
  guests: readonly RandomGuest[];
  /** How many scripts of each kind were accepted and refused, and how many verdicts there are of each. */
  tally: Readonly<Record<string, number>>;
};

/** Random scripts and guests, each pair asked of real Lua. */
export const judgedByLua = (scripts: number, guests: number): Promise<Judgement> => {
  const kinds = Object.entries(SCRIPTS);
  return judged(
    kinds.map(([kind, arbitrary]) => [kind, fc.sample(arbitrary, Math.ceil(scripts / kinds.length))]),
    fc.sample(guestsOn(oracleDay), guests),
  );
};

/** Scripts of one's own, for guests of whom nothing is known, who have nothing, and who owe something, and for some random ones. */
export const handwrittenByLua = (scripts: readonly string[]): Promise<Judgement> => {
  const [first, ...random] = fc.sample(guestsOn(oracleDay), 60) as [RandomGuest, ...RandomGuest[]];
  const unknown = Object.fromEntries(Object.entries(first).map(([fact, value]) => [fact, lacked(fact) ? null : value]));
  const stranger = {
    ...unknown,
    stay_count: 0,
    point_balance: 0,
    use_price_total: 0,
    lists: NO_ITEMS,
  } as unknown as RandomGuest;
  const owing = {
    ...first,
    stay_count: 3,
    point_balance: -999,
    last_stay_days: -3,
    stay_days: 0,
  } as unknown as RandomGuest;
  return judged([["by hand", scripts]], [stranger, owing, ...random]);
};

const NO_ITEMS = Object.fromEntries(SEGMENT_LIST_NAMES.map((list) => [list, []]));
const lacked = (fact: string): boolean => isSegmentField(fact) && operatorsOf(factOf(fact)).includes("null");

async function judged(
  kinds: readonly (readonly [kind: string, scripts: readonly string[]])[],
  people: readonly RandomGuest[],
): Promise<Judgement> {
  const tally: Record<string, number> = {};
  const count = (what: string, more = 1) => {
    tally[what] = (tally[what] ?? 0) + more;
  };
  const accepted = kinds.flatMap(([kind, scripts]) =>
    scripts.flatMap((text) => {
      const compiled = compileLua(text);
      count(compiled.ok ? `${kind}: accepted` : `refused: ${compiled.problems[0]?.code}`);
      return compiled.ok ? [{ text, form: compiled.form, warned: compiled.warnings.length > 0 }] : [];
    }),
  );
  const verdicts = await realLua(
    accepted.map(({ text }) => text),
    people.map(luaGuest),
    oracleDay,
  );
  for (const all of verdicts) for (const verdict of all ?? []) count(`verdicts: ${verdict}`);
  count("scripts that fail for somebody", verdicts.filter((all) => all?.includes("failed")).length);
  return {
    scripts: accepted.map((script, at) => ({ ...script, verdicts: verdicts[at] ?? null })),
    guests: people,
    tally,
  };
}

/** Where the form, asked in memory, says otherwise than Lua, or a failure was not warned of. */
export function differencesInMemory({ scripts, guests }: Judgement): readonly string[] {
  const asked = guests.map((guest) => askedGuest(guest, oracleDay));
  return scripts.flatMap(({ text, form, warned, verdicts }) => {
    if (verdicts === null) return [`Lua refuses: ${text}`];
    if (verdicts.includes("failed") && !warned) return [`fails without a warning: ${text}`];
    const at = asked.findIndex((guest, which) => guestMeets(form, guest) !== (verdicts[which] === "meant"));
    return at === -1 ? [] : [`${verdicts[at]} says Lua: ${text} for ${JSON.stringify(guests[at])}`];
  });
}
