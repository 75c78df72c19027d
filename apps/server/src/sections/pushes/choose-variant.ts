import type { Variant } from "@okaeri/domain/pushes/variants";
import type { Tx } from "../../database/connection.ts";
import { addNextSteps, type Moving } from "./next-steps.ts";

/**
 * Whoever waits for the choice of a text gets this one, once the guests in the shares have theirs. The caller has locked the campaign, and
 * nobody has chosen before.
 */
export async function storeChosenVariant(
  tx: Tx,
  moving: Moving,
  { pushActionId, variant, userId }: { pushActionId: number; variant: Variant; userId: number },
): Promise<void> {
  const { accountId, now } = moving;
  await tx.run`update push_actions
    set chosen_variant = ${variant}, chosen_by = ${userId}, chosen_at = ${now}, updated_at = now()
    where account_id = ${accountId} and id = ${pushActionId}`;
  await addNextSteps(tx, moving);
}
