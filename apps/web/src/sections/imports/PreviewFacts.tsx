import { Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { SummaryStrip } from "../../ui/SummaryStrip.tsx";
import { fileSize } from "./file-size.ts";
import type { ImportBatch, ImportPreview } from "./imports.api.ts";

const delimiters: Record<string, "comma" | "tab" | "semicolon"> = { ",": "comma", "\t": "tab", ";": "semicolon" };

/** How the file was understood, in words; a skeleton while it is being read. */
export function PreviewFacts({ batch, preview }: { batch: ImportBatch; preview: ImportPreview | undefined }) {
  const { t } = useTranslation("imports");
  const waiting = <Skeleton height={16} my={6} width="60%" />;
  const delimiter = preview && delimiters[preview.delimiter];
  return (
    <SummaryStrip
      items={[
        { label: t("preview.file"), value: batch.file_name, note: fileSize(batch.byte_size, t) },
        { label: t("preview.facility"), value: batch.facility_name },
        {
          label: t("preview.encoding"),
          value: preview ? t(`preview.encodings.${preview.encoding}`) : waiting,
        },
        {
          label: t(preview?.sheet ? "preview.sheet" : "preview.delimiter"),
          value: preview?.sheet
            ? preview.sheet
            : preview
              ? delimiter
                ? t(`preview.delimiters.${delimiter}`)
                : preview.delimiter
              : waiting,
        },
        {
          label: t("preview.columns"),
          value: preview ? t("preview.columnCount", { n: preview.header.length }) : waiting,
        },
      ]}
    />
  );
}
