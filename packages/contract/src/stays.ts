import {
  CODE_SPACES,
  GRANT_STATUSES,
  GROUP_TYPES,
  GUEST_TYPES,
  LANGUAGE_CODES,
  RESERVATION_STATUSES,
  RESERVATION_SYSTEMS,
  STAY_STATES,
} from "@okaeri/domain/enumerations";
import { z } from "zod";
import { call, needsAction } from "./call.ts";
import { id } from "./paging.ts";

const whole = z.number().int();
const text = z.string().nullable();
const weekday = whole.min(0).max(6);
/** Weekdays of check-in and check-out, 0 = Sunday, and the nights between them. */
const days = { check_in_day: weekday, check_out_day: weekday, stay_days: whole };

export const stayDetail = z.object({
  id: whole,
  version: whole,
  page_actions: z.array(z.string()),
  customer_id: whole,
  customer_name: z.string(),
  facility_name: z.string(),
  original_reservation_code: z.string(),
  reservation_system: z.enum(RESERVATION_SYSTEMS),
  code_space: z.enum(CODE_SPACES),
  reservation_system_virtual: z.string(),
  reservation_system_code: z.string(),
  reservation_system_name: z.string(),
  booking_channel_name: text,
  state: z.enum(STAY_STATES),
  reservation_status: z.enum(RESERVATION_STATUSES),
  reserved_date: text,
  check_in_date: z.string(),
  check_out_date: z.string(),
  ...days,
  /** Yen; null: not reported. */
  reserved_price: whole.nullable(),
  reserved_payment_price: whole.nullable(),
  plan_code: z.string(),
  tel: text,
  cancel_date: text,
  grant_status: z.enum(GRANT_STATUSES),
  reserved_min_room_count: whole,
  group_type: z.enum(GROUP_TYPES),
  language_code: z.enum(LANGUAGE_CODES),
  source_updated_at: text,
  /** What the same stay is called elsewhere; where another report of it counts, this one does not. */
  linkages: z.array(z.object({ feed_channel: z.enum(CODE_SPACES), reservation_code: z.string() })),
  is_reported_elsewhere: z.boolean(),
  rooms: z.array(
    z.object({
      seq: whole,
      room_code: z.string(),
      room_type: z.string(),
      /** Null: not reported. */
      adult_count: whole.nullable(),
      child_count: whole.nullable(),
      stay_start_date: z.string(),
      stay_end_date: z.string(),
    }),
  ),
  guests: z.array(
    z.object({
      id: whole,
      guest_type: z.enum(GUEST_TYPES),
      name: z.string(),
      name_kana: text,
      email: text,
      tel: text,
      customer_id: whole.nullable(),
    }),
  ),
  /** The settled stay; null before it, and after it was cancelled. */
  stay: z
    .object({
      id: whole,
      transaction_code: z.string(),
      confirmed_date: z.string(),
      use_price: whole,
      payment_price: whole,
      use_price_detail: z.array(z.object({ name: z.string(), price: whole })),
      check_in_date: z.string(),
      check_out_date: z.string(),
      ...days,
      is_online_check_in: z.boolean(),
      is_online_check_out: z.boolean(),
    })
    .nullable(),
  /** Entries of the ledger that this stay caused, oldest first; below zero: taken back. */
  points: z.array(
    z.object({
      id: whole,
      grant_point: whole,
      grant_date: z.string(),
      expiration_date: text,
      /** Until when it is valid now, after later stays moved it. */
      expires_on: text,
      campaign_name: text,
      booked_at: z.string(),
    }),
  ),
  /**
   * The rank and RFM by which the stay's points were decided: those of the evening before the check-out, as far as campaigns that grant
   * points for each stay have conditions on them. Null without such conditions, and before the stay.
   */
  judged_by: z
    .object({
      evening: z.string(),
      /** The name of today; null: held none. */
      rank: z.object({ name: text }).nullable(),
      /** Names of today; scores are null before the first stay. */
      rfm: z
        .object({
          groups: z.array(z.string()),
          recency_score: whole.nullable(),
          frequency_score: whole.nullable(),
          monetary_score: whole.nullable(),
        })
        .nullable(),
    })
    .nullable(),
  /** What it will earn if it becomes a stay as it is booked; empty once it has. Worked out when asked, never booked. */
  expected_points: z.array(z.object({ campaign_name: z.string(), points: whole, expiration_date: text })),
  /** Ranks that the guest won on the stay's check-out day. */
  ranks: z.array(z.object({ name: z.string(), happened_on: z.string() })),
});

const at = { id, reservation_id: id };

/** One reservation of a guest, and the stay it became. */
export const stays = {
  get: call(needsAction("customers/read"))
    .route({ method: "GET", path: "/customers/{id}/reservations/{reservation_id}", summary: "予約と宿泊の詳細" })
    .input(z.object(at))
    .output(stayDetail),
  setExcluded: call(needsAction("customers/edit"))
    .route({
      method: "PUT",
      path: "/customers/{id}/reservations/{reservation_id}/exclusion",
      summary: "宿泊をポイント付与の対象から外す・戻す",
    })
    .input(z.strictObject({ ...at, version: whole, excluded: z.boolean() }))
    .output(stayDetail),
};
