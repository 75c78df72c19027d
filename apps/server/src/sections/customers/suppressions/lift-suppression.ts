import type { Tx } from "../../../database/connection.ts";
import type { CallContext } from "../../../http/binder.ts";
import { CallError } from "../../../http/errors.ts";
import { customerAudit } from "../customer-audit.ts";
import { currentSuppression } from "./suppressions.queries.ts";

/**
 * Lifts what a bounce stopped: the address is written to again, for whichever guest has it. The guest's own refusal or complaint stays.
 * @throws CallError WRONG_STATE
 */
export async function liftSuppression(
  tx: Tx,
  context: CallContext,
  { id, reason }: { id: number; reason: string },
): Promise<void> {
  const { accountId, userId } = context.scope;
  // The row lock puts a double click in a line.
  const { email } = await tx.one<{ email: string | null }>`select lower(email) as email
    from customers
    where account_id = ${accountId} and id = ${id} for update`;
  const current = await currentSuppression(tx, accountId, id);
  if (current === null || email === null) throw new CallError("WRONG_STATE", { because: { code: "not_suppressed" } });
  if (!current.can_lift) throw new CallError("WRONG_STATE", { because: { code: "refusal_stays" } });
  await tx.run`delete from suppressions
    where account_id = ${accountId} and channel = 'mail' and address = ${email} and reason = 'bounced'`;
  await tx.run`update customers
    set email_state = 'valid', updated_at = now()
    where account_id = ${accountId} and (id = ${id} or email = ${email}) and lower(email) = ${email} and email_state = 'bounced'`;
  await tx.run`insert into mail_suppressions (account_id, customer_id, address, kind, source, remarks, happened_at, created_by)
    values (${accountId}, ${id}, ${email}, 'lift', 'staff', ${reason}, ${context.app.clock.now()}, ${userId})`;
  await customerAudit(tx, context, "lift_suppression", id);
}
