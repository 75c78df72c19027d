import type { AuditLine } from "@okaeri/contract/audit";
import { IconArrowRight, IconChevronDown } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Pager } from "../../ui/Pager.tsx";
import { DateText } from "../../ui/values.tsx";
import styles from "./HistoryList.module.css";
import { changesBetween } from "./history-changes.ts";
import { type HistoryText, useHistoryText } from "./history-text.ts";

type HistoryListProps = {
  /** Read by screen readers, names the list. */
  caption: string;
  /** `undefined` while the first page is on its way. */
  lines: AuditLine[] | undefined;
  total: number | undefined;
  page: number;
  size: number;
  onPage: (page: number) => void;
  onSize: (size: number) => void;
  busy?: boolean;
  /** What went wrong, and how to try again. */
  error?: { message: string; onRetry: () => void } | null;
  /** Says which account or client a line is about; the history of one thing does not need it. */
  withPlace?: boolean;
  /** Makes the names of people buttons: shows what they did. */
  onActor?: (id: number) => void;
  /** Instead of the usual sentence, where a filter may be the reason. */
  empty?: ReactNode;
};

/** Lines of the audit log, readable: when, who, what, from where, and on demand what changed. Needs the words of the area "audit". */
export function HistoryList(props: HistoryListProps) {
  const {
    caption,
    lines,
    total,
    page,
    size,
    onPage,
    onSize,
    busy = false,
    error,
    withPlace = false,
    onActor,
    empty,
  } = props;
  const { t } = useTranslation(["audit", "ui"]);
  const words = useHistoryText();
  if (error) return <ErrorState message={error.message} onRetry={error.onRetry} />;
  if (lines?.length === 0 && !busy) return empty ?? <EmptyState sentence={t("empty")} />;
  return (
    <>
      <ol className={styles.list} aria-label={caption} aria-busy={busy || lines === undefined}>
        {lines === undefined
          ? [0, 1, 2, 3, 4, 5].map((index) => (
              <li key={index} className={styles.line}>
                <span className={styles.skeleton} style={{ width: "8em" }} />
                <span className={styles.skeleton} style={{ width: `${45 + ((index * 13) % 40)}%` }} />
              </li>
            ))
          : lines.map((line) => (
              <Line key={line.id} line={line} words={words} withPlace={withPlace} onActor={onActor} />
            ))}
      </ol>
      <Pager page={page} size={size} total={total} unit="items" onPage={onPage} onSize={onSize} />
    </>
  );
}

type LineProps = {
  line: AuditLine;
  words: HistoryText;
  withPlace: boolean;
  onActor: ((id: number) => void) | undefined;
};

function Line({ line, words, withPlace, onActor }: LineProps) {
  const { t } = useTranslation("audit");
  const { actor } = line;
  const who = words.actor(line);
  const place = line.account?.name ?? line.company?.name;
  return (
    <li className={styles.line}>
      <span className={styles.when}>
        <DateText value={line.at} withTime />
      </span>
      <div>
        <p className={styles.sentence}>
          {actor !== null && onActor ? (
            <button
              type="button"
              className={styles.actor}
              title={t("onlyActor", { name: actor.name })}
              onClick={() => onActor(actor.id)}
            >
              {who}
            </button>
          ) : (
            <strong>{who}</strong>
          )}
          <span>{words.sentence(line)}</span>
        </p>
        <p className={styles.meta}>
          {withPlace && place ? <span>{place}</span> : null}
          <span>{line.ip ? t("from", { ip: line.ip }) : t("fromNowhere")}</span>
        </p>
        <Changes line={line} words={words} />
      </div>
    </li>
  );
}

function Changes({ line, words }: { line: AuditLine; words: HistoryText }) {
  const { t } = useTranslation("audit");
  const changes = changesBetween(line.before, line.after);
  if (changes.length === 0) return null;
  const onlyAfter = line.before === null;
  return (
    <details className={styles.details}>
      <summary>
        <IconChevronDown size={14} aria-hidden />
        {t(onlyAfter ? "showContent" : "showChanges", { n: changes.length })}
      </summary>
      <dl className={styles.changes}>
        {changes.map((change) => (
          <div key={change.path.join("/")}>
            <dt>{words.label(change, line)}</dt>
            {onlyAfter ? null : (
              <dd className={styles.before}>
                <span className={styles.side}>{t("before")}</span>
                <span>{words.value(change, "before", line)}</span>
                <IconArrowRight size={14} aria-hidden />
              </dd>
            )}
            <dd>
              {onlyAfter ? null : <span className={styles.side}>{t("after")}</span>}
              <span>{words.value(change, "after", line)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
