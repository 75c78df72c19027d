import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { isKnown, type Mark } from "./mail-marks.ts";

/** What is put in, by its name in the person's language; undefined: a mark that means nothing. */
export function useMarkWords(): (mark: Mark) => string | undefined {
  const { t } = useTranslation("mails");
  return useCallback(
    ({ name, fallback }: Mark) => {
      if (!isKnown(name)) return undefined;
      const named = t(`placeholder.${name}`);
      return fallback === "" ? named : t("fallback.chip", { name: named, words: fallback });
    },
    [t],
  );
}
