import { useTranslation } from "react-i18next";

/** What a missing right looks like, everywhere: on menu entries, on buttons, on cards and beside 403. */
export function useNoRight(): string {
  return useTranslation("shell").t("noRight");
}
