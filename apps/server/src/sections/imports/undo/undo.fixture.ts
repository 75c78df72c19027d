import { sql } from "kysely";
import type { Tx } from "../../../database/connection.ts";

/**
 * What stands of an account, without ids, times and the entries by which something was corrected: equal before an import and after it was
 * undone.
 */
export async function snapshot(tx: Tx, accountId: number): Promise<Record<string, string[]>> {
  const lines = async (statement: ReturnType<typeof sql<{ line: string }>>) =>
    (await statement.execute(tx.db)).rows.map((row) => row.line).sort();
  const who = sql`concat_ws('/', customer.member_number, customer.email, customer.tel, customer.name_kana, customer.name)`;
  const here = sql`account_id = ${accountId}`;
  return {
    customers: await lines(
      sql`select concat_ws('|', ${who}, customer.gender, customer.birthday, customer.nationality, customer.language, customer.postcode,
        customer.address, customer.name_typed, customer.tel_typed,
        customer.last_stay_on, customer.stay_count, customer.use_price_total, customer.search_text is not null, total.reservation_count,
        total.cancel_count, total.no_show_count,
        total.stay_count, total.use_price_total, total.first_stay_on, total.last_stay_on, total.last_facility_account_id) as line
        from customers customer join customer_totals total on total.account_id = customer.account_id and total.customer_id = customer.id
        where customer.${here} and customer.active_status = 'active'`,
    ),
    known: await lines(
      sql`select concat_ws('|', ${who},
        (select string_agg(concat_ws(':', customer_key.kind, customer_key.value, customer_key.kana_key), ','
          order by customer_key.kind, customer_key.value)
          from customer_keys customer_key where customer_key.account_id = customer.account_id and customer_key.customer_id = customer.id),
        (select string_agg(concat_ws(':', customer_facility.facility_account_id, customer_facility.first_seen_on), ','
          order by customer_facility.facility_account_id)
          from customer_facilities customer_facility where customer_facility.account_id = customer.account_id
            and customer_facility.customer_id = customer.id),
        coalesce((select consent.state from customer_consents consent where consent.account_id = customer.account_id
          and consent.customer_id = customer.id
          order by consent.id desc limit 1), 'withdrawn'),
        (select count(*) from customer_types customer_type where customer_type.account_id = customer.account_id
          and customer_type.customer_id = customer.id)) as line
        from customers customer where customer.${here} and customer.active_status = 'active'`,
    ),
    reservations: await lines(
      sql`select concat_ws('|', reservation.original_reservation_code, ${who}, reservation.plan_code,
        coalesce(reservation.reserved_price::text, '?'),
        coalesce(reservation.reserved_payment_price::text, '?'), reservation.reserved_date,
        reservation.check_in_date, reservation.check_out_date, reservation.tel, reservation.reservation_status, reservation.cancel_date,
        reservation.is_no_show, reservation.grant_status, reservation.group_type,
        reservation.language_code, reservation.source_updated_at, encode(reservation.content_hash, 'hex'),
        (select string_agg(concat_ws(':', guest.guest_type, guest.name, guest.name_kana, guest.email, guest.tel, guest.birthday,
        guest.gender, guest.waiting_reason,
            guest.waiting_details), ',' order by guest.guest_type desc, guest.name, guest.email, guest.tel, guest.waiting_details::text)
          from stay_reservation_customers guest where guest.account_id = reservation.account_id
            and guest.stay_reservation_id = reservation.id),
        (select string_agg(concat_ws(':', '室' || room.seq, room.stay_start_date, room.stay_end_date,
          coalesce(room.adult_count::text, '?'), coalesce(room.child_count::text, '?'), room.room_type, room.room_code,
            room.stay_transaction_id is not null), ',' order by room.seq)
          from stay_rooms room where room.account_id = reservation.account_id and room.stay_reservation_id = reservation.id),
        stay.transaction_code, stay.confirmed_date,
        stay.use_price, stay.payment_price, stay.check_in_date, stay.check_out_date, stay.customer_id is not distinct
          from reservation.customer_id,
        (select string_agg(concat_ws(':', stay_guest.guest_type, stay_guest.name), ',' order by stay_guest.guest_type desc, stay_guest.name)
          from stay_customers stay_guest where stay_guest.account_id = stay.account_id and stay_guest.stay_transaction_id = stay.id))
            as line
        from stay_reservations reservation
        left join customers customer on customer.account_id = reservation.account_id and customer.id = reservation.customer_id
        left join stay_transactions stay on stay.account_id = reservation.account_id and stay.stay_reservation_id = reservation.id
          and stay.reversed_at is null
        where reservation.${here} and reservation.active_status = 'active'`,
    ),
    points: await lines(
      sql`select concat_ws('|', ${who}, point_account.balance, point_account.debt,
        (select string_agg(concat_ws(':', l.expires_on, l.points), ',' order by l.expires_on)
          from (select expires_on, sum(remaining) as points from point_lots lot where lot.account_id = customer.account_id
            and lot.customer_id = customer.id
            and remaining > 0 group by expires_on) l),
        (select string_agg(concat_ws(':', g.grant_date, g.points), ',' order by g.grant_date)
          from (select grant_date, sum(grant_point) as points from grant_points point_grant
            where point_grant.account_id = customer.account_id and point_grant.customer_id = customer.id
            group by grant_date having sum(grant_point) <> 0) g)) as line
        from customers customer left join point_accounts point_account on point_account.account_id = customer.account_id
          and point_account.customer_id = customer.id and (point_account.balance, point_account.debt) <> (0, 0)
        where customer.${here} and customer.active_status = 'active'`,
    ),
    queue: await lines(
      sql`select concat_ws('|', ${who}, guest.name, candidate.score, candidate.decision) as line from customer_merge_candidates candidate
        left join customers customer on customer.account_id = candidate.account_id and customer.id = candidate.customer_id
        left join stay_reservation_customers guest on guest.account_id = candidate.account_id
          and guest.id = candidate.stay_reservation_customer_id
        where candidate.${here} and (candidate.other_customer_id is not null or guest.customer_id is null)`,
    ),
    counters: await lines(
      sql`select coalesce(sum(customer_count), 0)::text as line from account_counters where ${here}`,
    ),
  };
}

/** What stands of one account as it would stand of another one. */
export function withoutAccount(snapshot: Record<string, string[]>, accountId: number): Record<string, string[]> {
  const { customers = [], known = [], ...rest } = snapshot;
  const seen = new RegExp(`([|,])${accountId}:`, "g");
  return {
    ...rest,
    customers: customers.map((line) => line.replace(new RegExp(`\\|${accountId}$`), "|宿")),
    known: known.map((line) => line.replace(seen, "$1宿:")),
  };
}

/** What stands here and not there, and the other way round, by table; nothing where both are the same. */
export function difference(here: Record<string, string[]>, there: Record<string, string[]>): Record<string, string[]> {
  const differing = Object.keys(here).flatMap((table): [string, string[]][] => {
    const [one, other] = [here[table] ?? [], there[table] ?? []];
    const more = [...one.filter((line) => !other.includes(line)).map((line) => `+ ${line}`)];
    const less = [...other.filter((line) => !one.includes(line)).map((line) => `- ${line}`)];
    const found = [...more.slice(0, 5), ...less.slice(0, 5)];
    if (found.length === 0 && one.length !== other.length) found.push(`${one.length} lines, not ${other.length}`);
    return found.length > 0 ? [[table, found]] : [];
  });
  return Object.fromEntries(differing);
}
