import { MERGE_FIELDS, type MergeField, WINNERS } from "@okaeri/domain/customers/merge-fields";
import { GUEST_TYPES } from "@okaeri/domain/enumerations";
import { z } from "zod";
import { call, needsAction, needsProgramme } from "./call.ts";
import { customerDetail } from "./customer-rows.ts";
import { CANDIDATE_DECISIONS, CANDIDATE_KINDS, CANDIDATE_REASONS, mergeList } from "./lists/merges.ts";
import { id, listOf, listQuery, pageActions } from "./paging.ts";

const someone = z.object({
  id: z.number().int(),
  name: z.string(),
  name_kana: z.string().nullable(),
  member_number: z.string().nullable(),
  email: z.string().nullable(),
  tel: z.string().nullable(),
});

export const mergeCandidate = z.object({
  id: z.number().int(),
  kind: z.enum(CANDIDATE_KINDS),
  decision: z.enum(CANDIDATE_DECISIONS),
  score: z.number().int(),
  reasons: z.array(z.enum(CANDIDATE_REASONS)),
  /** The customer whom the other or the guest resembles; null: nobody. */
  customer: someone.nullable(),
  other: someone.nullable(),
  guest: z
    .object({
      id: z.number().int(),
      name: z.string(),
      name_kana: z.string().nullable(),
      email: z.string().nullable(),
      tel: z.string().nullable(),
      guest_type: z.enum(GUEST_TYPES),
      original_reservation_code: z.string(),
      check_in_date: z.string(),
      facility_name: z.string(),
    })
    .nullable(),
  /** The import, or the batch of a feed, that raised the question; null: a person, or before it was noted. */
  import_batch_id: z.number().int().nullable(),
  created_at: z.string(),
  decided_at: z.string().nullable(),
  decided_by_name: z.string().nullable(),
  page_actions: pageActions,
});

const winner = z.enum(WINNERS);
const eachField = <T extends z.ZodType>(of: T) =>
  z.strictObject(Object.fromEntries(MERGE_FIELDS.map((field) => [field, of])) as Record<MergeField, T>);
/** `both` is for notes only. */
const winners = z
  .partialRecord(z.enum(MERGE_FIELDS), winner)
  .refine((chosen) => MERGE_FIELDS.every((field) => field === "notes" || chosen[field] !== "both"));

/** One of the two: every field as it is stored and, where that differs, as it was typed; and the page of the customer. */
const mergeSide = z.object({
  id: z.number().int(),
  version: z.number().int(),
  fields: eachField(z.object({ value: z.string().nullable(), typed: z.string().nullable() })),
  coupons: z.number().int(),
  detail: customerDetail,
});
export const mergePreview = z.object({
  survivor: mergeSide,
  source: mergeSide,
  proposed_survivor_id: z.number().int(),
  winners: eachField(winner),
  /** The customer after the merge. */
  after: mergeSide,
  /** Points of one would pay a debt of the other: such a merge cannot be undone. */
  is_final: z.boolean(),
});

const both = z.strictObject({
  survivor_id: id,
  survivor_version: z.number().int(),
  source_id: id,
  source_version: z.number().int(),
  fields: winners,
});
const decided = z.object({ id: z.number().int(), customer_id: z.number().int().nullable() });

const read = needsAction("customers/read");
const edit = needsProgramme("customers/edit");
const decision = (path: `/${string}`, summary: string) =>
  call(edit).route({ method: "POST", path, summary }).input(z.strictObject({ id })).output(decided);

export const merges = {
  list: call(read)
    .route({ method: "GET", path: "/merges", summary: "名寄せ待ちの一覧" })
    .input(listQuery(mergeList))
    .output(listOf(mergeCandidate)),
  count: call(read)
    .route({ method: "GET", path: "/merges/count", summary: "名寄せ待ちの件数" })
    .input(z.object({ import_batch_id: id.optional() }))
    .output(z.object({ waiting: z.number().int() })),
  get: call(read)
    .route({ method: "GET", path: "/merges/{id}", summary: "名寄せ待ちの1件" })
    .input(z.object({ id }))
    .output(
      mergeCandidate.extend({
        /** All that was reported of the waiting guest, by the names of the customer's fields. */
        details: z.record(z.string(), z.string()),
        /** The customers beside the guest, best first. */
        /** `candidate_id`: the question whether the guest is this one. */
        alike: z.array(someone.extend({ score: z.number().int(), candidate_id: z.number().int() })),
        /** The merge that answered it, while it can be undone. */
        merge_id: z.number().int().nullable(),
      }),
    ),
  propose: call(edit)
    .route({ method: "POST", path: "/merges", summary: "2人の顧客を名寄せの候補にする" })
    .input(z.strictObject({ customer_id: id, other_customer_id: id }))
    .output(z.object({ id: z.number().int() })),
  preview: call(edit)
    .route({ method: "POST", path: "/merges/preview", summary: "統合するとどうなるか" })
    .input(z.strictObject({ survivor_id: id, source_id: id, fields: winners }))
    .output(mergePreview),
  merge: call(edit)
    .route({ method: "POST", path: "/merges/merge", summary: "2人の顧客を統合する" })
    .input(both)
    .output(z.object({ merge_id: z.number().int(), customer_id: z.number().int() })),
  undo: call(edit)
    .route({ method: "POST", path: "/merges/done/{id}/undo", summary: "統合を取り消す" })
    .input(z.strictObject({ id }))
    .output(z.object({ survivor_id: z.number().int(), source_id: z.number().int() })),
  ofCustomer: call(read)
    .route({ method: "GET", path: "/customers/{id}/merges", summary: "顧客に統合された顧客" })
    .input(z.object({ id }))
    .output(
      z.object({
        items: z.array(
          z.object({
            id: z.number().int(),
            source: someone,
            merged_at: z.string(),
            merged_by_name: z.string().nullable(),
          }),
        ),
      }),
    ),
  markSeparate: decision("/merges/{id}/mark-separate", "別人とする"),
  join: call(edit)
    .route({ method: "POST", path: "/merges/{id}/join", summary: "宿泊者を顧客に加える" })
    .input(z.strictObject({ id, customer_id: id }))
    .output(decided),
  createCustomer: decision("/merges/{id}/create-customer", "宿泊者を新しい顧客にする"),
  setAside: decision("/merges/{id}/set-aside", "宿泊者を顧客にしない"),
};
