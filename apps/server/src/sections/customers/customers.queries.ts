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
  return sql<CustomerRow>`select customer.id, customer.member_number, customer.name, customer.name_kana, customer.email,
      coalesce(customer.tel_national, customer.tel) as tel,
      case when k.rank_detail_id is not null then json_build_object('id', k.rank_detail_id, 'name', k.name, 'priority', k.priority) end
      as rank, case when rfm_group.id is not null then json_build_object('id', rfm_group.id, 'name', rfm_group.name) end as rfm_group,
      total.last_stay_on,
      -- A sister facility's name is left out.
      case when ${scope.facilityIds}::bigint[] is null or account.id = any (${scope.facilityIds}::bigint[]) then account.name end
      as last_facility_name, total.stay_count, total.use_price_total, coalesce(p.balance, 0) as point_balance,
      ${nextExpiry(today)} as next_point_expiry,
      case when ${mail.noAddress} then 'none'
        when ${mail.bounced} then 'bounced'
        when ${mail.optedOut} then 'opted_out'
        when ${mail.noConsent} then 'no_consent'
        else 'reachable' end as mail_state, ${lineStateOfOne} as line_state
    from unnest(${ids}::bigint[]) with ordinality as wanted (id, position)
    -- Guest by guest, by their keys: planned once for every account, a join would be a guess at how many guests an account has.
    -- Offset 0 keeps each look-up one.
    cross join lateral (select *
      from customers customer
      where customer.account_id = ${scope.accountId} and customer.id = wanted.id offset 0) customer
    cross join lateral (select *
      from customer_totals total
      where total.account_id = customer.account_id and total.customer_id = customer.id offset 0) total
    left join accounts account on account.id = total.last_facility_account_id
    left join lateral (select p.balance
      from ${balancesOn(today, "row")} p
      where p.account_id = customer.account_id and p.customer_id = customer.id offset 0) p on true
    left join lateral ${heldRankOfOne(today)} k on true
    left join lateral (select customer_rfm.rfm_group_id
      from customer_rfms customer_rfm
      where customer_rfm.account_id = customer.account_id and customer_rfm.customer_id = customer.id
        and customer_rfm.rfm_id = ${ownRfm(scope.accountId)} offset 0) f on true
    left join rfm_groups rfm_group on rfm_group.account_id = ${scope.accountId} and rfm_group.id = f.rfm_group_id
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
const tellsMore = sql`case when regexp_replace(normalize(customer.tel_typed, nfkc), '\\D', '', 'g') <> all
  (array[coalesce(customer.tel_national, ''), coalesce(substr(customer.tel, 2), '')]) then customer.tel_typed end`;

/** What the detail shows beyond the list's row; undefined when the customer is not in the person's reach. */
export async function customerDetailById(
  tx: Tx,
  scope: Scope,
  id: number,
  today: CalendarDate,
): Promise<CustomerDetailRow | undefined> {
  // recency_days is as of scored_on, so that a night without changes writes no row; days since then are added here.
  return tx.maybe<CustomerDetailRow>`select customer.gender, customer.birthday, customer.postcode, customer.address, customer.language,
      customer.nationality, nullif(customer.notes, '') as notes, customer.version, customer.name_typed, customer.name_kana_typed,
      case when customer.email is null then customer.email_typed end as email_typed, ${tellsMore} as tel_typed, customer.created_at,
      total.first_stay_on, total.reservation_count, coalesce(point_account.debt, 0) as point_debt,
      k.expiration_date as rank_expiration_date, k.rank_type,
      case when customer_rfm.customer_id is not null
        then json_build_object('recency_days', greatest(0, customer_rfm.recency_days + (${today}::date - customer_rfm.scored_on)),
          'frequency_count', customer_rfm.frequency_count, 'monetary_total', customer_rfm.monetary_total,
          'recency_score', customer_rfm.recency_score, 'frequency_score', customer_rfm.frequency_score,
          'monetary_score', customer_rfm.monetary_score, 'held_since', customer_rfm.held_since,
          'scored_on', coalesce(rfm.scored_on, customer_rfm.scored_on)) end as rfm,
      coalesce((select json_agg(json_build_object('id', account_customer_type.id, 'name', account_customer_type.name)
          order by account_customer_type.sort_order, account_customer_type.id)
        from customer_types customer_type
        join account_customer_types account_customer_type on account_customer_type.account_id = ${scope.accountId}
          and account_customer_type.id = customer_type.account_customer_type_id
        where customer_type.account_id = ${scope.accountId} and customer_type.customer_id = customer.id), '[]') as customer_types,
      coalesce((select json_agg(json_build_object('expires_on', l.expires_on, 'remaining', l.remaining) order by l.expires_on)
        from (select lot.expires_on, sum(lot.remaining)::bigint as remaining
          from point_lots lot
          where lot.account_id = ${scope.accountId} and lot.customer_id = customer.id and ${isOpenLot(today)}
          group by lot.expires_on) l), '[]') as expiring_points,
      coalesce((select json_agg(json_build_object('channel', n.channel, 'purpose', n.purpose, 'given', n.state = 'given',
          'at', to_char(n.happened_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'source', n.source) order by n.channel,
          n.purpose)
        from (select distinct on (channel, purpose) channel, purpose, state, happened_at, source
          from customer_consents
          where account_id = ${scope.accountId} and customer_id = customer.id
          order by channel, purpose, id desc) n), '[]') as consents
    from customers customer
    join customer_totals total on total.account_id = ${scope.accountId} and total.customer_id = customer.id and total.is_listed
    left join point_accounts point_account on point_account.account_id = ${scope.accountId} and point_account.customer_id = customer.id
    left join ${heldRanks(today)} k on k.account_id = ${scope.accountId} and k.customer_id = customer.id
    left join customer_rfms customer_rfm on customer_rfm.account_id = ${scope.accountId} and customer_rfm.customer_id = customer.id
      and customer_rfm.rfm_id = ${ownRfm(scope.accountId)}
    left join rfms rfm on rfm.account_id = ${scope.accountId} and rfm.id = customer_rfm.rfm_id
    where customer.account_id = ${scope.accountId} and customer.id = ${id} and ${withinFacilities(scope, sql`customer.id`)}`;
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
      ? sql`account.programme_account_id = ${scope.accountId}`
      : sql`account.programme_account_id = ${scope.accountId} and account.id = any (${scope.facilityIds}::bigint[])`;
  const rows =
    await tx.one<CustomerFilterOptions>`select coalesce((select json_agg(json_build_object('id', rfm_group.id,
          'name', case when rfm.group_id is null then rfm_group.name else rfm_group.name || '(' || shared_company_group.name || ')' end,
          'count', coalesce(n.count, 0)) order by rfm.group_id nulls first, rfm_group.rfm_id, rfm_group.priority)
        from rfm_groups rfm_group
        join rfms rfm on rfm.account_id = ${scope.accountId} and rfm.id = rfm_group.rfm_id and rfm.active_status = 'active'
        left join groups shared_company_group on shared_company_group.id = rfm.group_id
        left join (select customer_rfm.rfm_group_id, count(*)::int as count
          from customer_rfms customer_rfm
          where customer_rfm.account_id = ${scope.accountId} and ${withinFacilities(scope, sql`customer_rfm.customer_id`)}
          group by customer_rfm.rfm_group_id) n on n.rfm_group_id = rfm_group.id
        where rfm_group.account_id = ${scope.accountId} and rfm_group.active_status = 'active'
          -- Rows of one name are one group; guests are in its first.
          and not exists (select from rfm_groups earlier_rfm_group
            where earlier_rfm_group.account_id = rfm_group.account_id and earlier_rfm_group.rfm_id = rfm_group.rfm_id
              and earlier_rfm_group.active_status = 'active' and earlier_rfm_group.name = rfm_group.name
              and earlier_rfm_group.priority < rfm_group.priority)), '[]') as rfm_groups,
        coalesce((select json_agg(json_build_object('id', rfm.id, 'name', shared_company_group.name) order by rfm.id)
          from rfms rfm
          join groups shared_company_group on shared_company_group.id = rfm.group_id
          where rfm.account_id = ${scope.accountId} and rfm.active_status = 'active'), '[]') as rfms,
        coalesce((select json_agg(json_build_object('id', tier.id, 'name', tier.name) order by tier.priority)
          from rank_details tier
          join ranks rank on rank.account_id = ${scope.accountId} and rank.id = tier.rank_id and rank.active_status = 'active'
          where tier.account_id = ${scope.accountId} and tier.active_status = 'active'), '[]') as ranks,
        coalesce((select json_agg(json_build_object('id', account_customer_type.id, 'name', account_customer_type.name)
            order by account_customer_type.sort_order, account_customer_type.id)
          from account_customer_types account_customer_type
          where account_customer_type.account_id = ${scope.accountId} and account_customer_type.active_status = 'active'),
          '[]') as customer_types,
        coalesce((select json_agg(json_build_object('id', account.id, 'name', account.name) order by account.id)
          from accounts account
          where ${facilities} and account.active_status = 'active'), '[]') as facilities`;
  return rows;
}
