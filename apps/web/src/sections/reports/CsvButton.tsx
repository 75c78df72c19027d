import { Button } from "@mantine/core";
import type { CsvCell } from "@okaeri/domain/csv";
import { IconDownload } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../shell/use-may.ts";
import { csvText, saveFile } from "./csv.ts";

type CsvButtonProps = { title: string; file: string; header: string[]; rows: CsvCell[][] };

/** The table as it is shown, as a file; only where reports may be read. */
export function CsvButton({ title, file, header, rows }: CsvButtonProps) {
  const { t } = useTranslation("reports");
  const mayRead = useMay("reports/read");
  if (!mayRead || rows.length === 0) return null;
  return (
    <Button
      size="xs"
      variant="subtle"
      leftSection={<IconDownload size={14} aria-hidden />}
      aria-label={t("csvOf", { title })}
      onClick={() => saveFile(`${file}.csv`, csvText(header, rows))}
    >
      {t("csv")}
    </Button>
  );
}
