import type { PointDetail } from "@okaeri/contract/campaigns/actions/point/point";
import { addDays, type CalendarDate } from "@okaeri/domain/calendar-date";
import { formatCount, formatDate } from "../../../../ui/format.ts";
import type { T } from "../kind.ts";

/** How many points: 500ポイント, or a share of the spend. Undefined while it is not said. */
export function amountWords(t: T, { grant_type, grant_rate, grant_absolute }: PointDetail): string | undefined {
  if (grant_type === "rate") return grant_rate === null ? undefined : t("point.saysRate", { n: grant_rate });
  return grant_absolute === null ? undefined : formatCount(grant_absolute, "points");
}

/** What the expiry's words say of days. */
export function expiryFacts(t: T, point: PointDetail) {
  return {
    date: point.expiration_date ? formatDate(point.expiration_date) : t("ui:none"),
    count: point.expiration_days_from_grant ?? point.expiration_days_from_last_stay ?? 0,
  };
}

/** Last day of what the next run gives, where it is counted from that day: 初回の配信分は2027年04月02日まで. */
export function firstExpiryWords(t: T, point: PointDetail, firstRunOn: CalendarDate | null): string | undefined {
  const { expiration_type: type, expiration_days_from_grant: days } = point;
  if (firstRunOn === null || type !== "days_from_grant" || days === null) return undefined;
  return t("what.firstUntil", { date: formatDate(addDays(firstRunOn, days)) });
}

/** 500ポイント・365日有効. */
export function pointSentence(t: T, point: PointDetail): string {
  const amount = amountWords(t, point);
  if (amount === undefined) return t("inShort.pointWithout");
  const expiry = t(`inShort.expiry.${point.expiration_type}`, expiryFacts(t, point));
  return t("inShort.point", { amount, expiry });
}
