import { POINT_EXPIRATION_TYPES, POINT_REQUEST_STATES } from "@okaeri/domain/enumerations";
import { MAX_GRANT_POINTS } from "@okaeri/domain/points/amount";
import { MAX_EXPIRATION_DAYS } from "@okaeri/domain/points/expiry";
import { z } from "zod";
import { call, needsAction, needsAdministrator, needsProgramme } from "./call.ts";
import { bookableReservation, useFacts } from "./guest-bookings.ts";
import { grantPointList, usePointList } from "./lists/points.ts";
import { date, id, listOf, listQuery, pageActions, pageNumber, sizeOf } from "./paging.ts";
import type { Problem } from "./problems/problems.ts";
import { filledLine, line } from "./text.ts";

const figure = z.number().int();
const part = z.object({ grant_point_id: figure, grant_date: z.string(), grant_point: figure, use_point: figure });

const taken = z.object({ grant_point_id: figure, grant_date: z.string(), grant_point: figure, point: figure });

/** A grant, or the negative entry of a correction. Of a grant: grant_point = remaining + used + expired + revoked + deducted + debt_paid. */
const grantItem = z.object({
  id: figure,
  kind: z.enum(["granted", "deducted", "reversed"]),
  grant_date: z.string(),
  grant_point: figure,
  remaining: figure.nullable(),
  used: figure.nullable(),
  expired: figure.nullable(),
  /** By taking back this very grant. */
  revoked: figure.nullable(),
  /** By deductions by hand. */
  deducted: figure.nullable(),
  /** What of it paid a debt: points that were missing when other grants were taken back. */
  debt_paid: figure.nullable(),
  /** Of a negative entry: which grants it took its points from. */
  taken_from: z.array(taken),
  /** Of a negative entry: what those lacked, a debt. */
  owed: figure.nullable(),
  /** Points less debt once this entry and all before it are counted. Once its day is over, it stays what it is. */
  balance_after: figure,
  /** The day on which it was written, where entries about later days were there before or it takes back what a stay earned; else null. */
  booked_on: z.string().nullable(),
  expiration_type: z.enum(POINT_EXPIRATION_TYPES),
  /** The last valid day, where it has rolled to. */
  expiration_date: z.string().nullable(),
  campaign_name: z.string().nullable(),
  campaign_id: figure.nullable(),
  facility_name: z.string().nullable(),
  original_reservation_code: z.string().nullable(),
  reverses_grant_point_id: figure.nullable(),
  /** Of a reversal: when that grant was given, and how much. */
  reverses_grant_date: z.string().nullable(),
  reverses_grant_point: figure.nullable(),
  remarks: z.string().nullable(),
  /** Who wrote it by hand; null for what followed from stays, sends and jobs. */
  created_by: z.string().nullable(),
  created_at: z.string(),
  /** Whom it was written for, where that guest was merged into this one. */
  of_merged: z.string().nullable(),
  /** `edit`: a part of it can be taken back by hand. */
  page_actions: pageActions,
});

const useItem = z.object({
  id: figure,
  ...useFacts,
  use_point: figure,
  balance_after: figure,
  /** Of a cancelled one: what had expired meanwhile and did not come back. */
  lapsed: figure,
  created_at: z.string(),
  /** Whom it was written for, where that guest was merged into this one. */
  of_merged: z.string().nullable(),
  /** Which grants paid it. */
  parts: z.array(part),
  /** `edit`: it can be cancelled. */
  page_actions: pageActions,
});

/** How a guest's points stand: granted − revoked − used − expired = balance − debt. */
const pointSummary = z.object({
  balance: figure,
  debt: figure,
  granted: figure,
  revoked: figure,
  used: figure,
  expired: figure,
  /** What open reservations will earn if they become stays as they are booked; no part of the balance. */
  expected: z.object({ points: figure, reservations: figure }),
  /** What goes when, soonest first; null: never. */
  expiring: z.array(z.object({ expires_on: z.string().nullable(), remaining: figure })),
  /** What the held rank allows of one use; without one any number. */
  rank_name: z.string().nullable(),
  use_point_unit: figure,
  min_use_point: figure.nullable(),
  max_use_point: figure.nullable(),
  /**
   * Where the person may book. The first is meant when none is named: where the guest stays, else where the person works or the guest
   * comes next; headquarters last.
   */
  facilities: z.array(z.object({ id: figure, name: z.string() })),
  /** The guest's reservations that a use can be for, latest arrival first. */
  reservations: z.array(
    bookableReservation.extend({
      /** Points that it may still be paid with; null: its price is not known. */
      payable: figure.nullable(),
    }),
  ),
  /** A grant by hand of more points waits for a second person's approval; null: no grant does. */
  approval_above: figure.nullable(),
  /** The day in Japan that all of this is of. */
  today: z.string(),
  page_actions: pageActions,
});

/** A grant by hand above the programme's `point_approval_above`: nothing is booked before a second person approves it. */
const grantRequest = z.object({
  id: figure,
  /** The guest, or the one they were merged into. */
  customer_id: figure,
  customer_name: z.string(),
  facility_name: z.string().nullable(),
  grant_point: figure,
  expiration_type: z.enum(POINT_EXPIRATION_TYPES),
  expiration_date: z.string().nullable(),
  expiration_days_from_grant: figure.nullable(),
  expiration_days_from_last_stay: figure.nullable(),
  remarks: z.string(),
  state: z.enum(POINT_REQUEST_STATES),
  /** The last day on which it can be approved. */
  last_day: z.string(),
  requested_by: z.string().nullable(),
  requested_at: z.string(),
  decided_by: z.string().nullable(),
  decided_at: z.string().nullable(),
  decision_remarks: z.string().nullable(),
  /** Made by the person who asks. */
  own: z.boolean(),
  /** `edit`: the person may approve or reject it. */
  page_actions: pageActions,
});

