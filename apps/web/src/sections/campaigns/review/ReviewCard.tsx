import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useProblemText } from "../../../i18n/use-problem-text.ts";
import { Card } from "../../../ui/Card.tsx";
import { KeyValueList } from "../../../ui/SummaryStrip.tsx";
import { ActionSummary } from "../actions/ActionSummary.tsx";
import { AudienceFunnel, BenefitFunnel } from "../audience/AudienceFunnel.tsx";
import { sendReach } from "../audience/audience-question.ts";
import { TargetSummary } from "../audience/TargetSummary.tsx";
import { useAudience } from "../audience/use-audience.ts";
import { BenefitsToReached } from "../delivery/BenefitsToReached.tsx";
import { campaignDocumentOf } from "../editor/draft.ts";
import { useEditor } from "../editor/editor-context.ts";
import layout from "../layout.module.css";
import { usePeriodText } from "../schedule/period-text.ts";
import { useWhenLines } from "../schedule/use-when-lines.ts";
import text from "../text.module.css";
import { ConfirmText } from "./ConfirmText.tsx";
import { ProblemList } from "./ProblemList.tsx";
import styles from "./ReviewSummary.module.css";
import { ReviewSummary } from "./ReviewSummary.tsx";
import { reachWords } from "./reach-words.ts";

/** Everything in words once more, and what is missing. */
export function ReviewCard() {
  const { t } = useTranslation(["campaigns", "ui"]);
  const { draft, missing, focusOn } = useEditor();
  const period = usePeriodText();
  const time = useWhenLines();
  return (
    <>
      <ProblemList title={t("review.missing")} problems={missing} />
      <ConfirmText />
      <ReviewSummary />
      <details className={styles.details}>
        <summary>{t("reviewSummary.details")}</summary>
        <Card
          title={t("card.when")}
          aside={
            <Button size="xs" onClick={() => focusOn("when.by")}>
              {t("review.change")}
            </Button>
          }
        >
          <KeyValueList
            items={[
              { label: t("field.name"), value: draft.name || t("ui:none") },
              { label: t("field.type"), value: t(`type.${draft.type}.name`), note: t(`type.${draft.type}.does`) },
              {
                label: t("card.when"),
                value: time.says,
                note: time.differs.map((one) => t("when.rail.differs", one)).join(t("condition.separator")),
              },
              { label: t("column.period"), value: period(draft.campaign_start_dt, draft.campaign_end_dt) },
            ]}
          />
        </Card>
        <SegmentReviews />
      </details>
    </>
  );
}

function SegmentReviews() {
  const { t } = useTranslation(["campaigns", "ui"]);
  const { draft, problems, focusOn } = useEditor();
  const { query, done } = useAudience(draft);
  const say = useProblemText();
  return campaignDocumentOf(draft).segments.map((segment, index) => {
    const counted = query.data?.segments[index];
    const own = draft.segments[index];
    const given = done[index];
    return (
      <Card
        key={own?.key}
        title={t("segment.title", { n: index + 1 })}
        note={
          // What a stay earns comes with it: nothing goes out when a basic campaign is switched on.
          counted && given && draft.type !== "basic"
            ? reachWords(sendReach([given], { segments: [counted] }), t).join(t("condition.separator"))
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
        <div className={layout.reviewColumns}>
          <div>
            <h3 className={text.caption}>{t("review.who")}</h3>
            <TargetSummary target={segment.target} />
            {segment.actions.map((action, at) => {
              const refused = problems.find(({ path }) => path === `segments.${index}.actions.${at}.type`);
              return (
                <div key={own?.actions[at]?.key} className={layout.reviewAction}>
                  <h3 className={text.caption}>{t(`action.${action.type}.title`)}</h3>
                  {refused ? (
                    <p className={text.error}>{"message" in refused ? refused.message : say(refused)}</p>
                  ) : null}
                  {refused ? null : <ActionSummary action={action} />}
                </div>
              );
            })}
            <BenefitsToReached type={draft.type} segment={segment} />
          </div>
          <div>
            {counted && given ? (
              <>
                <AudienceFunnel counted={counted} types={given.types} segment={counted} parted={index > 0} />
                <BenefitFunnel counted={counted} types={given.types} />
              </>
            ) : null}
          </div>
        </div>
      </Card>
    );
  });
}
