import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../database/connection.ts";

/** What an account holds of its guests, one list of lines for each subject. */
export type ComparableState = {
  identities: string[];
  stays: string[];
  totals: string[];
  balances: string[];
  /** Points that are left, by guest and last valid day. */
  expiries: string[];
  /** Points earned by guest, stay and last valid day; what was corrected away says nothing. */
  earned: string[];
  waiting: string[];
};

/**
 * The state of an account in words that depend neither on ids, times and corrections nor on who was there first: a guest is the set of
 * customers merged into one, and is called after the first of the reservations. Two deliveries of the same facts give the same state.
 * Facilities are numbered. What only fills gaps in the order of arrival (the spelling of a name, a postal address) is left out; keys that name a guest are in.
 */
export async function comparableState(tx: Tx, accountId: number): Promise<ComparableState> {
  await tx.run`drop table if exists state_guests`;
  // Forty thousand reservations are more than a page waits for.
  await tx.run`set local statement_timeout = '10min'`;
  // Every customer id with the name of the guest whom it stands for.
  await tx.run`create temp table state_guests on commit drop as
    with living as (
      select c.id, coalesce(c.merged_into, c.id) as guest_id from customers c where c.account_id = ${accountId}
    ), named as (
      select l.guest_id, min(r.code_space || ':' || r.original_reservation_code) as who
      from living l left join stay_reservations r on r.account_id = ${accountId} and r.customer_id = l.id group by l.guest_id
    )
    select l.id, l.guest_id, coalesce(n.who, (select concat_ws('/', 'nobody', c.member_number, c.email, c.tel, c.name)
      from customers c where c.account_id = ${accountId} and c.id = l.guest_id)) as who
    from living l join named n on n.guest_id = l.guest_id`;
  await tx.run`create index on state_guests (id)`;
  await tx.run`create index on state_guests (guest_id)`;
  await tx.run`analyze state_guests`;
  const lines = async (statement: RawBuilder<unknown>) =>
    (await (statement as RawBuilder<{ line: string }>).execute(tx.db)).rows.map((row) => row.line).sort();
  return {
    identities: await lines(sql`
      select concat_ws('|', g.who, c.active_status, c.birthday, c.gender,
        (select string_agg(r.code_space || ':' || r.original_reservation_code, ',' order by r.code_space, r.original_reservation_code)
          from stay_reservations r where r.account_id = c.account_id and r.customer_id = c.id),
        (select string_agg(distinct k.word, ',') from (
            select unnest(array['member ' || o.member_number, 'email ' || o.email, 'tel ' || o.tel]) as word
            from state_guests s join customers o on o.account_id = ${accountId} and o.id = s.id where s.guest_id = g.guest_id
            union select x.kind || ' ' || x.value from state_guests s
              join customer_keys x on x.account_id = ${accountId} and x.customer_id = s.id where s.guest_id = g.guest_id) k)) as line
      from state_guests g join customers c on c.account_id = ${accountId} and c.id = g.guest_id where g.id = g.guest_id`),
    stays: await lines(sql`
      select concat_ws('|', r.code_space, r.original_reservation_code, coalesce(g.who, 'nobody'), r.reservation_status, r.cancel_date, r.is_no_show,
        r.reserved_date, r.check_in_date, r.check_out_date, r.plan_code, r.reserved_price, r.reserved_payment_price, r.group_type, r.grant_status,
        r.language_code, r.tel, r.reservation_system_virtual, r.reservation_system_code, r.reservation_system_name, r.reserved_min_room_count,
        (select string_agg(concat_ws('/', m.seq, m.room_type, m.room_code, m.adult_count, m.child_count, m.stay_start_date, m.stay_end_date,
            m.stay_transaction_id = s.id), ',' order by m.seq)
          from stay_rooms m where m.account_id = r.account_id and m.stay_reservation_id = r.id),
        n.name, n.name_kana, n.email, n.tel, n.birthday, n.gender, s.transaction_code, s.confirmed_date, s.use_price, s.payment_price,
        s.check_in_date, s.check_out_date, s.use_price_detail, s.is_online_check_in, s.is_online_check_out, s.id is not null, (select count(*) from stay_effects e where e.account_id = s.account_id
          and e.stay_transaction_id = s.id and e.reversed_at is null)) as line
      from stay_reservations r left join state_guests g on g.id = r.customer_id
      left join stay_reservation_customers n on n.account_id = r.account_id and n.stay_reservation_id = r.id and n.guest_type = 'representative'
      left join stay_transactions s on s.account_id = r.account_id and s.stay_reservation_id = r.id and s.reversed_at is null
      where r.account_id = ${accountId} and r.active_status = 'active'`),
    totals: await lines(sql`
      select concat_ws('|', g.who, t.reservation_count, t.cancel_count, t.no_show_count, t.stay_count, t.use_price_total, t.first_stay_on,
        t.last_stay_on, (select count(*) from accounts a where a.programme_account_id = ${accountId} and a.id <= t.last_facility_account_id)) as line
      from customer_totals t join state_guests g on g.id = t.customer_id and g.id = g.guest_id where t.account_id = ${accountId}`),
    balances: await lines(sql`
      select concat_ws('|', g.who, sum(a.balance), sum(a.debt)) as line from point_accounts a join state_guests g on g.id = a.customer_id
      where a.account_id = ${accountId} group by g.who having sum(a.balance + a.debt) <> 0`),
    expiries: await lines(sql`
      select concat_ws('|', g.who, coalesce(l.expires_on::text, 'never'), sum(l.remaining)) as line
      from point_lots l join state_guests g on g.id = l.customer_id
      where l.account_id = ${accountId} group by g.who, l.expires_on having sum(l.remaining) <> 0`),
    earned: await lines(sql`
      select concat_ws('|', g.who, s.code_space, s.transaction_code, p.grant_date, p.expiration_date, sum(p.grant_point)) as line
      from grant_points p join state_guests g on g.id = p.customer_id
      left join stay_transactions s on s.account_id = p.account_id and s.id = p.stay_transaction_id where p.account_id = ${accountId}
      group by g.who, s.code_space, s.transaction_code, p.grant_date, p.expiration_date having sum(p.grant_point) <> 0`),
    waiting: await lines(sql`
      select concat_ws('|', r.code_space, r.original_reservation_code, n.guest_type, n.name, n.waiting_reason) as line
      from stay_reservation_customers n join stay_reservations r on r.account_id = n.account_id and r.id = n.stay_reservation_id
      where n.account_id = ${accountId} and n.customer_id is null and n.active_status = 'active'`),
  };
}
