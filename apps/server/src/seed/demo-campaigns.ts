import type { MailDetail } from "@okaeri/contract/campaigns/actions/mail/mail";
import type { ConditionInput } from "@okaeri/contract/campaigns/audience/condition";
import { addMonths, type CalendarDate, lastDayOfMonth } from "@okaeri/domain/calendar-date";
import { blankCoupon } from "@okaeri/domain/coupons/coupon";
import type { PresetType } from "@okaeri/domain/enumerations";
import { blankMail } from "@okaeri/domain/messaging/mail-blocks";
import { box, button, heading, text, writtenBlocks } from "@okaeri/domain/messaging/written-blocks";

type Point = {
  grant_type: "absolute" | "rate";
  amount: number;
  expiration: "days_from_grant" | "days_from_last_stay";
  days: number;
};
export type DemoCampaign = {
  account: string;
  user: string;
  name: string;
  type: "basic" | "repeat_promotion";
  /** What it was made from; else from blank. */
  preset?: PresetType;
  /** Which slice of the demo's two years it is switched on or sent in; null leaves it a draft. */
  slice: number | null;
  target: ConditionInput;
  /** Percent of the guests who are left out to be compared with. */
  compared?: number;
  point?: Point;
  mail?: Pick<MailDetail, "title" | "preheader" | "blocks">;
  /** Yen off; each segment of guests has a coupon of its own. */
  coupons?: readonly { stays: number; name: string; yen: number; minimum: number; endsIn: number }[];
};

/** The more often somebody stayed, the longer the coupon is good: three of them end one month after the other. */
const season = (
  ...[account, user, slice, name, yen, firstEndsIn]: [string, string, number, string, number, number]
): DemoCampaign => ({
  account,
  user,
  slice,
  name,
  type: "repeat_promotion",
  target: all(),
  coupons: [1, 2, 3].map((stays, longer) => ({
    stays,
    name: `${name} ${yen.toLocaleString("ja-JP")}円割引`,
    yen,
    minimum: 10_000,
    /** Good to the end of a month, so many months from the demo's last day. */
    endsIn: firstEndsIn + longer,
  })),
});

const all = (...rules: ConditionInput[]): ConditionInput => ({ combinator: "and", rules });
const rule = (field: string, operator: string, value: unknown): ConditionInput => ({ field, operator, value });
const signature = "スタッフ一同、またお目にかかれる日を楽しみにしております。";

