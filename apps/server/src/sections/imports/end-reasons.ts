import type { Language } from "@okaeri/contract/errors";
import { PENDING_UPLOADS } from "@okaeri/contract/imports";
import { FILE_PROBLEM_TEXTS } from "./reading/problems.ts";

const TEXTS = {
  ...FILE_PROBLEM_TEXTS,
  out_of_contract: { ja: "ご契約期間外のため取り込めません", en: "Nothing is imported outside the contract period" },
  starter_lost_right: {
    ja: "取り込みを始めた方の権限がなくなったため、取り込みませんでした",
    en: "Not imported: the person who started it no longer has the permission",
  },
  mapping_mismatch: {
    ja: "項目の対応がファイルの見出しと一致しません",
    en: "The columns chosen are not the headings of the file",
  },
  gave_up: {
    ja: "エラーが続いたため取り込みを中断しました",
    en: "The import was given up after repeated errors",
  },
  expired: {
    ja: `${PENDING_UPLOADS.hours}時間以内に始めなかったため、送られたファイルを削除しました`,
    en: `Not started within ${PENDING_UPLOADS.hours} hours, so the uploaded file was removed`,
  },
} satisfies Record<string, Record<Language, string>>;

/** Why an import ended without its file; stored by this name and worded for whoever reads it. */
export type EndReason = keyof typeof TEXTS;

/** Sentence for a stored reason. */
export function endReasonText(reason: string, language: Language): string {
  return reason in TEXTS ? TEXTS[reason as EndReason][language] : reason;
}
