import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { heldRanks } from "./held-ranks.read.ts";
import { lastLine } from "./rank-by-hand.ts";

/** How many changes the page of a guest shows; the timeline has all. */
const SHOWN_CHANGES = 20;

type Tier = { rank_detail_id: number; name: string };
export type GuestRankRow = {
  held: (Tier & { priority: number; rank_type: "auto" | "manual"; expiration_date: string | null }) | null;
  given:
    | (Tier & { since_date: string; expiration_date: string | null; remarks: string; given_by: string | null })
    | null;
  earned: (Tier & { expiration_date: string | null }) | null;
  tiers: {
    id: number;
    name: string;
    priority: number;
    use_point_unit: number;
    min_use_point: number | null;
    max_use_point: number | null;
  }[];
  history: {
    id: number;
    changed_on: string;
    cause: Cause;
    rank_type: "auto" | "manual";
    name: string | null;
    previous_name: string | null;
    expiration_date: string | null;
    remarks: string;
    changed_by: string | null;
  }[];
  history_total: number;
};
type Cause =
  | "stay"
  | "points"
  | "evaluation"
  | "expiry"
  | "manual"
  | "manual_end"
  | "manual_undo"
  | "reversal"
  | "definition"
  | "merge";

/** How the rank of one guest stands, and how it came about. */
export async function rankOfGuest(tx: Tx, accountId: number, id: number, today: CalendarDate) {
  const found = await tx.one<GuestRankRow>`select (select to_jsonb(k)
        from ${heldRanks(today)} k
        where k.account_id = ${accountId} and k.customer_id = ${id}) as held,
      (select jsonb_build_object('rank_detail_id', tier.id, 'name', tier.name, 'since_date', customer_rank.since_date, 'expiration_date',
          customer_rank.expiration_date, 'remarks', customer_rank.remarks, 'given_by', person.name)
        from customer_ranks customer_rank
        join rank_details tier on tier.account_id = customer_rank.account_id
          and tier.id = customer_rank.rank_detail_id and tier.active_status = 'active'
        left join users person on person.id = customer_rank.created_by
        where customer_rank.account_id = ${accountId} and customer_rank.customer_id = ${id} and customer_rank.rank_type = 'manual'
          and (customer_rank.expiration_date is null or customer_rank.expiration_date >= ${today}::date)) as given,
      (select to_jsonb(k) from ${heldRanks(today, "earned")} k where k.account_id = ${accountId} and k.customer_id = ${id}) as earned,
      coalesce((select jsonb_agg(jsonb_build_object('id', tier.id, 'name', tier.name, 'priority', tier.priority, 'use_point_unit',
            rank.use_point_unit, 'min_use_point', tier.min_use_point, 'max_use_point', tier.max_use_point)
            order by tier.priority)
          from rank_details tier
          join ranks rank on rank.account_id = tier.account_id and rank.id = tier.rank_id
            and rank.active_status = 'active'
          where tier.account_id = ${accountId} and tier.active_status = 'active'),
        '[]') as tiers,
      coalesce((select jsonb_agg(to_jsonb(h))
          from (
            select h.id, h.changed_on, h.cause, h.rank_type, tier.name, previous_tier.name as previous_name, h.expiration_date,
              h.remarks, person.name as changed_by
            ${lines(accountId, id)}
            left join rank_details tier on tier.account_id = h.account_id and tier.id = h.rank_detail_id
            left join rank_details previous_tier on previous_tier.account_id = h.account_id
              and previous_tier.id = h.previous_rank_detail_id
            left join users person on person.id = h.created_by
            order by h.id desc limit ${SHOWN_CHANGES}
          ) h),
        '[]') as history,
      (select count(*)::int ${lines(accountId, id)}) as history_total`;
  const { id: version, undoable } = await lastLine(tx, accountId, id, today);
  return { ...found, version, undoable };
}

const lines = (accountId: number, id: number) =>
  sql`from (select * from customer_rank_histories where account_id = ${accountId} and customer_id = ${id}) h`;
