import type pg from "pg";
import { escapeLike, type SearchText, searchWords } from "../apps/server/src/sections/customers/search-term.ts";
import { facilityOf, TODAY } from "./customers-data.ts";

const ACCOUNT = 1;
const SIZE = 50;

// What a row of the product's list shows; the database writes the JSON, so that the server only passes a text on.
const ROW = `select json_build_object('id', c.id, 'member_number', c.member_number, 'name', c.name, 'name_kana', c.name_kana,
    'email', c.email, 'tel', coalesce(c.tel_national, c.tel),
    'rank', case when d.id is not null then json_build_object('id', d.id, 'name', d.name, 'priority', d.priority) end,
    'rfm_group', case when g.id is not null then json_build_object('id', g.id, 'name', g.name) end,
    'last_stay_on', t.last_stay_on, 'last_facility_name', a.name, 'stay_count', t.stay_count, 'use_price_total', t.use_price_total,
    'point_balance', coalesce(p.balance, 0),
    'next_point_expiry', (select min(l.expires_on) from point_lots l where l.account_id = ${ACCOUNT} and l.customer_id = c.id
      and l.remaining > 0 and l.expires_on >= '${TODAY}'),
    'mail_state', case when c.email is null then 'none' when c.email_state = 'bounced' or s.reason = 'bounced' then 'bounced'
      when c.email_state = 'opted_out' or s.reason is not null or n.state = 'withdrawn' then 'opted_out'
      when n.state is null then 'no_consent' else 'reachable' end,
    'line_state', case c.line_follow_state when 'following' then 'reachable' when 'blocked' then 'blocked' else 'none' end,
    'page_actions', '["read","create","edit","delete"]'::json) as item
  from unnest($1::bigint[]) with ordinality pg (id, position)
  join customers c on c.account_id = ${ACCOUNT} and c.id = pg.id
  join customer_totals t on t.account_id = ${ACCOUNT} and t.customer_id = pg.id
  left join accounts a on a.id = t.last_facility_account_id
  left join point_accounts p on p.account_id = ${ACCOUNT} and p.customer_id = pg.id
  left join customer_ranks k on k.account_id = ${ACCOUNT} and k.customer_id = pg.id
    and (k.expiration_date is null or k.expiration_date >= '${TODAY}')
  left join rank_details d on d.account_id = ${ACCOUNT} and d.id = k.rank_detail_id
  left join customer_rfms f on f.account_id = ${ACCOUNT} and f.customer_id = pg.id
  left join rfm_groups g on g.account_id = ${ACCOUNT} and g.id = f.rfm_group_id
  left join suppressions s on s.account_id = ${ACCOUNT} and s.channel = 'mail' and s.address = c.email
  left join lateral (select cc.state from customer_consents cc where cc.account_id = ${ACCOUNT} and cc.customer_id = pg.id
    and cc.channel = 'mail' and cc.purpose = 'marketing' order by cc.id desc limit 1) n on true`;

const ROWS = `select coalesce(json_agg(item order by position), '[]')::text as items from (${ROW.replace("as item", "as item, pg.position")}) rows`;

// measured.md §1: the matches fenced off, so that the count comes for free and the planner cannot walk the sort order.
const searching = (
  condition: string,
  offset: string,
) => `with m as materialized (select c.id, c.last_stay_on from customers c
    where c.account_id = ${ACCOUNT} and c.active_status = 'active' and c.merged_into is null and ${condition})
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

/** The same question as the product's (search-term.ts says what a term may be found as), put without its policies and scope. */
function pageOf(text: string, offset: number): pg.QueryConfig {
  if (text === "") return { name: "everything", text: EVERYTHING, values: [offset] };
  const values: unknown[] = [offset];
  const value = (given: unknown) => `$${values.push(given)}`;
  const words = searchWords(text).map((word) => {
    const texts = word.texts.map((one) => `c.found_as like ${patternOf(one, value)}`);
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
  return `c.id = any (array(select r.customer_id from stay_reservations r where r.account_id = ${ACCOUNT}
    and r.facility_account_id = any (${FACILITIES}) and r.code_space = any ('{none,dynalution,s4}') and ${found}))`;
}
