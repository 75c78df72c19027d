import type { ReactNode } from "react";
import styles from "./Funnel.module.css";
import { formatCount, type Unit } from "./format.ts";

export type FunnelStep = {
  label: string;
  value: number;
  note?: ReactNode;
  highlight?: boolean;
  /** The step can be looked into. */
  open?: { isOpen: boolean; toggle: () => void };
};

/** How many are left after each condition, widest on top; the bar's length is the share of the first step. */
export function Funnel({ steps, unit }: { steps: FunnelStep[]; unit: Unit }) {
  const whole = steps[0]?.value || 1;
  return (
    <ol className={styles.funnel}>
      {steps.map((step, index) => (
        <li key={step.label} className={styles.step} data-open={step.open?.isOpen ?? false}>
          <div className={styles.line}>
            {step.open ? (
              <button
                type="button"
                className={styles.button}
                aria-expanded={step.open.isOpen}
                onClick={step.open.toggle}
              >
                {step.label}
              </button>
            ) : (
              <span>{step.label}</span>
            )}
            <strong className="num">{formatCount(step.value, unit)}</strong>
          </div>
          <div className={styles.track}>
            <div
              className={styles.bar}
              data-tone={step.highlight ? "highlight" : Math.min(4, index + 1)}
              style={{ width: `${Math.min(100, (step.value / whole) * 100)}%` }}
            />
          </div>
          {step.note ? <div className={styles.note}>{step.note}</div> : null}
        </li>
      ))}
    </ol>
  );
}
