import { z } from "zod";
import { call, needsAction } from "./call.ts";
import { MAX_FILE_BYTES } from "./import-limits.ts";
import { importList } from "./lists/imports.ts";
import { id, listOf, listQuery, pageOf, sizeOf } from "./paging.ts";

export const IMPORT_STATES = ["uploading", "uploaded", "queued", "running", "done", "cancelled", "failed"] as const;
export const ENCODINGS = ["utf-8", "utf-8-bom", "shift_jis"] as const;

export const importBatch = z.object({
  id: z.number().int(),
  state: z.enum(IMPORT_STATES),
  file_name: z.string(),
  byte_size: z.number().int(),
  bytes_received: z.number().int(),
  /** The file is cut into pieces of this size. */
  chunk_bytes: z.number().int(),
  bytes_done: z.number().int(),
  encoding: z.enum(ENCODINGS).nullable(),
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
});

/** Column header of the file for each field of the product; a field that is not mapped is left out. */
const mapping = z.record(z.string().max(60), z.string().max(300));

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
  create: call(create)
    .route({ method: "POST", path: "/imports", summary: "取り込みを始める(ファイルの宣言)" })
    .input(
      z.strictObject({
        file_name: z.string().min(1).max(300),
        byte_size: z.number().int().min(0).max(MAX_FILE_BYTES),
        facility_account_id: z.number().int().positive(),
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
    .input(z.object({ id }))
    .output(
      z.object({
        encoding: z.enum(ENCODINGS),
        delimiter: z.string(),
        header: z.array(z.string()),
        rows: z.array(z.array(z.string())),
        mapping,
        mapping_source: z.enum(["remembered", "suggested"]),
        fields: z.array(z.object({ field: z.string(), label: z.string(), required: z.boolean() })),
      }),
    ),
  start: call(create)
    .route({ method: "POST", path: "/imports/{id}/start", summary: "取り込みを実行する" })
    .input(z.object({ id, mapping }))
    .output(importBatch),
  cancel: call(create)
    .route({ method: "POST", path: "/imports/{id}/cancel", summary: "取り込みを中止する" })
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
    .input(z.object({ id, page: pageOf, size: sizeOf }))
    .output(
      listOf(
        z.object({
          line_no: z.number().int(),
          reasons: z.array(z.object({ field: z.string().nullable(), message: z.string() })),
          raw: z.string(),
        }),
      ),
    ),
};
