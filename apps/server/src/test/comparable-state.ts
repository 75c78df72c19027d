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
      select customer.id, coalesce(customer.merged_into, customer.id) as guest_id from customers customer
        where customer.account_id = ${accountId}
    ), named as (
      select l.guest_id, min(reservation.code_space || ':' || reservation.original_reservation_code) as who
      from living l left join stay_reservations reservation on reservation.account_id = ${accountId} and reservation.customer_id = l.id
        group by l.guest_id
    )
    select l.id, l.guest_id,
      coalesce(n.who, (select concat_ws('/', 'nobody', customer.member_number, customer.email, customer.tel, customer.name)
      from customers customer where customer.account_id = ${accountId} and customer.id = l.guest_id)) as who
    from living l join named n on n.guest_id = l.guest_id`;
  await tx.run`create index on state_guests (id)`;
  await tx.run`create index on state_guests (guest_id)`;
  await tx.run`analyze state_guests`;
  const lines = async (statement: RawBuilder<unknown>) =>
    (await (statement as RawBuilder<{ line: string }>).execute(tx.db)).rows.map((row) => row.line).sort();
  return {
    identities: await lines(sql`
      select concat_ws('|', g.who, customer.active_status, customer.birthday, customer.gender,
        (select string_agg(reservation.code_space || ':' || reservation.original_reservation_code, ','
          order by reservation.code_space, reservation.original_reservation_code)
          from stay_reservations reservation where reservation.account_id = customer.account_id and reservation.customer_id = customer.id),
        (select string_agg(distinct k.word, ',') from (
            select unnest(array['member ' || other_customer.member_number, 'email ' || other_customer.email, 'tel ' || other_customer.tel])
              as word
            from state_guests s join customers other_customer on other_customer.account_id = ${accountId} and other_customer.id = s.id
              where s.guest_id = g.guest_id
            union select customer_key.kind || ' ' || customer_key.value from state_guests s
              join customer_keys customer_key on customer_key.account_id = ${accountId} and customer_key.customer_id = s.id
                where s.guest_id = g.guest_id) k)) as line
      from state_guests g join customers customer on customer.account_id = ${accountId} and customer.id = g.guest_id
        where g.id = g.guest_id`),
    stays: await lines(sql`
      select concat_ws('|', reservation.code_space, reservation.original_reservation_code, coalesce(g.who, 'nobody'),
        reservation.reservation_status, reservation.cancel_date, reservation.is_no_show,
        reservation.reserved_date, reservation.check_in_date, reservation.check_out_date, reservation.plan_code,
        coalesce(reservation.reserved_price::text, '?'), coalesce(reservation.reserved_payment_price::text, '?'),
        reservation.group_type, reservation.grant_status,
        reservation.language_code, reservation.tel, reservation.reservation_system_virtual, reservation.reservation_system_code,
        reservation.reservation_system_name, reservation.reserved_min_room_count,
        (select string_agg(concat_ws('/', room.seq, room.room_type, room.room_code,
            coalesce(room.adult_count::text, '?'), coalesce(room.child_count::text, '?'), room.stay_start_date, room.stay_end_date,
            room.stay_transaction_id = stay.id), ',' order by room.seq)
          from stay_rooms room where room.account_id = reservation.account_id and room.stay_reservation_id = reservation.id),
        guest.name, guest.name_kana, guest.email, guest.tel, guest.birthday, guest.gender, stay.transaction_code, stay.confirmed_date,
          stay.use_price, stay.payment_price,
        stay.check_in_date, stay.check_out_date, stay.use_price_detail, stay.is_online_check_in, stay.is_online_check_out,
          stay.id is not null, (select count(*) from stay_effects stay_effect where stay_effect.account_id = stay.account_id
          and stay_effect.stay_transaction_id = stay.id and stay_effect.reversed_at is null)) as line
      from stay_reservations reservation left join state_guests g on g.id = reservation.customer_id
      left join stay_reservation_customers guest on guest.account_id = reservation.account_id and guest.stay_reservation_id = reservation.id
        and guest.guest_type = 'representative'
      left join stay_transactions stay on stay.account_id = reservation.account_id and stay.stay_reservation_id = reservation.id
        and stay.reversed_at is null
      where reservation.account_id = ${accountId} and reservation.active_status = 'active'`),
    totals: await lines(sql`
      select concat_ws('|', g.who, total.reservation_count, total.cancel_count, total.no_show_count, total.stay_count,
        total.use_price_total, total.first_stay_on,
        total.last_stay_on, (select count(*) from accounts account where account.programme_account_id = ${accountId}
          and account.id <= total.last_facility_account_id)) as line
      from customer_totals total join state_guests g on g.id = total.customer_id and g.id = g.guest_id
        where total.account_id = ${accountId}`),
    balances: await lines(sql`
      select concat_ws('|', g.who, sum(point_account.balance), sum(point_account.debt)) as line from point_accounts point_account
        join state_guests g on g.id = point_account.customer_id
      where point_account.account_id = ${accountId} group by g.who having sum(point_account.balance + point_account.debt) <> 0`),
    expiries: await lines(sql`
      select concat_ws('|', g.who, coalesce(lot.expires_on::text, 'never'), sum(lot.remaining)) as line
      from point_lots lot join state_guests g on g.id = lot.customer_id
      where lot.account_id = ${accountId} group by g.who, lot.expires_on having sum(lot.remaining) <> 0`),
    earned: await lines(sql`
      select concat_ws('|', g.who, stay.code_space, stay.transaction_code, point_grant.grant_date, point_grant.expiration_date,
        sum(point_grant.grant_point)) as line
      from grant_points point_grant join state_guests g on g.id = point_grant.customer_id
      left join stay_transactions stay on stay.account_id = point_grant.account_id and stay.id = point_grant.stay_transaction_id
        where point_grant.account_id = ${accountId}
      group by g.who, stay.code_space, stay.transaction_code, point_grant.grant_date, point_grant.expiration_date
        having sum(point_grant.grant_point) <> 0`),
    waiting: await lines(sql`
      select concat_ws('|', reservation.code_space, reservation.original_reservation_code, guest.guest_type, guest.name,
        guest.waiting_reason) as line
      from stay_reservation_customers guest join stay_reservations reservation on reservation.account_id = guest.account_id
        and reservation.id = guest.stay_reservation_id
      where guest.account_id = ${accountId} and guest.customer_id is null and guest.active_status = 'active'`),
  };
}
