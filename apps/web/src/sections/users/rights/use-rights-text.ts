import {
  CRM_OPTION_PERMISSION,
  EVERYTHING,
  PAGE_ACTIONS,
  type PageAction,
  PROVIDER_SECTIONS,
  type Section,
} from "@okaeri/domain/permissions/actions";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";

/** Permission values of specification §6 as what they mean. */
export function useRightsText() {
  const { t } = useTranslation("users");
  return useMemo(() => {
    const one = (value: string): string => {
      if (value === EVERYTHING) return t("rights.everything");
      if (value === CRM_OPTION_PERMISSION) return t("rights.crm");
      const [section, action] = value.split("/") as [Section, PageAction];
      return t("rights.actionOf", { section: t(`rights.section.${section}`), action: t(`rights.action.${action}`) });
    };
    return {
      one,
      /** Some values, each by itself: those that are locked, fall away or cannot be copied. */
      each: (values: readonly string[]) => values.map(one).join(t("rights.separator")),
      /** A whole list, section by section. */
      summary: (values: readonly string[]): string => {
        if (values.length === 0) return t("rights.none");
        if (values.includes(EVERYTHING)) return t("rights.everything");
        const sections = PROVIDER_SECTIONS.filter((section) => values.some((value) => value.startsWith(`${section}/`)));
        const words = sections.map((section) => {
          const held = PAGE_ACTIONS.filter((action) => values.includes(`${section}/${action}`));
          const actions = held.includes("all") ? (["all"] as const) : held;
          return t("rights.inSection", {
            section: t(`rights.section.${section}`),
            actions: actions.map((action) => t(`rights.action.${action}`)).join(t("rights.separator")),
          });
        });
        const crm = values.includes(CRM_OPTION_PERMISSION) ? [t("rights.crmShort")] : [];
        return [...crm, ...words].join(t("rights.separator"));
      },
    };
  }, [t]);
}
