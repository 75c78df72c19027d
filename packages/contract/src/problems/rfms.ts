import { type CalendarDate, formatJa } from "@okaeri/domain/calendar-date";
import type { Entry } from "./entry.ts";

/** What is wrong with groups of scores; why an account group gets no RFM, or loses none. */
export const RFMS = {
  same_combination: ({ name }: { name: string }) => ({
    ja: `同じスコアの組み合わせが「${name}」にあります。どちらかを変えてください`,
    en: `“${name}” asks for the same scores. Please change one of them`,
  }),
  nothing_painted: {
    ja: "マス目を1つ以上塗ってください",
    en: "Paint at least one cell of the grid",
  },
  rfm_exists_already: {
    ja: "このアカウントグループのRFMはすでにあります",
    en: "This account group has an RFM already",
  },
  rfm_not_in_plan: ({ names }: { names: readonly string[] }) => ({
    ja: `RFMを使える契約のないアカウントがあります: ${names.join("、")}`,
    en: `RFM is not in the plan of these accounts: ${names.join(", ")}`,
  }),
  rfm_not_permitted: ({ names }: { names: readonly string[] }) => ({
    ja: `RFMの新規登録の権限がないアカウントがあります: ${names.join("、")}`,
    en: `You may not create an RFM for these accounts: ${names.join(", ")}`,
  }),
  before_first_scores: ({ day }: { day: CalendarDate }) => ({
    ja: `スコアの記録は${formatJa(day)}からです。その日以降の日付にしてください`,
    en: `Scores are known from ${day}. Choose that day or a later one`,
  }),
  rfm_is_own: {
    ja: "アカウント自身のRFMは削除できません。しきい値とグループを変えてお使いください",
    en: "An account's own RFM cannot be deleted. Change its thresholds and groups instead",
  },
} as const satisfies Record<string, Entry>;
