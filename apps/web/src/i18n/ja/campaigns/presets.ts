import { PRESET_NAMES } from "@okaeri/domain/campaigns/presets/names";

/** Words of presets, and of the page where a campaign begins. */
export const presetTexts = {
  preset: PRESET_NAMES.ja,
  begin: {
    lead: "目的に近いものを選ぶと、対象と内容の入った下書きができます。どれもあとから変えられます。",
    loading: "プリセットを読み込んでいます",
    group: {
      basic: "宿泊のたびにポイントを付与する",
      customer_service: "ご滞在の前後におもてなしする",
      repeat_promotion: "またお越しいただく",
    },
    today: "いまの対象 {{n}}",
    lastStays: "直近のご宿泊が当てはまるお客様 {{n}}",
    counting: "人数を数えています",
    uncounted: "人数を数えられませんでした",
    making: "下書きを作っています",
    lacks: "使うために必要なこと",
    setUp: "設定する",
    blank: "白紙から作る",
    blankOf: "白紙から作る: {{type}}",
    blankText: {
      basic: "どのご宿泊に何ポイント付けるかを、はじめから決めます。",
      customer_service: "いつ、誰に、何を届けるかを、はじめから決めます。",
      repeat_promotion: "誰に何を届けるかを、はじめから決めます。",
    },
    forGuests: "{{n}}のお客様に",
    selectedUncounted: "選んだお客様に",
    selectedNote: "どれを選んでも、このお客様が最初の対象になります。",
    selectedDrop: "この対象を使わない",
    otherGuests: "選んだお客様の条件は、宿泊のたびに付与するキャンペーンでは使えません。",
  },
};
