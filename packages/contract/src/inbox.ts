import { CODE_SPACES } from "@okaeri/domain/enumerations";
import { FEED_KINDS } from "@okaeri/domain/stays/feed-kinds";
import { SOURCE_VALUE_FIELDS } from "@okaeri/domain/stays/source-values";
import { z } from "zod";
import { call, needsAction } from "./call.ts";
import { BATCH_STATES, inboxList } from "./lists/inbox.ts";
import { id, listOf, listQuery, pageNumber, sizeOf } from "./paging.ts";

export const ROW_OUTCOMES = ["new", "changed", "unchanged", "refused", "waiting", "dismissed", "lapsed"] as const;

export const inboxBatch = z.object({
  id: z.number().int(),
  state: z.enum(BATCH_STATES),
  channel: z.enum(CODE_SPACES),
  kind: z.enum(FEED_KINDS),
  facility_account_id: z.number().int(),
  facility_name: z.string(),
  key_name: z.string(),
  rows: z.number().int(),
  rows_new: z.number().int(),
  rows_changed: z.number().int(),
  rows_unchanged: z.number().int(),
  /** Rows that wait for somebody. */
  rows_held: z.number().int(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
});

const inboxRow = z.object({
  row_index: z.number().int(),
  row_outcome: z.enum(ROW_OUTCOMES),
  reservation_code: z.string(),
  /** The reservation it became, for those who see its guest. */
  customer_id: z.number().int().nullable(),
  reservation_id: z.number().int().nullable(),
  /** `label` names the field to people, "" where the whole row is meant; `message` says what is wrong without naming it. */
  reasons: z.array(z.object({ field: z.string(), code: z.string(), label: z.string(), message: z.string() })),
  /** What was sent: of a row that is held. */
  row: z.record(z.string(), z.unknown()).nullable(),
  /** Names of its fields. */
  labels: z.record(z.string(), z.string()),
  version: z.number().int(),
  updated_by_name: z.string().nullable(),
  updated_at: z.string().nullable(),
});

const sourceValue = z.object({
  id: z.number().int(),
  field: z.enum(SOURCE_VALUE_FIELDS),
  channel: z.enum(CODE_SPACES),
  word: z.string(),
  rows: z.number().int(),
  /** Bookings that get the meaning at once. */
  reservations: z.number().int(),
  last_reported_at: z.string(),
});
const sourceValues = z.object({
  items: z.array(sourceValue),
  /** What a word can mean. */
  choices: z.array(z.object({ field: z.enum(SOURCE_VALUE_FIELDS), id: z.number().int(), name: z.string() })),
});

const rowIndex = z.union([
  z.number().int().min(0).max(999),
  z
    .string()
    .regex(/^[0-9]{1,3}$/)
    .transform(Number),
]);
const ofRow = { id, row_index: rowIndex, version: z.number().int() };

const read = needsAction("customers/read");
const create = needsAction("customers/create");

/** What hotel systems sent (`/feeds`), as staff see it and correct it. */
export const inbox = {
  list: call(read)
    .route({ method: "GET", path: "/customers/inbox", summary: "受信箱" })
    .input(listQuery(inboxList))
    .output(listOf(inboxBatch)),
  get: call(read)
    .route({ method: "GET", path: "/customers/inbox/{id}", summary: "受信した予約のまとまり" })
    .input(z.object({ id }))
    .output(inboxBatch.extend({ page_actions: z.array(z.string()) })),
  rows: call(read)
    .route({ method: "GET", path: "/customers/inbox/{id}/rows", summary: "受信した行がどうなったか" })
    .input(z.object({ id, row_outcome: z.enum(ROW_OUTCOMES).optional(), page: pageNumber, size: sizeOf }))
    .output(listOf(inboxRow)),
  retry: call(create)
    .route({
      method: "POST",
      path: "/customers/inbox/{id}/rows/{row_index}/retry",
      summary: "保留の行を直して取り込む",
    })
    .input(z.strictObject({ ...ofRow, row: z.record(z.string().max(60), z.unknown()) }))
    .output(inboxRow),
  dismiss: call(create)
    .route({
      method: "POST",
      path: "/customers/inbox/{id}/rows/{row_index}/dismiss",
      summary: "保留の行を取り込まないことにする",
    })
    .input(z.strictObject(ofRow))
    .output(inboxRow),
  words: call(read)
    .route({ method: "GET", path: "/customers/source-values", summary: "届いたデータの、まだ分からない言葉" })
    .input(z.object({}))
    .output(sourceValues),
  /** Applies to the bookings reported so far and to all that follow; null: the word has no meaning. */
  matchWord: call(create)
    .route({ method: "POST", path: "/customers/source-values/{id}/match", summary: "言葉の意味を決める" })
    .input(z.strictObject({ id, choice_id: z.number().int().nullable() }))
    .output(sourceValues.extend({ customers: z.number().int(), reservations: z.number().int() })),
  wordsOf: call(read)
    .route({
      method: "GET",
      path: "/customers/source-values/batches/{id}",
      summary: "取り込んだデータの、まだ分からない言葉",
    })
    .input(z.object({ id }))
    .output(z.object({ items: z.array(sourceValue.pick({ field: true, word: true, rows: true })) })),
};
