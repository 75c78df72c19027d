import type { CurrentSuppression, SuppressionLine } from "@okaeri/contract/mail-suppressions";
import { sql } from "kysely";
import type { Tx } from "../../../database/connection.ts";
import { idsOfCustomer } from "../../points/merged-customers.read.ts";
import { isoInstant } from "../iso-instant.ts";

/** Why nothing is sent to the guest's present address; null: nothing hinders it. A refusal hides a bounce, for it stays when that is lifted. */
export async function currentSuppression(
  tx: Tx,
  accountId: number,
  customerId: number,
): Promise<CurrentSuppression | null> {
  const found = await tx.one<
    CurrentSuppression | { reason: null }
  >`select reason, since, coalesce(reason = 'bounced', false) as can_lift
    from (
      select case when suppression.reason <> 'bounced' then suppression.reason
          when customer.email_state = 'opted_out' then 'opted_out'
          when suppression.reason = 'bounced' or customer.email_state = 'bounced' then 'bounced' end as reason,
        ${isoInstant(sql`suppression.created_at`)} as since
      from customers customer
      left join suppressions suppression on suppression.account_id = customer.account_id and suppression.channel = 'mail'
        and suppression.address = lower(customer.email)
      where customer.account_id = ${accountId} and customer.id = ${customerId}
    ) b`;
  return found.reason === null ? null : found;
}

/** What came back about the guest's addresses, and what was lifted, newest first. */
export function suppressionLines(tx: Tx, accountId: number, customerId: number): Promise<SuppressionLine[]> {
  return tx.all<SuppressionLine>`select mail_suppression.id, mail_suppression.kind, mail_suppression.source,
      mail_suppression.status_code, mail_suppression.detail, mail_suppression.remarks, mail_suppression.address,
      ${isoInstant(sql`mail_suppression.happened_at`)} as happened_at, person.name as entered_by
    from mail_suppressions mail_suppression
    left join users person on person.id = mail_suppression.created_by
    where mail_suppression.account_id = ${accountId} and mail_suppression.customer_id in ${idsOfCustomer(accountId, customerId)}
    order by mail_suppression.id desc limit 200`;
}
