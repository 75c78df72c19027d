import type { LanguageCode, PresetType } from "../../enumerations.ts";

// Apart from the presets: pages need the names alone.

/** What staff call a preset; a campaign that is made from it begins with this name. */
export const PRESET_NAMES: Readonly<Record<LanguageCode, Readonly<Record<PresetType, string>>>> = {
  ja: {
    birthmonth_benefit: "誕生月の宿泊特典",
    weekday_benefit: "平日の宿泊特典",
    good_customer_benefit: "優良のお客様特典",
    fixed_customer_benefit: "常連のお客様特典",
    customer_defection_benefit: "離反防止",
    potential_good_customer_benefit: "2回目のご宿泊のご案内",
    online_check_in_promotion: "オンラインチェックインのご案内",
    online_check_out_promotion: "オンラインチェックアウトのご案内",
    information: "お知らせ",
    vip_treatment: "VIPのお客様のお迎え",
    birthday: "誕生日のお祝い",
  },
  en: {
    birthmonth_benefit: "Birthday month benefit",
    weekday_benefit: "Weekday benefit",
    good_customer_benefit: "Best guests' benefit",
    fixed_customer_benefit: "Regulars' benefit",
    customer_defection_benefit: "Winning guests back",
    potential_good_customer_benefit: "Invitation to a second stay",
    online_check_in_promotion: "Online check-in",
    online_check_out_promotion: "Online check-out",
    information: "News",
    vip_treatment: "VIP welcome",
    birthday: "Birthday wishes",
  },
};
