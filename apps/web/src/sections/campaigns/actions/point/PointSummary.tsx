import type { PointDetail } from "@okaeri/contract/campaigns/actions/point/point";
import { useTranslation } from "react-i18next";
import { formatPrice } from "../../../../ui/format.ts";
import { KeyValueList, type SummaryItem } from "../../../../ui/SummaryStrip.tsx";
import { amountWords, expiryFacts } from "./point-words.ts";

/** Points of an action in words. */
export function PointSummary({ detail: point }: { detail: PointDetail }) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const items: SummaryItem[] = [
    { label: t("point.amount"), value: amountWords(t, point) ?? t("ui:none") },
    ...(point.grant_condition === null
      ? []
      : [
          {
            label: t("field.point.grant_condition"),
            value: t("point.saysMinimum", { yen: formatPrice(point.grant_condition) }),
          },
        ]),
    ...(point.plan_code.length === 0
      ? []
      : [{ label: t("field.point.plan_code"), value: point.plan_code.join(t("condition.separator")) }]),
    {
      label: t("field.point.expiration_type"),
      value: t(`point.says.${point.expiration_type}`, expiryFacts(t, point)),
    },
  ];
  return <KeyValueList items={items} />;
}
