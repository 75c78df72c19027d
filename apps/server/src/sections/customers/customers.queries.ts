import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { type RawBuilder, sql } from "kysely";
import { runPrepared, type Tx } from "../../database/connection.ts";
import type { Scope } from "../../session/scope.ts";
import { balancesOn, isOpenLot, nextExpiry } from "../points/balances.read.ts";
import { heldRankOfOne, heldRanks } from "../ranks/held-ranks.read.ts";
import { ownRfm } from "../rfms/rfms.read.ts";
import { withinFacilities } from "../stays/guests.read.ts";
import { lineStateOfOne, mailObstacles } from "./reachable.read.ts";

export type CustomerRow = {
  id: number;
  member_number: string | null;
  name: string;
  name_kana: string | null;
  email: string | null;
  tel: string | null;
  rank: { id: number; name: string; priority: number } | null;
  rfm_group: { id: number; name: string } | null;
  last_stay_on: string | null;
  last_facility_name: string | null;
  stay_count: number;
  use_price_total: number;
  point_balance: number;
  next_point_expiry: string | null;
  mail_state: "reachable" | "bounced" | "opted_out" | "no_consent" | "none";
  line_state: "reachable" | "blocked" | "opted_out" | "no_consent" | "none";
};

/** Everything a row of the list shows, for the ids of one page and in their order: one statement for all rows (no N+1). */
export async function customersByIds(
  tx: Tx,
  scope: Scope,
  ids: readonly number[],
  today: CalendarDate,
): Promise<CustomerRow[]> {
  if (ids.length === 0) return [];
  // A prepared statement: over eleven tables, planning costs more than reading fifty rows.
  return runPrepared(tx, "customers_by_ids", rowsOfCustomers(scope, ids, today));
}

/** The same as a statement, for a file. */
export function rowsOfCustomers(scope: Scope, ids: readonly number[], today: CalendarDate): RawBuilder<CustomerRow> {
  const mail = mailObstacles("row");
  return sql<CustomerRow>`select c.id, c.member_number, c.name, c.name_kana, c.email,
      coalesce(c.tel_national, c.tel) as tel,
      case when k.rank_detail_id is not null then json_build_object('id', k.rank_detail_id, 'name', k.name, 'priority', k.priority) end as rank,
      case when g.id is not null then json_build_object('id', g.id, 'name', g.name) end as rfm_group,
      t.last_stay_on,
      -- A sister facility's name is left out.
      case when ${scope.facilityIds}::bigint[] is null or a.id = any (${scope.facilityIds}::bigint[]) then a.name end as last_facility_name, t.stay_count, t.use_price_total,
      coalesce(p.balance, 0) as point_balance,
      ${nextExpiry(today)} as next_point_expiry,
      case
        when ${mail.noAddress} then 'none'
        when ${mail.bounced} then 'bounced'
        when ${mail.optedOut} then 'opted_out'
        when ${mail.noConsent} then 'no_consent'
        else 'reachable'
      end as mail_state,
      ${lineStateOfOne} as line_state
    from unnest(${ids}::bigint[]) with ordinality as wanted (id, position)
    -- Guest by guest, by their keys: planned once for every account, a join would be a guess at how many guests an account has.
    -- Offset 0 keeps each look-up one.
    cross join lateral (select * from customers c where c.account_id = ${scope.accountId} and c.id = wanted.id offset 0) c
    cross join lateral (select * from customer_totals t where t.account_id = c.account_id and t.customer_id = c.id offset 0) t
    left join accounts a on a.id = t.last_facility_account_id
    left join lateral (select p.balance from ${balancesOn(today, "row")} p where p.account_id = c.account_id and p.customer_id = c.id
      offset 0) p on true
    left join lateral ${heldRankOfOne(today)} k on true
    left join lateral (select f.rfm_group_id from customer_rfms f
      where f.account_id = c.account_id and f.customer_id = c.id and f.rfm_id = ${ownRfm(scope.accountId)} offset 0) f on true
    left join rfm_groups g on g.account_id = ${scope.accountId} and g.id = f.rfm_group_id
    ${mail.joins}
    order by wanted.position`;
}

export type CustomerDetailRow = {
  gender: string | null;
  birthday: string | null;
  postcode: string | null;
  address: string | null;
  language: "ja" | "en";
  nationality: string | null;
  notes: string | null;
  version: number;
  name_typed: string | null;
  name_kana_typed: string | null;
  email_typed: string | null;
  tel_typed: string | null;
  created_at: Date;
  first_stay_on: string | null;
  reservation_count: number;
  point_debt: number;
  rank_expiration_date: string | null;
  rank_type: "auto" | "manual" | null;
  rfm: {
    recency_days: number;
    frequency_count: number;
    monetary_total: number;
    recency_score: number;
    frequency_score: number;
    monetary_score: number;
    scored_on: string;
    held_since: string;
  } | null;
  customer_types: { id: number; name: string }[];
  expiring_points: { expires_on: string | null; remaining: number }[];
  consents: { channel: string; purpose: string; given: boolean; at: string; source: string }[];
};

/** A telephone as it was written, where that says more than the parsed number: an extension, a second number, or a text without any. */
const tellsMore = sql`case when regexp_replace(normalize(c.tel_typed, nfkc), '\\D', '', 'g')
  <> all (array[coalesce(c.tel_national, ''), coalesce(substr(c.tel, 2), '')]) then c.tel_typed end`;

