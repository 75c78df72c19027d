import type { customerList } from "@okaeri/contract/lists/customers";
import { useTranslation } from "react-i18next";
import type { client } from "../../api/client.ts";
import type { ItemOf } from "../../api/records.ts";
import { formatMonth, formatNumber } from "../../ui/format.ts";
import { Stacked } from "../../ui/Stacked.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { CountText, DateText, YenText } from "../../ui/values.tsx";
import { useProgrammeLabel } from "../accounts/use-programme-label.ts";
import type { ColumnParts } from "../lists/list-columns.ts";
import { RankTag } from "../ranks/RankTag.tsx";
import { ContactTags } from "./ContactTags.tsx";

/** A guest as the list of customers answers it. */
export type ListedCustomer = ItemOf<typeof client.customers.list>;

/** The columns of every table of guests that is asked of the list of customers. */
export function useCustomerColumns(): ColumnParts<typeof customerList, ListedCustomer> {
  const { t } = useTranslation(["customers", "ui"]);
  const named = useProgrammeLabel();
  const none = t("ui:none");
  return {
    name: {
      title: t("column.name"),
      render: (one) => <Stacked main={<strong>{one.name}</strong>} sub={one.name_kana} />,
    },
    member: {
      title: t("column.member"),
      render: (one) => <span className="tnum">{one.member_number ?? none}</span>,
    },
    rank: { title: t("column.rank"), render: (one) => (one.rank ? <RankTag rank={one.rank} /> : none) },
    rfm: {
      title: t("column.rfm"),
      render: (one) => (one.rfm_group ? <Tag kind="info">{one.rfm_group.name}</Tag> : none),
    },
    last_stay_on: {
      title: named(t("column.lastStay")),
      render: (one) => <Stacked main={<DateText value={one.last_stay_on} />} sub={one.last_facility_name} />,
    },
    stays: {
      title: named(t("column.stays")),
      render: (one) => <CountText value={one.stay_count} unit="stays" />,
    },
    total: { title: named(t("column.total")), render: (one) => <YenText value={one.use_price_total} /> },
    points: {
      title: named(t("column.points")),
      render: (one) => (
        <Stacked
          main={<strong className="num">{formatNumber(one.point_balance)}</strong>}
          sub={one.next_point_expiry ? t("nextExpiry", { month: formatMonth(one.next_point_expiry) }) : undefined}
        />
      ),
    },
    contact: { title: t("column.contact"), render: (one) => <ContactTags customer={one} /> },
  };
}
