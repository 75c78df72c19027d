import { sql } from "kysely";

/** SQL over recipients `target`: the number of their message on the guest's page; null where it is not kept. */
export const messageOfRecipient = sql<number | null>`(select mail_fact.id
  from mail_facts mail_fact
  where mail_fact.account_id = target.account_id and mail_fact.customer_id = target.customer_id
    and mail_fact.push_action_id = target.push_action_id and target.outcome in ('sent', 'failed', 'unknown'))`;
