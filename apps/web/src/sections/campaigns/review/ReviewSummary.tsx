import type { KindWithVariants } from "@okaeri/domain/campaigns/actions/further-details";
import { sharesOfAction } from "@okaeri/domain/campaigns/variants/variants";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Card } from "../../../ui/Card.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import type { T } from "../actions/kind.ts";
import { kindOf } from "../actions/kinds.ts";
import { type Review, reviewQuery } from "../campaigns.api.ts";
import { campaignDocumentOf } from "../editor/draft.ts";
import { useEditor } from "../editor/editor-context.ts";
import { usePeriodText } from "../schedule/period-text.ts";
import { useStart } from "../schedule/use-when-lines.ts";
import text from "../text.module.css";
import { useSharesSentence } from "../variants/use-shares-sentence.ts";
import { holdLines } from "./hold-lines.ts";
import styles from "./ReviewSummary.module.css";
import { useItselfLines } from "./use-itself-lines.ts";

/** What the campaign comes to, as a letter: each figure leads to the card where it is made, each caution to its place. */
export function ReviewSummary() {
  const { t } = useTranslation(["campaigns", "ui"]);
  const { draft, record } = useEditor();
  const { data, isError, error, refetch } = useQuery(reviewQuery(record.id, record.version));
  const always = draft.type === "basic";
  return (
    <Card title={t(always ? "reviewSummary.titleBasic" : "reviewSummary.title")}>
      {isError ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <p className={text.quiet} role="status">
          {t("reviewSummary.counting")}
        </p>
      ) : (
        <div className={styles.summary}>
          <Who review={data} always={always} />
          <What review={data} always={always} />
          <When review={data} always={always} />
          {data.sender && !always ? <p>{t("reviewSummary.sender", data.sender)}</p> : null}
          <Cautions review={data} />
        </div>
      )}
    </Card>
  );
}

type Part = { review: Review; always: boolean };

function Who({ review: { audience }, always }: Part) {
  const { t } = useTranslation("campaigns");
  const { open } = useEditor();
  const { matched, not_earlier, will_receive, points_only } = audience.all;
  return (
    <p>
      <button type="button" className={text.textLink} onClick={() => open("who")}>
        {always
          ? t("reviewSummary.whoBasic", { count: not_earlier })
          : [
              t("reviewSummary.matched", { count: audience.segments.length > 1 ? not_earlier : matched }),
              t("reviewSummary.reached", { count: will_receive }),
              ...(points_only > 0 ? [t("reviewSummary.benefitsOnly", { count: points_only })] : []),
            ].join(t("condition.separator"))}
      </button>
    </p>
  );
}

function What({ review: { estimates }, always }: Part) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const { draft, focusOn } = useEditor();
  const segments = campaignDocumentOf(draft).segments;
  const sharesSentence = useSharesSentence();
  return (
    <ul>
      {estimates.map((one) => {
        const [, segment = 0, , at = 0] = one.path.split(".").map(Number);
        const action = segments[segment]?.actions[at];
        const detail = action?.[action.type as keyof typeof action];
        const detailText = detail ? kindOf(one.type).content.sentence(t, detail) : "";
        const shares = action === undefined ? [] : sharesOfAction(action);
        return (
          <li key={one.path}>
            <button type="button" className={text.textLink} onClick={() => focusOn(`segments.${segment}.actions`)}>
              {always ? t("reviewSummary.stay", { what: detailText }) : kindOf(one.type).review?.estimateWords(t, one)}
            </button>
            {shares.length > 1 ? (
              <span className={styles.shares}>{sharesSentence(one.type as KindWithVariants, shares)}</span>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}

function When({ review, always }: Part) {
  const { t } = useTranslation("campaigns");
  const { draft, open } = useEditor();
  const period = usePeriodText();
  const start = useStart();
  const itself = useItselfLines();
  const { campaign_start_dt: from, campaign_end_dt: end } = draft;
  return (
    <p>
      <button type="button" className={text.textLink} onClick={() => open("when")}>
        {from || end || always ? t("reviewSummary.period", { period: period(from, end) }) : null}
        {start === "hand" && !from && !end ? t("reviewSummary.now") : null}
        {start === "itself" ? itself[0] : null}
      </button>
      {start === "itself" ? itself.slice(1).map((line) => <span key={line}>{line}</span>) : null}
      {holdLines(t as T, review, start).map((line) => (
        <span key={line}>{line}</span>
      ))}
    </p>
  );
}

function Cautions({ review: { cautions } }: { review: Review }) {
  const { t } = useTranslation("campaigns");
  const { focusOn } = useEditor();
  if (cautions.length === 0) return <p className={text.quiet}>{t("reviewSummary.noCautions")}</p>;
  return (
    <section className={styles.cautions} aria-label={t("reviewSummary.cautions")}>
      <h3>{t("reviewSummary.cautions")}</h3>
      <ul>
        {cautions.map(({ path, code, message }) => (
          <li key={`${path} ${code} ${message}`}>
            <button type="button" className={text.textLink} onClick={() => focusOn(path)}>
              {message}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
