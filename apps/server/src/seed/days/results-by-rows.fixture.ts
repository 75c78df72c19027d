import { sql } from "kysely";
import { type Outcome, recounted } from "../../sections/campaigns/delivery/send-figures.fixture.ts";
import {
  attributionsOf,
  type Booking,
  type Event,
  type Facts,
  type Message,
  type Stay,
  type Use,
} from "../../sections/conversions/conversions-oracle.fixture.ts";
import type { TestApp } from "../../test/app.ts";

// What campaigns reached and brought, from messages, clicks, bookings, stays and uses of coupons alone: none of the product's counters,
// conversions or functions is asked.

type AttributedSums = { reserved: number; reserved_price: number; transacted: number; use_price: number };
type Sends = ReturnType<typeof recounted> & { sends: number };
export type Result = { figures: Sends | null; attributed: AttributedSums };

const NOTHING: AttributedSums = { reserved: 0, reserved_price: 0, transacted: 0, use_price: 0 };

/** Of each campaign of a programme. */
export async function resultsByRows(past: TestApp["past"], accountId: number): Promise<Map<number, Result>> {
  const all = async <T extends object>(statement: ReturnType<typeof sql<T>>) =>
    past.asSystem(async (tx) => (await statement.execute(tx.db)).rows);
  const campaigns = await all(sql<{ id: number }>`select id from campaigns where account_id = ${accountId}`);
  const actions = await all(sql<{ id: number; campaign: number }>`select action.id, segment.campaign_id as campaign
    from campaign_actions action
    join campaign_segments segment on segment.account_id = action.account_id and segment.id = action.campaign_segment_id
    where action.account_id = ${accountId}`);
  const campaignOf = new Map(actions.map((action) => [action.id, action.campaign]));
  const results = new Map(
    campaigns.map(({ id }) => [id, { figures: null as Sends | null, attributed: { ...NOTHING } }]),
  );

  for (const one of await attributions(all, accountId)) {
    const [, , action = "", reserved, price, until, use] = one.split(" ");
    const attributed = results.get(campaignOf.get(Number(action)) ?? 0)?.attributed;
    if (!attributed) throw new Error(`nobody's action: ${one}`);
    if (reserved) {
      attributed.reserved += 1;
      attributed.reserved_price += Number(price) || 0;
    }
    if (until) {
      attributed.transacted += 1;
      attributed.use_price += Number(use);
    }
  }

  const outcomes = await all(sql<
    Outcome & { campaign: number; segment: string }
  >`select target.customer_id, push.channel as type,
      target.outcome, push.campaign_id as campaign,
      concat_ws('/', push.campaign_id, push.trigger_key, push.campaign_segment_id) as segment
    from push_action_targets target
    join push_actions push on push.account_id = target.account_id and push.id = target.push_action_id
    where target.account_id = ${accountId}`);
  for (const [campaign, rows] of Map.groupBy(outcomes, (row) => row.campaign)) {
    const result = results.get(campaign);
    if (!result) throw new Error(`nobody's send: ${campaign}`);
    const parts = [...Map.groupBy(rows, (row) => row.segment).values()].map(recounted);
    result.figures = parts.reduce<Sends>((sum, part) => added(sum, part), { ...recounted([]), sends: 0 });
  }
  const sends = await all(sql<{
    campaign: number;
    n: number;
  }>`select campaign_id as campaign, count(distinct trigger_key)::int as n
    from push_actions
    where account_id = ${accountId} and campaign_id is not null
    group by campaign_id`);
  for (const { campaign, n } of sends) {
    const result = results.get(campaign);
    if (result) result.figures = { ...(result.figures ?? recounted([])), sends: n };
  }
  return results;
}

function added(sum: Sends, part: ReturnType<typeof recounted>): Sends {
  const names = Object.keys(part) as (keyof typeof part)[];
  return { ...sum, ...Object.fromEntries(names.map((name) => [name, sum[name] + part[name]])) };
}

