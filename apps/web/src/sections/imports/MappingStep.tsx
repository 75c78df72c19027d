import { Button, Checkbox, Select } from "@mantine/core";
import { columnMissing } from "@okaeri/contract/problems/column-missing";
import type { ImportField } from "@okaeri/domain/stays/import-fields";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type AppError, toAppError } from "../../api/app-error.ts";
import { api, client } from "../../api/client.ts";
import type { Locale } from "../../i18n/locales.ts";
import { useGo } from "../../shell/navigation.ts";
import { UnsavedGuard } from "../../shell/UnsavedGuard.tsx";
import { Card } from "../../ui/Card.tsx";
import { ErrorSummary } from "../../ui/ErrorState.tsx";
import { formatNumber } from "../../ui/format.ts";
import { CheckResult } from "./CheckResult.tsx";
import { HouseWords } from "./HouseWords.tsx";
import {
  type ImportBatch,
  type ImportCheckParams,
  type ImportPreview,
  importPreviewQuery,
  importQuery,
} from "./imports.api.ts";
import styles from "./imports.module.css";
import { fieldInputId, MappingTable } from "./MappingTable.tsx";
import mappingStyles from "./mapping.module.css";
import {
  fieldsOf,
  fileColumns,
  given,
  hasOpenQuestions,
  type Meanings,
  mappingErrors,
  unreadValues,
  withSuggested,
  wordsToMatch,
} from "./mapping.ts";
import { type DateOrderChoice, OpenQuestions } from "./OpenQuestions.tsx";
import { PreviewFacts } from "./PreviewFacts.tsx";
import { UnreadableFile } from "./UnreadableFile.tsx";
import { useCheck } from "./use-check.ts";

type MappingStepProps = { batch: ImportBatch; onStartOver: () => void };

/** What the file asks, what would come of it, and which of its columns becomes what. */
export function MappingStep({ batch, onStartOver }: MappingStepProps) {
  const { t } = useTranslation("imports");
  const [sheet, setSheet] = useState<string>();
  const preview = useQuery(importPreviewQuery(batch.id, sheet));
  const first = useQuery(importPreviewQuery(batch.id));
  if (first.isError) return <UnreadableFile message={first.error.message} onStartOver={onStartOver} />;
  const sheets = first.data?.sheets ?? [];
  return (
    <div className={styles.stack}>
      {sheets.length > 1 ? (
        <Card>
          <Select
            label={t("preview.chooseSheet")}
            data={sheets}
            value={sheet ?? first.data?.sheet ?? null}
            onChange={(chosen) => chosen && setSheet(chosen)}
            error={preview.isError ? (toAppError(preview.error).fields?.sheet ?? preview.error.message) : undefined}
            allowDeselect={false}
          />
        </Card>
      ) : null}
      {preview.data === undefined ? (
        preview.isError ? null : (
          <PreviewFacts batch={batch} preview={undefined} />
        )
      ) : (
        <MappingForm key={preview.data.sheet ?? ""} batch={batch} preview={preview.data} onStartOver={onStartOver} />
      )}
    </div>
  );
}

/** Where what is wrong with a field is mended: at its column, or at the first one that has none. */
function placeOf({ header }: ImportPreview, mapping: ImportPreview["mapping"], field: string): { id?: string } {
  const columns = fileColumns(header).filter(({ usable }) => usable);
  const own = columns.find(({ heading }) => heading === mapping[field]);
  const free = columns.find(({ heading }) => fieldsOf(mapping, heading).length === 0);
  const column = own ?? free ?? columns[0];
  if (column === undefined) return {};
  return { id: fieldInputId(column.index, own ? fieldsOf(mapping, own.heading).indexOf(field) : 0) };
}

