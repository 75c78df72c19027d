import type { ImportField } from "@okaeri/domain/stays/import-fields";
import type { TextByLanguage } from "./entry.ts";
import { FIELD_LABELS } from "./import-labels.ts";

const ONE_COLUMN = {
  guest_name: {
    ja: "氏名の列がありません。姓と名が別の列なら、1つの列にまとめて(例: 山田 花子)送り直してください。氏名のないファイルは、予約を先に取り込んであれば「宿泊・精算」として取り込めます",
    en: "There is no column for the name. If first and last names are in two columns, join them in one and send the file again. A file without names can be imported as stays, once their reservations are",
  },
  check_in_date: {
    ja: "チェックイン日の列がありません。年・月・日が別の列なら、1つの列にまとめて(例: 2026/05/01)送り直してください",
    en: "There is no column for the day of check-in. If year, month and day are in several columns, join them in one, such as 2026-05-01, and send the file again",
  },
  check_out_date: {
    ja: "チェックアウト日も泊数も列がありません。どちらかの列を選ぶか、加えて送り直してください",
    en: "There is no column for the day of check-out or the nights. Choose one of them, or add it and send the file again",
  },
  reservation_code: {
    ja: "予約番号の列がありません。同じ予約を次のファイルで見分けるために要ります。予約システムの番号を加えて送り直してください",
    en: "There is no column for the reservation number, by which the next file finds the same reservation. Add it and send the file again",
  },
} as const satisfies Partial<Record<ImportField, TextByLanguage>>;

/** What to do about a file in which no column is chosen for a field that every row needs. */
export function columnMissing({ field }: { field: ImportField }): TextByLanguage {
  if (field in ONE_COLUMN) return ONE_COLUMN[field as keyof typeof ONE_COLUMN];
  const { ja, en } = FIELD_LABELS[field];
  return { ja: `「${ja}」に入れる列を選んでください`, en: `Choose the column for “${en}”` };
}
