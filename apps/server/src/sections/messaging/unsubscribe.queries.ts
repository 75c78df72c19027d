import type { Tx } from "../../database/connection.ts";
import { isPush } from "../pushes/pushes.read.ts";
import type { UnsubscribeTarget } from "./unsubscribe-token.ts";

export type Subscriber = {
  id: number;
  email: string | null;
  language: "ja" | "en";
  sender: string;
  withdrawn: boolean;
};

/** The guest behind a link; who was merged since is found under the customer he became. */
export async function findSubscriber(tx: Tx, target: UnsubscribeTarget): Promise<Subscriber | null> {
  const found = await tx.maybe<Subscriber>`with recursive became (id, merged_into) as (
      select c.id, c.merged_into from customers c where c.account_id = ${target.accountId} and c.id = ${target.customerId}
      union
      select c.id, c.merged_into from became b join customers c on c.account_id = ${target.accountId} and c.id = b.merged_into)
    select c.id, c.email, c.language, coalesce(nullif(s.legal_sender_name, ''), a.name) as sender,
      coalesce((select k.state = 'withdrawn' from customer_consents k where k.account_id = c.account_id and k.customer_id = c.id
        and k.channel = 'mail' and k.purpose = 'marketing' order by k.id desc limit 1), false) as withdrawn
    from became b join customers c on c.account_id = ${target.accountId} and c.id = b.id
    join accounts a on a.id = c.account_id left join account_settings s on s.account_id = c.account_id
    where b.merged_into is null`;
  return found ?? null;
}

/**
 * Withdraws the consent: a line in the ledger, and the address on the list that survives merges. Doing it again changes nothing.
 */
export async function withdrawConsent(tx: Tx, target: UnsubscribeTarget, subscriber: Subscriber): Promise<void> {
  const { accountId } = target;
  if (!subscriber.withdrawn)
    await tx.run`insert into customer_consents (account_id, customer_id, channel, purpose, state, source)
      values (${accountId}, ${subscriber.id}, 'mail', 'marketing', 'withdrawn', 'unsubscribe')`;
  if (subscriber.email !== null)
    await tx.run`insert into suppressions (account_id, channel, address, reason, customer_id)
      values (${accountId}, 'mail', lower(${subscriber.email}), 'opted_out', ${subscriber.id}) on conflict do nothing`;
  if (!(await isPush(tx, accountId, target.pushActionId))) return;
  await tx.run`insert into mail_events (account_id, provider_event_id, kind, push_action_id, customer_id, happened_at)
    values (${accountId}, ${`unsubscribe:${target.pushActionId}:${target.customerId}`}, 'unsubscribed', ${target.pushActionId},
      ${subscriber.id}, now())
    on conflict do nothing`;
}
