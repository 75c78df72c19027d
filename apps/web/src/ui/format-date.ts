import i18next from "i18next";

/** 2026-11-02 → 2026年11月02日 (specification §3: dates are shown as YYYY年MM月DD日). */
export function formatDate(day: string): string {
  const [y, m, d] = day.slice(0, 10).split("-");
  return i18next.t("ui:date", { y, m, d });
}
