import { countryName } from "@okaeri/domain/customers/country-name";
import type { FactEntry } from "@okaeri/domain/segments/field-types";
import i18next, { type TFunction } from "i18next";
import { formatCount, formatDate, formatPrice, type Unit, weekdayName } from "../../../ui/format.ts";
import type { ConditionNames } from "./names.ts";

type Words = TFunction<"campaigns">;

/** How it is said that a fact is known or not; what is not named here is registered or not. */
const KNOWN_AS: Partial<Record<string, "stayed" | "booked" | "scored" | "ranked" | "there">> = {
  last_stay_days: "stayed",
  last_stay_on: "stayed",
  stay_check_in_day: "stayed",
  stay_check_out_day: "stayed",
  stay_days: "stayed",
  rfm_group_id: "scored",
  rfm_recency_score: "scored",
  rfm_frequency_score: "scored",
  rfm_monetary_score: "scored",
  rank_detail_id: "ranked",
  stay_use_price: "stayed",
  stay_plan_code: "there",
  stay_booking_channel_id: "there",
  stay_holiday_eve: "stayed",
  stay_is_online_check_in: "stayed",
  stay_is_online_check_out: "stayed",
  stay_number: "stayed",
  stay_number_2y: "stayed",
  stay_in_birthday_month: "stayed",
  next_check_in_days: "booked",
  rank_expires_in_days: "there",
  plan_code: "there",
  booking_channel_id: "there",
  room_type: "there",
  reservation_plan_code: "there",
  reservation_booking_channel_id: "there",
  reservation_room_type: "there",
  reservation_cancelled_on: "there",
  campaign_id: "there",
  cancelled_on: "there",
  sent_on: "there",
  opened_on: "there",
  clicked_on: "there",
  used_on: "there",
  last_day: "there",
};

/** "登録されている", "宿泊したことがない". */
export function knownText(t: Words, field: string, operator: "null" | "notNull"): string {
  return t(`known.${KNOWN_AS[field] ?? "registered"}.${operator}`);
}

/** One value of a fact as a person reads it: a rank's name, a month, an amount with its unit, a day counted from today. */
export function valueText(t: Words, names: ConditionNames, field: string, fact: FactEntry, value: unknown): string {
  switch (fact.type) {
    case "boolean":
      return t(`yesNo.${field as "mail_reachable"}.${value === true ? "yes" : "no"}`);
    case "reference":
      return names[fact.reference].find(({ id }) => id === value)?.name ?? t("condition.gone");
    case "people":
      return String(value);
    case "code":
      return field === "nationality" ? countryName(String(value), i18next.language) : String(value);
    case "choice":
      return t(`choice.${field as "gender"}.${value as "male"}`);
    case "weekday":
      return typeof value === "number" ? weekdayName(value) : t("condition.empty");
    case "month":
      return typeof value === "number"
        ? t("month.number", { n: value })
        : t(`month.${value as "this_month" | "next_month"}`);
    case "date":
      return dayText(t, value);
    case "number":
      return figureText(t, fact.unit, value);
  }
}

export function figureText(t: Words, unit: Unit, value: unknown): string {
  if (typeof value !== "number") return t("condition.empty");
  return unit === "yen" ? formatPrice(value) : formatCount(value, unit);
}

function dayText(t: Words, value: unknown): string {
  if (typeof value === "string" && value !== "") return formatDate(value);
  const { days_ago: ago, days_ahead: ahead } = (typeof value === "object" && value !== null ? value : {}) as Record<
    string,
    unknown
  >;
  if (ago === 0 || ahead === 0) return t("day.today");
  if (typeof ago === "number") return t("day.daysAgo", { n: ago });
  return typeof ahead === "number" ? t("day.daysAhead", { n: ahead }) : t("condition.empty");
}
