import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { UnrecognisedReport } from "../../../parts/unrecognised-reports/UnrecognisedTable.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { formatCount } from "../../../ui/format.ts";
import { wholeReportQuery } from "./settings.api.ts";
import settings from "./settings.module.css";
import styles from "./unrecognised.module.css";

type UnrecognisedDialogProps = { accountId: number; report: UnrecognisedReport; onClose: () => void };

/** One report in full: the sender's words, and the mail as it came. */
export function UnrecognisedDialog({ accountId, report, onClose }: UnrecognisedDialogProps) {
  const { t } = useTranslation("unrecognisedReports");
  const query = useQuery(wholeReportQuery(accountId, report.id));
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t("dialog.title")}
      size="xl"
      actions={<Button onClick={onClose}>{t("dialog.close")}</Button>}
    >
      <p className={settings.lead}>{t("dialog.lead")}</p>
      {report.count > 1 ? (
        <p className={settings.lead}>{t("dialog.first", { similar: formatCount(report.count, "items") })}</p>
      ) : null}
      {query.isError ? <ErrorState message={query.error.message} onRetry={() => void query.refetch()} /> : null}
      {query.isPending ? <p role="status">{t("dialog.reading")}</p> : null}
      {query.data ? (
        <>
          <Passage title={t("dialog.text")} text={query.data.text || t("noText")} />
          <Passage title={t("dialog.source")} text={query.data.source || t("noText")} />
        </>
      ) : null}
    </Dialog>
  );
}

function Passage({ title, text }: { title: string; text: string }) {
  const id = useId();
  return (
    <>
      <h3 id={id} className={styles.passageTitle}>
        {title}
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (WCAG 2.1.1) */}
      <section aria-labelledby={id} tabIndex={0} className={styles.passage}>
        {text}
      </section>
    </>
  );
}
