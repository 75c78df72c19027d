import type { customerItem } from "@okaeri/contract/customer-rows";
import type { TFunction } from "i18next";
import type { z } from "zod";
import type { ColumnParts } from "../../parts/lists/list-columns.ts";
import { rankKind } from "../../parts/ranks/rank-kind.ts";
import { formatCount, formatMonth, formatNumber } from "../../ui/format.ts";
import { Stacked } from "../../ui/Stacked.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { DateText, YenText } from "../../ui/values.tsx";
import type { homeList } from "./home.search.ts";

type Customer = z.infer<typeof customerItem>;

const mailKinds = {
  reachable: "success",
  bounced: "danger",
  opted_out: "warning",
  no_consent: "neutral",
  none: "neutral",
} as const;
const lineKinds = { ...mailKinds, blocked: "danger" } as const;

export function customerColumns(
  t: TFunction<["home", "ui"]>,
  named: (label: string) => string,
): ColumnParts<typeof homeList, Customer> {
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
    rank: {
      title: t("column.rank"),
      render: (one) => (one.rank ? <Tag kind={rankKind(one.rank)}>{one.rank.name}</Tag> : none),
    },
    rfm: {
      title: t("column.rfm"),
      render: (one) => (one.rfm_group ? <Tag kind="info">{one.rfm_group.name}</Tag> : none),
    },
    last_stay_on: {
      title: named(t("column.lastStay")),
      render: (one) => <Stacked main={<DateText value={one.last_stay_on} />} sub={one.last_facility_name} />,
    },
    stays: { title: named(t("column.stays")), render: (one) => formatCount(one.stay_count, "stays") },
    total: { title: named(t("column.total")), render: (one) => <YenText value={one.use_price_total} /> },
    points: {
      title: named(t("column.points")),
      render: (one) => (
        <Stacked
          main={<strong>{formatNumber(one.point_balance)}</strong>}
          sub={one.next_point_expiry ? t("nextExpiry", { month: formatMonth(one.next_point_expiry) }) : undefined}
        />
      ),
    },
    contact: {
      title: t("column.contact"),
      render: (one) => (
        <span style={{ display: "inline-flex", gap: 4 }}>
          <Tag kind={mailKinds[one.mail_state]}>{t(`contact.mail.${one.mail_state}`)}</Tag>
          <Tag kind={lineKinds[one.line_state]}>{t(`contact.line.${one.line_state}`)}</Tag>
        </span>
      ),
    },
  };
}
