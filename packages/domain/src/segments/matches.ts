import { addDays, type CalendarDate, daysBetween, monthOf, yearOf } from "../calendar-date.ts";
import type { Gender, LanguageCode } from "../enumerations.ts";
import { recencyDays } from "../rfms/score.ts";
import { daysAway } from "./check-value.ts";
import type { ConditionGroup } from "./condition.ts";
import {
  isReservationField,
  RELATIVE_MONTHS,
  type RelativeMonth,
  type ReservationItem,
  reservationItem,
  type SegmentField,
} from "./fields.ts";
import { type CountedForm, type FactTest, type Form, formOf, type TestValue } from "./form.ts";
import type { ItemField, SegmentList } from "./lists.ts";
import { compares, type ValueTermContext } from "./term-value.ts";

/** What is known of one customer on the day of evaluation. Null = not known or does not apply. */
export interface CustomerFacts {
  customer_id: number | null;
  /** One in each RFM that the guest has scores in and falls into a group of. */
  rfm_group_ids: readonly number[];
  rfm_recency_score: number | null;
  rfm_frequency_score: number | null;
  rfm_monetary_score: number | null;
  /** Check-out day of the last stay. */
  last_stay_on: CalendarDate | null;
  stay_count: number;
  /** Stays whose check-out lies within the past two years (aggregationStart(today, 2) or later). */
  stay_count_2y: number;
  /** Yen. */
  use_price_total: number;
  /** Weekdays of check-in and check-out of the last stay, 0 = Sunday, and its nights. */
  stay_check_in_day: number | null;
  stay_check_out_day: number | null;
  stay_days: number | null;
  /** Of the last stay. */
  stay_use_price: number | null;
  stay_plan_code: string | null;
  stay_booking_channel_id: number | null;
  /** The day after its check-in is a national holiday. */
  stay_holiday_eve: boolean | null;
  stay_is_online_check_in: boolean | null;
  stay_is_online_check_out: boolean | null;
  /** 1 for the guest's first stay, and the same among those with a check-out within the two years up to the stay's own. */
  stay_number: number | null;
  stay_number_2y: number | null;
  /** A day of the stay, its check-out included, is in the month of the guest's birthday. */
  stay_in_birthday_month: boolean | null;
  /** The earliest check-in, from the day of evaluation on, of a booking that stands. */
  next_check_in_on: CalendarDate | null;
  point_balance: number;
  /** Points whose last day is within so many days from the day of evaluation. */
  points_expiring: (days: number) => number;
  /** 1 to 12. */
  birthday_month: number | null;
  birthday: CalendarDate | null;
  gender: Gender | null;
  /** 1 to 47, of the postcode. */
  prefecture: number | null;
  nationality: string | null;
  language: LanguageCode | null;
  customer_type_ids: readonly number[];
  rank_detail_id: number | null;
  /** The last day of the held rank; null also for one that does not end. */
  rank_expires_on: CalendarDate | null;
  /** When the guest was first known. */
  registered_on: CalendarDate;
  /** Facilities where the guest really stayed: a booking that was cancelled, not kept or not used yet is no stay. */
  facility_account_ids: readonly number[];
  /** Facilities where the guest booked, whatever became of the booking; walking in is no booking. */
  reserved_facility_account_ids: readonly number[];
  mail_reachable: boolean;
  line_reachable: boolean;
  has_member_number: boolean;
  /** The newest entry of the ledger says given. */
  consent: (channel: string, purpose: string) => boolean;
  /** The reservation for whose sake somebody asks; a fact of it that is left out is not known. */
  reservation?: { readonly [I in ReservationItem]?: FactValue } | null;
}

export type FactValue = number | string | boolean | null | readonly number[];

/** What is known of the items of a guest's lists. A list that is left out is empty, a fact that is left out not known. */
export type GuestLists = { readonly [L in SegmentList]?: readonly { readonly [I in ItemField<L>]?: FactValue }[] };

const isRelativeMonth = (value: unknown): value is RelativeMonth =>
  (RELATIVE_MONTHS as readonly unknown[]).includes(value);

/** The month 1 to 12 a relative month means on `today`. */
export function resolveMonth(month: number | RelativeMonth, today: CalendarDate): number {
  if (typeof month === "number") return month;
  return month === "this_month" ? monthOf(today) : (monthOf(today) % 12) + 1;
}

/** Whole years from one day to another; null for a birthday that is to come. */
export function ageOn(birthday: CalendarDate, day: CalendarDate): number | null {
  if (day < birthday) return null;
  return yearOf(day) - yearOf(birthday) - (day.slice(5) < birthday.slice(5) ? 1 : 0);
}

const daysUntil = (day: CalendarDate | null, today: CalendarDate) => (day === null ? null : daysBetween(today, day));

