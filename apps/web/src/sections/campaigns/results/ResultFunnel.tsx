import type { ResultFigure } from "@okaeri/contract/campaigns/results/result-figures";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatCount, formatNumber } from "../../../ui/format.ts";
import type { Results } from "../campaigns.api.ts";
import text from "../text.module.css";
import { Figure } from "./Figure.tsx";
import { funnelSteps, RESULT_UNITS, type ResultFunnelStep, type Way } from "./funnel-steps.ts";
import styles from "./results.module.css";

/** Told until another one is chosen. */
const FIRST_SHOWN = { messages: "opened", benefits: "delivered", stays: "points" } as const;

type ResultFunnelProps = {
  results: Results;
  way: Way;
  whole: boolean;
  onOpen: (figure: ResultFigure) => void;
};

/** From the send to the stay: each step with its bar and what it is a rate of; the chosen one is told below, and leads to its guests. */
export function ResultFunnel({ results, way, whole, onOpen }: ResultFunnelProps) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const [picked, setPicked] = useState<ResultFigure>();
  const { total } = results;
  const steps = funnelSteps(total, { way, whole });
  const chosen = picked ?? FIRST_SHOWN[way];
  const button = (figure: ResultFigure) => ({
    type: "button" as const,
    className: styles.step,
    "aria-pressed": figure === chosen,
    onClick: () => setPicked(figure),
  });
  // Points of stays bring no booking of their own: what they cost is all there is to say.
  const money = way === "stays" ? "cost" : "use_price";
  const price = total[money];
  return (
    <>
      <ol className={styles.funnel} style={{ "--steps": steps.length } as object}>
        {steps.map((step, at) => (
          <li key={step.figure}>
            <button {...button(step.figure)}>
              <span className={styles.label}>
                {t(`results.figure.${step.figure}`)}
                {step.figure === "opened" ? <small>{t("results.withoutMachines")}</small> : null}
              </span>
              <span className={`num ${styles.value}`}>
                <Figure value={step.value} unit={RESULT_UNITS[step.figure]} />
              </span>
              <span className={styles.track} aria-hidden>
                <span
                  className={styles.bar}
                  data-tone={step.figure === "transacted" ? "highlight" : Math.min(4, at + 1)}
                  data-some={step.share > 0}
                  style={{ "--share": `${step.share * 100}%` } as object}
                />
              </span>
              <span className={`num ${styles.rate}`}>{rateWords(step, results, t)}</span>
            </button>
          </li>
        ))}
        {price === null ? null : (
          <li>
            <button {...button(money)}>
              <span className={styles.label}>{t(`results.figure.${money}`)}</span>
              <span className={`num ${styles.value}`}>
                <Figure value={price} unit="yen" />
              </span>
              <span className={`num ${styles.money}`}>
                {(way === "stays" ? [] : moneyWords(results, t)).map((line) => (
                  <span key={line}>{line}</span>
                ))}
              </span>
            </button>
          </li>
        )}
      </ol>
      <Chosen figure={chosen} results={results} onOpen={onOpen} />
    </>
  );
}

type T = ReturnType<typeof useTranslation<["campaigns", "ui"]>>["t"];

function rateWords({ figure, rate }: ResultFunnelStep, { sends }: Results, t: T): string {
  if (figure === "sent" || (rate === null && figure === "delivered"))
    return t("results.sends", { n: formatCount(sends.length, "times") });
  if (rate === null) return "";
  return rate.hundred ? t("results.perHundred", { n: rate.n }) : t(`results.rate.${rate.of}`, { n: rate.n });
}

/** What a stay brought and what it took; nothing is divided by nothing. */
function moneyWords({ total: { use_price, transacted, cost } }: Results, t: T): string[] {
  const price = use_price ?? 0;
  return [
    ...(transacted ? [t("results.perStay", { n: formatCount(Math.round(price / transacted), "yen") })] : []),
    ...(cost
      ? [
          t("results.cost", { n: formatCount(cost, "yen") }),
          t("results.perYen", { n: formatNumber(Math.round((price / cost) * 10) / 10) }),
          ...(transacted ? [t("results.costPerStay", { n: formatCount(Math.round(cost / transacted), "yen") })] : []),
        ]
      : []),
  ];
}

type ChosenProps = { figure: ResultFigure; results: Results; onOpen: (figure: ResultFigure) => void };

/** The figure, what of it counts and what does not, and the way to its guests. */
function Chosen({ figure, results: { total, sends }, onOpen }: ChosenProps) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const value = total[figure];
  if (value === null) return null;
  const formatted = (name: ResultFigure) => formatCount(total[name] ?? 0, RESULT_UNITS[name]);
  const opens = (name: ResultFigure, words: string) =>
    total[name] ? (
      <button key={name} type="button" className={text.textLink} onClick={() => onOpen(name)}>
        {words}
      </button>
    ) : null;
  const notes: Partial<Record<ResultFigure, string[]>> = {
    sent: sends.length > 1 ? [t("results.says.eachSend")] : [],
    delivered: [
      ...(sends.length > 1 ? [t("results.says.eachSend")] : []),
      ...(total.unsubscribed ? [t("results.says.unsubscribed", { n: formatted("unsubscribed") })] : []),
    ],
    opened: [
      ...(total.machine_opened ? [t("results.says.machines", { n: formatted("machine_opened") })] : []),
      t("results.says.isMachine"),
    ],
    clicked: [
      ...(total.clicks ? [t("results.says.clicks", { n: formatted("clicks") })] : []),
      t("results.says.isMachine"),
    ],
    reserved: [t("results.says.reserved", { n: formatted("reserved_price") })],
    transacted: [t("results.says.transacted")],
    use_price: [t("results.says.transacted")],
    coupons_used: [t("results.says.coupons", { n: formatted("coupons_given") })],
    points_used: [t("results.says.points", { n: formatted("points") })],
    points: [t("results.says.granted")],
    cost: [t("results.says.cost")],
  };
  const unit = RESULT_UNITS[figure];
  return (
    <div className={styles.chosen} role="status">
      <strong className="num">
        {t(`results.figure.${figure}`)} {formatCount(value, unit)}
      </strong>
      {(notes[figure] ?? []).map((line) => (
        <span key={line} className="num">
          {line}
        </span>
      ))}
      <span className={styles.opens}>
        {figure === "delivered" ? opens("unsubscribed", t("results.seeUnsubscribed")) : null}
        {figure === "use_price" ? opens("cost", t("results.seeCost")) : null}
        {opens(figure, t("results.see", { n: formatCount(value, unit) }))}
      </span>
    </div>
  );
}
