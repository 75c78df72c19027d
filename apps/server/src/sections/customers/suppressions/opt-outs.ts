import type { Tx } from "../../../database/connection.ts";

// Opt-outs on the suppression list. A bounce stays known while an opt-out covers it (`reason_before`), and `consent_id` names the link's
// own entry of the ledger as long as nothing else has stopped the address (docs/adr/0545).

type OptOut = {
  accountId: number;
  customerId: number;
  address: string;
  userId: number | null;
  /** The ledger's entry of the mail link that opts out; null for every other source. */
  consentId: number | null;
};

/** Puts an address on the suppression list as opted out. A complaint stays one. */
export async function addOptOut(tx: Tx, { accountId, customerId, address, userId, consentId }: OptOut): Promise<void> {
  await tx.run`insert into suppressions (account_id, channel, address, reason, customer_id, created_by, consent_id)
    values (${accountId}, 'mail', lower(${address}), 'opted_out', ${customerId}, ${userId}, ${consentId})
    on conflict (account_id, channel, address) do update set reason = 'opted_out',
      reason_before = case suppressions.reason when 'bounced' then 'bounced' else suppressions.reason_before end,
      consent_id = case suppressions.reason when 'bounced' then excluded.consent_id end
      where suppressions.reason in ('bounced', 'opted_out')`;
}

/** Takes an opt-out off the suppression list. A bounce under it stays, and so does a complaint. */
export async function removeOptOut(tx: Tx, accountId: number, address: string): Promise<void> {
  await tx.run`update suppressions
    set reason = reason_before, reason_before = null, consent_id = null
    where account_id = ${accountId} and channel = 'mail' and address = lower(${address}) and reason = 'opted_out'
      and reason_before is not null`;
  await tx.run`delete from suppressions
    where account_id = ${accountId} and channel = 'mail' and address = lower(${address}) and reason = 'opted_out'`;
}

type OwnOptOut = { customerId: number; address: string; pushActionId: number; since: Date };

/**
 * Whether the customer is opted out by the link of this mail, and nothing else: since that moment nothing newer was recorded, nothing else
 * has stopped the address, and the customer had consented before. The withdrawal of a customer merged since counts, too.
 */
export async function isOwnOptOut(
  tx: Tx,
  accountId: number,
  { customerId, address, pushActionId, since }: OwnOptOut,
): Promise<boolean> {
  const found = await tx.maybe<{ one: number }>`select 1 as one
    from (
      select consent.id, consent.push_action_id, consent.happened_at,
        lead(consent.state) over (order by consent.id desc) as state_before
      from customer_consents consent
      where consent.account_id = ${accountId} and consent.customer_id = ${customerId} and consent.channel = 'mail'
        and consent.purpose = 'marketing'
      order by consent.id desc limit 1
    ) own
    join suppressions suppression on suppression.account_id = ${accountId} and suppression.channel = 'mail'
      and suppression.address = lower(${address}) and suppression.reason = 'opted_out' and suppression.consent_id = own.id
    where own.push_action_id = ${pushActionId} and own.state_before = 'given' and own.happened_at > ${since}
      and not exists (select from customers merged_customer
        cross join lateral (select consent.state
          from customer_consents consent
          where consent.account_id = merged_customer.account_id and consent.customer_id = merged_customer.id
            and consent.channel = 'mail' and consent.purpose = 'marketing'
          order by consent.id desc limit 1) newest
        where merged_customer.account_id = ${accountId} and merged_customer.merged_into = ${customerId} and newest.state = 'withdrawn')`;
  return found !== undefined;
}
