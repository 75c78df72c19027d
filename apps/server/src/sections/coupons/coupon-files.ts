import { acquiredCouponList, usedCouponList } from "@okaeri/contract/lists/coupons";
import { listQuery } from "@okaeri/contract/paging";
import { shownDate } from "@okaeri/domain/shown-dates";
import { type GuestHistoryFile, useStateOf } from "../../http/guest-file.ts";
import {
  type AcquiredFilter,
  type AcquiredRow,
  acquiredOf,
  type UsedFilter,
  type UsedRow,
  usedOf,
} from "./coupon-histories.queries.ts";

const STATES = {
  usable: { ja: "使える", en: "Can be used" },
  used_up: { ja: "利用済み", en: "Used" },
  doubled: { ja: "重複(統合)", en: "Held twice" },
  ended: { ja: "期限切れ", en: "Over" },
  taken_back: { ja: "取り消し", en: "Taken back" },
} as const;

/** Coupons of a guest as a file, with what became of each. */
export const acquiredFile: GuestHistoryFile<AcquiredRow, Omit<AcquiredFilter, "id" | "page" | "size">> = {
  name: "acquire-coupons",
  input: listQuery(acquiredCouponList),
  fileName: { ja: "クーポン獲得履歴", en: "coupons" },
  header: {
    ja: [
      ...["番号", "クーポン", "獲得日", "状態", "利用回数", "予約の期限", "宿泊の期限", "キャンペーン"],
      ...["備考", "取消日", "取消の理由", "担当者", "コード", "クーポンの説明"],
    ],
    en: [
      ...["Number", "Coupon", "Got on", "State", "Uses", "Book by", "Stay by", "Campaign"],
      ...["Remarks", "Taken back on", "Taken back because", "By", "Code", "Description"],
    ],
  },
  rows: acquiredOf,
  cells: (one, language) => [
    ...[one.id, one.coupon_name, shownDate(one.acquire_date, language)],
    ...[STATES[one.state][language], one.used_count],
    ...[shownDate(one.reservation_end_date, language), shownDate(one.stay_end_date, language), one.campaign_name],
    ...[
      one.remarks,
      shownDate(one.cancel_date, language),
      one.cancel_remarks,
      one.created_by,
      one.code,
      one.coupon_description,
    ],
  ],
};

/** Uses of coupons by a guest as a file. */
export const usedFile: GuestHistoryFile<UsedRow, Omit<UsedFilter, "id" | "page" | "size">> = {
  name: "use-coupons",
  input: listQuery(usedCouponList),
  fileName: { ja: "クーポン利用履歴", en: "coupon_uses" },
  header: {
    ja: [
      ...["番号", "クーポン", "利用日", "割引額", "枚数", "状態", "取消日", "取消の理由"],
      ...["施設", "予約番号", "備考", "担当者"],
    ],
    en: [
      ...["Number", "Coupon", "Used on", "Discount", "Coupons", "State", "Cancelled on", "Cancelled because"],
      ...["Facility", "Reservation", "Remarks", "By"],
    ],
  },
  rows: usedOf,
  cells: (one, language) => [
    ...[one.id, one.coupon_name, shownDate(one.use_date, language), one.discount, one.quantity],
    ...[useStateOf(one)[language], shownDate(one.cancel_date, language), one.cancel_remarks],
    ...[one.facility_name, one.original_reservation_code, one.remarks, one.created_by],
  ],
};
