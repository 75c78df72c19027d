import fc from "fast-check";
import { calendarDate } from "../../calendar-date.ts";
import type { Form } from "../form.ts";
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
export async function judgedByLua(scripts: number, guests: number): Promise<Judgement> {
  const kinds = Object.entries(SCRIPTS);
  const tally: Record<string, number> = {};
  const count = (what: string, more = 1) => {
    tally[what] = (tally[what] ?? 0) + more;
  };
  const accepted = kinds.flatMap(([kind, arbitrary]) =>
    fc.sample(arbitrary, Math.ceil(scripts / kinds.length)).flatMap((text) => {
      const compiled = compileLua(text, { basic: false });
      count(compiled.ok ? `${kind}: accepted` : `refused: ${compiled.problems[0]?.code}`);
      return compiled.ok ? [{ text, form: compiled.form, warned: compiled.warnings.length > 0 }] : [];
    }),
  );
  const people = fc.sample(guestsOn(oracleDay), guests);
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
