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
  revoked: { ja: "取り消し", en: "Taken back" },
} as const;

/** Coupons of a guest as a file, with what became of each. */
export const acquiredFile: GuestHistoryFile<AcquiredRow, Omit<AcquiredFilter, "id" | "page" | "size">> = {
  name: "acquire-coupons",
  input: listQuery(acquiredCouponList),
  fileName: { ja: "クーポン獲得履歴", en: "coupons" },
  rows: acquiredOf,
  columns: [
    { ja: "番号", en: "Number", cell: (one) => one.id },
    { ja: "クーポン", en: "Coupon", cell: (one) => one.coupon_name },
    { ja: "獲得日", en: "Got on", cell: (one, language) => shownDate(one.acquire_date, language) },
    { ja: "状態", en: "State", cell: (one, language) => STATES[one.state][language] },
    { ja: "利用回数", en: "Uses", cell: (one) => one.used_count },
    { ja: "予約の期限", en: "Book by", cell: (one, language) => shownDate(one.reservation_end_date, language) },
    { ja: "宿泊の期限", en: "Stay by", cell: (one, language) => shownDate(one.stay_end_date, language) },
    { ja: "キャンペーン", en: "Campaign", cell: (one) => one.campaign_name },
    { ja: "備考", en: "Remarks", cell: (one) => one.remarks },
    { ja: "取消日", en: "Taken back on", cell: (one, language) => shownDate(one.cancel_date, language) },
    { ja: "取消の理由", en: "Taken back because", cell: (one) => one.cancel_remarks },
    { ja: "担当者", en: "By", cell: (one) => one.created_by },
    { ja: "コード", en: "Code", cell: (one) => one.code },
    { ja: "クーポンの説明", en: "Description", cell: (one) => one.coupon_description },
  ],
};

/** Uses of coupons by a guest as a file. */
export const usedFile: GuestHistoryFile<UsedRow, Omit<UsedFilter, "id" | "page" | "size">> = {
  name: "use-coupons",
  input: listQuery(usedCouponList),
  fileName: { ja: "クーポン利用履歴", en: "coupon_uses" },
  rows: usedOf,
  columns: [
    { ja: "番号", en: "Number", cell: (one) => one.id },
    { ja: "クーポン", en: "Coupon", cell: (one) => one.coupon_name },
    { ja: "利用日", en: "Used on", cell: (one, language) => shownDate(one.use_date, language) },
    { ja: "割引額", en: "Discount", cell: (one) => one.discount },
    { ja: "枚数", en: "Coupons", cell: (one) => one.quantity },
    { ja: "状態", en: "State", cell: (one, language) => useStateOf(one)[language] },
    { ja: "取消日", en: "Cancelled on", cell: (one, language) => shownDate(one.cancel_date, language) },
    { ja: "取消の理由", en: "Cancelled because", cell: (one) => one.cancel_remarks },
    { ja: "施設", en: "Facility", cell: (one) => one.facility_name },
    { ja: "予約番号", en: "Reservation", cell: (one) => one.original_reservation_code },
    { ja: "備考", en: "Remarks", cell: (one) => one.remarks },
    { ja: "担当者", en: "By", cell: (one) => one.created_by },
  ],
};
