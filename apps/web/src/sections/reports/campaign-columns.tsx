import type { AttributedFigure } from "@okaeri/contract/campaigns/results/attributed-words";
import type { SendFigure } from "@okaeri/contract/campaigns/results/figure-words";
import type { Spent } from "@okaeri/contract/campaigns/results/spent-words";
import type { Reaction } from "@okaeri/domain/pushes/reactions";
import type { CampaignResultSort } from "@okaeri/domain/reports/sort-campaigns";
import type { TFunction } from "i18next";
import { formatCount, tokyoDay } from "../../ui/format.ts";
import { Stacked } from "../../ui/Stacked.tsx";
import { Tag } from "../../ui/Tag.tsx";
import type { Column } from "../../ui/table-props.ts";
import { CountText, DateText } from "../../ui/values.tsx";
import type { CampaignResult } from "./reports.api.ts";

type Words = TFunction<["reports", "ui"]>;

// Only campaigns that ran are reported, and a send comes to rest as inactive when it is over.
const statusKinds = { active: "success", inactive: "success", stopped: "warning" } as const;

export function campaignResultColumns(t: Words): Column<CampaignResult>[] {
  const points = (key: CampaignResultSort & keyof CampaignResult, title: string): Column<CampaignResult> => ({
    key,
    title,
    sort: key,
    align: "right",
    render: (one) => <span className="num">{formatCount(Number(one[key]), "points")}</span>,
  });
  // A campaign that grants points with every stay sends nothing: a zero would look like a failure.
  const guests = (
    name: (SendFigure | Reaction) & CampaignResultSort,
    title = t(`figure.${name}`),
  ): Column<CampaignResult> => ({
    key: name,
    title,
    sort: name,
    align: "right",
    render: ({ figures }) => <CountText value={figures?.[name] ?? null} unit="people" />,
  });
  const attributedColumn = (name: AttributedFigure, unit: "items" | "yen"): Column<CampaignResult> => ({
    key: name,
    title: t(`attributed.${name}`),
    sort: name,
    align: "right",
    render: (one) => <CountText value={one.attributed[name]} unit={unit} />,
  });
  const spent = (name: Spent, unit: "sheets" | "points" | "yen"): Column<CampaignResult> => ({
    key: name,
    title: t(`spent.${name}`),
    sort: name,
    align: "right",
    render: (one) => <CountText value={one.spent[name]} unit={unit} />,
  });
  /** With another figure beneath it, where that is not nobody. */
  const withBeneath = (column: Column<CampaignResult>, beneath: Reaction): Column<CampaignResult> => ({
    ...column,
    render: (one) => (
      <Stacked
        main={column.render(one)}
        sub={
          one.figures?.[beneath]
            ? `${t(`figure.${beneath}`)} ${formatCount(one.figures[beneath], "people")}`
            : undefined
        }
      />
    ),
  });
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
    guests("targets", t("figure.targets_of_sends")),
    guests("reached"),
    guests("benefits_only"),
    guests("omitted"),
    withBeneath(guests("failed"), "bounced"),
    guests("unknown"),
    guests("waiting"),
    guests("called_off"),
    withBeneath(guests("opened"), "machine_opened"),
    guests("clicked"),
    withBeneath(guests("unsubscribed"), "complained"),
    attributedColumn("reserved", "items"),
    attributedColumn("reserved_price", "yen"),
    attributedColumn("transacted", "items"),
    attributedColumn("use_price", "yen"),
    spent("coupons_given", "sheets"),
    spent("coupons_used", "sheets"),
    spent("points_used", "points"),
    spent("cost", "yen"),
    points("points_granted", t("campaigns.column.granted")),
    points("points_reversed", t("campaigns.column.reversed")),
    points("points_deducted", t("campaigns.column.deducted")),
    points("points_for_debt", t("campaigns.column.forDebt")),
  ];
}
