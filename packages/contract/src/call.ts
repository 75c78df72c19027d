import { oc } from "@orpc/contract";

/**
 * What a caller must have before a call runs. The server's one binding enforces it; the OpenAPI page shows it.
 * - `public`: nobody needs to be signed in.
 * - `second_step`: the password was right, the code is still to come.
 * - `session`: signed in and verified. With `duringPasswordUpdate` also while a new password is demanded.
 * - `action`: a page action such as `customers/read` in the account the call works in (`?account_id=`).
 */
export type Need =
  | { readonly kind: "public" }
  | { readonly kind: "second_step" }
  | { readonly kind: "session"; readonly duringPasswordUpdate?: true }
  | { readonly kind: "action"; readonly action: `${string}/${"read" | "create" | "edit" | "delete"}` };

export type CallMeta = { readonly needs: Need };

/** Starts a call of the contract; the need comes first so that none is forgotten. */
export function call(needs: Need) {
  return oc.$meta<CallMeta>({ needs });
}

export const needsPublic: Need = { kind: "public" };
export const needsSession: Need = { kind: "session" };

/** A page action in the account chosen by `?account_id=`. */
export function needsAction(action: Extract<Need, { kind: "action" }>["action"]): Need {
  return { kind: "action", action };
}
