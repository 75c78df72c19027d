import type { Score } from "@okaeri/domain/rfms/score";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import type { Scope } from "../../session/scope.ts";

export type RfmDetailRow = { score: Score; recency: number; frequency: number; monetary: number; priority: number };
export type RfmGroupRow = {
  id: number;
  name: string;
  recency_score: Score | null;
  frequency_score: Score | null;
  monetary_score: Score | null;
  priority: number;
};

export type RfmRow = {
  id: number;
  account_id: number;
  account_name: string;
  group_id: number | null;
  group_name: string | null;
  group_accounts: string[];
  frequency_aggregation_years: number;
  monetary_aggregation_years: number;
  scored_on: string | null;
  /** When everybody was last scored; null before. */
  scored_at: Date | null;
  version: number;
  details: RfmDetailRow[];
  groups: RfmGroupRow[];
};

/** Over definitions `r`: the thresholds and the groups in force. */
export const DETAILS = sql`coalesce((select json_agg(json_build_object('score', d.score, 'recency', d.recency, 'frequency', d.frequency,
    'monetary', d.monetary, 'priority', d.priority) order by d.score)
  from rfm_details d where d.account_id = r.account_id and d.rfm_id = r.id), '[]') as details`;
export const GROUPS = sql`coalesce((select json_agg(json_build_object('id', g.id, 'name', g.name, 'recency_score', g.recency_score,
    'frequency_score', g.frequency_score, 'monetary_score', g.monetary_score, 'priority', g.priority) order by g.priority, g.id)
  from rfm_groups g where g.account_id = r.account_id and g.rfm_id = r.id and g.active_status = 'active'), '[]') as groups`;

/** The programme's RFM definitions, or one of them. */
export async function rfmsOf(tx: Tx, scope: Scope, id?: number): Promise<RfmRow[]> {
  return tx.all<RfmRow>`select r.id, r.account_id, a.name as account_name, r.group_id, r.frequency_aggregation_years,
      (select g.name from groups g where g.id = r.group_id) as group_name,
      coalesce((select json_agg(m.name order by m.id) from account_groups ag join accounts m on m.id = ag.account_id
        where ag.group_id = r.group_id and ag.active_status = 'active' and m.programme_account_id = r.account_id
          and (${scope.facilityIds}::bigint[] is null or m.id = any (${scope.facilityIds}::bigint[]))), '[]') as group_accounts,
      r.monetary_aggregation_years, r.scored_on,
      -- Scored before the instant was kept: at the end of that day.
      coalesce(r.scored_at, (r.scored_on + 1)::timestamp at time zone 'Asia/Tokyo') as scored_at, r.version, ${DETAILS}, ${GROUPS}
    from rfms r join accounts a on a.id = r.account_id
    where r.account_id = ${scope.accountId} and r.active_status = 'active' and ${id === undefined ? sql`true` : sql`r.id = ${id}`}
    order by r.group_id nulls first, r.id`;
}

/** Who counts as guest, and where: said by the owner of stays, who stands on RFMs and so hands it in (main). */
export type GuestsSql = {
  customerTotal(scope: Scope): RawBuilder<number>;
  withinFacilities(scope: Scope, customerId: RawBuilder<unknown>): RawBuilder<boolean>;
  isUnlisted(accountId: number, customerId: RawBuilder<unknown>): RawBuilder<boolean>;
};

export type RfmCell = {
  rfm_id: number;
  recency_score: Score;
  frequency_score: Score;
  monetary_score: Score;
  rfm_group_id: number | null;
  count: number;
  use_price: number;
};

/** Customers by R, F, M and group, for every RFM of the programme at once. */
export async function scoredCells(tx: Tx, scope: Scope, { withinFacilities }: GuestsSql): Promise<RfmCell[]> {
  return tx.all<RfmCell>`select f.rfm_id, f.recency_score, f.frequency_score, f.monetary_score, f.rfm_group_id,
      count(*)::int as count, sum(f.monetary_total)::bigint as use_price
    from customer_rfms f where f.account_id = ${scope.accountId} and ${withinFacilities(scope, sql`f.customer_id`)}
    group by f.rfm_id, f.recency_score, f.frequency_score, f.monetary_score, f.rfm_group_id`;
}

/** Customers in the person's reach, scored or not. */
export async function countCustomers(tx: Tx, scope: Scope, { customerTotal }: GuestsSql): Promise<number> {
  const rows = await tx.one<{ total: number }>`select ${customerTotal(scope)} as total`;
  return rows.total;
}

export type LockedRfm = Omit<RfmRow, "account_name" | "scored_on" | "scored_at" | "group_name" | "group_accounts">;

/** The definition, locked so that two runs or edits of it follow one another; undefined when it does not exist in the account. */
export async function lockRfm(tx: Tx, accountId: number, id: number): Promise<LockedRfm | undefined> {
  await tx.run`select from rfms where account_id = ${accountId} and id = ${id} for update`;
  // Its own statement: after waiting for the lock it sees what the other one wrote.
  const [found] = await lockedRfms(tx, [accountId], [id]);
  return found;
}

/** Those of them that nobody holds, locked. */
export async function lockFreeRfms(
  tx: Tx,
  keys: readonly { account_id: number; rfm_id: number }[],
): Promise<LockedRfm[]> {
  const accounts = keys.map((key) => key.account_id);
  const ids = keys.map((key) => key.rfm_id);
  const free = await tx.all<{ id: number }>`select id from rfms
    where account_id = any(${accounts}::bigint[]) and id = any(${ids}::bigint[]) for update skip locked`;
  return lockedRfms(
    tx,
    accounts,
    free.map((rfm) => rfm.id),
  );
}

function lockedRfms(tx: Tx, accounts: readonly number[], ids: readonly number[]): Promise<LockedRfm[]> {
  return tx.all<LockedRfm>`select r.id, r.account_id, r.group_id, r.frequency_aggregation_years, r.monetary_aggregation_years,
      r.version, ${DETAILS}, ${GROUPS}
    from rfms r where r.account_id = any(${accounts}::bigint[]) and r.id = any(${ids}::bigint[]) and r.active_status = 'active'`;
}
