import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type AppError, toAppError } from "../../api/app-error.ts";
import { api, client } from "../../api/client.ts";
import { useGo } from "../../shell/navigation.ts";
import { UnsavedGuard } from "../../shell/UnsavedGuard.tsx";
import { Card } from "../../ui/Card.tsx";
import { ErrorSummary } from "../../ui/ErrorState.tsx";
import { formatNumber } from "../../ui/format.ts";
import { type ImportBatch, importQuery, type Preview, previewQuery } from "./imports.api.ts";
import styles from "./imports.module.css";
import { columnInputId, MappingTable } from "./MappingTable.tsx";
import { mappingErrors } from "./mapping.ts";
import { type DateOrder, OpenQuestions } from "./OpenQuestions.tsx";
import { PreviewFacts } from "./PreviewFacts.tsx";
import { PreviewRows } from "./PreviewRows.tsx";
import { UnreadableFile } from "./UnreadableFile.tsx";

type MappingStepProps = { batch: ImportBatch; onStartOver: () => void };

/** The first rows as they were understood, and which column becomes what. */
export function MappingStep({ batch, onStartOver }: MappingStepProps) {
  const preview = useQuery(previewQuery(batch.id));
  if (preview.isError) return <UnreadableFile message={preview.error.message} onStartOver={onStartOver} />;
  if (preview.data === undefined) return <PreviewFacts batch={batch} preview={undefined} />;
  return <MappingForm batch={batch} preview={preview.data} onStartOver={onStartOver} />;
}

function MappingForm({ batch, preview, onStartOver }: MappingStepProps & { preview: Preview }) {
  const { t } = useTranslation("imports");
  const go = useGo();
  const queries = useQueryClient();
  const [mapping, setMapping] = useState(preview.mapping);
  const [tried, setTried] = useState(false);
  const [running, setRunning] = useState(false);
  const [failure, setFailure] = useState<AppError>();
  const [words, setWords] = useState<string[]>([]);
  const [meanings, setMeanings] = useState<Record<string, string>>({});
  const [asksOrder, setAsksOrder] = useState(false);
  const [order, setOrder] = useState<DateOrder | null>(null);
  const leaving = useRef(false);
  const summary = useRef<HTMLDivElement>(null);

  const errors = mappingErrors(mapping, preview.fields, failure?.fields ?? {}, (label) =>
    t("mapping.missing", { field: label }),
  );
  const shownErrors = tried ? errors : {};
  const dirty = JSON.stringify(mapping) !== JSON.stringify(preview.mapping);

  const start = async () => {
    setTried(true);
    setFailure(undefined);
    if (Object.keys(mappingErrors(mapping, preview.fields, {}, (label) => label)).length > 0) {
      requestAnimationFrame(() => summary.current?.focus());
      return;
    }
    setRunning(true);
    try {
      const started = await client.imports.start({
        id: batch.id,
        mapping,
        ...(words.length > 0 && { values: { state: meanings } }),
        ...(order && { date_order: order }),
      });
      queries.setQueryData(importQuery(batch.id).queryKey, started);
      void queries.invalidateQueries({ queryKey: api.imports.list.key() });
      leaving.current = true;
      await go(`/customers/imports/${batch.id}`);
    } catch (error) {
      const told = toAppError(error);
      setFailure(told);
      if (told.fields?.["values.state"]) {
        const found = await client.imports.check({ id: batch.id, mapping }).catch(() => undefined);
        setWords(found?.unknown_values.state ?? words);
      }
      if (told.fields?.date_order) setAsksOrder(true);
      setRunning(false);
      requestAnimationFrame(() => summary.current?.focus());
    }
  };

  const messages = [
    ...(failure ? [{ message: failure.message }] : []),
    ...["values.state", "date_order"].flatMap((field) => {
      const message = failure?.fields?.[field];
      return message ? [{ message }] : [];
    }),
    ...Object.entries(shownErrors).map(([field, message]) => ({ id: columnInputId(field), message })),
  ];
  return (
    <div className={styles.stack}>
      <UnsavedGuard isDirty={() => dirty && !leaving.current} changes={[t("mapping.changedLabel")]} />
      <div ref={summary} tabIndex={-1} className={styles.summary}>
        <ErrorSummary errors={messages} />
      </div>
      <PreviewFacts batch={batch} preview={preview} />
      <Card
        flush
        title={t("mapping.title")}
        note={t(preview.mapping_source === "remembered" ? "mapping.remembered" : "mapping.suggested")}
      >
        <MappingTable
          preview={preview}
          mapping={mapping}
          errors={shownErrors}
          onChange={(field, header) => {
            setFailure(undefined);
            setMapping(({ [field]: _before, ...others }) =>
              header === null ? others : { ...others, [field]: header },
            );
          }}
        />
      </Card>
      {words.length > 0 || asksOrder ? (
        <OpenQuestions
          words={words}
          meanings={meanings}
          onMeaning={(word, meaning) => setMeanings((before) => ({ ...before, [word]: meaning }))}
          order={asksOrder ? { value: order, onChange: setOrder } : null}
        />
      ) : null}
      <PreviewRows preview={preview} />
      <div className={styles.bar}>
        <span className={styles.barWords}>
          {t("mapping.mapped", {
            n: formatNumber(Object.keys(mapping).length),
            all: formatNumber(preview.fields.length),
          })}
        </span>
        <Button onClick={onStartOver} disabled={running}>
          {t("new.startOver")}
        </Button>
        <Button variant="filled" loading={running} onClick={() => void start()}>
          {t("mapping.start")}
        </Button>
      </div>
    </div>
  );
}
