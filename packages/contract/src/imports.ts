import { IMPORT_KINDS } from "@okaeri/domain/stays/import-fields";
import { DATE_ORDERS } from "@okaeri/domain/stays/read-date";
import { z } from "zod";
import { call, needsAction } from "./call.ts";
import { MAX_FILE_BYTES } from "./import-limits.ts";
import { importList } from "./lists/imports.ts";
import { id, listOf, listQuery, pageNumber, sizeOf } from "./paging.ts";

export const IMPORT_STATES = [
  "uploading",
  "uploaded",
  "queued",
  "running",
  "done",
  "cancelled",
  "failed",
  "undoing",
  "undone",
] as const;
export const ENCODINGS = ["utf-8", "utf-8-bom", "shift_jis", "xlsx"] as const;

export const importBatch = z.object({
  id: z.number().int(),
  state: z.enum(IMPORT_STATES),
  kind: z.enum(IMPORT_KINDS),
  file_name: z.string(),
  byte_size: z.number().int(),
  bytes_received: z.number().int(),
  /** The file is cut into pieces of this size. */
  chunk_bytes: z.number().int(),
  bytes_done: z.number().int(),
  encoding: z.enum(ENCODINGS).nullable(),
  sheet: z.string().nullable(),
  facility_name: z.string(),
  facility_account_id: z.number().int(),
  rows_read: z.number().int(),
  rows_new: z.number().int(),
  rows_changed: z.number().int(),
  rows_unchanged: z.number().int(),
  rows_refused: z.number().int(),
  customers_new: z.number().int(),
  stays_applied: z.number().int(),
  cancel_requested: z.boolean(),
  error: z.string().nullable(),
  created_by_name: z.string().nullable(),
  created_at: z.string(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
  /** It can be undone until then; null: no more, not yet, or nothing came of it. */
  undo_until: z.string().nullable(),
  undo_total: z.number().int(),
  rows_undone: z.number().int(),
  undone_by_name: z.string().nullable(),
  undone_at: z.string().nullable(),
});

/** Why undoing leaves something: a later import reported it too, somebody changed it, points or coupons or a card hang on it. */
export const RETAINED_REASONS = ["later_import", "by_hand", "in_use"] as const;

/** What undoing an import does: before it, what it would do. */
export const importUndo = z.object({
  reservations_removed: z.number().int(),
  reservations_restored: z.number().int(),
  customers_removed: z.number().int(),
  customers_restored: z.number().int(),
  /** Of reservations that stay. */
  companions_removed: z.number().int(),
  /**
   * `handed_on`: nothing goes back now, because later imports of files reported all of it too; undoing those then puts back what stood
   * before this one. `none`: nothing would come of it, and an undo is refused.
   */
  effect: z.enum(["revoked", "handed_on", "none"]),
  handed_on: z.number().int(),
  retained: z.object({ later_import: z.number().int(), by_hand: z.number().int(), in_use: z.number().int() }),
  /** Earned by stays that go. */
  points_taken: z.number().int(),
  /** Of these, used already: the guests owe them. */
  points_short: z.number().int(),
  guests_short: z.number().int(),
  /** The first hundred of what is left. */
  retained_rows: z.array(
    z.object({
      kind: z.enum(["reservation", "customer", "companion"]),
      id: z.number().int(),
      name: z.string(),
      customer_id: z.number().int().nullable(),
      reason: z.enum(RETAINED_REASONS),
    }),
  ),
});

/** Column header of the file for each field of the product; a field that is not mapped is left out. */
const mapping = z.record(z.string().max(60), z.string().max(300));

const reasons = z.array(z.object({ field: z.string().nullable(), message: z.string() }));
/** One reason, once: how many lines have it, of how many values; the sentence is about the value that most of them have. */
export const refusalGroup = z.object({
  field: z.string().nullable(),
  message: z.string(),
  count: z.number().int(),
  values: z.number().int(),
  /** The first fifty. */
  lines: z.array(z.number().int()),
});
const words = z.record(z.string(), z.array(z.string()));
const meanings = z.record(z.string(), z.record(z.string(), z.string()));

/** What an import would do. `waiting` and `doing`: ask again with the same choices; the counts come with `done`. */
export const importCheck = z.object({
  state: z.enum(["waiting", "doing", "done", "failed"]),
  rows_checked: z.number().int(),
  rows_new: z.number().int(),
  rows_changed: z.number().int(),
  rows_unchanged: z.number().int(),
  rows_refused: z.number().int(),
  /** Reservations that the file calls cancelled; they are among the new, changed and unchanged ones. */
  rows_cancelled: z.number().int(),
  /** Rooms that lines name beside the first one of their booking: the lines of one booking with one state and the same days are its rooms. */
  rows_further_rooms: z.number().int(),
  /** Lines whose postcode or telephone had lost its first zero in a spreadsheet; it is put back. */
  rows_with_zero: z.number().int(),
  /** Lines with a mail address that no mail server takes; it is kept as typed. */
  rows_mail_unreachable: z.number().int(),
  /** What the bookings become that are new or changed, each counted once; null until it is known, and for a file of customers. */
  consequences: z
    .object({
      /** Booked ahead, or in house today. */
      reservations: z.number().int(),
      stays: z.number().int(),
      cancelled: z.number().int(),
      no_shows: z.number().int(),
      /** No-shows that no line calls so: their days are over, and nothing says that the guest came. */
      no_shows_by_date: z.number().int(),
      /** What the stays cost, by month of check-out (YYYY-MM). */
      months: z.array(z.object({ month: z.string(), stays: z.number().int(), use_price: z.number().int() })),
    })
    .nullable(),
  /** What the first lines do to guests and points, found by importing them and taking it back: `rows` lines, all of most files. */
  tried_out: z
    .object({
      rows: z.number().int(),
      guests_new: z.number().int(),
      /** Customers known before whom these bookings name. */
      guests_joined: z.number().int(),
      /** Guests of these bookings about whom a person decides. */
      guests_waiting: z.number().int(),
      /** Points granted for stays, less what corrections take back. */
      points: z.number().int(),
    })
    .nullable(),
  columns_unused: z.array(z.string()),
  /** Words that nobody knows, by field. */
  unknown_values: words,
  /** What the file's words are taken for as a person said it, now or for an earlier file, by field; other `values` change it. */
  answers: meanings,
  /**
   * Suggested meanings, by field: of unknown words, and of words by which past days would not become stays. Applied only when sent in
   * `values`.
   */
  suggested: meanings,
  /** Names of rooms and plans that the file uses, by field; each can be given the house's own name in `values`. */
  house_words: words,
  date_order: z.enum(DATE_ORDERS).nullable(),
  date_order_open: z.boolean(),
  /** Fields that matter and that no column fills. */
  unmapped: z.array(z.string()),
  /** Why lines are refused, most lines first; with the check's end. */
  refusal_groups: z.array(refusalGroup),
  /** The first thousand. */
  refusals: z.array(z.object({ line_no: z.number().int(), reasons })),
});

/** Of a workbook; the first one where it is left out. */
const sheet = z.string().min(1).max(31).optional();

const settings = {
  mapping,
  sheet,
  /**
   * What the words of a column mean, by field: `{ state: { CXL: "cancelled", Not_Canceled: "valid" } }`. `valid` is a stay once its days
   * are over and a booking before; the empty word stands for lines that say nothing of their state.
   */
  values: z.record(z.string().max(60), z.record(z.string().max(1_000), z.string().max(300))).optional(),
  /** What stands first in 08/11/2015; asked for where the file leaves it open. */
  date_order: z.enum(DATE_ORDERS).optional(),
  /** Blank cells and missing columns empty what is stored. */
  overwrite_blanks: z.boolean().optional(),
};

/** Counts from 0. */
const pieceNumber = z.union([
  z.number().int().min(0).max(999_999),
  z
    .string()
    .regex(/^[0-9]{1,6}$/)
    .transform(Number),
]);

const create = needsAction("customers/create");
const read = needsAction("customers/read");

export const imports = {
  /**
   * Where a file can be imported: bookings and stays into facilities only; customers belong to the programme and can be imported anywhere.
   */
  places: call(create)
    .route({ method: "GET", path: "/imports/places", summary: "取り込み先にできる施設" })
    .output(z.object({ items: z.array(z.object({ id: z.number().int(), name: z.string(), is_house: z.boolean() })) })),
  create: call(create)
    .route({ method: "POST", path: "/imports", summary: "取り込みを始める(ファイルの宣言)" })
    .input(
      z.strictObject({
        file_name: z.string().min(1).max(300),
        byte_size: z.number().int().min(0).max(MAX_FILE_BYTES),
        facility_account_id: z.number().int().positive(),
        kind: z.enum(IMPORT_KINDS).default("reservations"),
      }),
    )
    .output(z.object({ id: z.number().int(), chunk_bytes: z.number().int() })),
  uploadChunk: call(create)
    .route({
      method: "PUT",
      path: "/imports/{id}/chunks/{seq}",
      summary: "ファイルの一部を送る",
      inputStructure: "detailed",
    })
    .input(z.object({ params: z.object({ id, seq: pieceNumber }), body: z.instanceof(Blob) }))
    .output(z.object({ bytes_received: z.number().int() })),
  preview: call(create)
    .route({ method: "GET", path: "/imports/{id}/preview", summary: "先頭の行と項目の対応" })
    .input(z.object({ id, sheet }))
    .output(
      z.object({
        kind: z.enum(IMPORT_KINDS),
        encoding: z.enum(ENCODINGS),
        /** Of a workbook; empty for a text file. */
        sheets: z.array(z.string()),
        sheet: z.string().nullable(),
        delimiter: z.string(),
        header: z.array(z.string()),
        rows: z.array(z.array(z.string())),
        mapping,
        values: z.record(z.string(), z.record(z.string(), z.string())),
        /** What stood first in the dates of the last file of these headings, for one that leaves it open. */
        date_order: z.enum(DATE_ORDERS).nullable(),
        mapping_source: z.enum(["remembered", "suggested"]),
        /** What words of a column can be matched to, by field. */
        choices: z.record(z.string(), z.array(z.object({ value: z.string(), label: z.string() }))),
        fields: z.array(z.object({ field: z.string(), label: z.string(), required: z.boolean() })),
      }),
    ),
  check: call(create)
    .route({ method: "POST", path: "/imports/{id}/check", summary: "始める前にファイル全体を調べる" })
    .input(z.object({ id, ...settings }))
    .output(importCheck),
  start: call(create)
    .route({ method: "POST", path: "/imports/{id}/start", summary: "取り込みを実行する" })
    .input(z.object({ id, ...settings }))
    .output(importBatch),
  cancel: call(create)
    .route({ method: "POST", path: "/imports/{id}/cancel", summary: "取り込みを中止する" })
    .input(z.object({ id }))
    .output(importBatch),
  undoPreview: call(create)
    .route({ method: "GET", path: "/imports/{id}/undo", summary: "取り込みを取り消すとどうなるか、どうなったか" })
    .input(z.object({ id }))
    .output(importUndo),
  undo: call(create)
    .route({ method: "POST", path: "/imports/{id}/undo", summary: "取り込みを取り消す" })
    .input(z.object({ id }))
    .output(importBatch),
  list: call(read)
    .route({ method: "GET", path: "/imports", summary: "取り込みの一覧" })
    .input(listQuery(importList))
    .output(listOf(importBatch)),
  get: call(read)
    .route({ method: "GET", path: "/imports/{id}", summary: "取り込みの状況" })
    .input(z.object({ id }))
    .output(importBatch),
  rejections: call(read)
    .route({ method: "GET", path: "/imports/{id}/rejections", summary: "取り込めなかった行" })
    .input(z.object({ id, page: pageNumber, size: sizeOf }))
    .output(
      listOf(
        z.object({
          line_no: z.number().int(),
          reasons,
          raw: z.string(),
        }),
      ).extend({
        groups: z.array(refusalGroup),
        /** What the lines said was kept for 90 days, and is gone. */
        ended: z.boolean(),
      }),
    ),
};
