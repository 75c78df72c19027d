import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import styles from "./Steps.module.css";

/** `wrong`: something on it needs another look, so that it does not count as done. */
export type Step = { key: string; label: string; wrong?: boolean };

type StepsProps = { steps: Step[]; current: string; onGo?: (key: string) => void };

/** Where one is in a task of several steps; finished ones can be gone back to when `onGo` is given. */
export function Steps({ steps, current, onGo }: StepsProps) {
  const { t } = useTranslation("ui");
  const at = steps.findIndex((step) => step.key === current);
  return (
    <nav aria-label={t("steps.label")}>
      <ol className={styles.steps}>
        {steps.map((step, index) => {
          const done = index < at;
          const words = (
            <>
              <span className={styles.number}>
                {!done ? (
                  index + 1
                ) : step.wrong ? (
                  <IconAlertTriangle size={14} aria-label={t("steps.wrong")} />
                ) : (
                  <IconCheck size={14} aria-label={t("steps.done")} />
                )}
              </span>
              {step.label}
            </>
          );
          return (
            <li key={step.key} data-state={done ? (step.wrong ? "wrong" : "done") : index === at ? "current" : "ahead"}>
              {done && onGo ? (
                <button type="button" onClick={() => onGo(step.key)}>
                  {words}
                </button>
              ) : (
                <span {...(index === at ? { "aria-current": "step" as const } : {})}>{words}</span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
