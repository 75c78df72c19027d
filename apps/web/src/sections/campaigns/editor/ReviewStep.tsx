import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Card } from "../../../ui/Card.tsx";
import { KeyValueList } from "../../../ui/SummaryStrip.tsx";
import { MailSummary, PointSummary } from "../action-summary.tsx";
import { reachOf } from "../audience-question.ts";
import { ConditionSummary } from "../ConditionSummary.tsx";
import { campaignQuery } from "../campaigns.api.ts";
import styles from "../campaigns.module.css";
import { CouponSummary } from "../coupon-summary.tsx";
import { usePeriodText } from "../period-text.ts";
import { CouponWords, FunnelOf } from "./AudiencePanel.tsx";
import { editOf } from "./draft.ts";
import { type Problem, savedProblems } from "./draft-problems.ts";
import { useEditor } from "./editor-context.ts";
import { LaunchButton } from "./LaunchButton.tsx";
import { ProblemList } from "./ProblemList.tsx";
import { reachWords } from "./reach-words.ts";
import { useAudience } from "./use-audience.ts";
import type { useCampaignEditor } from "./use-campaign-editor.ts";

type ReviewStepProps = { work: ReturnType<typeof useCampaignEditor>; onSaveDraft: () => Promise<void> };

/** ④ Everything in words once more, what is missing, and the button that sets it going. */
export function ReviewStep({ work, onSaveDraft }: ReviewStepProps) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const { draft, problems, focusOn } = useEditor();
  const { record, changes, busy } = work;
  const period = usePeriodText();
  // What only the server knows counts as long as nothing was changed since.
  const { data } = useQuery({ ...campaignQuery(record?.id ?? 0), enabled: record !== undefined });
  const saved = data?.version === record?.version ? data : record;
  const missing: Problem[] =
    problems.length > 0 || saved === undefined || changes.length > 0 ? problems : savedProblems(saved.missing);
  return (
    <>
      <ProblemList title={t("review.missing")} problems={missing} />
      <div className={styles.stack}>
        <Card
          title={t("step.basics")}
          aside={
            <Button size="xs" onClick={() => focusOn("name")}>
              {t("review.change")}
            </Button>
          }
        >
          <KeyValueList
            items={[
              { label: t("field.name"), value: draft.name || t("ui:none") },
              {
                label: t("field.type"),
                value: t(`type.${draft.type}.name`),
                note: t(`type.${draft.type}.does`),
              },
              { label: t("column.period"), value: period(draft.campaign_start_dt, draft.campaign_end_dt) },
            ]}
          />
        </Card>
        <SegmentReviews />
      </div>
      <div className={styles.stepButtons}>
        <Button onClick={() => work.visit("actions")}>{t("edit.back")}</Button>
        {changes.length > 0 || record === undefined ? (
          <Button loading={busy} onClick={() => void onSaveDraft()}>
            {t(record && record.status !== "inactive" ? "edit.save" : "edit.saveDraft")}
          </Button>
        ) : null}
        <LaunchButton work={work} ready={missing.length === 0} />
      </div>
    </>
  );
}

function SegmentReviews() {
  const { t } = useTranslation(["campaigns", "ui"]);
  const { draft, focusOn } = useEditor();
  const { query, question } = useAudience(draft);
  return editOf(draft).segments.map((segment, index) => {
    const counted = query.data?.segments[index];
    const own = draft.segments[index];
    const asked = question.segments[index];
    return (
      <Card
        key={own?.key}
        title={t("segment.title", { n: index + 1 })}
        note={
          counted && asked
            ? reachWords(reachOf({ segments: [asked] }, { segments: [counted], milliseconds: 0 }), t).join(
                t("condition.separator"),
              )
            : undefined
        }
        aside={
          <>
            <Button size="xs" onClick={() => focusOn(`segments.${index}.target`)}>
              {t("review.changeTarget")}
            </Button>
            <Button size="xs" onClick={() => focusOn(`segments.${index}.actions`)}>
              {t("review.changeActions")}
            </Button>
          </>
        }
      >
        <div className={styles.reviewColumns}>
          <div>
            <h3 className={styles.caption}>{t("review.who")}</h3>
            <ConditionSummary node={segment.target} />
            {segment.actions.map((action, at) => (
              <div key={own?.actions[at]?.key} className={styles.reviewAction}>
                <h3 className={styles.caption}>{t(`action.${action.type}.title`)}</h3>
                {action.point ? <PointSummary point={action.point} /> : null}
                {action.coupon ? <CouponSummary coupon={action.coupon} /> : null}
                {action.mail ? <MailSummary mail={action.mail} /> : null}
              </div>
            ))}
          </div>
          <div>
            {counted && asked ? (
              <>
                <FunnelOf counted={counted} types={asked.types} />
                <CouponWords counted={counted} types={asked.types} />
              </>
            ) : null}
          </div>
        </div>
      </Card>
    );
  });
}