/** Slices count from 0 (about two years ago) to 7 (today). */
export const DEMO_CAMPAIGNS: readonly DemoCampaign[] = [
  {
    account: "HANA",
    user: "hana_admin",
    name: "花の湯ポイント(3%)",
    type: "basic",
    slice: 0,
    target: all(),
    point: { grant_type: "rate", amount: 3, expiration: "days_from_last_stay", days: 365 },
  },
  {
    account: "TSUKI",
    user: "tsuki_admin",
    name: "月の宿ポイント(2%)",
    type: "basic",
    slice: 0,
    target: all(),
    point: { grant_type: "rate", amount: 2, expiration: "days_from_grant", days: 300 },
  },
  // In turns, so that in each month some coupon ends and each programme has one that is good.
  season("HANA", "hana_marketing", 0, "はじめてのおかえり券", 2_000, -16),
  season("TSUKI", "tsuki_admin", 1, "奥入瀬おかえり券", 1_500, -13),
  season("HANA", "hana_marketing", 2, "湯めぐりおかえり券", 2_000, -10),
  season("TSUKI", "tsuki_admin", 3, "せせらぎおかえり券", 2_000, -7),
  season("HANA", "hana_marketing", 4, "里帰りおかえり券", 3_000, -4),
  season("TSUKI", "tsuki_admin", 5, "若葉おかえり券", 2_000, -1),
  season("HANA", "hana_marketing", 6, "四季のおかえり券", 3_000, 2),
  {
    account: "HANA",
    user: "hana_marketing",
    name: "春のおかえり便り",
    type: "repeat_promotion",
    preset: "customer_defection_benefit",
    slice: 5,
    target: all(rule("stay_count", ">=", 2), rule("last_stay_days", ">=", 90)),
    compared: 20,
    point: { grant_type: "absolute", amount: 500, expiration: "days_from_grant", days: 180 },
    mail: {
      title: "{{ name }}様へ、花の湯から春のお便り",
      preheader: "ささやかですが、500ポイントをお贈りしました",
      blocks: writtenBlocks(
        heading("春のお便り"),
        text(
          "{{ name }}様\n\nいつもご利用いただき、ありがとうございます。\n前回のご滞在({{ last_stay_on }})から季節がひとつ変わりました。\n\nささやかですが500ポイントをお贈りしました。",
        ),
        box("points"),
        text("新緑の露天風呂で、またお迎えできれば幸いです。"),
        button("春の宿泊プランを見る", "https://hananoyu.example.jp/spring"),
      ),
    },
  },
  {
    account: "HANA",
    user: "hana_marketing",
    name: "誕生月のお祝い",
    type: "repeat_promotion",
    preset: "birthday",
    slice: 7,
    target: all(rule("birthday_month", "in", ["this_month"]), rule("stay_count", ">=", 4)),
    point: { grant_type: "absolute", amount: 1000, expiration: "days_from_grant", days: 120 },
    mail: {
      title: "{{ name }}様、お誕生月おめでとうございます",
      preheader: "花の湯グループから、お祝いの1,000ポイントをお贈りしました",
      blocks: writtenBlocks(
        heading("お誕生月おめでとうございます"),
        text("{{ name }}様\n\n花の湯グループから、お祝いの1,000ポイントをお贈りしました。"),
        box("points"),
        text("記念のご滞在には、特別室もご用意しております。"),
        button("特別室を見る", "https://hananoyu.example.jp/suite"),
      ),
    },
  },
  {
    account: "TSUKI",
    user: "tsuki_admin",
    name: "雪見の湯のご案内",
    type: "repeat_promotion",
    preset: "information",
    slice: 6,
    target: all(rule("stay_count", ">=", 6)),
    mail: {
      title: "雪見の湯の季節になりました",
      preheader: "奥入瀬に初雪の便りが届きました",
      blocks: writtenBlocks(
        heading("雪見の湯を温めております"),
        text("{{ name }}様\n\n奥入瀬に初雪の便りが届きました。\n雪見の湯を温めて、お帰りをお待ちしております。"),
        button("冬の空室を見る", "https://tsukinoyado.example.jp/winter"),
      ),
    },
  },
  {
    account: "HANA",
    user: "hana_marketing",
    name: "冬のおかえり割(下書き)",
    type: "repeat_promotion",
    preset: "customer_defection_benefit",
    slice: null,
    target: all(rule("last_stay_days", "between", [180, 365]), rule("stay_count_2y", ">=", 3)),
    mail: {
      title: "冬の花の湯でお待ちしております",
      preheader: "湯けむりの向こうで、お待ちしております",
      blocks: writtenBlocks(
        heading("冬の花の湯へ、おかえりなさい"),
        text(
          "{{ name }}様\n\n吐く息の白い季節となりました。\n雪を眺める露天風呂と、湯豆腐の朝ごはんをご用意して、お待ちしております。",
        ),
        button("冬の宿泊プランを見る", "https://hananoyu.example.jp/winter"),
      ),
    },
  },
];

/** The editor's whole document of one demo campaign; `lastDay` is the demo's. */
export function demoCampaignDocument(campaign: DemoCampaign, lastDay: CalendarDate) {
  const { point, mail, coupons = [] } = campaign;
  const pointAction = point && {
    id: null,
    seq: 1,
    type: "point" as const,
    point: {
      grant_type: point.grant_type,
      grant_absolute: point.grant_type === "absolute" ? point.amount : null,
      grant_rate: point.grant_type === "rate" ? point.amount : null,
      grant_condition: null,
      plan_code: [],
      expiration_type: point.expiration,
      expiration_days_from_grant: point.expiration === "days_from_grant" ? point.days : null,
      expiration_days_from_last_stay: point.expiration === "days_from_last_stay" ? point.days : null,
      expiration_date: null,
    },
  };
  const mailAction = mail && {
    id: null,
    seq: point ? 2 : 1,
    type: "mail" as const,
    mail: { ...blankMail(), ...mail, signature },
  };
  const actions = [pointAction, mailAction].filter((action) => action !== undefined);
  const given = coupons.map(({ stays, name, yen, minimum, endsIn }) => ({
    target: all(rule("stay_count", ">=", stays)),
    actions: [
      {
        id: null,
        seq: 1,
        type: "coupon" as const,
        coupon: {
          ...blankCoupon(),
          name,
          discount_absolute: yen,
          use_condition: minimum,
          use_times_limit: 1,
          use_quantity_limit: 1,
          stay_end_date: lastDayOfMonth(addMonths(lastDay, endsIn)),
        },
      },
    ],
  }));
  // Who belongs to several segments is of the first: the narrowest.
  const segments = coupons.length > 0 ? given.reverse() : [{ target: campaign.target, actions }];
  return {
    name: campaign.name,
    type: campaign.type,
    preset_type: campaign.preset ?? null,
    campaign_start_dt: null,
    campaign_end_dt: null,
    control_rate: campaign.compared ?? 0,
    segments: segments.map((segment, n) => ({ id: null, priority_seq: n + 1, ...segment })),
  };
}
