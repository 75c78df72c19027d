import type { ResultDimension } from "@okaeri/contract/campaigns/results/result-figures";
import type { KindWithVariants } from "@okaeri/domain/campaigns/actions/further-details";
import { isMessage } from "@okaeri/domain/pushes/next-steps";
import { useTranslation } from "react-i18next";
import { formatDateWithWeekday } from "../../../ui/format.ts";
import type { ResultRow } from "../campaigns.api.ts";

/** How a row is called, and what is said beneath it; `subject`: of a message, with what is put in. */
export type RowName = { name: string; subject?: string | undefined; note?: string | undefined };

export function useRowName() {
  const { t } = useTranslation("campaigns");
  const place = ({ priority_seq: n }: ResultRow) => {
    if (n === null) return undefined;
    return n === 0 ? t("result.gone") : t("segment.title", { n });
  };
  return (by: ResultDimension, row: ResultRow): RowName => {
    const { key, type, variant } = row;
    const name = row.name ?? undefined;
    switch (by) {
      case "day":
        return { name: formatDateWithWeekday(String(key)) };
      case "segment":
        return { name: name ?? place(row) ?? String(key), note: name && place(row) };
      case "facility":
        return { name: name ?? String(key) };
      default: {
        const kind = type === null ? "" : t(`action.${type}.short`);
        const called =
          variant === null ? kind : t(`${type as KindWithVariants}.variantWords.name`, { variant: variant });
        if (type !== null && isMessage(type)) return { name: called, subject: name, note: place(row) };
        return { name: called, note: [name, place(row)].filter(Boolean).join(" ") || undefined };
      }
    }
  };
}