function MappingForm({ batch, preview, onStartOver }: MappingStepProps & { preview: ImportPreview }) {
  const { t, i18n } = useTranslation("imports");
  const go = useGo();
  const queries = useQueryClient();
  const [mapping, setMapping] = useState(preview.mapping);
  const [tried, setTried] = useState(false);
  const [starting, setStarting] = useState(false);
  const [failure, setFailure] = useState<AppError>();
  const [meanings, setMeanings] = useState<Meanings>({});
  const [suggested, setSuggested] = useState<Meanings>({});
  const mean = (field: string, word: string, meaning: string) =>
    setMeanings((before) => ({ ...before, [field]: { ...before[field], [word]: meaning } }));
  const [order, setOrder] = useState<DateOrderChoice | null>(null);
  const [overwrites, setOverwrites] = useState(false);
  const check = useCheck();
  const leaving = useRef(false);
  const summary = useRef<HTMLDivElement>(null);

  const settingsWith = (values: Meanings, dates: DateOrderChoice | null): ImportCheckParams => ({
    id: batch.id,
    mapping,
    ...(preview.sheet !== null && { sheet: preview.sheet }),
    ...(Object.keys(values).length > 0 && { values }),
    ...(dates && { date_order: dates }),
    ...(overwrites && { overwrite_blanks: true }),
  });
  const settings = settingsWith(meanings, order);
  const answer = check.answerTo(settings);
  const words = wordsToMatch(check.last, meanings);
  const house = check.last?.house_words ?? {};
  const asksOrder = check.last?.date_order_open === true || order !== null;
  const errors = mappingErrors(
    mapping,
    preview.fields,
    failure?.fields ?? {},
    (field) => columnMissing({ field: field as ImportField })[i18n.language as Locale],
  );
  const shownErrors = tried ? errors : {};
  const isName = ([field]: [string, unknown]) => house[field] !== undefined;
  const isSuggested = ([field, words]: [string, Meanings[string]]) =>
    Object.entries(words).every(([word, meaning]) => suggested[field]?.[word] === meaning);
  const answers = Object.entries(meanings).filter((one) => !isSuggested(one));
  const changed = [
    ...(JSON.stringify(mapping) === JSON.stringify(preview.mapping) ? [] : [t("mapping.changedLabel")]),
    ...((order === null || order === preview.date_order) && answers.every(isName) ? [] : [t("open.title")]),
    ...(answers.some(isName) ? [t("house.title")] : []),
    ...(overwrites ? [t("mapping.overwrite")] : []),
  ];
  const look = () => requestAnimationFrame(() => summary.current?.focus());

  const run = async () => {
    setTried(true);
    setFailure(undefined);
    if (Object.keys(mappingErrors(mapping, preview.fields, {}, (field) => field)).length > 0) return look();
    let outcome = await check.run(settings);
    if (outcome && "date_order_open" in outcome) {
      // Prefilled with the answers for the last file with these headings and with the suggestions, to be seen and changed.
      const dates = outcome.date_order_open ? (order ?? preview.date_order) : order;
      const values = withSuggested(outcome, meanings);
      const proposed = settingsWith(values, dates);
      if (JSON.stringify(proposed) !== JSON.stringify(settings)) {
        setOrder(dates);
        setSuggested(outcome.suggested);
        setMeanings(values);
        outcome = await check.run(proposed);
      }
    }
    if (outcome && !("date_order_open" in outcome)) setFailure(outcome);
    look();
  };
  const start = async () => {
    setStarting(true);
    try {
      const started = await client.imports.start(settings);
      queries.setQueryData(importQuery(batch.id).queryKey, started);
      void queries.invalidateQueries({ queryKey: api.imports.list.key() });
      leaving.current = true;
      await go(`/customers/imports/${batch.id}`);
    } catch (error) {
      setFailure(toAppError(error));
      setStarting(false);
      look();
    }
  };

  const messages = [
    ...(failure ? [{ message: failure.message }] : []),
    ...Object.entries(failure?.fields ?? {}).flatMap(([field, message]) =>
      field.startsWith("values.") || field === "date_order" ? [{ message }] : [],
    ),
    ...Object.entries(shownErrors).map(([field, message]) => ({ ...placeOf(preview, mapping, field), message })),
  ];
  const busy = starting || check.running !== undefined;
  return (
    <>
      <UnsavedGuard isDirty={() => changed.length > 0 && !leaving.current} changes={changed} />
      <div ref={summary} tabIndex={-1} className={styles.summary}>
        <ErrorSummary errors={messages} />
      </div>
      {Object.keys(words).length > 0 || asksOrder ? (
        <OpenQuestions
          preview={preview}
          words={words}
          meanings={meanings}
          answers={check.last?.answers ?? {}}
          onMeaning={mean}
          order={asksOrder ? { value: order, onChange: setOrder } : null}
        />
      ) : null}
      {answer ? <CheckResult check={answer} preview={preview} /> : null}
      {Object.keys(house).length > 0 ? (
        <HouseWords preview={preview} words={house} meanings={meanings} onMeaning={mean} />
      ) : null}
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
          unread={unreadValues(answer)}
          onChange={(heading, before, field) => {
            setFailure(undefined);
            setMapping((now) => given(now, heading, before, field));
          }}
        />
      </Card>
      <Card>
        <Checkbox
          label={t("mapping.overwrite")}
          description={t("mapping.overwriteHint")}
          checked={overwrites}
          onChange={(event) => setOverwrites(event.currentTarget.checked)}
        />
      </Card>
      <div className={mappingStyles.bar}>
        <span className={mappingStyles.barWords}>
          {check.running
            ? t("check.running", { n: formatNumber(check.running.rows) })
            : t("mapping.mapped", {
                n: formatNumber(new Set(Object.values(mapping)).size),
                all: formatNumber(preview.header.length),
              })}
        </span>
        <Button onClick={onStartOver} disabled={busy}>
          {t("new.startOver")}
        </Button>
        {answer && !hasOpenQuestions(answer) ? (
          <Button variant="filled" loading={busy} onClick={() => void start()}>
            {t("mapping.start")}
          </Button>
        ) : (
          <Button variant="filled" loading={busy} onClick={() => void run()}>
            {t("check.run")}
          </Button>
        )}
      </div>
    </>
  );
}
