import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { formatDate } from "../ui/format-date.ts";
import { menuQuery } from "./use-may.ts";

/** The reason, in words, why a section is closed to the person: the option that opened it ended. Undefined where it is something else. */
export function useWhyClosed(): (section: string | undefined) => string | undefined {
  const { t } = useTranslation(["shell", "ui"]);
  const menu = useQuery(menuQuery());
  return (section) => {
    const closed = menu.data?.find((entry) => entry.section === section)?.closed_by;
    if (!closed) return undefined;
    return t("optionEnded", { option: t(`ui:option.${closed.option_type}`), day: formatDate(closed.ended_on) });
  };
}
