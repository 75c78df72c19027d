import type { CampaignResultSort } from "@okaeri/domain/reports/sort-campaigns";
import type { TFunction } from "i18next";
import { formatCount, tokyoDay, type Unit } from "../../ui/format.ts";
import { Tag } from "../../ui/Tag.tsx";
import type { Column } from "../../ui/table-props.ts";
import { DateText } from "../../ui/values.tsx";
import type { CampaignResult } from "./reports.api.ts";

type Words = TFunction<["reports", "ui"]>;

// Only campaigns that ran are reported, and a send comes to rest as inactive when it is over.
const statusKinds = { active: "success", inactive: "success", stopped: "warning" } as const;

export function campaignColumns(t: Words): Column<CampaignResult>[] {
  const figure = (
    key: CampaignResultSort & keyof CampaignResult,
    title: string,
    unit: Unit,
  ): Column<CampaignResult> => ({
    key,
    title,
    sort: key,
    align: "right",
    render: (one) => <span className="num">{formatCount(Number(one[key]), unit)}</span>,
  });
  // A campaign that grants points with every stay sends nothing: a zero would look like a failure.
  const sendFigure: typeof figure = (key, title, unit) => {
    const column = figure(key, title, unit);
    return { ...column, render: (one) => (one.last_sent_at === null ? t("ui:none") : column.render(one)) };
  };
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
    sendFigure("recipients", t("campaigns.column.recipients"), "people"),
    sendFigure("mails_sent", t("campaigns.column.sent"), "mails"),
    sendFigure("mails_failed", t("campaigns.column.failed"), "mails"),
    sendFigure("mails_unknown", t("campaigns.column.unknown"), "mails"),
    figure("points_granted", t("campaigns.column.granted"), "points"),
    figure("points_reversed", t("campaigns.column.reversed"), "points"),
    figure("points_deducted", t("campaigns.column.deducted"), "points"),
    figure("points_for_debt", t("campaigns.column.forDebt"), "points"),
  ];
}
