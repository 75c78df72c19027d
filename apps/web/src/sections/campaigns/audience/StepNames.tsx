import type { AudienceStep } from "@okaeri/contract/campaigns/audience/audience-steps";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { AppLink } from "../../../shell/AppLink.tsx";
import { useMay } from "../../../shell/use-may.ts";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { formatNumber } from "../../../ui/format.ts";
import { ViewSwitch } from "../../../ui/ViewSwitch.tsx";
import { type AudienceQuestion, audienceNamesQuery } from "../campaigns.api.ts";
import text from "../text.module.css";
import styles from "./audience.module.css";

type StepNamesProps = {
  question: AudienceQuestion;
  /** Null: all segments together. */
  segment: number | null;
  step: AudienceStep;
  remaining: number;
  left: number;
  /** Who comes too late for what does not suffice: not known before. */
  short: number;
};

/** Ten of those who are left at a step, or of those who dropped out there with the reason. */
export function StepNames({ question, segment, step, remaining, left, short }: StepNamesProps) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const mayRead = useMay("customers/read");
  const [chosen, setChosen] = useState<"remaining" | "left">();
  const who = chosen ?? (left > 0 ? "left" : "remaining");
  const { data, error, isPending, refetch } = useQuery(audienceNamesQuery({ ...question, segment, step, who }));
  const several = question.segments.length > 1;
  const reasonOf = (one: NonNullable<typeof data>["items"][number]) => {
    if (one.taken_by !== null) return t("audience.takenByOne", { n: one.taken_by + 1 });
    if (who === "left" && one.reason !== null) return t(`audience.why.${one.reason}`);
    return several && segment === null ? t("segment.title", { n: one.segment + 1 }) : undefined;
  };
  return (
    <section className={styles.names} aria-label={t("audience.namesOf", { step: t(`audience.${step}`) })}>
      <header className={styles.namesHead}>
        <h3>{t("audience.namesOf", { step: t(`audience.${step}`) })}</h3>
        {step === "matched" ? null : (
          <ViewSwitch
            label={t("audience.who")}
            value={who}
            onChange={setChosen}
            views={(["remaining", "left"] as const).map((value) => ({
              value,
              label: t(`audience.${value}`, { n: formatNumber(value === "remaining" ? remaining : left) }),
            }))}
          />
        )}
      </header>
      {step === "will_receive" && short > 0 ? (
        <p className={text.quiet}>{t("audience.short", { count: short })}</p>
      ) : null}
      {error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : isPending ? (
        <p className={text.quiet} role="status">
          {t("ui:table.loading")}
        </p>
      ) : data.items.length === 0 ? (
        <p className={text.quiet}>{t("audience.nobody")}</p>
      ) : (
        <ul className={styles.people}>
          {data.items.map((one) => (
            <li key={`${one.customer_id}/${one.segment}`}>
              {mayRead ? (
                <AppLink to={`/customers/${one.customer_id}`}>{one.name}</AppLink>
              ) : (
                <strong>{one.name}</strong>
              )}
              <span>{reasonOf(one)}</span>
            </li>
          ))}
        </ul>
      )}
      {data && data.total > data.items.length ? (
        <p className={text.quiet}>{t("audience.andMore", { count: data.total - data.items.length })}</p>
      ) : null}
    </section>
  );
}
