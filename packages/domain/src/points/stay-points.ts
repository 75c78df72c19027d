import { addDays, type CalendarDate, dayOfWeek, daysBetween, monthOf, yearOf } from "../calendar-date.ts";
import type { Gender } from "../enumerations.ts";
import { isHolidayEve } from "../japanese-holidays.ts";
import { aggregationStart } from "../rfms/score.ts";
import type { Form } from "../segments/form.ts";
import { type CustomerFacts, holds } from "../segments/matches.ts";
import { type GrantRule, pointsForStay } from "./amount.ts";
import { type ExpirationRule, expiresOn } from "./expiry.ts";
import { type PaidPeriod, paidPeriods, type RuleVersion } from "./rule-versions.ts";

// What a guest's stays earn, from scratch: the rule that the server's statement is compared with (product §4, §5). It depends on the
// stays and on the rules of each check-out day, and on nothing else.

/** A confirmed stay that was not cancelled. */
export interface CountedStay {
  id: number;
  facility_account_id: number;
  transaction_code: string;
  check_in_date: CalendarDate;
  check_out_date: CalendarDate;
  /** Yen. */
  use_price: number;
  plan_code: string;
  account_booking_channel_id: number | null;
  is_online_check_in: boolean;
  is_online_check_out: boolean;
  /** Earns nothing (grant_status), but is a stay of the guest like any other. */
  is_excluded: boolean;
}

/** What is known of the guest whatever the day. */
export interface PointGuest {
  birthday: CalendarDate | null;
  gender: Gender | null;
  /** The rank held on the evening of a day; left out where no rule asks for it. */
  rankAsOf?: (day: CalendarDate) => number | null;
  /** Groups and scores on the evening of a day; left out where no rule asks for them. */
  rfmAsOf?: (day: CalendarDate) => RfmFacts;
}

/** What a stay's conditions ask of RFM. */
export type RfmFacts = Pick<
  CustomerFacts,
  "rfm_group_ids" | "rfm_recency_score" | "rfm_frequency_score" | "rfm_monetary_score"
>;
const NO_SCORES: RfmFacts = {
  rfm_group_ids: [],
  rfm_recency_score: null,
  rfm_frequency_score: null,
  rfm_monetary_score: null,
};

export interface RuleAction extends GrantRule, ExpirationRule {
  action_id: number;
}

export interface CampaignRules extends RuleVersion {
  /** In order of priority: the first whose target the guest meets pays. */
  segments: readonly { form: Form; actions: readonly RuleAction[] }[];
}

export interface OwedPoints {
  stay_id: number;
  action_id: number;
  rule_version_id: number;
  points: number;
  /** The check-out day. */
  grant_date: CalendarDate;
  /** Last valid day as promised by that stay alone; null: never expires. */
  expiration_date: CalendarDate | null;
}

/** Stays in the order in which they count: by check-out, then by transaction code, then by facility. */
export function staysInOrder<
  S extends Pick<CountedStay, "check_out_date" | "transaction_code" | "facility_account_id">,
>(stays: readonly S[]): S[] {
  return [...stays].sort(
    (a, b) =>
      compare(a.check_out_date, b.check_out_date) ||
      compare(a.transaction_code, b.transaction_code) ||
      a.facility_account_id - b.facility_account_id,
  );
}

/** By code points, as PostgreSQL's collation "C" compares; JavaScript's own order is by UTF-16 units. */
function compare(a: string, b: string): number {
  const [left, right] = [Array.from(a), Array.from(b)];
  const at = left.findIndex((character, index) => character !== right[index]);
  if (at < 0) return left.length - right.length;
  return (left[at]?.codePointAt(0) ?? 0) - (right[at]?.codePointAt(0) ?? -1);
}

/** Whether a day from one to the other, both included, is in the month 1 to 12. */
export function rangeHasMonth(from: CalendarDate, to: CalendarDate, month: number): boolean {
  const months = (yearOf(to) - yearOf(from)) * 12 + monthOf(to) - monthOf(from);
  return (month - monthOf(from) + 12) % 12 <= months;
}