type All = <T extends object>(statement: ReturnType<typeof sql<T>>) => Promise<T[]>;

async function attributions(all: All, accountId: number): Promise<string[]> {
  const [setting] = await all(sql<{ days: number }>`select conversion_days as days
    from account_settings where account_id = ${accountId}`);
  const into = new Map(
    (
      await all(sql<{ id: number; into: number }>`select id, merged_into as into
        from customers where account_id = ${accountId} and merged_into is not null`)
    ).map((one) => [one.id, one.into]),
  );
  const bookings =
    await all(sql<Booking>`select id, customer_id, reserved_date::text as reserved, source_updated_at as reported_at,
      reserved_price::int as price, cancel_date is not null as cancelled, active_status = 'active' as active, linked_to_id as lead
    from stay_reservations where account_id = ${accountId} and customer_id is not null`);
  const stays =
    await all(sql<Stay>`select stay_reservation_id as booking, check_out_date::text as until, use_price::int as price
    from stay_transactions where account_id = ${accountId} and reversed_at is null`);
  const messages = await all(sql<Message>`select target.push_action_id as push, target.customer_id as guest,
      push.campaign_action_id as action, push.stay_reservation_id as about, target.sent_at as moment
    from push_action_targets target
    join push_actions push on push.account_id = target.account_id and push.id = target.push_action_id
    where target.account_id = ${accountId} and target.outcome = 'sent' and push.channel = 'mail'
      and push.campaign_action_id is not null`);
  const events =
    await all(sql<Event>`select id, kind, push_action_id as push, customer_id as guest, happened_at as moment,
      is_machine as machine
    from message_events
    where account_id = ${accountId} and kind in ('delivered', 'clicked') and push_action_id is not null`);
  const uses =
    await all(sql<Use>`select coupon_use.id, coalesce(coupon_use.stay_reservation_id, (select max(reservation.id)
        from stay_reservations reservation
        where reservation.account_id = ${accountId} and reservation.facility_account_id = coupon_use.facility_account_id
          and reservation.original_reservation_code = coupon_use.reservation_code and reservation.active_status = 'active')) as booking,
      coupon.campaign_action_id as action, coupon_use.use_date::text as day, push.stay_reservation_id as about
    from use_coupon_cases coupon_use
    join coupons coupon on coupon.account_id = coupon_use.account_id and coupon.id = coupon_use.coupon_id
    left join acquire_coupons acquired on acquired.account_id = coupon_use.account_id and acquired.id = coupon_use.acquire_coupon_id
    left join push_actions push on push.account_id = acquired.account_id and push.id = acquired.push_action_id
    where coupon_use.account_id = ${accountId} and coupon_use.cancel_date is null and coupon.campaign_action_id is not null`);

  // Reports of one booking can name different guests; else what one guest does says nothing of another.
  const living = (guest: number) => into.get(guest) ?? guest;
  const guestOf = new Map<number, number>();
  for (const { id, customer_id, lead } of bookings.toSorted((a, b) => (a.lead ?? 0) - (b.lead ?? 0)))
    guestOf.set(id, lead === null ? living(customer_id ?? 0) : (guestOf.get(lead) ?? 0));
  const facts = new Map<number, Facts>();
  const of = (guest: number): Facts => {
    const known = facts.get(guest);
    if (known) return known;
    const made = { window: setting?.days ?? 30, into, bookings: [], stays: [], messages: [], events: [], uses: [] };
    facts.set(guest, made);
    return made;
  };
  for (const booking of bookings) of(guestOf.get(booking.id) ?? 0).bookings.push(booking);
  for (const stay of stays) of(guestOf.get(stay.booking) ?? 0).stays.push(stay);
  for (const use of uses) of(guestOf.get(use.booking) ?? 0).uses.push(use);
  for (const message of messages) of(living(message.guest)).messages.push(message);
  for (const event of events) of(living(event.guest)).events.push(event);
  return [...facts.values()].flatMap(attributionsOf);
}
