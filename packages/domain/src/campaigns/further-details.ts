import type { ActionType } from "../enumerations.ts";

/** Where an action holds more of its kind, beside what stands under the kind's own name. */
const FURTHER: Partial<Record<ActionType, string>> = { mail: "other_mails", coupon: "other_coupons" };
/** What tells them apart. */
export const SEPARATED_BY = ["variant", "language"] as const;

export const furtherName = (type: ActionType): string | undefined => FURTHER[type];

/** What an action holds with where it stands in it: under its kind's own name first, null while nothing is filled in. */
export function detailsOf(action: { type: ActionType }): { path: string; detail: unknown }[] {
  const held = action as Record<string, unknown>;
  return [{ path: action.type, detail: held[action.type] ?? null }, ...furtherOf(action)];
}

export function furtherOf(action: { type: ActionType }): { path: string; detail: unknown }[] {
  const name = FURTHER[action.type];
  const further = name === undefined ? undefined : (action as Record<string, unknown>)[name];
  return Array.isArray(further) ? further.map((detail: unknown, at) => ({ path: `${name}.${at}`, detail })) : [];
}
