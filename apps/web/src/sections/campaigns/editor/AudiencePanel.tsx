import type { KindName } from "@okaeri/contract/campaigns/actions/kinds";
import { isMessage } from "@okaeri/domain/pushes/next-steps";
import { useTranslation } from "react-i18next";
import { Card } from "../../../ui/Card.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { Funnel, type FunnelStep } from "../../../ui/Funnel.tsx";
import { formatCount, formatNumber } from "../../../ui/format.ts";
import { Tag } from "../../../ui/Tag.tsx";
import { ALL_KINDS, kindOf } from "../actions/kinds.ts";
import { isShort, reachedBy } from "../audience-question.ts";
import type { SegmentAudience } from "../campaigns.api.ts";
import text from "../text.module.css";
import styles from "./AudiencePanel.module.css";
import { useEditor } from "./editor-context.ts";
import { useAudience } from "./use-audience.ts";

/** Guests named beneath the numbers. */
const EXAMPLES = 2;

/** 届くお客様: how many remain after each condition of sending, while the target is being built. */
export function AudiencePanel() {
  const { t } = useTranslation(["campaigns", "ui"]);
  const { draft, current, setCurrent } = useEditor();
  const { query, question, complete, busy } = useAudience(draft);
  const { data } = query;
  const segment = draft.segments[current];
  const counted = data?.segments[current];
  const types = question.segments[current]?.types ?? [];
  const several = draft.segments.length > 1;
  const reachedIn = (index: number) => {
    const [one, asked] = [data?.segments[index], question.segments[index]];
    return one && asked ? reachedBy(asked.types, one) : 0;
  };
  return (
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
      {query.isError ? (
        <ErrorState message={query.error.message} onRetry={() => void query.refetch()} />
      ) : (
        <div className={styles.audience} aria-busy={busy} data-stale={!complete}>
          {several ? <h3 className={text.caption}>{t("segment.title", { n: current + 1 })}</h3> : null}
          {counted ? <FunnelOf counted={counted} types={types} /> : <FunnelSkeleton />}
          {counted ? <BesideFunnel counted={counted} types={types} /> : null}
          {complete ? null : <p className={text.quiet}>{t("audience.unfinished")}</p>}
          {counted ? <Examples counted={counted} /> : null}
          {segment && segment.actions.length === 0 && draft.type !== "basic" ? (
            <p className={text.quiet}>{t("audience.assumesMail")}</p>
          ) : null}
          {draft.type === "basic" ? <p className={text.quiet}>{t("audience.judgedByStay")}</p> : null}
          {several && data ? (
            <ul className={styles.segmentCounts}>
              {draft.segments.map((one, index) => (
                <li key={one.key}>
                  <button type="button" aria-pressed={index === current} onClick={() => setCurrent(index)}>
                    {t("segment.title", { n: index + 1 })}
                  </button>
                  <strong className="num">{formatCount(reachedIn(index), "people")}</strong>
                </li>
              ))}
              <li>
                <span>{t("audience.total")}</span>
                <strong className="num">
                  {formatCount(
                    draft.segments.reduce((total, _, index) => total + reachedIn(index), 0),
                    "people",
                  )}
                </strong>
              </li>
            </ul>
          ) : null}
        </div>
      )}
    </Card>
  );
}

/** What each kind says beside the count of who matches. */
export function BesideFunnel({ counted, types }: FunnelOfProps) {
  const hasMessage = types.some(isMessage);
  return ALL_KINDS.map(({ type, Beside }) =>
    Beside && types.includes(type) ? <Beside key={type} counted={counted} hasMessage={hasMessage} /> : null,
  );
}

type FunnelOfProps = { counted: SegmentAudience; types: readonly KindName[] };

/** For a message all steps of sending; benefits reach everybody who matches, as far as there are any. */
export function FunnelOf({ counted, types }: FunnelOfProps) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const { reasons } = counted;
  const note = (...keys: (keyof typeof reasons)[]) =>
    keys
      .filter((key) => reasons[key] > 0)
      .map((key) => t(`audience.reason.${key}`, { n: formatNumber(reasons[key]) }))
      .join(t("audience.reasonSeparator")) || undefined;
  const steps: FunnelStep[] = types.some(isMessage)
    ? [
        { label: t("audience.matched"), value: counted.not_earlier },
        {
          label: t("audience.consented"),
          value: counted.consented,
          note: note("no_consent", "opted_out"),
        },
        {
          label: t("audience.reachable"),
          value: counted.reachable,
          note: note("no_address", "bounced"),
        },
        { label: t("audience.not_capped"), value: counted.not_capped, note: note("capped") },
        {
          label: t("audience.will_receive"),
          value: counted.will_receive,
          highlight: true,
          note: note("no_coupon"),
        },
      ]
    : [
        { label: t("audience.matched"), value: counted.not_earlier },
        ...types.flatMap((type) => {
          const { stepWords, reaches } = kindOf(type);
          return stepWords ? [{ label: stepWords(t), value: reaches(counted), highlight: true }] : [];
        }),
      ];
  return <Funnel steps={steps} unit="people" />;
}

function Examples({ counted }: { counted: SegmentAudience }) {
  const { t } = useTranslation("campaigns");
  // Who gets what does not suffice is not known before: nobody is named.
  if (counted.examples.length === 0 || isShort(counted)) return null;
  const shown = counted.examples.slice(0, EXAMPLES);
  const names = shown.map(({ name }) => t("audience.guest", { name })).join(t("condition.separator"));
  const others = counted.will_receive - shown.length;
  return (
    <p className={styles.examples}>
      {t(others > 0 ? "audience.examplesMore" : "audience.examples", { names, n: formatNumber(others) })}
    </p>
  );
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