/** Facts about the guest at the end of the stay at `index` of the ordered stays: this stay and earlier ones. */
export function factsAsOf(ordered: readonly CountedStay[], index: number, guest: PointGuest): CustomerFacts {
  const past = ordered.slice(0, index + 1);
  const stay = past.at(-1) as CountedStay;
  const { check_in_date: cameOn, check_out_date: day } = stay;
  const start = aggregationStart(day, 2);
  return {
    last_stay_on: day,
    stay_count: past.length,
    stay_count_2y: past.filter(({ check_out_date }) => check_out_date >= start).length,
    use_price_total: past.reduce((sum, stay) => sum + stay.use_price, 0),
    stay_check_in_day: dayOfWeek(cameOn),
    stay_check_out_day: dayOfWeek(day),
    stay_days: daysBetween(cameOn, day),
    stay_use_price: stay.use_price,
    stay_plan_code: stay.plan_code || null,
    stay_booking_channel_id: stay.account_booking_channel_id,
    stay_holiday_eve: isHolidayEve(cameOn),
    stay_is_online_check_in: stay.is_online_check_in,
    stay_is_online_check_out: stay.is_online_check_out,
    stay_number: past.length,
    stay_number_2y: past.filter(({ check_out_date }) => check_out_date >= start).length,
    stay_in_birthday_month: guest.birthday === null ? null : rangeHasMonth(cameOn, day, monthOf(guest.birthday)),
    birthday: guest.birthday,
    birthday_month: guest.birthday === null ? null : monthOf(guest.birthday),
    gender: guest.gender,
    facility_account_ids: [...new Set(past.map((stay) => stay.facility_account_id))],
    // Of the evening before, so that what the stay itself does to rank and scores does not count.
    rank_detail_id: guest.rankAsOf?.(addDays(day, -1)) ?? null,
    ...(guest.rfmAsOf?.(addDays(day, -1)) ?? NO_SCORES),
    // Not offered to basic campaigns: nobody can tell them for a past evening.
    point_balance: 0,
    language: null,
    nationality: null,
    prefecture: null,
    registered_on: day,
    rank_expires_on: null,
    next_check_in_on: null,
    points_expiring: () => 0,
    consent: () => false,
    reserved_facility_account_ids: [],
    customer_type_ids: [],
    mail_reachable: false,
    line_reachable: false,
    has_member_number: false,
    customer_id: null,
  };
}

/** What all stays of one guest earn by the rule histories of some campaigns (one array of versions each). */
export function owedPoints(
  stays: readonly CountedStay[],
  guest: PointGuest,
  campaigns: readonly (readonly CampaignRules[])[],
): OwedPoints[] {
  return owedInPeriods(
    stays,
    guest,
    campaigns.flatMap((versions) => paidPeriods(versions)),
  );
}

/**
 * What open bookings will earn if each becomes a stay as it is booked, in the order of their check-outs: the rule above, asked of stays
 * that have not happened (product §5). Booked stays have ids of their own.
 */
export function expectedPoints(
  stays: readonly CountedStay[],
  booked: readonly CountedStay[],
  guest: PointGuest,
  periods: readonly PaidPeriod<CampaignRules>[],
): OwedPoints[] {
  const ids = new Set(booked.map(({ id }) => id));
  return owedInPeriods([...stays, ...booked], guest, periods).filter(({ stay_id }) => ids.has(stay_id));
}

function owedInPeriods(
  stays: readonly CountedStay[],
  guest: PointGuest,
  periods: readonly PaidPeriod<CampaignRules>[],
): OwedPoints[] {
  const ordered = staysInOrder(stays);
  return ordered.flatMap((stay, index) =>
    periods
      .filter(({ from, to }) => !stay.is_excluded && from <= stay.check_out_date && stay.check_out_date <= to)
      .flatMap((period) => owedBy(period, stay, factsAsOf(ordered, index, guest))),
  );
}

function owedBy({ version }: PaidPeriod<CampaignRules>, stay: CountedStay, facts: CustomerFacts): OwedPoints[] {
  const day = stay.check_out_date;
  const segment = version.segments.find(({ form }) => holds(form, facts, day));
  return (segment?.actions ?? []).flatMap((action) => {
    const points = pointsForStay(action, stay);
    const expiration_date = expiresOn(action, day, day);
    // Points that had expired by the day they were earned are not granted.
    if (points === 0 || (expiration_date !== null && expiration_date < day)) return [];
    return [
      {
        stay_id: stay.id,
        action_id: action.action_id,
        rule_version_id: version.id,
        points,
        grant_date: day,
        expiration_date,
      },
    ];
  });
}
