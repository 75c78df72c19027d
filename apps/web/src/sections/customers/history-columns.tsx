import type { TFunction } from "i18next";
import type { Column } from "../../ui/DataTable.tsx";
import { formatDate } from "../../ui/format.ts";
import { Tag } from "../../ui/Tag.tsx";
import { DateText, YenText } from "../../ui/values.tsx";
import type { AcquiredCoupon, UsedCoupon } from "./customers.api.ts";

type Words = TFunction<["customers", "ui"]>;

function cancelTag(cancelledOn: string | null, t: Words) {
  return cancelledOn ? (
    <Tag kind="warning">{t("history.cancelled", { date: formatDate(cancelledOn) })}</Tag>
  ) : (
    <Tag kind="success">{t("history.valid")}</Tag>
  );
}

function code(value: string | null, t: Words) {
  return <span className="tnum">{value ?? t("ui:none")}</span>;
}

export function acquiredCouponColumns(t: Words): Column<AcquiredCoupon>[] {
  return [
    { key: "date", title: t("history.acquireDate"), render: (one) => <DateText value={one.acquire_date} /> },
    { key: "coupon", title: t("history.coupon"), render: (one) => <strong>{one.coupon_name}</strong> },
    { key: "type", title: t("history.couponType"), render: (one) => t(`history.couponTypes.${one.coupon_type}`) },
    { key: "campaign", title: t("history.campaign"), render: (one) => one.campaign_name || t("ui:none") },
  ];
}

export function usedCouponColumns(t: Words): Column<UsedCoupon>[] {
  return [
    { key: "date", title: t("history.useDate"), render: (one) => <DateText value={one.use_date} /> },
    { key: "coupon", title: t("history.coupon"), render: (one) => <strong>{one.coupon_name}</strong> },
    {
      key: "discount",
      title: t("history.discount"),
      align: "right",
      render: (one) => <YenText value={one.discount} />,
    },
    { key: "state", title: t("history.state"), render: (one) => cancelTag(one.cancel_date, t) },
    { key: "code", title: t("history.code"), render: (one) => code(one.original_reservation_code, t) },
  ];
}
