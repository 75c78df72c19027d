import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type UnrecognisedReport, UnrecognisedTable } from "../../../parts/unrecognised-reports/UnrecognisedTable.tsx";
import { Card } from "../../../ui/Card.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { formatDateTime } from "../../../ui/format.ts";
import type { Column } from "../../../ui/table-props.ts";
import { accountUnrecognisedQuery, type UnrecognisedAnswer } from "./settings.api.ts";
import settings from "./settings.module.css";
import { UnrecognisedDialog } from "./UnrecognisedDialog.tsx";
import styles from "./unrecognised.module.css";

/** Reports of the account's programme that were not understood. */
export function UnrecognisedCard({ id }: { id: number }) {
  const { t } = useTranslation("unrecognisedReports");
  const query = useQuery(accountUnrecognisedQuery(id));
  const [open, setOpen] = useState<UnrecognisedReport>();
  if (query.isError) return <ErrorState message={query.error.message} onRetry={() => void query.refetch()} />;
  const hasWholeTexts = query.data?.items.some((report) => report.has_whole_text) ?? false;
  return (
    <Card title={t("title")} flush>
      <UnrecognisedTable
        answer={query.data}
        actions={hasWholeTexts && query.data?.whole_text === "readable" ? readColumn(t, setOpen) : undefined}
      />
      {hasWholeTexts && query.data ? <WhyNot access={query.data.whole_text} /> : null}
      {open ? <UnrecognisedDialog accountId={id} report={open} onClose={() => setOpen(undefined)} /> : null}
    </Card>
  );
}

type Translate = ReturnType<typeof useTranslation<"unrecognisedReports">>["t"];

const readColumn = (t: Translate, open: (report: UnrecognisedReport) => void): Column<UnrecognisedReport> => ({
  key: "actions",
  title: t("column.actions"),
  render: (report) =>
    report.has_whole_text ? (
      <Button
        size="xs"
        aria-haspopup="dialog"
        aria-label={t("readOf", { server: report.server, at: formatDateTime(report.last_at) })}
        onClick={() => open(report)}
      >
        {t("read")}
      </Button>
    ) : null,
});

/** Why the texts cannot be read in full from here. */
function WhyNot({ access }: { access: UnrecognisedAnswer["whole_text"] }) {
  const { t } = useTranslation("unrecognisedReports");
  if (access === "readable") return null;
  return (
    <p className={`${settings.help} ${styles.whyNot}`}>
      {t(access === "choose_client" ? "chooseClient" : "notAllowed")}
    </p>
  );
}
