import { Button } from "@mantine/core";
import { IconAlertCircle } from "@tabler/icons-react";
import type { MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import styles from "./EmptyState.module.css";

type ErrorStateProps = {
  message: string;
  /** Where more is known than the message says. */
  reason?: string | undefined;
  onRetry?: () => void;
};

/** A part of a page that could not be loaded: what happened, and a way to try again. */
export function ErrorState({ message, reason, onRetry }: ErrorStateProps) {
  const { t } = useTranslation("ui");
  return (
    <div className={styles.empty} role="alert">
      <div className={styles.icon}>
        <IconAlertCircle size={24} aria-hidden />
      </div>
      <div>
        <strong>{t("error.title")}</strong>
        <p className={styles.sentence}>{message}</p>
        {reason ? <p className={styles.sentence}>{reason}</p> : null}
      </div>
      {onRetry ? <Button onClick={onRetry}>{t("error.retry")}</Button> : null}
    </div>
  );
}

/** Above a form: which fields need another look. `id` is the input's id, so that the line jumps to it. */
export function ErrorSummary({ errors }: { errors: { id?: string; message: string }[] }) {
  const { t } = useTranslation("ui");
  if (errors.length === 0) return null;
  return (
    <div className={styles.summary} role="alert">
      <p>{t("error.summary")}</p>
      <ul>
        {errors.map((error) => (
          <li key={`${error.id ?? ""}${error.message}`}>
            {error.id ? (
              <a href={`#${error.id}`} onClick={(event) => openNearest(event, error.id as string)}>
                {error.message}
              </a>
            ) : (
              error.message
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A field that is not there, because its part of the page is closed: the nearest part that holds it opens when it is reached. */
function openNearest(event: MouseEvent, id: string) {
  if (document.getElementById(id)) return;
  for (let rest = id; rest !== ""; rest = rest.slice(0, Math.max(0, rest.lastIndexOf("-")))) {
    const part = document.getElementById(rest);
    if (part === null) continue;
    event.preventDefault();
    part.focus();
    setTimeout(() => document.getElementById(id)?.focus());
    return;
  }
}
