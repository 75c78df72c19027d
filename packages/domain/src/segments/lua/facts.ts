import { type EvaluationTime, unaskable } from "../as-of.ts";
import type { SegmentField } from "../fields.ts";
import type { ValueTerm } from "../form.ts";
import { type AnyTerm, FALSE, isTrue } from "./guards.ts";
import type { Diagnostic } from "./problem.ts";
import type { LuaScope } from "./scope.ts";
import { type Alternative, type LuaOutcome, type Value, valueOfFact } from "./value.ts";

const REFUSALS = { not_judged_as_of: "lua_not_judged", no_reservation: "lua_no_reservation" } as const;

/** Why a script that is judged then cannot ask for the fact. */
export function factRefusalOf(field: SegmentField, judged: EvaluationTime | undefined) {
  const code = unaskable(field, judged);
  return code && REFUSALS[code];
}

/**
 * A fact: its value, or nil where it is not known. Within an item, the item's facts are asked for by `x.name`, and everything else is the
 * guest's. Undefined where there is no such fact.
 */
export function factOutcome(
  name: string,
  args: readonly (number | string)[],
  scope: LuaScope,
  options: { judged: EvaluationTime | undefined; ofItem: boolean },
  refuse: (diagnostic: Diagnostic) => LuaOutcome,
): LuaOutcome | undefined {
  if (scope.outer !== null && !options.ofItem) {
    const asked = factOutcome(name, args, scope.outer, options, refuse);
    return asked && guestOutcome(scope, asked);
  }
  const asked = scope.askedOf(name);
  if (asked === undefined || asked.luaList !== undefined || (asked.args?.length ?? 0) !== args.length) return undefined;
  const refusal = options.ofItem ? null : factRefusalOf(name as SegmentField, options.judged);
  if (refusal) return refuse({ code: refusal, params: { name } });
  const { guards } = scope;
  const given = args.length === 0 ? undefined : args;
  const known = guards.plain(guards.known(name, given));
  const value = valueOfFact(asked, { term: "fact", fact: name, ...(given && { args: given }) });
  const nil: Alternative = { when: guards.not(known), value: { type: "nil" } };
  return { alternatives: isTrue(known) ? [{ when: known, value }] : [{ when: known, value }, nil], error: FALSE };
}

/** What was found out of the guest, as it is asked within an item. */
export function guestOutcome({ guards }: LuaScope, { alternatives, error }: LuaOutcome): LuaOutcome {
  return {
    alternatives: alternatives.map(({ when, value }) => ({ when: guards.guest(when), value: guestValue(value) })),
    error: guards.guest(error),
  };

  function guestValue(value: Value): Value {
    if (value.type === "nil") return value;
    return value.type === "bool" ? { ...value, is: guards.guest(value.is) } : { ...value, term: guestTerm(value.term) };
  }
}

function guestTerm(of: AnyTerm): AnyTerm {
  const constant =
    of.term === "int" || of.term === "float" || of.term === "text" || of.term === "day" || of.term === "month";
  return constant ? of : { term: "guest", of: of as ValueTerm };
}