const stands = z.object({ balance: figure, debt: figure });
const remarks = filledLine(200);
const not_zero = { params: { problem: { code: "not_zero" } satisfies Problem } };

const read = needsAction("customers/read");
const edit = needsAction("customers/edit");
/** Decides about requests of the whole programme. */
const decide = needsProgramme("customers/edit");
const ofCustomer = { id };

/** Negative: points are taken away, of all grants or of the one named by `reverses_grant_point_id`. */
const grantInput = z.strictObject({
  id,
  grant_point: z
    .number()
    .int()
    .min(-MAX_GRANT_POINTS)
    .max(MAX_GRANT_POINTS)
    .refine((n) => n !== 0, not_zero),
  remarks,
  facility_account_id: id.optional(),
  expiration_type: z.enum(POINT_EXPIRATION_TYPES).default("none"),
  expiration_date: date.optional(),
  expiration_days_from_grant: z.number().int().min(1).max(MAX_EXPIRATION_DAYS).optional(),
  expiration_days_from_last_stay: z.number().int().min(1).max(MAX_EXPIRATION_DAYS).optional(),
  reverses_grant_point_id: id.optional(),
});

/** Points of one guest. Every writing call takes an `Idempotency-Key`, kept per person for 48 hours. */
export const points = {
  standing: call(read)
    .route({ method: "GET", path: "/customers/{id}/points", summary: "ポイントの残高と内訳" })
    .input(z.object(ofCustomer))
    .output(pointSummary),
  grants: call(read)
    .route({ method: "GET", path: "/customers/{id}/grant-points", summary: "ポイント付与履歴" })
    .input(listQuery(grantPointList, ofCustomer))
    .output(listOf(grantItem)),
  uses: call(read)
    .route({ method: "GET", path: "/customers/{id}/use-points", summary: "ポイント利用履歴" })
    .input(listQuery(usePointList, ofCustomer))
    .output(listOf(useItem)),
  /** Above the programme's `point_approval_above` a request is made instead, and `grant_point_id` is null. */
  grant: call(edit)
    .route({ method: "POST", path: "/customers/{id}/grant-points", summary: "ポイントを手動で付与・減算" })
    .input(grantInput)
    .output(stands.extend({ grant_point_id: figure.nullable(), point_grant_request_id: figure.nullable() })),
  /** What `grant` would do with the same input; nothing is booked. */
  previewGrant: call(edit)
    .route({ method: "POST", path: "/customers/{id}/grant-points/preview", summary: "ポイントの手動付与・減算の確認" })
    .input(grantInput)
    .output(
      stands.extend({
        customer_name: z.string(),
        facility_name: z.string(),
        grant_point: figure,
        /** The last valid day of granted points; null: they never expire, or points are taken away. */
        expiration_date: z.string().nullable(),
        remarks: z.string(),
        balance_before: figure,
        debt_before: figure,
        /** `grant` makes a request that a second person has to approve. */
        needs_approval: z.boolean(),
      }),
    ),
  requests: call(read)
    .route({ method: "GET", path: "/customers/{id}/point-grant-requests", summary: "ポイント付与の申請(お客様ごと)" })
    .input(z.object({ id, page: pageNumber, size: sizeOf }))
    .output(listOf(grantRequest)),
  programmeRequests: call(read)
    .route({ method: "GET", path: "/customers/point-grant-requests", summary: "ポイント付与の申請" })
    .input(z.object({ state: z.enum(POINT_REQUEST_STATES).optional(), page: pageNumber, size: sizeOf }))
    .output(listOf(grantRequest)),
  approveRequest: call(decide)
    .route({
      method: "POST",
      path: "/customers/{id}/point-grant-requests/{request_id}/approval",
      summary: "ポイント付与の申請を承認",
    })
    .input(z.strictObject({ id, request_id: id }))
    .output(stands.extend({ grant_point_id: figure })),
  rejectRequest: call(decide)
    .route({
      method: "POST",
      path: "/customers/{id}/point-grant-requests/{request_id}/rejection",
      summary: "ポイント付与の申請を却下",
    })
    .input(z.strictObject({ id, request_id: id, remarks }))
    .output(z.object({ request_id: figure })),
  use: call(edit)
    .route({ method: "POST", path: "/customers/{id}/use-points", summary: "ポイントを利用" })
    .input(
      z.strictObject({
        id,
        use_point: z.number().int().min(1).max(MAX_GRANT_POINTS),
        remarks: line(200).optional(),
        facility_account_id: id.optional(),
        stay_reservation_id: id.optional(),
      }),
    )
    .output(stands.extend({ use_point_case_id: figure })),
  cancelUse: call(edit)
    .route({
      method: "POST",
      path: "/customers/{id}/use-points/{use_point_case_id}/cancellation",
      summary: "ポイントの利用を取り消す",
    })
    .input(z.strictObject({ id, use_point_case_id: id, remarks: line(200).optional() }))
    .output(stands.extend({ use_point_case_id: figure })),
  /** Programmes whose points do not add up; empty when all do. It is proven every night, and again when a broken one is looked at. */
  proofs: call(needsAdministrator)
    .route({ method: "GET", path: "/points/proofs", summary: "ポイント残高の検算" })
    .output(
      z.object({
        broken: z.array(
          z.object({
            account_id: figure,
            account_name: z.string(),
            proven_at: z.string(),
            broken_count: figure,
            customer_ids: z.array(figure),
          }),
        ),
      }),
    ),
};
