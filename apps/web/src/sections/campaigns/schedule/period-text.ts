import { useTranslation } from "react-i18next";
import { formatDate } from "../../../ui/format.ts";

/** A period in words; both days are part of it. */
export function usePeriodText(): (start: string | null, end: string | null) => string {
  const { t } = useTranslation("campaigns");
  return (start, end) => {
    if (start === null && end === null) return t("period.open");
    if (start === null) return t("period.until", { end: formatDate(end ?? "") });
    if (end === null) return t("period.from", { start: formatDate(start) });
    return t("period.both", { start: formatDate(start), end: formatDate(end) });
  };
}
