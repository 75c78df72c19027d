import { useTranslation } from "react-i18next";
import { Card } from "../../../ui/Card.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { Funnel, type FunnelStep } from "../../../ui/Funnel.tsx";
import { formatCount, formatNumber } from "../../../ui/format.ts";
import { Tag } from "../../../ui/Tag.tsx";
import type { SegmentAudience } from "../campaigns.api.ts";
import styles from "../campaigns.module.css";
import type { DraftSegment } from "./draft.ts";
import { useEditor } from "./editor-context.ts";
import { countedTypes, useAudience } from "./use-audience.ts";

/** Guests named beneath the numbers. */
const EXAMPLES = 2;

/** 届くお客様: how many remain after each condition of sending, while the target is being built. */
export function AudiencePanel() {
  const { t } = useTranslation(["campaigns", "ui"]);
  const { draft, current, setCurrent } = useEditor();
  const { query, complete, busy } = useAudience(draft);
  const { data } = query;
  const segment = draft.segments[current];
  const counted = data?.segments[current];
  const mail = segment !== undefined && countedTypes(segment, draft).includes("mail");
  const several = draft.segments.length > 1;
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
          {several ? <h3 className={styles.caption}>{t("segment.title", { n: current + 1 })}</h3> : null}
          {counted ? <FunnelOf counted={counted} mail={mail} /> : <FunnelSkeleton />}
          {counted && mail && segment?.actions.some(({ type }) => type === "point") ? (
            <p className={styles.quiet}>{t("audience.pointsToAll", { count: counted.matched })}</p>
          ) : null}
          {counted && couponsFor(segment) < counted.matched ? (
            <p className={styles.quiet}>{t("audience.couponsLimited", { count: couponsFor(segment) })}</p>
          ) : null}
          {complete ? null : <p className={styles.quiet}>{t("audience.unfinished")}</p>}
          {counted ? <Examples counted={counted} /> : null}
          {segment && segment.actions.length === 0 && draft.type !== "basic" ? (
            <p className={styles.quiet}>{t("audience.assumesMail")}</p>
          ) : null}
          {draft.type === "basic" ? <p className={styles.quiet}>{t("audience.judgedByStay")}</p> : null}
          {several && data ? (
            <ul className={styles.segmentCounts}>
              {draft.segments.map((one, index) => (
                <li key={one.key}>
                  <button type="button" aria-pressed={index === current} onClick={() => setCurrent(index)}>
                    {t("segment.title", { n: index + 1 })}
                  </button>
                  <strong className="num">{formatCount(data.segments[index]?.will_receive ?? 0, "people")}</strong>
                </li>
              ))}
              <li>
                <span>{t("audience.total")}</span>
                <strong className="num">
                  {formatCount(
                    data.segments.reduce((total, one) => total + one.will_receive, 0),
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

/** How many guests the segment's coupons can be given to in all: first come, first served, which no count before the send can know. */
function couponsFor(segment: DraftSegment | undefined): number {
  const limits = segment?.actions.flatMap(({ coupon }) =>
    coupon?.type === "acquire" && typeof coupon.acquire_amount_limit === "number" ? [coupon.acquire_amount_limit] : [],
  );
  return Math.min(Number.POSITIVE_INFINITY, ...(limits ?? []));
}

type FunnelOfProps = { counted: SegmentAudience; mail: boolean };

/** For mail all steps of sending; points reach everybody who matches. */
export function FunnelOf({ counted, mail }: FunnelOfProps) {
  const { t } = useTranslation("campaigns");
  const { reasons } = counted;
  const note = (...keys: (keyof typeof reasons)[]) =>
    keys
      .filter((key) => reasons[key] > 0)
      .map((key) => t(`audience.reason.${key}`, { n: formatNumber(reasons[key]) }))
      .join(t("audience.reasonSeparator")) || undefined;
  const steps: FunnelStep[] = mail
    ? [
        { label: t("audience.matched"), value: counted.matched },
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
        { label: t("audience.matched"), value: counted.matched },
        { label: t("audience.will_get_points"), value: counted.will_receive, highlight: true },
      ];
  return <Funnel steps={steps} unit="people" />;
}

function Examples({ counted }: { counted: SegmentAudience }) {
  const { t } = useTranslation("campaigns");
  if (counted.examples.length === 0) return null;
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
