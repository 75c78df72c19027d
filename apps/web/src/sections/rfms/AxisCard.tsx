import { type RfmAxis, SCORES, type Score } from "@okaeri/domain/rfms/score";
import { useTranslation } from "react-i18next";
import { Card } from "../../ui/Card.tsx";
import { FigureField } from "../../ui/fields/FigureField.tsx";
import type { FigureInput } from "../../ui/fields/field-props.ts";
import { formatCount } from "../../ui/format.ts";
import styles from "./AxisCard.module.css";
import { CountChange } from "./CountChange.tsx";
import { boundPath, rfmFieldId, scoreAtBound } from "./rfm-draft.ts";
import { thresholdText } from "./threshold-text.ts";
import type { RfmCounts } from "./use-rfm-counts.ts";

const BEST_FIRST: Score[] = [...SCORES].reverse();

type AxisCardProps = {
  axis: RfmAxis;
  years: FigureInput;
  bounds: readonly FigureInput[];
  onChange: (bounds: FigureInput[]) => void;
  messages: Record<string, string>;
  counts: RfmCounts;
};

/** One axis: the four bounds at the scores they begin (or, for recency, end), each with its customers before and after. */
export function AxisCard({ axis, years, bounds, onChange, messages, counts }: AxisCardProps) {
  const { t } = useTranslation(["rfms", "ui"]);
  return (
    <Card
      title={t(`thresholds.${axis}.title`, {
        years: typeof years === "number" ? formatCount(years, "years") : t("ui:none"),
      })}
    >
      <ol className={styles.scores}>
        {BEST_FIRST.map((score) => {
          const index = bounds.findIndex((_, at) => scoreAtBound(axis, at) === score);
          const before = counts.before?.[axis].find((one) => one.score === score)?.count;
          const after = counts.after?.[axis].find((one) => one.score === score)?.count;
          const words = thresholdText(t, axis, bounds, score);
          return (
            <li key={score}>
              <span className={styles.score}>{score}</span>
              <div className={styles.bound}>
                {index === -1 ? (
                  <span>{words}</span>
                ) : (
                  <BoundInput
                    axis={axis}
                    index={index}
                    value={bounds[index] ?? ""}
                    words={words}
                    message={messages[boundPath(axis, index)]}
                    onChange={(value) => onChange(bounds.map((bound, at) => (at === index ? value : bound)))}
                  />
                )}
              </div>
              <div className={styles.result}>
                <CountChange before={before} after={after} />
                <span className={styles.track} aria-hidden="true">
                  <span style={{ width: `${counts.total === 0 ? 0 : ((after ?? 0) / counts.total) * 100}%` }} />
                </span>
              </div>
            </li>
          );
        })}
      </ol>
    </Card>
  );
}

type BoundInputProps = {
  axis: RfmAxis;
  index: number;
  value: FigureInput;
  words: string;
  message: string | undefined;
  onChange: (value: FigureInput) => void;
};

function BoundInput({ axis, index, value, words, message, onChange }: BoundInputProps) {
  const { t } = useTranslation("rfms");
  const id = rfmFieldId(boundPath(axis, index));
  return (
    <>
      <span className={styles.input}>
        <FigureField
          id={id}
          label={t(`form.inputOf.${axis}`, { score: scoreAtBound(axis, index) })}
          hideLabel
          value={value}
          error={message}
          describedBy={`${id}-words`}
          onChange={onChange}
        />
        <span className={styles.suffix}>{t(`form.bound.${axis}`)}</span>
      </span>
      <small id={`${id}-words`} className={styles.words}>
        {words}
      </small>
    </>
  );
}
