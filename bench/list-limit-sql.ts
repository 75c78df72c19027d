import type pg from "pg";
import { escapeLike, type SearchText, searchWords } from "../apps/server/src/sections/customers/search-condition.ts";
import { facilityOf, TODAY } from "./customers-data.ts";

const ACCOUNT = 1;
const SIZE = 50;

// What a row of the product's list shows; the database writes the JSON, so that the server only passes a text on.
const ROW = `select json_build_object('id', customer.id, 'member_number', customer.member_number, 'name', customer.name, 'name_kana',
  customer.name_kana,
    'email', customer.email, 'tel', coalesce(customer.tel_national, customer.tel),
    'rank', case when tier.id is not null then json_build_object('id', tier.id, 'name', tier.name, 'priority', tier.priority) end,
    'rfm_group', case when rfm_group.id is not null then json_build_object('id', rfm_group.id, 'name', rfm_group.name) end,
    'last_stay_on', total.last_stay_on, 'last_facility_name', account.name, 'stay_count', total.stay_count, 'use_price_total',
      total.use_price_total,
    'point_balance', coalesce(point_account.balance, 0),
    'next_point_expiry', (select min(lot.expires_on) from point_lots lot where lot.account_id = ${ACCOUNT}
      and lot.customer_id = customer.id
      and lot.remaining > 0 and lot.expires_on >= '${TODAY}'),
    'mail_state', case when customer.email is null then 'none' when customer.email_state = 'bounced'
      or suppression.reason = 'bounced' then 'bounced'
      when customer.email_state = 'opted_out' or suppression.reason is not null or n.state = 'withdrawn' then 'opted_out'
      when n.state is null then 'no_consent' else 'reachable' end,
    'line_state', case customer.line_follow_state when 'following' then 'reachable' when 'blocked' then 'blocked' else 'none' end,
    'page_actions', '["read","create","edit","delete"]'::json) as item
  from unnest($1::bigint[]) with ordinality pg (id, position)
  join customers customer on customer.account_id = ${ACCOUNT} and customer.id = pg.id
  join customer_totals total on total.account_id = ${ACCOUNT} and total.customer_id = pg.id
  left join accounts account on account.id = total.last_facility_account_id
  left join point_accounts point_account on point_account.account_id = ${ACCOUNT} and point_account.customer_id = pg.id
  left join customer_ranks customer_rank on customer_rank.account_id = ${ACCOUNT} and customer_rank.customer_id = pg.id
    and (customer_rank.expiration_date is null or customer_rank.expiration_date >= '${TODAY}')
  left join rank_details tier on tier.account_id = ${ACCOUNT} and tier.id = customer_rank.rank_detail_id
  left join customer_rfms customer_rfm on customer_rfm.account_id = ${ACCOUNT} and customer_rfm.customer_id = pg.id
  left join rfm_groups rfm_group on rfm_group.account_id = ${ACCOUNT} and rfm_group.id = customer_rfm.rfm_group_id
  left join suppressions suppression on suppression.account_id = ${ACCOUNT} and suppression.channel = 'mail'
    and suppression.address = customer.email
  left join lateral (select consent.state from customer_consents consent where consent.account_id = ${ACCOUNT}
    and consent.customer_id = pg.id
    and consent.channel = 'mail' and consent.purpose = 'marketing' order by consent.id desc limit 1) n on true`;

const ROWS = `select coalesce(json_agg(item order by position), '[]')::text as items
  from (${ROW.replace("as item", "as item, pg.position")}) rows`;

// measured.md §1: the matches fenced off, so that the count comes for free and the planner cannot walk the sort order.
const searching = (
  condition: string,
  offset: string,
) => `with m as materialized (select customer.id, customer.last_stay_on from customers customer
    where customer.account_id = ${ACCOUNT} and customer.active_status = 'active' and customer.merged_into is null and ${condition})
  select (select count(*)::int from m) as total,
    array(select id from m order by last_stay_on desc nulls last, id desc limit ${SIZE} offset ${offset}) as ids`;

const EVERYTHING = `select (select sum(customer_count)::int from account_counters where account_id = ${ACCOUNT}) as total,
  array(select customer_id from customer_totals where account_id = ${ACCOUNT} and is_listed
    order by last_stay_on desc nulls last, customer_id desc limit ${SIZE} offset $1) as ids`;

/**
 * One page of account 1's customers as JSON. Two statements, for the fastest plan of each differs: the search is planned for its
 * term (planned once for all terms it took twice as long), the rows are planned once, because that takes longer than reading them.
 */
export async function customersPage(pool: pg.Pool, term: string, page: number): Promise<string> {
  const found = await pool.query<{ total: number; ids: number[] }>(pageOf(term.toLowerCase(), (page - 1) * SIZE));
  const { total = 0, ids = [] } = found.rows[0] ?? {};
  const rows = await pool.query<{ items: string }>({ name: "rows", text: ROWS, values: [ids] });
  return `{"total":${total},"items":${rows.rows[0]?.items ?? "[]"}}`;
}

/** The same question as the product's (search-condition.ts says what a term may be found as), put without its policies and scope. */
function pageOf(text: string, offset: number): pg.QueryConfig {
  if (text === "") return { name: "everything", text: EVERYTHING, values: [offset] };
  const values: unknown[] = [offset];
  const value = (given: unknown) => `$${values.push(given)}`;
  const words = searchWords(text).map((word) => {
    const texts = word.texts.map((one) => `c.search_text like ${patternOf(one, value)}`);
    return `(${[...texts, ...word.codes.map((code) => codeOf(code, value))].join(" or ")})`;
  });
  return { text: searching(words.join(" and "), "$1"), values };
}

function patternOf({ text, at }: SearchText, value: (given: string) => string): string {
  if (at === "latin") return value(`%${escapeLike(text)}%`);
  if (at === "latin_start") return value(`% ${escapeLike(text)}%`);
  if (at === "whole") return `'%ǂ' || substr(search_words(${value(text)}), 3) || 'ǂ%'`;
  return `'%' || substr(search_words(${value(text)}), ${at === "start" ? 2 : 3}) || '%'`;
}

const FACILITIES = `'{${[ACCOUNT, facilityOf(ACCOUNT, 1), facilityOf(ACCOUNT, 2)].join(",")}}'`;

function codeOf(code: string, value: (given: string) => string): string {
  const found =
    code.length < 5
      ? `r.original_reservation_code = ${value(code)}`
      : `r.original_reservation_code >= ${value(code)} and r.original_reservation_code < ${value(`${code}\u{10ffff}`)}`;
  return `customer.id = any (array(select reservation.customer_id from stay_reservations reservation where reservation.account_id = ${ACCOUNT}
    and reservation.facility_account_id = any (${FACILITIES}) and reservation.code_space = any ('{none,dynalution,s4}') and ${found}))`;
}
