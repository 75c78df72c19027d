import type { Check, ImportBatch, Preview } from "./imports.api.ts";

export const uploaded: ImportBatch = {
  ...{ id: 7, state: "uploaded", kind: "reservations", file_name: "8月.csv", byte_size: 900, bytes_received: 900 },
  ...{
    chunk_bytes: 1_000,
    bytes_done: 0,
    encoding: "utf-8",
    sheet: null,
    facility_name: "本館",
    facility_account_id: 1,
  },
  ...{ rows_read: 0, rows_new: 0, rows_changed: 0, rows_unchanged: 0, rows_refused: 0, customers_new: 0 },
  ...{
    stays_applied: 0,
    cancel_requested: false,
    error: null,
    created_by_name: "田中",
    undo_until: null,
    undo_total: 0,
  },
  ...{ created_at: "2026-11-20T03:00:00Z", started_at: null, finished_at: null, rows_undone: 0 },
  ...{ undone_by_name: null, undone_at: null },
};
const labels = { state: "状態", check_in_date: "チェックイン", room_type: "部屋タイプ", postcode: "郵便番号" };
export const preview: Preview = {
  ...{ kind: "reservations", encoding: "utf-8", sheets: [], sheet: null, delimiter: ",", mapping_source: "suggested" },
  date_order: null,
  header: ["Status", "IN", "部屋", "〒", "備考"],
  rows: [["CXL", "08/11/2026", "TWN", "600001", "x"]],
  mapping: { state: "Status", check_in_date: "IN", room_type: "部屋", postcode: "〒" },
  values: { room_type: { SGL: "シングル" } },
  choices: { state: [{ value: "cancelled", label: "キャンセル" }] },
  fields: Object.entries(labels).map(([field, label]) => ({ field, label, required: field === "check_in_date" })),
};
export const check: Check = {
  ...{ state: "done", rows_checked: 3, rows_new: 2, rows_changed: 0, rows_unchanged: 0, rows_refused: 1 },
  ...{
    rows_cancelled: 1,
    rows_further_rooms: 3,
    rows_with_zero: 2,
    rows_mail_unreachable: 1,
    consequences: null,
    tried_out: null,
    columns_unused: ["備考"],
    unknown_values: { state: ["CXL"] },
    answers: {},
    suggested: {},
  },
  ...{ house_words: { room_type: ["SGL", "TWN"] }, date_order: null, date_order_open: true, unmapped: ["state"] },
  refusal_groups: [
    { field: "check_in_date", message: "日付として読めません。", count: 37, values: 3, lines: [4, 5, 6, 9] },
  ],
  refusals: [{ line_no: 4, reasons: [{ field: "check_in_date", message: "日付として読めません。" }] }],
};
