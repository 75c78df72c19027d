import type { ResultDimension } from "@okaeri/contract/campaigns/result-figures";
import { useTranslation } from "react-i18next";
import { formatDateWithWeekday } from "../../../../ui/format.ts";
import type { ResultRow } from "../../campaigns.api.ts";

/** How a row of the results is called, and what is said beneath it. */
export function useRowName() {
  const { t } = useTranslation("campaigns");
  const place = ({ priority_seq: n }: ResultRow) => {
    if (n === null) return undefined;
    return n === 0 ? t("result.gone") : t("segment.title", { n });
  };
  return (by: ResultDimension, row: ResultRow): { name: string; note: string | undefined } => {
    const name = row.name ?? undefined;
    switch (by) {
      case "day":
        return { name: formatDateWithWeekday(String(row.key)), note: undefined };
      case "segment":
        return { name: name ?? place(row) ?? String(row.key), note: name && place(row) };
      case "facility":
        return { name: name ?? String(row.key), note: undefined };
      default: {
        const kind = row.type === null ? "" : t(`action.${row.type}.short`);
        const main = row.letter === null ? kind : t("results.letter", { kind, letter: row.letter });
        return { name: main, note: [name, place(row)].filter(Boolean).join(" ") || undefined };
      }
    }
  };
}
