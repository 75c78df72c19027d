import { oc } from "@orpc/contract";

type Action = `${string}/${"read" | "create" | "edit" | "delete"}`;

/**
 * What a caller must have before a call runs. The server's one binding enforces it; the OpenAPI page shows it.
 * - `public`: nobody needs to be signed in.
 * - `second_step`: the password was right, the code is still to come.
 * - `session`: signed in and verified. With `duringPasswordUpdate` also while a new password is demanded.
 * - `action`: a page action such as `customers/read` in the account the call works in (`?account_id=`), or the one in `or`; with `and` both.
 *   With `on: "programme"` it must be held in that account's programme account: what belongs to the whole programme (campaigns, ranks,
 *   RFM, templates) is not one facility's to change.
 * - `row`: a page action held in any of one's accounts, and the one in `and`; which rows it reaches is decided row by row
 *   (specification §6).
 *   Client staff come to clients and accounts through the row rules alone.
 * - `administrator`: the admin role of either family.
 * - `operator`: the admin role of the provider.
 *
 * With `exports` the answer is a file of people's data: the switch `can_export` is asked too, in the same account.
 */
export type Need =
  | { readonly kind: "public" }
  | { readonly kind: "second_step" }
  | { readonly kind: "session"; readonly duringPasswordUpdate?: true }
  | {
      readonly kind: "action";
      readonly action: Action;
      readonly or?: Action;
      readonly and?: Action;
      readonly on?: "programme";
      readonly exports?: true;
    }
  | { readonly kind: "row"; readonly action: Action; readonly and?: Action; readonly exports?: true }
  | { readonly kind: "administrator" }
  | { readonly kind: "operator" };

export type ActionNeed = Extract<Need, { kind: "action" }>;
export type RowNeed = Extract<Need, { kind: "row" }>;

export type CallMeta = { readonly needs: Need };

/** Starts a call of the contract; the need comes first so that none is forgotten. */
export function call(needs: Need) {
  return oc.$meta<CallMeta>({ needs });
}

export const needsPublic: Need = { kind: "public" };
export const needsSession: Need = { kind: "session" };
export const needsAdministrator: Need = { kind: "administrator" };
export const needsOperator: Need = { kind: "operator" };

/** A page action in the account chosen by `?account_id=`; with `or`, either of the two. */
export function needsAction(action: Action, or?: Action): ActionNeed {
  return or === undefined ? { kind: "action", action } : { kind: "action", action, or };
}

/** Two page actions in the account chosen by `?account_id=`. */
export function needsBoth(action: Action, and: Action): ActionNeed {
  return { kind: "action", action, and };
}

/** A page action in the programme account of the chosen one; with `or`, either of the two. */
export function needsProgramme(action: Action, or?: Action): ActionNeed {
  return { ...needsAction(action, or), on: "programme" };
}

/** A page action in any account, then the row's own rule; with `and`, both of the two. */
export function needsRow(action: Action, and?: Action): RowNeed {
  return and === undefined ? { kind: "row", action } : { kind: "row", action, and };
}

/**
 * The same need and the right to export, for a file of people's data (guests, staff, rows of an upload). Aggregated figures do not need it.
 */
export function needsExport<N extends ActionNeed | RowNeed>(need: N): N {
  return { ...need, exports: true };
}
