import { occasionsOf } from "@okaeri/domain/campaigns/triggers/occasions";
import { useTranslation } from "react-i18next";
import { Card } from "../../ui/Card.tsx";
import { formatCount } from "../../ui/format.ts";
import { KeyValueList } from "../../ui/SummaryStrip.tsx";
import { ActionSummary } from "./actions/ActionSummary.tsx";
import type { T } from "./actions/kind.ts";
import { kindOf } from "./actions/kinds.ts";
import { TargetSummary } from "./audience/TargetSummary.tsx";
import { targetDescription } from "./audience/target-description.ts";
import { hasSent, periodDay } from "./campaign-state.ts";
import type { CampaignDetail } from "./campaigns.api.ts";
import { BenefitsToReached } from "./delivery/BenefitsToReached.tsx";
import styles from "./layout.module.css";
import { usePeriodText } from "./schedule/period-text.ts";
import { timesOf } from "./schedule/when-text.ts";
import text from "./text.module.css";

type Segment = CampaignDetail["segments"][number];

/** What the campaign says and to whom, in words; its mail as a guest reads it. */
export function CampaignContent({ campaign }: { campaign: CampaignDetail }) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const period = usePeriodText();
  return (
    <div className={styles.stack}>
      <Card title={t("step.basics")}>
        <KeyValueList
          items={[
            { label: t("field.type"), value: t(`type.${campaign.type}.name`), note: t(`type.${campaign.type}.does`) },
            {
              label: t("column.period"),
              value: period(periodDay(campaign.campaign_start_dt), periodDay(campaign.campaign_end_dt)),
            },
            ...(campaign.type === "basic" ? [] : sendingFacts(campaign, t)),
          ]}
        />
      </Card>
      {campaign.segments.map((segment) => (
        <SegmentContent
          key={segment.id ?? segment.priority_seq}
          campaign={campaign}
          segment={segment}
          counted={hasSent(campaign)}
        />
      ))}
    </div>
  );
}

/** When it goes out, what for, and to whom it does not for the sake of comparing. */
function sendingFacts(campaign: CampaignDetail, t: ReturnType<typeof useTranslation<["campaigns", "ui"]>>["t"]) {
  const { purpose, priority, control_rate: rate, control_count } = campaign;
  const people = formatCount(control_count, "people");
  return [
    { label: t("field.when"), value: timesOf(t as T, campaign).join(t("ui:save.separator")) },
    { label: t("settings.purpose"), value: t(`purpose.${purpose}`), note: t(`settings.purposeDoes.${purpose}`) },
    { label: t("settings.priority"), value: t("settings.prioritySays", { n: priority }) },
    rate === 0 && control_count === 0
      ? { label: t("runs.control"), value: t("settings.controlSays.none") }
      : { label: t("runs.control"), value: t("runs.controlSays", { rate, people }), note: t("runs.controlText") },
  ];
}

type SegmentContentProps = { campaign: CampaignDetail; segment: Segment; counted: boolean };

/** Whom a send reached is counted once, when it starts; before that the number says nothing. */
function SegmentContent({ campaign, segment, counted }: SegmentContentProps) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const [Preview] = segment.actions.flatMap(({ type }) => kindOf(type).preview?.Saved ?? []);
  return (
    <Card
      title={t("segment.title", { n: segment.priority_seq })}
      note={!counted || segment.target_count === null ? undefined : formatCount(segment.target_count, "people")}
    >
      <div className={Preview ? styles.reviewColumns : ""}>
        <div>
          <h3 className={text.caption}>{t("review.who")}</h3>
          <TargetSummary target={targetDescription(segment)} />
          {segment.actions.length === 0 ? <p className={text.quiet}>{t("detail.noActions")}</p> : null}
          {segment.actions.map((action) => (
            <div key={action.id ?? action.seq} className={styles.reviewAction}>
              <h3 className={text.caption}>{t(`action.${action.type}.title`)}</h3>
              <ActionSummary action={action} />
            </div>
          ))}
          <BenefitsToReached type={campaign.type} segment={segment} />
        </div>
        {Preview ? (
          <Preview
            target={targetDescription(segment)}
            occasions={[...occasionsOf(campaign, segment)]}
            purpose={campaign.purpose}
            period={campaign}
            actions={segment.actions}
          />
        ) : null}
      </div>
    </Card>
  );
}
