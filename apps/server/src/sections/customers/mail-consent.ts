import type { Tx } from "../../database/connection.ts";

/** A guest whom a mail went to, as they are now. */
export type Recipient = { id: number; email: string | null; language: "ja" | "en"; withdrawn: boolean };

/** The guest of a customer id in an old mail; for a merged one, the survivor. */
export async function findRecipient(tx: Tx, accountId: number, customerId: number): Promise<Recipient | undefined> {
  return tx.maybe<Recipient>`with recursive kept (id, merged_into) as (
      select c.id, c.merged_into from customers c where c.account_id = ${accountId} and c.id = ${customerId}
      union
      select c.id, c.merged_into from kept b join customers c on c.account_id = ${accountId} and c.id = b.merged_into)
    select c.id, c.email, c.language,
      coalesce((select k.state = 'withdrawn' from customer_consents k where k.account_id = c.account_id and k.customer_id = c.id
        and k.channel = 'mail' and k.purpose = 'marketing' order by k.id desc limit 1), false) as withdrawn
    from kept b join customers c on c.account_id = ${accountId} and c.id = b.id
    where b.merged_into is null`;
}

/** Withdraws the consent: a line in the ledger, and the address on the suppression list, which survives merges. Idempotent. */
export async function withdrawMailConsent(tx: Tx, accountId: number, guest: Recipient): Promise<void> {
  if (!guest.withdrawn)
    await tx.run`insert into customer_consents (account_id, customer_id, channel, purpose, state, source)
      values (${accountId}, ${guest.id}, 'mail', 'marketing', 'withdrawn', 'unsubscribe')`;
  if (guest.email !== null)
    await tx.run`insert into suppressions (account_id, channel, address, reason, customer_id)
      values (${accountId}, 'mail', lower(${guest.email}), 'opted_out', ${guest.id}) on conflict do nothing`;
}
