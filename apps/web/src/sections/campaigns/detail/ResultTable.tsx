import { useTranslation } from "react-i18next";
import { useNamed } from "../../../shell/use-named.ts";
import { Card } from "../../../ui/Card.tsx";
import { type Column, DataTable } from "../../../ui/DataTable.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { formatCount } from "../../../ui/format.ts";
import { Stacked } from "../../../ui/Stacked.tsx";
import { Tag, type TagKind } from "../../../ui/Tag.tsx";
import { CountText, DateText } from "../../../ui/values.tsx";
import { isOpen, unitOf } from "../campaign-state.ts";
import type { CampaignDetail, Outcome, Push } from "../campaigns.api.ts";
import styles from "../campaigns.module.css";

const STATUS_KINDS: Record<Push["push_status"], TagKind> = {
  standby: "neutral",
  doing: "info",
  done: "success",
  failure: "danger",
};

type ResultTableProps = { campaign: CampaignDetail; onOutcome: (outcome: Outcome) => void };

/** What came of each action of each segment. A figure leads to the guests behind it. */
export function ResultTable({ campaign, onOutcome }: ResultTableProps) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const named = useNamed();
  const figure = (key: Exclude<Outcome, "sending">): Column<Push> => ({
    key,
    title: named(t(`outcome.${key}`)),
    align: "right",
    render: (push) => {
      const unit = unitOf(push.type);
      const text = formatCount(push[key], key === "sent" || unit === "mails" ? unit : "people");
      return push[key] === 0 ? (
        <span className="num">{text}</span>
      ) : (
        <button type="button" className={`${styles.textLink} ${styles.figureLink}`} onClick={() => onOutcome(key)}>
          {text}
        </button>
      );
    },
  });
  const columns: Column<Push>[] = [
    {
      key: "action",
      title: t("result.action"),
      render: (push) => (
        <Stacked
          main={<strong>{t(`action.${push.type}.short`)}</strong>}
          sub={
            push.priority_seq === 0
              ? t("result.gone")
              : campaign.segments.length > 1
                ? t("segment.title", { n: push.priority_seq })
                : undefined
          }
        />
      ),
    },
    {
      key: "status",
      title: t("result.status"),
      render: (push) => {
        if (push.called_off) {
          const how = push.called_off.refusal === null ? "cancelled" : "refused";
          return <Tag kind="neutral">{t(`pushStatus.${how}`)}</Tag>;
        }
        if (push.stop_requested && isOpen(push)) return <Tag kind="warning">{t("state.stopped")}</Tag>;
        if (push.held) return <Tag kind="warning">{t(`state.${push.held.for}`)}</Tag>;
        return <Tag kind={STATUS_KINDS[push.push_status]}>{t(`pushStatus.${push.push_status}`)}</Tag>;
      },
    },
    {
      key: "targets",
      title: named(t("result.targets")),
      align: "right",
      render: (push) => <CountText value={push.targets} unit="people" />,
    },
    figure("sent"),
    figure("skipped"),
    figure("failed"),
    figure("unknown"),
    figure("waiting"),
    {
      key: "points",
      title: named(t("column.points")),
      align: "right",
      render: (push) =>
        push.type === "point" ? (
          <Stacked
            main={<CountText value={push.points_granted} unit="points" />}
            sub={push.points_reversed > 0 && t("column.reversed", { n: formatCount(push.points_reversed, "points") })}
          />
        ) : (
          t("ui:none")
        ),
    },
    { key: "at", title: t("result.at"), render: (push) => <DateText value={push.push_sent_time} withTime /> },
  ];
  return (
    <Card flush>
      <DataTable
        caption={t("detail.tab.results")}
        columns={columns}
        rows={campaign.pushes}
        rowKey={(push) => push.id}
        minWidth={960}
        empty={<EmptyState sentence={t("result.empty")} />}
      />
    </Card>
  );
}
