import type { PointDetail } from "@okaeri/contract/campaigns/actions/point";
import { useTranslation } from "react-i18next";
import { formatCount, formatDate, formatYen } from "../../../../ui/format.ts";
import { KeyValueList, type SummaryItem } from "../../../../ui/SummaryStrip.tsx";

/** Points of an action in words. */
export function PointSummary({ detail: point }: { detail: PointDetail }) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const none = t("ui:none");
  const amount =
    point.grant_type === "rate"
      ? t("point.saysRate", { n: point.grant_rate ?? none })
      : point.grant_absolute === null
        ? none
        : formatCount(point.grant_absolute, "points");
  const expiry = t(`point.says.${point.expiration_type}`, {
    date: point.expiration_date ? formatDate(point.expiration_date) : none,
    count: point.expiration_days_from_grant ?? point.expiration_days_from_last_stay ?? 0,
  });
  const items: SummaryItem[] = [
    { label: t("point.amount"), value: amount },
    ...(point.grant_condition === null
      ? []
      : [
          {
            label: t("field.point.grant_condition"),
            value: t("point.saysMinimum", { yen: formatYen(point.grant_condition) }),
          },
        ]),
    ...(point.plan_code.length === 0
      ? []
      : [{ label: t("field.point.plan_code"), value: point.plan_code.join(t("condition.separator")) }]),
    { label: t("field.point.expiration_type"), value: expiry },
  ];
  return <KeyValueList items={items} />;
}
