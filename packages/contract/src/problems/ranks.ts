import { type CalendarDate, formatJa } from "@okaeri/domain/calendar-date";
import type { Language } from "../errors.ts";
import type { Entry } from "./entry.ts";

const count = (n: number, language: "ja-JP" | "en-GB") => n.toLocaleString(language);

/** Campaigns by their names, which a draft need not have. */
function listed(names: readonly string[], language: Language): string {
  const unnamed = { ja: "名前のないキャンペーン", en: "an unnamed campaign" }[language];
  return names.map((name) => name || unnamed).join(language === "ja" ? "、" : ", ");
}

/** What can be wrong with a rank definition, and why one cannot be saved or deleted. */
export const RANKS = {
  rank_asks_the_same: {
    ja: "1つ下のランクと条件が同じです。それより大きい値にしてください",
    en: "The rank below asks for the same. Enter more than that",
  },
  rank_asks_less: {
    ja: "1つ下のランクより条件がやさしくなっています。それより大きい値にするか、順番を入れ替えてください",
    en: "This asks for less than the rank below. Enter more than that, or change the order",
  },
  no_usable_amount: {
    ja: "利用の単位に合うポイント数が、下限と上限の間に1つもありません",
    en: "No multiple of the unit lies between the two limits",
  },
  ranks_exist_already: {
    ja: "ランクはすでに設定されています。その設定を変更してください",
    en: "Ranks are set up already. Please change those",
  },
  rank_used_by_campaigns: ({ names }: { names: readonly string[] }) => ({
    ja: `キャンペーンの対象に使われています: ${listed(names, "ja")}。先にキャンペーンの対象を変えてください`,
    en: `Campaigns ask for it: ${listed(names, "en")}. Please change their targets first`,
  }),
  ranks_by_points_circular: ({ names }: { names: readonly string[] }) => ({
    ja: `宿泊ごとにポイントを付けるキャンペーンがランクを条件にしているため、獲得ポイントでランクを決められません: ${listed(names, "ja")}`,
    en: `Ranks cannot follow points got while campaigns that grant points for each stay ask for a rank: ${listed(names, "en")}`,
  }),
  rank_given_by_hand: ({ guests }: { guests: number }) => ({
    ja: `手動で付けたお客様が${count(guests, "ja-JP")}人います。先にそのランクを変えてください`,
    en: `${count(guests, "en-GB")} guests were given it by hand. Please change theirs first`,
  }),
  ranks_held: ({ guests }: { guests: number }) => ({
    ja: `${count(guests, "ja-JP")}人のお客様がランクを持っています。失われることを確認してから削除してください`,
    en: `${count(guests, "en-GB")} guests hold a rank and would lose it. Please confirm that before deleting`,
  }),
  no_rank_by_hand: {
    ja: "手動で付けたランクはありません。画面を読み込み直してください",
    en: "No rank given by hand holds. Please reload the page",
  },
  rank_not_undoable: {
    ja: "元に戻せるのは、今日の最後の操作だけです",
    en: "Only today's last act can be taken back",
  },
  too_late_a_day: ({ until }: { until: CalendarDate }) => ({
    ja: `${formatJa(until)}までの日付にしてください`,
    en: `Choose a day until ${until}`,
  }),
} as const satisfies Record<string, Entry>;
