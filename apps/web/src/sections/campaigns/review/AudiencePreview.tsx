import { AUDIENCE_STEPS, type AudienceStep } from "@okaeri/contract/campaigns/audience/audience-steps";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../shell/use-may.ts";
import { Card } from "../../../ui/Card.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { Tag } from "../../../ui/Tag.tsx";
import { ViewSwitch } from "../../../ui/ViewSwitch.tsx";
import { AudienceFunnel, BenefitFunnel } from "../audience/AudienceFunnel.tsx";
import styles from "../audience/audience.module.css";
import { GuestVerdict } from "../audience/GuestVerdict.tsx";
import { StepNames } from "../audience/StepNames.tsx";
import { useAudience } from "../audience/use-audience.ts";
import type { Audience } from "../campaigns.api.ts";
import { useEditor } from "../editor/editor-context.ts";
import text from "../text.module.css";

const ALL = "all";

/** 届くお客様: how many remain after each condition of sending, while the target is being built, who they are, and any one guest. */
export function AudiencePreview() {
  const { t } = useTranslation(["campaigns", "ui"]);
  const { draft, current } = useEditor();
  // A guest is found in the list of customers.
  const mayRead = useMay("customers/read");
  const { query, question, counted: asked, complete, busy } = useAudience(draft);
  const [wanted, setWanted] = useState(ALL);
  const [opened, setOpened] = useState<AudienceStep>();
  const { data } = query;
  const several = draft.segments.length > 1;
  const place = several && (wanted === ALL || Number(wanted) >= draft.segments.length) ? null : Number(wanted) || 0;
  const segment = place === null ? undefined : data?.segments[place];
  const shown = place === null ? data?.all : segment;
  const types =
    place === null ? question.segments.flatMap((one) => one.types) : (question.segments[place]?.types ?? []);
  const left = shown && opened ? lostAt(shown, opened) : 0;
  return (
    <div className={styles.panel}>
      <Card
        title={t(draft.type === "basic" ? "audience.titleBasic" : "audience.title")}
        aside={
          <span role="status">
            {busy ? (
              <Tag>{t("audience.counting")}</Tag>
            ) : data ? (
              <Tag kind="success">{seconds(data.milliseconds, t)}</Tag>
            ) : null}
          </span>
        }
      >
        {several ? (
          <div className={styles.switch}>
            <ViewSwitch
              label={t("audience.ofWhich")}
              value={place === null ? ALL : String(place)}
              onChange={setWanted}
              views={[
                { value: ALL, label: t("audience.all") },
                ...draft.segments.map((_, at) => ({ value: String(at), label: t("segment.title", { n: at + 1 }) })),
              ]}
            />
          </div>
        ) : null}
        {query.isError ? (
          <ErrorState message={query.error.message} onRetry={() => void query.refetch()} />
        ) : (
          <div className={styles.audience} aria-busy={busy} data-stale={!complete}>
            {shown ? (
              <AudienceFunnel
                counted={shown}
                types={types}
                segment={segment}
                all={place === null ? data?.segments : undefined}
                parted={several && place !== 0}
                opened={{ step: opened, toggle: (step) => setOpened(step === opened ? undefined : step) }}
              />
            ) : complete ? (
              <FunnelSkeleton />
            ) : null}
            {segment ? <BenefitFunnel counted={segment} types={types} /> : null}
            {complete ? null : <p className={text.quiet}>{t("audience.unfinished")}</p>}
            {draft.segments[place ?? current]?.actions.length === 0 && draft.type !== "basic" ? (
              <p className={text.quiet}>{t("audience.assumesMessage")}</p>
            ) : null}
            {question.segments.some(({ occasions = [] }) => occasions.length > 0) ? (
              <p className={text.quiet}>{t("audience.occasionsSoon")}</p>
            ) : null}
            {draft.type === "basic" ? <p className={text.quiet}>{t("audience.judgedByStay")}</p> : null}
          </div>
        )}
        {shown && opened && asked && !query.isError ? (
          <StepNames
            key={opened}
            question={asked}
            segment={place}
            step={opened}
            remaining={shown[opened]}
            left={left}
            short={shown.short}
          />
        ) : null}
      </Card>
      {mayRead ? <GuestVerdict question={complete ? asked : undefined} /> : null}
    </div>
  );
}

function lostAt(counted: Audience["all"], step: AudienceStep): number {
  const before = AUDIENCE_STEPS[AUDIENCE_STEPS.indexOf(step) - 1];
  return before === undefined ? 0 : counted[before] - counted[step];
}

function FunnelSkeleton() {
  return (
    <div className={styles.funnelSkeleton} aria-hidden>
      {[90, 76, 70, 62, 62].map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars of a skeleton are all alike
        <span key={index} style={{ width: `${width}%` }} />
      ))}
    </div>
  );
}

function seconds(milliseconds: number, t: ReturnType<typeof useTranslation<["campaigns", "ui"]>>["t"]): string {
  const tenths = Math.round(milliseconds / 100) / 10;
  return tenths < 0.1 ? t("audience.instant") : t("audience.seconds", { count: tenths });
}
