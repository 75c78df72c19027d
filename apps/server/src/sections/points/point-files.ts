import type { Language } from "@okaeri/contract/errors";
import { grantPointList, usePointList } from "@okaeri/contract/lists/points";
import { listQuery } from "@okaeri/contract/paging";
import { shownDate } from "@okaeri/domain/shown-dates";
import { type GuestHistoryFile, useStateOf } from "../../http/guest-file.ts";
import {
  type GrantFilter,
  type GrantRow,
  grantsOf,
  type UseFilter,
  type UseRow,
  usesOf,
} from "./point-histories.queries.ts";

const KINDS = {
  granted: { ja: "付与", en: "Granted" },
  deducted: { ja: "減算", en: "Deducted" },
  reversed: { ja: "取消", en: "Taken back" },
} as const;

/** Which grants gave how much. */
function sharesOf(parts: readonly { grant_date: string; point: number }[], language: Language): string {
  return parts
    .map((part) => `${shownDate(part.grant_date, language)} ${part.point}`)
    .join(language === "ja" ? "、" : ", ");
}

/** Grants of a guest as a file, with the balance after each. */
export const grantFile: GuestHistoryFile<GrantRow, Omit<GrantFilter, "id" | "page" | "size">> = {
  name: "grant-points",
  input: listQuery(grantPointList),
  fileName: { ja: "ポイント付与履歴", en: "point_grants" },
  header: {
    ja: [
      "番号",
      "日付",
      "記帳日",
      "種類",
      "ポイント",
      "付与後の残高",
      "残り",
      "利用",
      "失効",
      "取消",
      "減算",
      "不足に充当",
      "差し引いた付与",
      "不足",
      "有効期限",
      "キャンペーン",
      "施設",
      "予約番号",
      "取り消した付与の番号",
      "備考",
      "担当者",
    ],
    en: [
      "Number",
      "Date",
      "Entered on",
      "Kind",
      "Points",
      "Balance after",
      "Left",
      "Used",
      "Expired",
      "Taken back",
      "Deducted",
      "Paid a shortfall",
      "Taken from",
      "Short",
      "Last valid day",
      "Campaign",
      "Facility",
      "Reservation",
      "Takes back grant",
      "Remarks",
      "By",
    ],
  },
  rows: grantsOf,
  cells: (one, language) => [
    one.id,
    shownDate(one.grant_date, language),
    shownDate(one.booked_on, language),
    KINDS[one.kind][language],
    one.grant_point,
    one.balance_after,
    one.remaining,
    one.used,
    one.expired,
    one.taken_back,
    one.deducted,
    one.debt_paid,
    sharesOf(one.taken_from, language),
    one.owed,
    shownDate(one.expiration_date, language),
    one.campaign_name,
    one.facility_name,
    one.original_reservation_code,
    one.reverses_grant_point_id,
    one.remarks,
    one.created_by,
  ],
};

/** Uses of a guest as a file, each with the grants that paid it. */
export const useFile: GuestHistoryFile<UseRow, Omit<UseFilter, "id" | "page" | "size">> = {
  name: "use-points",
  input: listQuery(usePointList),
  fileName: { ja: "ポイント利用履歴", en: "point_uses" },
  header: {
    ja: [
      "番号",
      "日付",
      "ポイント",
      "利用後の残高",
      "使った付与",
      "状態",
      "取消日",
      "取消の理由",
      "戻らなかった分",
      "施設",
      "予約番号",
      "備考",
      "担当者",
    ],
    en: [
      "Number",
      "Date",
      "Points",
      "Balance after",
      "Paid by",
      "State",
      "Cancelled on",
      "Cancelled because",
      "Did not come back",
      "Facility",
      "Reservation",
      "Remarks",
      "By",
    ],
  },
  rows: usesOf,
  cells: (one, language) => [
    one.id,
    shownDate(one.use_date, language),
    one.use_point,
    one.balance_after,
    sharesOf(
      one.parts.map(({ grant_date, use_point }) => ({ grant_date, point: use_point })),
      language,
    ),
    useStateOf(one)[language],
    shownDate(one.cancel_date, language),
    one.cancel_remarks,
    one.lapsed,
    one.facility_name,
    one.original_reservation_code,
    one.remarks,
    one.created_by,
  ],
};
