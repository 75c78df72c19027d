import type { Tx } from "../../database/connection.ts";

/** A guest whom a mail went to, as they are now. */
export type Recipient = { id: number; email: string | null; language: "ja" | "en"; withdrawn: boolean };

/** The guest of a customer id in an old mail; for a merged one, the survivor. */
export async function findRecipient(tx: Tx, accountId: number, customerId: number): Promise<Recipient | undefined> {
  return tx.maybe<Recipient>`with recursive kept (id, merged_into) as (
      select customer.id, customer.merged_into
      from customers customer
      where customer.account_id = ${accountId} and customer.id = ${customerId}
      union select customer.id, customer.merged_into
      from kept b
      join customers customer on customer.account_id = ${accountId} and customer.id = b.merged_into
    )
    select customer.id, customer.email, customer.language,
      coalesce((select consent.state = 'withdrawn'
        from customer_consents consent
        where consent.account_id = customer.account_id and consent.customer_id = customer.id and consent.channel = 'mail'
          and consent.purpose = 'marketing'
        order by consent.id desc limit 1), false) as withdrawn
    from kept b
    join customers customer on customer.account_id = ${accountId} and customer.id = b.id
    where b.merged_into is null`;
}

/** Withdraws the consent: a line in the ledger, and the address on the suppression list, which survives merges. Idempotent. */
export async function withdrawMailConsent(tx: Tx, accountId: number, guest: Recipient, now: Date): Promise<void> {
  if (!guest.withdrawn)
    await tx.run`insert into customer_consents (account_id, customer_id, channel, purpose, state, happened_at, source)
      values (${accountId}, ${guest.id}, 'mail', 'marketing', 'withdrawn', ${now}, 'unsubscribe')`;
  if (guest.email !== null)
    await tx.run`insert into suppressions (account_id, channel, address, reason, customer_id)
      values (${accountId}, 'mail', lower(${guest.email}), 'opted_out', ${guest.id})
      on conflict (account_id, channel, address) do update set reason = 'opted_out' where suppressions.reason = 'bounced'`;
}
