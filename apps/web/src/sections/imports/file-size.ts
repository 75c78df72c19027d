import type { TFunction } from "i18next";
import { formatNumber } from "../../ui/format.ts";

/** 812 KB below ten megabytes, 24 MB above. */
export function fileSize(bytes: number, t: TFunction<"imports">): string {
  const kilobytes = Math.ceil(bytes / 1024);
  return kilobytes < 10_240
    ? t("size.kb", { n: formatNumber(kilobytes) })
    : t("size.mb", { n: formatNumber(Math.round(kilobytes / 1024)) });
}
