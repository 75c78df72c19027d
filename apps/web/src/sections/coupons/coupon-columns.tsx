import type { TFunction } from "i18next";
import { actColumn, Lines, remarksColumn, stateOfUseColumn } from "../../parts/customers/history-cells.tsx";
import { AppLink } from "../../shell/AppLink.tsx";
import { formatCount, formatDate } from "../../ui/format.ts";
import { Stacked } from "../../ui/Stacked.tsx";
import { Tag } from "../../ui/Tag.tsx";
import type { Column } from "../../ui/table-props.ts";
import { CountText, DateText, YenText } from "../../ui/values.tsx";
import type { Acquired, CouponUseItem } from "./coupons.api.ts";
import styles from "./coupons.module.css";

type Words = TFunction<["coupons", "ui", "fields"]>;

const KIND = {
  usable: "success",
  used_up: "neutral",
  doubled: "neutral",
  ended: "neutral",
  revoked: "warning",
} as const;

type OfCoupon = {
  coupon_name: string;
  coupon_description?: string;
  coupon_type: "code" | "acquire";
  code?: string | null;
};

const couponColumn = <Row extends OfCoupon>(t: Words): Column<Row> => ({
  key: "coupon",
  title: t("history.coupon"),
  render: (one) => (
    <Stacked
      main={<strong>{one.coupon_name}</strong>}
      sub={
        <>
          {one.code ? t("history.ownCode", { code: one.code }) : t(`history.type.${one.coupon_type}`)}
          {one.coupon_description ? <span className={styles.description}>{one.coupon_description}</span> : null}
        </>
      }
    />
  ),
});

export function acquiredColumns(t: Words, revoke: (one: Acquired) => void): Column<Acquired>[] {
  const none = t("ui:none");
  return [
    couponColumn(t),
    { key: "date", title: t("history.acquiredOn"), render: (one) => <DateText value={one.acquire_date} /> },
    {
      key: "state",
      title: t("fields:history.state"),
      render: (one) => (
        <Stacked
          main={<Tag kind={KIND[one.state]}>{t(`history.states.${one.state}`)}</Tag>}
          sub={
            one.stay_cancelled ? t(`history.stayCancelled.${one.state === "revoked" ? "taken" : "remains"}`) : undefined
          }
        />
      ),
    },
    {
      key: "used",
      title: t("history.uses"),
      align: "right",
      render: (one) =>
        one.use_times_limit === null ? (
          <CountText value={one.used_count} unit="times" />
        ) : (
          t("history.usesOf", { n: one.used_count, most: formatCount(one.use_times_limit, "times") })
        ),
    },
    {
      key: "until",
      title: t("history.until"),
      render: (one) => (
        <Lines
          of={[
            one.reservation_end_date && t("history.bookBy", { date: formatDate(one.reservation_end_date) }),
            one.stay_end_date && t("history.stayBy", { date: formatDate(one.stay_end_date) }),
          ]}
          none={t("history.noEnd")}
        />
      ),
    },
    {
      key: "origin",
      title: t("history.origin"),
      render: (one) =>
        one.campaign_id === null ? (
          t("history.byHand")
        ) : (
          <AppLink to={`/campaigns/${one.campaign_id}`}>{one.campaign_name}</AppLink>
        ),
    },
    remarksColumn(t("fields:history.remarks")),
    actColumn(
      { title: t("fields:history.act"), act: t("act.revoke"), none },
      (one) => t("act.revocationOf", { name: one.coupon_name }),
      revoke,
    ),
  ];
}

export function usedColumns(t: Words, cancel: (one: CouponUseItem) => void): Column<CouponUseItem>[] {
  const none = t("ui:none");
  return [
    couponColumn(t),
    { key: "date", title: t("history.usedOn"), render: (one) => <DateText value={one.use_date} /> },
    {
      key: "discount",
      title: t("history.discount"),
      align: "right",
      render: (one) => (
        <Stacked
          main={
            <strong>
              <YenText value={one.discount} />
            </strong>
          }
          sub={one.quantity > 1 ? formatCount(one.quantity, "sheets") : undefined}
        />
      ),
    },
    stateOfUseColumn(t("fields:history.state")),
    {
      key: "place",
      title: t("history.place"),
      render: (one) => <Lines of={[one.facility_name, one.original_reservation_code]} none={none} />,
    },
    {
      key: "fee",
      title: t("history.fee"),
      render: (one) => t(one.cancellation_includes_discount ? "history.feeAfter" : "history.feeBefore"),
    },
    remarksColumn(t("fields:history.remarks")),
    actColumn(
      { title: t("fields:history.act"), act: t("act.cancelUse"), none },
      (one) => t("act.cancelUseOf", { name: one.coupon_name }),
      cancel,
    ),
  ];
}
