import type { Tx } from "../../database/connection.ts";

/**
 * Puts addresses that do not exist, as a mail server says, on the suppression list: nothing is sent there any more, whichever guest has
 * them.
 */
export async function recordBounces(
  tx: Tx,
  accountId: number,
  bounced: readonly { customerId: number; address: string }[],
): Promise<void> {
  const ids = bounced.map(({ customerId }) => customerId);
  const addresses = bounced.map(({ address }) => address.toLowerCase());
  await tx.run`update customers customer
    set email_state = 'bounced', updated_at = now()
    from unnest(${ids}::bigint[], ${addresses}::text[]) b (id, address)
    where customer.account_id = ${accountId} and customer.id = b.id and lower(customer.email) = b.address
      and customer.email_state = 'valid'`;
  await tx.run`insert into suppressions (account_id, channel, address, reason, customer_id)
    select ${accountId}, 'mail', b.address, 'bounced', b.id
    from unnest(${ids}::bigint[], ${addresses}::text[]) b (id, address)
    on conflict do nothing`;
}
