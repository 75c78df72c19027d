import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { queryClient } from "../../api/query-client.ts";
import type { PageSearch } from "../../api/records.ts";
import { WordsOfBatch } from "../../parts/imports/WordsOfBatch.tsx";
import { AppLink } from "../../shell/AppLink.tsx";
import { useGo } from "../../shell/navigation.ts";
import { useMay } from "../../shell/use-may.ts";
import { Card } from "../../ui/Card.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { KeyValueList } from "../../ui/SummaryStrip.tsx";
import { useWhenEnded } from "../../ui/use-when-ended.ts";
import { DateText } from "../../ui/values.tsx";
import { fileSize } from "./file-size.ts";
import { ImportProgress } from "./ImportProgress.tsx";
import { ImportResult } from "./ImportResult.tsx";
import { type ImportBatch, importQuery, isBatchRunning } from "./imports.api.ts";
import styles from "./imports.module.css";
import { RejectionTable } from "./RejectionTable.tsx";
import { StateTag } from "./StateTag.tsx";
import { UndoButton } from "./UndoButton.tsx";
import { UndoneFacts, UndoProgress } from "./UndoneFacts.tsx";
import { Unfinished } from "./Unfinished.tsx";

/** One import: how far it is, then what came of it. Everything comes from the server, so a reload loses nothing. */
export function ImportPage({ id, search }: { id: number; search: PageSearch }) {
  const { t } = useTranslation("imports");
  const { data: batch, error, refetch } = useQuery(importQuery(id));
  useWhenEnded(batch !== undefined && isBatchRunning(batch), () => {
    for (const queryKey of [api.customers.key(), api.imports.rejections.key()])
      void queryClient.invalidateQueries({ queryKey });
  });
  if (batch === undefined) return error ? <ErrorState message={error.message} onRetry={() => void refetch()} /> : null;
  const over = ["done", "cancelled", "failed", "undoing", "undone"].includes(batch.state);
  return (
    <>
      <PageHeader
        title={batch.file_name || t("title")}
        state={<StateTag state={batch.state} />}
        crumbs={[
          <AppLink key="customers" to="/customers">
            {t("customers")}
          </AppLink>,
          <AppLink key="imports" to="/customers/imports">
            {t("title")}
          </AppLink>,
        ]}
        actions={over ? <NextSteps batch={batch} /> : undefined}
      />
      <div className={styles.stack}>
        {batch.state === "queued" || batch.state === "running" ? <ImportProgress batch={batch} /> : null}
        {batch.state === "undoing" ? <UndoProgress batch={batch} /> : null}
        {batch.state === "undone" ? <UndoneFacts batch={batch} /> : null}
        {batch.state === "uploading" || batch.state === "uploaded" ? <Unfinished batch={batch} /> : null}
        {over ? <ImportResult batch={batch} /> : null}
        {over ? <WordsOfBatch id={batch.id} /> : null}
        {batch.rows_refused > 0 ? <RejectionTable batch={batch} search={search} /> : null}
        <Facts batch={batch} />
      </div>
    </>
  );
}

function NextSteps({ batch }: { batch: ImportBatch }) {
  const { t } = useTranslation("imports");
  const go = useGo();
  const mayImport = useMay("customers/create");
  const failed = batch.state === "failed";
  const undo = mayImport && batch.undo_until !== null ? <UndoButton batch={batch} /> : null;
  const again = mayImport ? (
    <Button variant={failed ? "filled" : "default"} onClick={() => void go("/customers/imports/new")}>
      {t(failed ? "run.again" : "result.another")}
    </Button>
  ) : null;
  return failed ? (
    <>
      {undo}
      {again}
    </>
  ) : (
    <>
      {undo}
      {again}
      <Button variant="filled" onClick={() => void go("/customers")}>
        {t("result.toCustomers")}
      </Button>
    </>
  );
}

function Facts({ batch }: { batch: ImportBatch }) {
  const { t } = useTranslation(["imports", "ui"]);
  return (
    <Card>
      <KeyValueList
        columns={2}
        items={[
          { label: t("run.facility"), value: batch.facility_name },
          { label: t("run.by"), value: batch.created_by_name ?? t("ui:none") },
          { label: t("run.startedAt"), value: <DateText value={batch.started_at} withTime /> },
          { label: t("run.finishedAt"), value: <DateText value={batch.finished_at} withTime /> },
          {
            label: t("preview.encoding"),
            value: batch.encoding ? t(`preview.encodings.${batch.encoding}`) : t("ui:none"),
          },
          { label: t("run.size"), value: fileSize(batch.byte_size, t) },
          ...(batch.undo_until ? [{ label: t("undo.until"), value: <DateText value={batch.undo_until} /> }] : []),
        ]}
      />
    </Card>
  );
}
