import { Button } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { ErrorSummary } from "./ErrorState.tsx";
import { formatDateTime } from "./format.ts";
import styles from "./Refusal.module.css";

type RefusalProps = {
  /** Grows with every refused save, so that the focus can move here. */
  attempts: number;
  /** The focus stays where it is. */
  calm?: boolean | undefined;
  failure: { status: number; message: string; changed?: { by: string | null; at: string } | undefined } | undefined;
  /** One line for each wrong field. */
  errors: { id?: string; message: string }[];
  /** After a 412: what somebody else changed, by name. */
  theirs?: string[] | undefined;
  /** What loading the newest version would do to the edit, and the button's words. */
  stale: { note: string; action: string; onLoad: () => void };
};

/** Above a form: why the last save did not happen. The focus comes here, unless the page saved by itself. */
export function Refusal({ attempts, calm = false, failure, errors, theirs, stale }: RefusalProps) {
  const { t } = useTranslation(["fields", "ui"]);
  const place = useRef<HTMLDivElement>(null);
  const refused = attempts > 0 && (failure !== undefined || errors.length > 0);
  useEffect(() => {
    if (attempts > 0 && !calm) place.current?.focus();
  }, [attempts, calm]);
  if (!refused) return null;
  return (
    <div ref={place} tabIndex={-1} className={styles.refusal}>
      {failure && failure.status === 412 ? (
        <div className={styles.stale} role="alert">
          <p>
            {failure.message}
            <br />
            {failure.changed ? (
              <>
                {t(failure.changed.by === null ? "stale.at" : "stale.by", {
                  name: failure.changed.by,
                  at: formatDateTime(failure.changed.at),
                })}
                <br />
              </>
            ) : null}
            {theirs && theirs.length > 0 ? (
              <>
                {t("stale.what", { fields: theirs.join(t("ui:save.separator")) })}
                <br />
              </>
            ) : null}
            {stale.note}
          </p>
          <Button onClick={stale.onLoad}>{stale.action}</Button>
        </div>
      ) : (
        <ErrorSummary errors={errors.length > 0 ? errors : [{ message: failure?.message ?? "" }]} />
      )}
    </div>
  );
}
