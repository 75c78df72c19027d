import { type RawBuilder, sql } from "kysely";

export type RecipientCounts = {
  targets: number;
  waiting: number;
  sent: number;
  skipped: number;
  failed: number;
  unknown: number;
};

/** Counts of a push's recipients by outcome, from the recipients themselves; one row. */
export function countsOf(accountId: number, pushActionId: number): RawBuilder<RecipientCounts> {
  return sql<RecipientCounts>`select count(*)::int as targets,
      (count(*) filter (where outcome in ('waiting', 'sending')))::int as waiting,
      (count(*) filter (where outcome = 'sent'))::int as sent, (count(*) filter (where outcome = 'skipped'))::int as skipped,
      (count(*) filter (where outcome = 'failed'))::int as failed, (count(*) filter (where outcome = 'unknown'))::int as unknown
    from push_action_targets where account_id = ${accountId} and push_action_id = ${pushActionId}`;
}