/** What the detail shows beyond the list's row; undefined when the customer is not in the person's reach. */
export async function customerDetailById(
  tx: Tx,
  scope: Scope,
  id: number,
  today: CalendarDate,
): Promise<CustomerDetailRow | undefined> {
  // recency_days is as of scored_on, so that a night without changes writes no row; days since then are added here.
  return tx.maybe<CustomerDetailRow>`select c.gender, c.birthday, c.postcode, c.address, c.language, c.nationality,
      nullif(c.notes, '') as notes, c.version, c.name_typed, c.name_kana_typed, case when c.email is null then c.email_typed end as email_typed,
      ${tellsMore} as tel_typed, c.created_at, t.first_stay_on, t.reservation_count, coalesce(p.debt, 0) as point_debt,
      k.expiration_date as rank_expiration_date, k.rank_type,
      case when f.customer_id is not null then json_build_object(
        'recency_days', greatest(0, f.recency_days + (${today}::date - f.scored_on)), 'frequency_count', f.frequency_count,
        'monetary_total', f.monetary_total, 'recency_score', f.recency_score, 'frequency_score', f.frequency_score,
        'monetary_score', f.monetary_score, 'held_since', f.held_since,
        'scored_on', coalesce(r.scored_on, f.scored_on)) end as rfm,
      coalesce((select json_agg(json_build_object('id', y.id, 'name', y.name) order by y.sort_order, y.id)
        from customer_types ct join account_customer_types y on y.account_id = ${scope.accountId} and y.id = ct.account_customer_type_id
        where ct.account_id = ${scope.accountId} and ct.customer_id = c.id), '[]') as customer_types,
      coalesce((select json_agg(json_build_object('expires_on', l.expires_on, 'remaining', l.remaining) order by l.expires_on)
        from (select l.expires_on, sum(l.remaining)::bigint as remaining from point_lots l where l.account_id = ${scope.accountId}
          and l.customer_id = c.id and ${isOpenLot(today)} group by l.expires_on) l), '[]') as expiring_points,
      coalesce((select json_agg(json_build_object('channel', n.channel, 'purpose', n.purpose, 'given', n.state = 'given',
          'at', to_char(n.happened_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'source', n.source) order by n.channel, n.purpose)
        from (select distinct on (channel, purpose) channel, purpose, state, happened_at, source from customer_consents
          where account_id = ${scope.accountId} and customer_id = c.id order by channel, purpose, id desc) n), '[]') as consents
    from customers c
    join customer_totals t on t.account_id = ${scope.accountId} and t.customer_id = c.id and t.is_listed
    left join point_accounts p on p.account_id = ${scope.accountId} and p.customer_id = c.id
    left join ${heldRanks(today)} k on k.account_id = ${scope.accountId} and k.customer_id = c.id
    left join customer_rfms f on f.account_id = ${scope.accountId} and f.customer_id = c.id and f.rfm_id = ${ownRfm(scope.accountId)}
    left join rfms r on r.account_id = ${scope.accountId} and r.id = f.rfm_id
    where c.account_id = ${scope.accountId} and c.id = ${id} and ${withinFacilities(scope, sql`c.id`)}`;
}

export type CustomerFilterOptions = {
  rfm_groups: { id: number; name: string; count: number }[];
  rfms: { id: number; name: string }[];
  ranks: { id: number; name: string }[];
  customer_types: { id: number; name: string }[];
  facilities: { id: number; name: string }[];
};

/** What the list's filters offer in this programme. */
export async function customerFilterOptions(tx: Tx, scope: Scope): Promise<CustomerFilterOptions> {
  const facilities =
    scope.facilityIds === null
      ? sql`a.programme_account_id = ${scope.accountId}`
      : sql`a.programme_account_id = ${scope.accountId} and a.id = any (${scope.facilityIds}::bigint[])`;
  const rows = await tx.one<CustomerFilterOptions>`select
      coalesce((select json_agg(json_build_object('id', g.id,
          'name', case when r.group_id is null then g.name else g.name || '(' || shared.name || ')' end, 'count', coalesce(n.count, 0))
          order by r.group_id nulls first, g.rfm_id, g.priority)
        from rfm_groups g join rfms r on r.account_id = ${scope.accountId} and r.id = g.rfm_id and r.active_status = 'active'
        left join groups shared on shared.id = r.group_id
        left join (select f.rfm_group_id, count(*)::int as count from customer_rfms f
          where f.account_id = ${scope.accountId} and ${withinFacilities(scope, sql`f.customer_id`)} group by f.rfm_group_id) n
          on n.rfm_group_id = g.id
        where g.account_id = ${scope.accountId} and g.active_status = 'active'
          -- Rows of one name are one group; guests are in its first.
          and not exists (select from rfm_groups e where e.account_id = g.account_id and e.rfm_id = g.rfm_id and e.active_status = 'active'
            and e.name = g.name and e.priority < g.priority)), '[]') as rfm_groups,
      coalesce((select json_agg(json_build_object('id', r.id, 'name', shared.name) order by r.id)
        from rfms r join groups shared on shared.id = r.group_id
        where r.account_id = ${scope.accountId} and r.active_status = 'active'), '[]') as rfms,
      coalesce((select json_agg(json_build_object('id', d.id, 'name', d.name) order by d.priority)
        from rank_details d join ranks r on r.account_id = ${scope.accountId} and r.id = d.rank_id and r.active_status = 'active'
        where d.account_id = ${scope.accountId} and d.active_status = 'active'), '[]') as ranks,
      coalesce((select json_agg(json_build_object('id', y.id, 'name', y.name) order by y.sort_order, y.id)
        from account_customer_types y where y.account_id = ${scope.accountId} and y.active_status = 'active'), '[]') as customer_types,
      coalesce((select json_agg(json_build_object('id', a.id, 'name', a.name) order by a.id)
        from accounts a where ${facilities} and a.active_status = 'active'), '[]') as facilities`;
  return rows;
}
