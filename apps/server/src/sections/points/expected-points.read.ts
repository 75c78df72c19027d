import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { Gender } from "@okaeri/domain/enumerations";
import type { PaidPeriod } from "@okaeri/domain/points/rule-versions";
import {
  type CampaignRules,
  type CountedStay,
  expectedPoints,
  type PointGuest,
  type RuleAction,
} from "@okaeri/domain/points/stay-points";
import type { Tx } from "../../database/connection.ts";
import { rankWithBookings } from "../ranks/ranks-as-of.read.ts";
import { rfmsWithBookings } from "../rfms/rfms-as-of.read.ts";
import { dependOnRanks, dependOnRfms } from "./facts-as-of.ts";
import { dependOnGuests, paidDays } from "./owed-by-stays.ts";
import { type ActiveRules, hasRules, paidRules } from "./rule-versions.read.ts";

export type ExpectedGrant = {
  reservation_id: number;
  campaign_name: string;
  points: number;
  /** Last valid day as that stay alone would promise it; null: never expires. */
  expiration_date: string | null;
};

/** What the guest's open reservations will earn if they become stays as booked. Computed by today's rules on each request, never stored. */
export async function expectedGrants(
  tx: Tx,
  accountId: number,
  customerId: number,
  today: CalendarDate,
): Promise<ExpectedGrant[]> {
  if (!(await hasRules(tx, accountId))) return [];
  const booked = await openBookings(tx, accountId, customerId, today);
  if (booked.length === 0) return [];
  const rules = await paidRules(tx, accountId);
  const days = paidDays(rules);
  if (days === null || booked.every(({ check_out_date: day }) => day < days.from || day > days.to)) return [];
  const guest = await guestFacts(tx, accountId, customerId);
  const expectedAsOf = {
    ...(dependOnRanks(rules) ? { rankAsOf: await rankWithBookings(tx, accountId, customerId, booked) } : {}),
    ...(dependOnRfms(rules) ? { rfmAsOf: await rfmsWithBookings(tx, accountId, customerId, booked) } : {}),
  };
  const past = dependOnGuests(rules) ? await staysOf(tx, accountId, customerId) : [];
  const owed = expectedPoints(past, booked, { ...guest, ...expectedAsOf }, rules.map(asRules));
  const campaigns = new Map(rules.map(({ version }) => [version.id, version.campaign_id]));
  const names = await campaignNames(tx, accountId, [...campaigns.values()]);
  return owed.map(({ stay_id, rule_version_id, points, expiration_date }) => ({
    reservation_id: -stay_id,
    campaign_name: names.get(campaigns.get(rule_version_id) ?? 0) ?? "",
    points,
    expiration_date,
  }));
}

/** A condition that nobody meets has no target. */
function asRules({ version, from, to }: PaidPeriod<ActiveRules>): PaidPeriod<CampaignRules> {
  const segments = version.segments.flatMap(({ form, actions }) =>
    form === null
      ? []
      : [{ form, actions: actions.map(({ action_id, point }) => ({ ...point, action_id }) as RuleAction) }],
  );
  return { version: { ...version, segments }, from, to };
}

/**
 * Reservations that may still become stays, at their booked price; an unknown price earns what a price of 0 earns. Their ids are negative,
 * so that they cannot clash with those of stays.
 */
function openBookings(tx: Tx, accountId: number, customerId: number, today: CalendarDate): Promise<CountedStay[]> {
  return tx.all<CountedStay>`select -reservation.id as id, reservation.facility_account_id,
      reservation.original_reservation_code as transaction_code, reservation.check_in_date, reservation.check_out_date,
      coalesce(reservation.reserved_price, 0)::bigint as use_price, reservation.plan_code, reservation.account_booking_channel_id,
      false as is_online_check_in, false as is_online_check_out, reservation.grant_status = 'excluded' as is_excluded
    from stay_reservations reservation
    where reservation.account_id = ${accountId} and reservation.customer_id = ${customerId} and reservation.active_status = 'active'
      and reservation.cancel_date is null and not reservation.is_no_show and reservation.linked_to_id is null
      and reservation.check_out_date >= ${today}::date
      and not exists (select from stay_transactions stay
        where stay.account_id = reservation.account_id
          and stay.stay_reservation_id = reservation.id and stay.reversed_at is null)`;
}

function staysOf(tx: Tx, accountId: number, customerId: number): Promise<CountedStay[]> {
  return tx.all<CountedStay>`select stay.id, stay.facility_account_id, stay.transaction_code, stay.check_in_date, stay.check_out_date,
      stay.use_price::bigint as use_price, reservation.plan_code, reservation.account_booking_channel_id, stay.is_online_check_in,
      stay.is_online_check_out, reservation.grant_status = 'excluded' as is_excluded
    from stay_transactions stay
    join stay_reservations reservation on reservation.account_id = stay.account_id
      and reservation.id = stay.stay_reservation_id
    where stay.account_id = ${accountId} and stay.customer_id = ${customerId} and stay.reversed_at is null`;
}

function guestFacts(tx: Tx, accountId: number, customerId: number): Promise<PointGuest> {
  return tx.one<{
    birthday: CalendarDate | null;
    gender: Gender | null;
  }>`select customer.birthday, customer.gender
    from customers customer
    where customer.account_id = ${accountId} and customer.id = ${customerId}`;
}

async function campaignNames(tx: Tx, accountId: number, ids: readonly number[]): Promise<Map<number, string>> {
  const found = await tx.all<{ id: number; name: string }>`select campaign.id, campaign.name
    from campaigns campaign
    where campaign.account_id = ${accountId} and campaign.id = any(${[...new Set(ids)]}::bigint[])`;
  return new Map(found.map(({ id, name }) => [id, name]));
}
