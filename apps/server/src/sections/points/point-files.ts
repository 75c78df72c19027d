import type { Language } from "@okaeri/contract/errors";
import { grantPointList, usePointList } from "@okaeri/contract/lists/points";
import { listQuery } from "@okaeri/contract/paging";
import { shownDate } from "@okaeri/domain/shown-dates";
import { type GuestHistoryFile, useStateOf } from "../../http/guest-file.ts";
import { type GrantFilter, type GrantRow, grantsOf } from "./grant-history.queries.ts";
import { pointUsesOf, type UseFilter, type UseRow } from "./use-history.queries.ts";

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
  rows: grantsOf,
  columns: [
    { ja: "番号", en: "Number", cell: (one) => one.id },
    { ja: "日付", en: "Date", cell: (one, language) => shownDate(one.grant_date, language) },
    { ja: "記帳日", en: "Entered on", cell: (one, language) => shownDate(one.booked_on, language) },
    { ja: "種類", en: "Kind", cell: (one, language) => KINDS[one.kind][language] },
    { ja: "ポイント", en: "Points", cell: (one) => one.grant_point },
    { ja: "付与後の残高", en: "Balance after", cell: (one) => one.balance_after },
    { ja: "残り", en: "Left", cell: (one) => one.remaining },
    { ja: "利用", en: "Used", cell: (one) => one.used },
    { ja: "失効", en: "Expired", cell: (one) => one.expired },
    { ja: "取消", en: "Taken back", cell: (one) => one.revoked },
    { ja: "減算", en: "Deducted", cell: (one) => one.deducted },
    { ja: "不足に充当", en: "Paid a shortfall", cell: (one) => one.debt_paid },
    { ja: "差し引いた付与", en: "Taken from", cell: (one, language) => sharesOf(one.taken_from, language) },
    { ja: "不足", en: "Short", cell: (one) => one.owed },
    { ja: "有効期限", en: "Last valid day", cell: (one, language) => shownDate(one.expiration_date, language) },
    { ja: "キャンペーン", en: "Campaign", cell: (one) => one.campaign_name },
    { ja: "施設", en: "Facility", cell: (one) => one.facility_name },
    { ja: "予約番号", en: "Reservation", cell: (one) => one.original_reservation_code },
    { ja: "取り消した付与の番号", en: "Takes back grant", cell: (one) => one.reverses_grant_point_id },
    { ja: "備考", en: "Remarks", cell: (one) => one.remarks },
    { ja: "担当者", en: "By", cell: (one) => one.created_by },
  ],
};

/** Uses of a guest as a file, each with the grants that paid it. */
export const useFile: GuestHistoryFile<UseRow, Omit<UseFilter, "id" | "page" | "size">> = {
  name: "use-points",
  input: listQuery(usePointList),
  fileName: { ja: "ポイント利用履歴", en: "point_uses" },
  rows: pointUsesOf,
  columns: [
    { ja: "番号", en: "Number", cell: (one) => one.id },
    { ja: "日付", en: "Date", cell: (one, language) => shownDate(one.use_date, language) },
    { ja: "ポイント", en: "Points", cell: (one) => one.use_point },
    { ja: "利用後の残高", en: "Balance after", cell: (one) => one.balance_after },
    {
      ja: "使った付与",
      en: "Paid by",
      cell: (one, language) =>
        sharesOf(
          one.parts.map(({ grant_date, use_point }) => ({ grant_date, point: use_point })),
          language,
        ),
    },
    { ja: "状態", en: "State", cell: (one, language) => useStateOf(one)[language] },
    { ja: "取消日", en: "Cancelled on", cell: (one, language) => shownDate(one.cancel_date, language) },
    { ja: "取消の理由", en: "Cancelled because", cell: (one) => one.cancel_remarks },
    { ja: "戻らなかった分", en: "Did not come back", cell: (one) => one.lapsed },
    { ja: "施設", en: "Facility", cell: (one) => one.facility_name },
    { ja: "予約番号", en: "Reservation", cell: (one) => one.original_reservation_code },
    { ja: "備考", en: "Remarks", cell: (one) => one.remarks },
    { ja: "担当者", en: "By", cell: (one) => one.created_by },
  ],
};
