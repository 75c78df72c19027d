import { pushList } from "@okaeri/contract/lists/pushes";
import { isMessage } from "@okaeri/domain/pushes/next-steps";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useProgrammeLabel } from "../../../parts/accounts/use-programme-label.ts";
import { listColumns } from "../../../parts/lists/list-columns.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { formatCount } from "../../../ui/format.ts";
import { ListTable } from "../../../ui/ListTable.tsx";
import { Stacked } from "../../../ui/Stacked.tsx";
import { Tag, type TagKind } from "../../../ui/Tag.tsx";
import { CountText, DateText } from "../../../ui/values.tsx";
import { sentKind, unitOfAction } from "../actions/kinds.ts";
import { isPushOpen } from "../campaign-state.ts";
import { type CampaignDetail, type Push, pushesQuery, type RecipientOutcome } from "../campaigns.api.ts";
import type { CampaignSearchParams } from "../campaigns.search.ts";
import styles from "../text.module.css";

const STATUS_KINDS: Record<Push["push_status"], TagKind> = {
  standby: "neutral",
  doing: "info",
  done: "success",
  failure: "danger",
};

type ResultTableProps = {
  campaign: CampaignDetail;
  search: CampaignSearchParams;
  onShow: (change: CampaignSearchParams) => void;
};

/** What came of each action of each segment, of all sends. A figure leads to the guests behind it. */
export function ResultTable({ campaign, search, onShow }: ResultTableProps) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const named = useProgrammeLabel();
  const list = useQuery(pushesQuery(campaign.id, search, campaign.sending));
  const figure = (key: Exclude<RecipientOutcome, "sending">) => ({
    title: named(t(`outcome.${key}`)),
    render: (push: Push) => {
      const unit = unitOfAction(push.type);
      const text = formatCount(push[key], key === "sent" || isMessage(push.type) ? unit : "people");
      return push[key] === 0 ? (
        <span className="num">{text}</span>
      ) : (
        <button
          type="button"
          className={`${styles.textLink} ${styles.figureLink}`}
          onClick={() => onShow({ tab: "recipients", outcome: key, reaction: undefined })}
        >
          {text}
        </button>
      );
    },
  });
  const placeOf = ({ priority_seq: n }: Push) => {
    if (n === 0) return t("result.gone");
    return campaign.segments.length > 1 ? t("segment.title", { n }) : undefined;
  };
  const columns = listColumns<typeof pushList, Push>(pushList, {
    action: {
      title: t("result.action"),
      render: (push) => (
        <Stacked
          main={<strong>{t(`action.${push.type}.short`)}</strong>}
          sub={
            [placeOf(push), push.mail_api_id && t(`result.via.${push.mail_api_id}`)].filter(Boolean).join(" ") ||
            undefined
          }
        />
      ),
    },
    status: {
      title: t("result.status"),
      render: (push) => {
        if (push.called_off) {
          const how = push.called_off.refusal === null ? "cancelled" : "refused";
          return <Tag kind="neutral">{t(`pushStatus.${how}`)}</Tag>;
        }
        if (push.stop_requested && isPushOpen(push)) return <Tag kind="warning">{t("state.stopped")}</Tag>;
        if (push.held) return <Tag kind="warning">{t(`state.${push.held.for}`)}</Tag>;
        return <Tag kind={STATUS_KINDS[push.push_status]}>{t(`pushStatus.${push.push_status}`)}</Tag>;
      },
    },
    targets: {
      title: named(t("result.targets")),
      render: (push) => <CountText value={push.targets} unit="people" />,
    },
    sent: figure("sent"),
    skipped: figure("skipped"),
    failed: figure("failed"),
    unknown: figure("unknown"),
    waiting: figure("waiting"),
    points: {
      title: named(t("column.points")),
      render: (push) => {
        const SendResult = sentKind(push.type)?.delivery?.SendResult;
        return SendResult ? <SendResult push={push} /> : t("ui:none");
      },
    },
    at: { title: t("result.at"), render: (push) => <DateText value={push.push_sent_time} withTime /> },
  });
  return (
    <ListTable
      caption={t("detail.tab.sends")}
      rows={list}
      columns={columns}
      rowKey={(push) => push.id}
      search={search}
      unit="items"
      onShow={({ page, size }) => onShow({ page, size })}
      minWidth={960}
      empty={<EmptyState sentence={t("result.empty")} />}
    />
  );
}
