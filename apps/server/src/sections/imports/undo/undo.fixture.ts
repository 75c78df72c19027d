import { sql } from "kysely";
import type { Tx } from "../../../database/connection.ts";

/**
 * What stands of an account, without ids, times and the entries by which something was corrected: equal before an import and after it was
 * undone.
 */
export async function snapshot(tx: Tx, accountId: number): Promise<Record<string, string[]>> {
  const lines = async (statement: ReturnType<typeof sql<{ line: string }>>) =>
    (await statement.execute(tx.db)).rows.map((row) => row.line).sort();
  const who = sql`concat_ws('/', c.member_number, c.email, c.tel, c.name_kana, c.name)`;
  const here = sql`account_id = ${accountId}`;
  return {
    customers: await lines(
      sql`select concat_ws('|', ${who}, c.gender, c.birthday, c.nationality, c.language, c.postcode, c.address, c.name_typed, c.tel_typed,
        c.last_stay_on, c.stay_count, c.use_price_total, c.found_as is not null, t.reservation_count, t.cancel_count, t.no_show_count,
        t.stay_count, t.use_price_total, t.first_stay_on, t.last_stay_on, t.last_facility_account_id) as line
        from customers c join customer_totals t on t.account_id = c.account_id and t.customer_id = c.id
        where c.${here} and c.active_status = 'active'`,
    ),
    known: await lines(
      sql`select concat_ws('|', ${who}, (select string_agg(concat_ws(':', k.kind, k.value, k.kana_key), ',' order by k.kind, k.value)
          from customer_keys k where k.account_id = c.account_id and k.customer_id = c.id),
        (select string_agg(concat_ws(':', f.facility_account_id, f.first_seen_on), ',' order by f.facility_account_id)
          from customer_facilities f where f.account_id = c.account_id and f.customer_id = c.id),
        coalesce((select k.state from customer_consents k where k.account_id = c.account_id and k.customer_id = c.id
          order by k.id desc limit 1), 'withdrawn'),
        (select count(*) from customer_types k where k.account_id = c.account_id and k.customer_id = c.id)) as line
        from customers c where c.${here} and c.active_status = 'active'`,
    ),
    reservations: await lines(
      sql`select concat_ws('|', r.original_reservation_code, ${who}, r.plan_code, r.reserved_price, r.reserved_payment_price, r.reserved_date,
        r.check_in_date, r.check_out_date, r.tel, r.reservation_status, r.cancel_date, r.is_no_show, r.grant_status, r.group_type,
        r.language_code, r.source_updated_at, encode(r.content_hash, 'hex'),
        (select string_agg(concat_ws(':', g.guest_type, g.name, g.name_kana, g.email, g.tel, g.birthday, g.gender, g.waiting_reason,
            g.waiting_details), ',' order by g.guest_type desc, g.name, g.email, g.tel, g.waiting_details::text)
          from stay_reservation_customers g where g.account_id = r.account_id and g.stay_reservation_id = r.id),
        (select string_agg(concat_ws(':', '室' || m.seq, m.stay_start_date, m.stay_end_date, m.adult_count, m.child_count, m.room_type, m.room_code,
            m.stay_transaction_id is not null), ',' order by m.seq)
          from stay_rooms m where m.account_id = r.account_id and m.stay_reservation_id = r.id),
        s.transaction_code, s.confirmed_date,
        s.use_price, s.payment_price, s.check_in_date, s.check_out_date, s.customer_id is not distinct from r.customer_id,
        (select string_agg(concat_ws(':', g.guest_type, g.name), ',' order by g.guest_type desc, g.name)
          from stay_customers g where g.account_id = s.account_id and g.stay_transaction_id = s.id)) as line
        from stay_reservations r
        left join customers c on c.account_id = r.account_id and c.id = r.customer_id
        left join stay_transactions s on s.account_id = r.account_id and s.stay_reservation_id = r.id and s.reversed_at is null
        where r.${here} and r.active_status = 'active'`,
    ),
    points: await lines(
      sql`select concat_ws('|', ${who}, a.balance, a.debt, (select string_agg(concat_ws(':', l.expires_on, l.points), ',' order by l.expires_on)
          from (select expires_on, sum(remaining) as points from point_lots l where l.account_id = c.account_id and l.customer_id = c.id
            and remaining > 0 group by expires_on) l),
        (select string_agg(concat_ws(':', g.grant_date, g.points), ',' order by g.grant_date)
          from (select grant_date, sum(grant_point) as points from grant_points g where g.account_id = c.account_id and g.customer_id = c.id
            group by grant_date having sum(grant_point) <> 0) g)) as line
        from customers c left join point_accounts a on a.account_id = c.account_id and a.customer_id = c.id and (a.balance, a.debt) <> (0, 0)
        where c.${here} and c.active_status = 'active'`,
    ),
    queue: await lines(
      sql`select concat_ws('|', ${who}, g.name, q.score, q.decision) as line from customer_merge_candidates q
        left join customers c on c.account_id = q.account_id and c.id = q.customer_id
        left join stay_reservation_customers g on g.account_id = q.account_id and g.id = q.stay_reservation_customer_id
        where q.${here} and (q.other_customer_id is not null or g.customer_id is null)`,
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
