import type { TFunction } from "i18next";
import type { Column } from "../../ui/DataTable.tsx";
import { formatMonth, formatNumber } from "../../ui/format.ts";
import { Stacked } from "../../ui/Stacked.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { CountText, DateText, YenText } from "../../ui/values.tsx";
import { ContactTags, RankTag } from "./customer-tags.tsx";
import type { Customer } from "./customers.api.ts";

export function customerColumns(
  t: TFunction<["customers", "ui"]>,
  named: (label: string) => string,
): Column<Customer>[] {
  const none = t("ui:none");
  return [
    {
      key: "name",
      title: t("column.name"),
      sort: "name_kana",
      render: (one) => <Stacked main={<strong>{one.name}</strong>} sub={one.name_kana} />,
    },
    {
      key: "member",
      title: t("column.member"),
      sort: "member_number",
      render: (one) => <span className="tnum">{one.member_number ?? none}</span>,
    },
    { key: "rank", title: t("column.rank"), render: (one) => (one.rank ? <RankTag rank={one.rank} /> : none) },
    {
      key: "rfm",
      title: t("column.rfm"),
      render: (one) => (one.rfm_group ? <Tag kind="info">{one.rfm_group.name}</Tag> : none),
    },
    {
      key: "last_stay_on",
      title: named(t("column.lastStay")),
      sort: "last_stay_on",
      newestFirst: true,
      render: (one) => <Stacked main={<DateText value={one.last_stay_on} />} sub={one.last_facility_name} />,
    },
    {
      key: "stays",
      title: named(t("column.stays")),
      sort: "stay_count",
      align: "right",
      render: (one) => <CountText value={one.stay_count} unit={t("ui:unit.times")} />,
    },
    {
      key: "total",
      title: named(t("column.total")),
      sort: "use_price_total",
      align: "right",
      render: (one) => <YenText value={one.use_price_total} />,
    },
    {
      key: "points",
      title: named(t("column.points")),
      sort: "point_balance",
      align: "right",
      render: (one) => (
        <Stacked
          main={<strong className="num">{formatNumber(one.point_balance)}</strong>}
          sub={one.next_point_expiry ? t("nextExpiry", { month: formatMonth(one.next_point_expiry) }) : undefined}
        />
      ),
    },
    { key: "contact", title: t("column.contact"), render: (one) => <ContactTags customer={one} /> },
  ];
}
