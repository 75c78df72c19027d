import type { KindName } from "@okaeri/contract/campaigns/actions/kinds";
import type { CouponEdit } from "@okaeri/contract/coupons";
import { sharesOf } from "@okaeri/domain/campaigns/variants/variants";
import { hasPool } from "@okaeri/domain/coupons/pool";
import { useTranslation } from "react-i18next";
import { formatCount, formatDate, formatPrice, monthName, weekdayName } from "../../../../ui/format.ts";
import { KeyValueList, type SummaryItem } from "../../../../ui/SummaryStrip.tsx";
import { PeriodText } from "../../../../ui/values.tsx";
import text from "../../text.module.css";
import { useSharesSentence } from "../../variants/use-shares-sentence.ts";
import { othersOf } from "../../variants/variants.ts";
import { discountWords } from "./discount-words.ts";

const LIMITS = [
  ["acquire_amount_limit", "people"],
  ["use_amount_limit", "sheets"],
  ["use_times_limit", "times"],
  ["use_quantity_limit", "sheets"],
] as const;
const COUNTED = [
  ["valid_days_from_acquire", "days"],
  ["valid_months_from_acquire", "months"],
] as const;
type Figured = (typeof LIMITS | typeof COUNTED)[number];

/** The coupon of an action in words; of several that are compared each, with whom they go to. */
export function CouponSummary({ detail, action }: { detail: CouponEdit; action?: { type: KindName } }) {
  const { t } = useTranslation("campaigns");
  const sentence = useSharesSentence();
  const coupons = [detail, ...(action === undefined ? [] : othersOf<CouponEdit>(action))];
  if (coupons.length === 1) return <Facts coupon={detail} />;
  return (
    <>
      <p className={text.quiet}>{sentence("coupon", sharesOf(coupons))}</p>
      {coupons.map((coupon) => (
        <div key={coupon.variant}>
          <h3 className={text.caption}>{t("coupon.variantWords.name", { variant: coupon.variant })}</h3>
          <Facts coupon={coupon} />
        </div>
      ))}
    </>
  );
}

/** What asks nothing is left out. */
function Facts({ coupon }: { coupon: CouponEdit }) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const none = t("ui:none");
  const typeWords = () => {
    if (hasPool(coupon)) return t("coupon.saysPool");
    if (coupon.type === "code") return t("coupon.saysCode", { code: coupon.code ?? none });
    return coupon.taken_by_guest ? t("way.taken.name") : t("coupon.type.acquire");
  };
  const list = (words: string[]) => words.join(t("condition.separator"));
  const figures = (of: readonly Figured[]): SummaryItem[] =>
    of.flatMap(([name, unit]) => {
      const set = coupon[name];
      return set === null ? [] : [{ label: t(`field.coupon.${name}`), value: formatCount(set, unit) }];
    });
  const items: (SummaryItem | false)[] = [
    { label: t("field.coupon.name"), value: coupon.name || none },
    coupon.description !== "" && { label: t("field.coupon.description"), value: coupon.description },
    {
      label: t("field.coupon.type"),
      value: typeWords(),
    },
    { label: t("coupon.group.discount"), value: discountWords(t, coupon) ?? none },
    coupon.use_condition > 0 && { label: t("field.coupon.use_condition"), value: formatPrice(coupon.use_condition) },
    coupon.reservation_end_date !== null && {
      label: t("field.coupon.reservation_end_date"),
      value: formatDate(coupon.reservation_end_date),
    },
    (coupon.stay_start_date !== null || coupon.stay_end_date !== null) && {
      label: t("coupon.stayPeriod"),
      value: <PeriodText from={coupon.stay_start_date} to={coupon.stay_end_date} />,
    },
    ...figures(COUNTED),
    coupon.without_end && { label: t("field.coupon.without_end"), value: t("ticket.end.none") },
    coupon.available_months.length > 0 && {
      label: t("field.coupon.available_months"),
      value: list(coupon.available_months.map(monthName)),
    },
    coupon.day_of_week.length > 0 && {
      label: t("field.coupon.day_of_week"),
      value: list(coupon.day_of_week.map(weekdayName)),
    },
    coupon.unavailable_period.length > 0 && {
      label: t("field.coupon.unavailable_period"),
      value: list(
        coupon.unavailable_period.map(({ start, end }) =>
          t("period.both", { start: formatDate(start), end: formatDate(end) }),
        ),
      ),
    },
    coupon.plan_code.length > 0 && { label: t("field.coupon.plan_code"), value: list(coupon.plan_code) },
    ...figures(LIMITS),
    { label: t("coupon.more"), value: list(moreOf(coupon)) },
  ];
  return <KeyValueList items={items.filter((item) => item !== false)} />;

  function moreOf(one: CouponEdit): string[] {
    return [
      t(one.can_use_together ? "coupon.says.together" : "coupon.says.alone"),
      t(one.includes_free ? "coupon.says.free" : "coupon.says.notFree"),
      t(one.cancellation_includes_discount ? "coupon.says.feeAfter" : "coupon.says.feeBefore"),
    ];
  }
}
