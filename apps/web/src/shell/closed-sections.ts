import type { OptionType } from "@okaeri/domain/permissions/plan-options";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { formatDate } from "../ui/format-date.ts";
import { menuQuery } from "./use-may.ts";

type Ended = { option_type: OptionType; ended_on: string };

/** In words that an option ended, and what it opened cannot be used. */
export function useOptionEnded(): (ended: Ended) => string {
  const { t } = useTranslation(["shell", "ui"]);
  return ({ option_type, ended_on }) =>
    t("optionEnded", { option: t(`ui:option.${option_type}`), day: formatDate(ended_on) });
}

/** The reason, in words, why a section is closed to the person: the option that opened it ended. Undefined where it is something else. */
export function useWhyClosed(): (section: string | undefined) => string | undefined {
  const optionEnded = useOptionEnded();
  const menu = useQuery(menuQuery());
  return (section) => {
    const closed = menu.data?.find((entry) => entry.section === section)?.closed_by;
    return closed ? optionEnded(closed) : undefined;
  };
}
