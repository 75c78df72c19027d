import type { CsvCell } from "@okaeri/domain/csv";
import type { TFunction } from "i18next";
import type { Column } from "../../ui/DataTable.tsx";
import { formatCount, formatDateTime, formatNumber, tokyoDay } from "../../ui/format.ts";
import { Stacked } from "../../ui/Stacked.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { DateText, YenText } from "../../ui/values.tsx";
import type { CampaignResult, CampaignSort } from "./reports.api.ts";

type Words = TFunction<["reports", "ui"]>;

// Only campaigns that ran are reported, and a send comes to rest as inactive when it is over.
const statusKinds = { active: "success", inactive: "success", stopped: "warning" } as const;

export function campaignColumns(t: Words): Column<CampaignResult>[] {
  const figure = (key: CampaignSort & keyof CampaignResult, title: string, unit: string): Column<CampaignResult> => ({
    key,
    title,
    sort: key,
    align: "right",
    render: (one) => <span className="num">{formatCount(Number(one[key]), unit)}</span>,
  });
  const mails = t("ui:unit.mails");
  // A campaign that grants points with every stay sends nothing: a zero would look like a failure.
  const sendFigure: typeof figure = (key, title, unit) => {
    const column = figure(key, title, unit);
    return { ...column, render: (one) => (one.last_sent_at === null ? t("ui:none") : column.render(one)) };
  };
  const items = t("ui:unit.items");
  return [
    {
      key: "name",
      title: t("campaigns.column.name"),
      sort: "name",
      render: (one) => <strong>{one.name}</strong>,
    },
    {
      key: "status",
      title: t("campaigns.column.status"),
      render: (one) => <Tag kind={statusKinds[one.status]}>{t(`campaigns.status.${one.status}`)}</Tag>,
    },
    {
      key: "last_sent_at",
      title: t("campaigns.column.lastSent"),
      sort: "last_sent_at",
      newestFirst: true,
      render: (one) => (one.last_sent_at ? <DateText value={tokyoDay(one.last_sent_at)} /> : t("ui:none")),
    },
    sendFigure("recipients", t("campaigns.column.recipients"), t("ui:unit.people")),
    sendFigure("mails_sent", t("campaigns.column.sent"), mails),
    sendFigure("mails_failed", t("campaigns.column.failed"), mails),
    sendFigure("mails_unknown", t("campaigns.column.unknown"), mails),
    figure("points_granted", t("campaigns.column.granted"), t("ui:unit.points")),
    {
      ...figure("reserved", t("campaigns.column.reserved"), items),
      render: (one) => (
        <Stacked
          main={`${formatNumber(one.reserved)}${items}`}
          sub={one.reserved_price > 0 ? <YenText value={one.reserved_price} /> : undefined}
        />
      ),
    },
    figure("transacted", t("campaigns.column.transacted"), items),
    {
      key: "use_price",
      title: t("campaigns.column.usePrice"),
      sort: "use_price",
      align: "right",
      render: (one) => <YenText value={one.use_price} />,
    },
  ];
}

/** Rows by the table's sort, equal ones by name; campaigns that never went out come last under their date. */
export function sortedCampaigns(rows: readonly CampaignResult[], sort: string): CampaignResult[] {
  const descending = sort.startsWith("-");
  const field = (descending ? sort.slice(1) : sort) as CampaignSort;
  const compare = (a: CampaignResult, b: CampaignResult): number => {
    if (field === "name") return a.name.localeCompare(b.name, "ja");
    if (field === "last_sent_at") {
      if (a.last_sent_at === null || b.last_sent_at === null) {
        const late = Number(a.last_sent_at === null) - Number(b.last_sent_at === null);
        return descending ? -late : late;
      }
      return a.last_sent_at.localeCompare(b.last_sent_at);
    }
    return a[field] - b[field];
  };
  return [...rows].sort((a, b) => (descending ? -1 : 1) * compare(a, b) || a.name.localeCompare(b.name, "ja"));
}

export function campaignCsv(t: Words, rows: readonly CampaignResult[]): { header: string[]; rows: CsvCell[][] } {
  const titles = [
    "name",
    "status",
    "lastSent",
    "recipients",
    "sent",
    "failed",
    "unknown",
    "granted",
    "reserved",
    "reservedPrice",
    "transacted",
    "usePrice",
  ] as const;
  return {
    header: titles.map((title) => t(`campaigns.column.${title}`)),
    rows: rows.map((one) => [
      one.name,
      t(`campaigns.status.${one.status}`),
      one.last_sent_at === null ? "" : formatDateTime(one.last_sent_at),
      one.recipients,
      one.mails_sent,
      one.mails_failed,
      one.mails_unknown,
      one.points_granted,
      one.reserved,
      one.reserved_price,
      one.transacted,
      one.use_price,
    ]),
  };
}
