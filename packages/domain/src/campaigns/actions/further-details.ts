import type { ActionType } from "../../enumerations.ts";

/** Fields in which an action keeps further details of its kind, next to the field with the kind's own name. */
const FURTHER = { mail: "other_mails", coupon: "other_coupons" } as const satisfies Partial<Record<ActionType, string>>;
/** Kinds that several variants can be compared of. */
export type KindWithVariants = keyof typeof FURTHER;
/** What tells them apart. */
export const SEPARATED_BY = ["variant", "language"] as const;

export const furtherName = (type: ActionType): string | undefined =>
  (FURTHER as Partial<Record<ActionType, string>>)[type];

/** What an action holds with where it stands in it: under its kind's own name first, null while nothing is filled in. */
export function detailsOf(action: { type: ActionType }): { path: string; detail: unknown }[] {
  const held = action as Record<string, unknown>;
  return [{ path: action.type, detail: held[action.type] ?? null }, ...furtherOf(action)];
}

export function furtherOf(action: { type: ActionType }): { path: string; detail: unknown }[] {
  const name = furtherName(action.type);
  const further = name === undefined ? undefined : (action as Record<string, unknown>)[name];
  return Array.isArray(further) ? further.map((detail: unknown, at) => ({ path: `${name}.${at}`, detail })) : [];
}
