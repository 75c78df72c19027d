import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatCount, formatNumber, type Unit } from "./format.ts";
import styles from "./ProgressPanel.module.css";
import { Tag, type TagKind } from "./Tag.tsx";

type ProgressPanelProps = {
  title: string;
  done: number;
  /** `undefined` while the size is not known yet. */
  total: number | undefined;
  unit: Unit;
  /** What became of the ones done: 登録 1,204件, 対象外 3件 …; in the panel's unit where they name none. */
  counts?: { label: string; value: number; kind?: TagKind; unit?: Unit }[];
  /** `undefined` when it cannot be told yet or the work is over. */
  remainingSeconds?: number | undefined;
  /** Over: the bar shows its end, no remaining time. */
  finished?: boolean;
  onCancel?: () => void;
  cancelling?: boolean;
  children?: ReactNode;
};

/** Long work: how far, what came out so far, how long still, and a way to stop it. */
export function ProgressPanel(props: ProgressPanelProps) {
  const {
    title,
    done,
    total,
    unit,
    counts = [],
    remainingSeconds,
    finished = false,
    onCancel,
    cancelling = false,
  } = props;
  const { t } = useTranslation("ui");
  const percent = total ? Math.min(100, Math.floor((done / total) * 100)) : 0;
  return (
    <section className={styles.panel} aria-label={title}>
      <div className={styles.line}>
        <strong>{title}</strong>
        <span className={styles.figures}>
          {total === undefined
            ? formatCount(done, unit)
            : t("progress.of", { done: formatNumber(done), total: formatCount(total, unit) })}
        </span>
      </div>
      <div
        className={styles.track}
        role="progressbar"
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={100}
        {...(total === undefined ? {} : { "aria-valuenow": percent })}
      >
        <div
          className={styles.bar}
          data-unknown={total === undefined && !finished}
          style={{ width: `${total === undefined ? 30 : percent}%` }}
        />
      </div>
      <div className={styles.line}>
        <span className={styles.quiet} role="status">
          {total === undefined ? null : t("progress.percent", { n: percent })}
          {finished || remainingSeconds === undefined ? null : <span> · {remainingText(remainingSeconds, t)}</span>}
        </span>
        <span className={styles.counts}>
          {counts.map((count) => (
            <Tag key={count.label} kind={count.kind ?? "neutral"}>
              {count.label} {formatCount(count.value, count.unit ?? unit)}
            </Tag>
          ))}
        </span>
        {onCancel && !finished ? (
          <Button onClick={onCancel} disabled={cancelling} size="xs">
            {cancelling ? t("progress.cancelling") : t("progress.cancel")}
          </Button>
        ) : null}
      </div>
      {props.children}
    </section>
  );
}

function remainingText(seconds: number, t: ReturnType<typeof useTranslation<"ui">>["t"]): string {
  if (seconds < 60) return t("progress.seconds", { count: Math.max(1, Math.ceil(seconds)) });
  if (seconds < 5400) return t("progress.minutes", { count: Math.ceil(seconds / 60) });
  return t("progress.hours", { count: Math.ceil(seconds / 3600) });
}
