import type { Score } from "@okaeri/domain/rfms/score";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import type { Scope } from "../../session/scope.ts";

export type RfmDetailValues = { score: Score; recency: number; frequency: number; monetary: number; priority: number };
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
  details: RfmDetailValues[];
  groups: RfmGroupRow[];
};

/** Over definitions `rfm`: the thresholds and the groups in force. */
export const DETAILS = sql`coalesce((select json_agg(json_build_object('score', rfm_detail.score, 'recency', rfm_detail.recency,
      'frequency', rfm_detail.frequency, 'monetary', rfm_detail.monetary, 'priority', rfm_detail.priority)
      order by rfm_detail.score)
    from rfm_details rfm_detail
    where rfm_detail.account_id = rfm.account_id and rfm_detail.rfm_id = rfm.id),
  '[]') as details`;
export const RFM_GROUPS_JSON = sql`coalesce((select json_agg(json_build_object('id', rfm_group.id, 'name', rfm_group.name, 'recency_score',
      rfm_group.recency_score, 'frequency_score', rfm_group.frequency_score, 'monetary_score', rfm_group.monetary_score, 'priority',
      rfm_group.priority)
      order by rfm_group.priority, rfm_group.id)
    from rfm_groups rfm_group
    where rfm_group.account_id = rfm.account_id and rfm_group.rfm_id = rfm.id
      and rfm_group.active_status = 'active'),
  '[]') as groups`;

/** The programme's RFM definitions, or one of them. */
export async function rfmsOf(tx: Tx, scope: Scope, id?: number): Promise<RfmRow[]> {
  return tx.all<RfmRow>`select rfm.id, rfm.account_id, account.name as account_name, rfm.group_id, rfm.frequency_aggregation_years,
      (select company_group.name from groups company_group where company_group.id = rfm.group_id) as group_name,
      coalesce((select json_agg(member_account.name order by member_account.id)
          from account_groups account_group
          join accounts member_account on member_account.id = account_group.account_id
          where account_group.group_id = rfm.group_id and account_group.active_status = 'active'
            and member_account.programme_account_id = rfm.account_id
            and (${scope.facilityIds}::bigint[] is null or member_account.id = any (${scope.facilityIds}::bigint[]))),
        '[]') as group_accounts,
      rfm.monetary_aggregation_years, rfm.scored_on,
      -- Scored before the instant was kept: at the end of that day.
      coalesce(rfm.scored_at, (rfm.scored_on + 1)::timestamp at time zone 'Asia/Tokyo') as scored_at, rfm.version,
      ${DETAILS}, ${RFM_GROUPS_JSON}
    from rfms rfm
    join accounts account on account.id = rfm.account_id
    where rfm.account_id = ${scope.accountId} and rfm.active_status = 'active' and ${id === undefined ? sql`true` : sql`rfm.id = ${id}`}
    order by rfm.group_id nulls first, rfm.id`;
}

/** Who counts as guest, and where: said by the owner of stays, who stands on RFMs and so hands it in (main). */
export type RfmGuestsSql = {
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
export async function scoredCells(tx: Tx, scope: Scope, { withinFacilities }: RfmGuestsSql): Promise<RfmCell[]> {
  return tx.all<RfmCell>`select customer_rfm.rfm_id, customer_rfm.recency_score, customer_rfm.frequency_score,
      customer_rfm.monetary_score, customer_rfm.rfm_group_id, count(*)::int as count,
      sum(customer_rfm.monetary_total)::bigint as use_price
    from customer_rfms customer_rfm
    where customer_rfm.account_id = ${scope.accountId}
      and ${withinFacilities(scope, sql`customer_rfm.customer_id`)}
    group by customer_rfm.rfm_id, customer_rfm.recency_score, customer_rfm.frequency_score, customer_rfm.monetary_score,
      customer_rfm.rfm_group_id`;
}

/** Customers in the person's reach, scored or not. */
export async function countCustomers(tx: Tx, scope: Scope, { customerTotal }: RfmGuestsSql): Promise<number> {
  const rows = await tx.one<{ total: number }>`select ${customerTotal(scope)} as total`;
  return rows.total;
}

export type LockedRfm = Omit<RfmRow, "account_name" | "scored_on" | "scored_at" | "group_name" | "group_accounts">;

/** The definition, locked so that two runs or edits of it follow one another; undefined when it does not exist in the account. */
export async function lockRfm(tx: Tx, accountId: number, id: number): Promise<LockedRfm | undefined> {
  await tx.run`select from rfms where account_id = ${accountId} and id = ${id} for update`;
  // Its own statement: under read committed it sees, after the wait for the lock, what the other one wrote.
  const [found] = await lockedRfms(tx, [accountId], [id]);
  return found;
}

/** Locks those of them that are free (`skip locked`). */
export async function lockFreeRfms(
  tx: Tx,
  keys: readonly { account_id: number; rfm_id: number }[],
): Promise<LockedRfm[]> {
  const accounts = keys.map((key) => key.account_id);
  const ids = keys.map((key) => key.rfm_id);
  const free = await tx.all<{ id: number }>`select id
    from rfms
    where account_id = any(${accounts}::bigint[]) and id = any(${ids}::bigint[]) for update skip locked`;
  return lockedRfms(
    tx,
    accounts,
    free.map((rfm) => rfm.id),
  );
}

function lockedRfms(tx: Tx, accounts: readonly number[], ids: readonly number[]): Promise<LockedRfm[]> {
  return tx.all<LockedRfm>`select rfm.id, rfm.account_id, rfm.group_id, rfm.frequency_aggregation_years, rfm.monetary_aggregation_years,
      rfm.version,
      ${DETAILS}, ${RFM_GROUPS_JSON}
    from rfms rfm
    where rfm.account_id = any(${accounts}::bigint[]) and rfm.id = any(${ids}::bigint[]) and rfm.active_status = 'active'`;
}