function factFor(
  fact: SegmentField,
  args: readonly (number | string)[],
  facts: CustomerFacts,
  today: CalendarDate,
): FactValue {
  if (isReservationField(fact)) return facts.reservation?.[reservationItem(fact)] ?? null;
  switch (fact) {
    case "age":
      return facts.birthday === null ? null : ageOn(facts.birthday, today);
    case "next_check_in_days":
      return daysUntil(facts.next_check_in_on, today);
    case "rank_expires_in_days":
      return daysUntil(facts.rank_expires_on, today);
    case "points_expiring":
      return facts.points_expiring(Number(args[0]));
    case "consent":
      return facts.consent(String(args[0]), String(args[1]));
    case "last_stay_days":
      return facts.last_stay_on === null ? null : recencyDays(facts.last_stay_on, today);
    case "rfm_group_id":
      return facts.rfm_group_ids;
    case "customer_type_id":
      return facts.customer_type_ids;
    case "facility_account_id":
      return facts.facility_account_ids;
    case "reserved_facility_account_id":
      return facts.reserved_facility_account_ids;
    default:
      return facts[fact];
  }
}

/** What a value of a test stands for on the day. */
function resolved(value: TestValue, today: CalendarDate): number | string | boolean {
  if (isRelativeMonth(value)) return resolveMonth(value, today);
  return typeof value === "object" ? addDays(today, daysAway(value) ?? 0) : value;
}

function meets(fact: FactValue, test: FactTest, today: CalendarDate): boolean {
  if (fact === null) return false;
  switch (test.operator) {
    case "known":
      return !Array.isArray(fact) || fact.length > 0;
    case "in": {
      const wanted = test.values.map((item) => resolved(item, today));
      return Array.isArray(fact) ? fact.some((id) => wanted.includes(id)) : wanted.includes(fact as number | string);
    }
    case "between":
      return fact >= resolved(test.low, today) && fact <= resolved(test.high, today);
    case "=":
      return fact === resolved(test.value, today);
    case "<":
      return fact < resolved(test.value, today);
    case "<=":
      return fact <= resolved(test.value, today);
    case ">":
      return fact > resolved(test.value, today);
    case ">=":
      return fact >= resolved(test.value, today);
  }
}

type FactFor<F extends string> = (fact: F, args: readonly (number | string)[]) => FactValue;

/** A guest of whom a form is asked on a day. */
export interface AskedGuest {
  factFor: FactFor<SegmentField>;
  lists: GuestLists;
  today: CalendarDate;
}

/** How many items are counted, or what they sum up to. */
function figureOf({ list, where, sum }: CountedForm, guest: AskedGuest): number {
  const items: readonly Readonly<Record<string, FactValue>>[] = guest.lists[list] ?? [];
  const counted = items.filter((item) => holdsOf<ItemField>(where, (fact) => item[fact] ?? null, guest));
  return sum === null ? counted.length : counted.reduce((total, item) => total + Number(item[sum] ?? 0), 0);
}

function holdsOf<F extends string>(form: Form<F>, factFor: FactFor<F>, guest: AskedGuest): boolean {
  const holding = (part: Form<F>) => holdsOf(part, factFor, guest);
  switch (form.form) {
    case "constant":
      return form.value;
    case "test":
      return meets(factFor(form.fact, form.args ?? []), form.test, guest.today);
    case "counted":
      return meets(figureOf(form, guest), form.test, guest.today);
    case "compare":
      return compares(form, contextOf(factFor, guest));
    case "guest":
      return guestMeets(form.of, guest);
    case "not":
      return !holding(form.of);
    case "and":
      return form.of.every(holding);
    case "or":
      return form.of.some(holding);
  }
}

function contextOf<F extends string>(factFor: FactFor<F>, guest: AskedGuest): ValueTermContext<F> {
  return {
    today: guest.today,
    factOf: (fact, args) => {
      const value = factFor(fact, args);
      return typeof value === "number" || typeof value === "string" ? value : null;
    },
    holds: (form) => holdsOf(form, factFor, guest),
    guest: () => contextOf(guest.factFor, guest),
    items: (list) =>
      (guest.lists[list] ?? []).map((item: Readonly<Record<string, FactValue>>) =>
        contextOf<ItemField>((fact) => item[fact] ?? null, guest),
      ),
    monthAhead: (ahead) => resolveMonth(ahead === 0 ? "this_month" : "next_month", guest.today),
  };
}

/** Whether a guest meets the form, whatever tells the facts. */
export const guestMeets = (form: Form, guest: AskedGuest): boolean => holdsOf(form, guest.factFor, guest);

/** Whether a customer of whom these facts are known meets the form on that day. */
export function holds(form: Form, facts: CustomerFacts & GuestLists, today: CalendarDate): boolean {
  return guestMeets(form, {
    factFor: (fact, args) => factFor(fact, args, facts, today),
    lists: facts,
    today,
  });
}

/** Whether a customer is in the target. `tree` must have passed parseCondition. The server makes SQL of the same form and a test compares both. */
export function matches(tree: ConditionGroup, facts: CustomerFacts & GuestLists, today: CalendarDate): boolean {
  return holds(formOf(tree), facts, today);
}
