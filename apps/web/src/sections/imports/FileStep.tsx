import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Card } from "../../ui/Card.tsx";
import { ErrorSummary } from "../../ui/ErrorState.tsx";
import { FileDrop } from "../../ui/FileDrop.tsx";
import { ChoiceField } from "../../ui/fields/ChoiceField.tsx";
import { ProgressPanel } from "../../ui/ProgressPanel.tsx";
import styles from "./FileStep.module.css";
import { fileSize } from "./file-size.ts";
import { type ImportBatch, placesQuery } from "./imports.api.ts";
import imports from "./imports.module.css";
import { useRemaining } from "./use-remaining.ts";
import type { useUpload } from "./use-upload.ts";

const MAX_BYTES = 1_073_741_824;
const KINDS = ["reservations", "stays", "customers"] as const;
const FACILITY_INPUT = "import-facility";

type FileStepProps = {
  upload: ReturnType<typeof useUpload>;
  /** An import whose file has not arrived as a whole yet. */
  batch: ImportBatch | undefined;
  onStartOver: () => void;
};

/** Which facility, which file; then the file goes to the server in pieces. */
export function FileStep({ upload, batch, onStartOver }: FileStepProps) {
  const { t } = useTranslation("imports");
  const [chosen, setChosen] = useState<string | null>(null);
  const [kind, setKind] = useState<ImportBatch["kind"]>("reservations");
  const facilities = usePlaces(kind);
  const [file, setFile] = useState<File>();
  const [tried, setTried] = useState(false);
  const summary = useRef<HTMLDivElement>(null);
  const resuming = batch !== undefined;
  const only = facilities?.length === 1 ? facilities[0] : undefined;
  const facility = batch
    ? String(batch.facility_account_id)
    : (facilities?.find(({ value }) => value === chosen)?.value ?? only?.value ?? null);

  const fileProblem = useFileProblem(file, batch);
  const facilityError = facility === null ? t("new.facilityMissing") : undefined;
  const fileError = file === undefined ? t("new.fileMissing") : fileProblem;
  const stopped = upload.state.kind === "stopped" ? upload.state.reason : undefined;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (facility === null || file === undefined || fileError !== undefined) {
      requestAnimationFrame(() => summary.current?.focus());
      return;
    }
    const known = batch && { id: batch.id, received: batch.bytes_received, pieceBytes: batch.chunk_bytes };
    void upload.start({ file, facilityId: Number(facility), kind: batch?.kind ?? kind, known });
  };

  if (upload.state.kind === "sending") return <Sending upload={upload} name={file?.name ?? ""} />;
  if (facilities?.length === 0 && !resuming) {
    return (
      <Card>
        <p className={imports.quiet}>{t("new.facilityNone")}</p>
      </Card>
    );
  }
  return (
    <Card {...(resuming ? { title: t("new.resumeTitle") } : {})}>
      <form className={styles.fileForm} onSubmit={submit} noValidate>
        <div ref={summary} tabIndex={-1} className={imports.summary}>
          <ErrorSummary
            errors={[
              ...(stopped ? [{ message: stopped }] : []),
              ...(tried && facilityError ? [{ id: FACILITY_INPUT, message: facilityError }] : []),
              ...(tried && fileError ? [{ message: fileError }] : []),
            ]}
          />
        </div>
        {batch ? (
          <p className={imports.lead}>
            {t("new.resumeLead", { name: batch.file_name, done: fileSize(batch.bytes_received, t) })}
          </p>
        ) : (
          <>
            <ChoiceField
              id="import-kind"
              label={t("new.kind")}
              help={t(`new.kindHints.${kind}`)}
              choices={KINDS.map((value) => ({ value, label: t(`new.kinds.${value}`) }))}
              value={kind}
              onChange={setKind}
            />
            <ChoiceField
              id={FACILITY_INPUT}
              label={t("new.facility")}
              help={t("new.facilityHint")}
              placeholder={t("new.facilityChoose")}
              choices={facilities ?? []}
              value={facility}
              onChange={setChosen}
              error={tried ? facilityError : undefined}
              rule={{ required: true }}
            />
          </>
        )}
        <FileDrop
          label={t("new.file")}
          accept=".csv,.txt,.tsv,.xlsx,text/csv"
          hint={t("new.fileHint")}
          file={file}
          error={tried || file !== undefined ? fileError : undefined}
          onFile={setFile}
        />
        <div className={imports.buttons}>
          {resuming ? <Button onClick={onStartOver}>{t("new.startOver")}</Button> : null}
          <Button type="submit" variant="filled">
            {resuming ? t("new.resume") : t("new.send")}
          </Button>
        </div>
      </form>
    </Card>
  );
}

/** What can be told without reading the file; `undefined` when it may be sent. */
function useFileProblem(file: File | undefined, batch: ImportBatch | undefined): string | undefined {
  const { t } = useTranslation("imports");
  if (file === undefined) return undefined;
  if (batch && (file.name !== batch.file_name || file.size !== batch.byte_size)) {
    return t("new.otherFile", { name: batch.file_name, size: fileSize(batch.byte_size, t) });
  }
  if (/\.(xls|ods|numbers)$/i.test(file.name)) return t("new.notCsv");
  if (file.size === 0) return t("new.emptyFile");
  return file.size > MAX_BYTES ? t("new.tooLarge") : undefined;
}

/** Where a file of this kind may go; a booking or a stay into no headquarters. */
function usePlaces(kind: ImportBatch["kind"]): { value: string; label: string }[] | undefined {
  const { data } = useQuery(placesQuery());
  return data?.items
    .filter((place) => place.is_house || kind === "customers")
    .map((place) => ({ value: String(place.id), label: place.name }));
}

function Sending({ upload, name }: { upload: ReturnType<typeof useUpload>; name: string }) {
  const { t } = useTranslation("imports");
  const { state } = upload;
  const received = state.kind === "sending" ? state.received : 0;
  const total = state.kind === "sending" ? state.total : 0;
  const remaining = useRemaining(received, total, true);
  const kilobytes = (bytes: number) => Math.ceil(bytes / 1024);
  return (
    <ProgressPanel
      title={t("new.sending")}
      done={kilobytes(received)}
      total={kilobytes(total)}
      unit="kb"
      remainingSeconds={remaining}
      onCancel={upload.stop}
    >
      <p className={imports.quiet}>{name}</p>
    </ProgressPanel>
  );
}
