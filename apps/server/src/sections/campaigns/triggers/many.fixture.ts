import { sql } from "kysely";
import { pointAction } from "../campaigns.fixture.ts";
import type { TriggerWorld } from "./triggers.fixture.ts";

export const GIFT = {
  segments: [
    { id: null, priority_seq: 1, target: { combinator: "and" as const, rules: [] }, actions: [pointAction(100)] },
  ],
};

/** So many stays that are checked out on the same day. */
export async function manyStays(w: TriggerWorld, count: number): Promise<void> {
  const guests = await w.guests("many", count);
  await w.query(sql`with reservation as (
      insert into stay_reservations (account_id, facility_account_id, customer_id, original_reservation_code, check_in_date, check_out_date)
      select ${w.inn.accountId}, ${w.inn.accountId}, guest, 'M' || guest, '2026-11-18', '2026-11-19'
      from unnest(${guests}::bigint[]) guest
      returning *
    )
    insert into stay_transactions (account_id, facility_account_id, stay_reservation_id, customer_id, transaction_code, confirmed_date,
      use_price, check_in_date, check_out_date)
    select account_id, facility_account_id, id, customer_id, original_reservation_code, check_out_date, 10000, check_in_date, check_out_date
    from reservation`);
}

/** How many pushes, recipients and occasions there are. */
export const figuresOf = async (w: TriggerWorld) =>
  (
    await w.query(sql`select (select count(*)::int from push_actions) as pushes, (select count(*)::int from push_action_targets) as guests,
      (select count(*)::int from trigger_events where campaign_action_id is not null) as met,
      (select count(*)::int from trigger_events where campaign_action_id is null) as judged`)
  )[0];
