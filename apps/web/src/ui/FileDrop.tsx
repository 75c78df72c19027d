import { IconFileUpload } from "@tabler/icons-react";
import { type DragEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import styles from "./FileDrop.module.css";
import { formatNumber } from "./format.ts";

type FileDropProps = {
  label: string;
  /** As an input's `accept`: ".csv,text/csv". */
  accept: string;
  hint?: string;
  error?: string | undefined;
  file?: File | undefined;
  disabled?: boolean;
  onFile: (file: File) => void;
};

/** A file by dropping or choosing. The input is a real one, so keyboards and screen readers find it. */
export function FileDrop({ label, accept, hint, error, file, disabled = false, onFile }: FileDropProps) {
  const { t } = useTranslation("ui");
  const id = useId();
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const dropped = event.dataTransfer.files[0];
    if (dropped && !disabled) onFile(dropped);
  };
  return (
    <div>
      <label
        className={styles.area}
        data-over={over}
        data-error={error !== undefined}
        data-disabled={disabled}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <IconFileUpload size={28} aria-hidden />
        <strong>{label}</strong>
        <span className={styles.hint}>{t("file.drop")}</span>
        <span className={styles.button}>{t("file.choose")}</span>
        <input
          type="file"
          accept={accept}
          disabled={disabled}
          aria-describedby={`${id}-hint`}
          aria-invalid={error !== undefined}
          onChange={(event) => {
            const chosen = event.currentTarget.files?.[0];
            if (chosen) onFile(chosen);
            event.currentTarget.value = "";
          }}
        />
        {file ? (
          <span className={styles.file}>
            {t("file.chosen", { name: file.name })} ({t("file.size", { n: formatNumber(Math.ceil(file.size / 1024)) })})
          </span>
        ) : null}
      </label>
      <p id={`${id}-hint`} className={error ? styles.error : styles.hint} {...(error ? { role: "alert" } : {})}>
        {error ?? hint}
      </p>
    </div>
  );
}
