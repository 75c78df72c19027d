import fc from "fast-check";
import { calendarDate } from "../../calendar-date.ts";
import { holds } from "../matches.ts";
import { compileLua } from "./compile.ts";
import { realLua, type Verdict } from "./oracle.fixture.ts";
import { type Guest, guestsOn, luaGuest } from "./random-guests.fixture.ts";
import { SCRIPTS } from "./random-scripts.fixture.ts";

const today = calendarDate("2026-11-20");

/** Random scripts and guests, each pair asked of the compiler and of real Lua; how often each kind came up, and where they differ. */
export async function comparedWithLua(scripts: number, guests: number) {
  const kinds = Object.entries(SCRIPTS);
  const asked = kinds.flatMap(([kind, arbitrary]) =>
    fc
      .sample(arbitrary, Math.ceil(scripts / kinds.length))
      .map((text) => ({ kind, text, compiled: compileLua(text, { basic: false }) })),
  );
  const people = fc.sample(guestsOn(today), guests);
  const tally: Record<string, number> = {};
  const count = (what: string) => {
    tally[what] = (tally[what] ?? 0) + 1;
  };
  for (const { kind, compiled } of asked)
    count(compiled.ok ? `${kind}: accepted` : `refused: ${compiled.problems[0]?.code}`);
  const accepted = asked.flatMap(({ text, compiled }) => (compiled.ok ? [{ text, ...compiled }] : []));
  const verdicts = await realLua(
    accepted.map(({ text }) => text),
    people.map((guest) => luaGuest(guest, today)),
    today,
  );
  const wrong = accepted.flatMap((script, at) => difference(script, people, verdicts[at] ?? null) ?? []);
  for (const verdict of verdicts.flatMap((one) => one ?? [])) count(verdict);
  count(`scripts that fail for somebody: ${verdicts.filter((one) => one?.includes("failed")).length}`);
  return { wrong, accepted: accepted.length, tally };
}

type Accepted = { text: string } & Extract<ReturnType<typeof compileLua>, { ok: true }>;

function difference(
  { text, form, warnings }: Accepted,
  people: readonly Guest[],
  verdicts: readonly Verdict[] | null,
): string | undefined {
  if (verdicts === null) return `Lua refuses: ${text}`;
  if (verdicts.includes("failed") && warnings.length === 0) return `fails without a warning: ${text}`;
  const at = people.findIndex((guest, which) => holds(form, guest, today) !== (verdicts[which] === "meant"));
  return at === -1 ? undefined : `${verdicts[at]} says Lua: ${text} for ${JSON.stringify(people[at])}`;
}
