import { VARIANTS } from "@okaeri/domain/pushes/variants";
import { z } from "zod";
import { TOUCHES } from "../delivery/touches.ts";

const figure = z.number().int();
/** On the day of booking and on the last day of the stay; a cancelled booking counts no more. */
export const attributedFigures = z.object({
  reserved: figure,
  reserved_price: figure,
  transacted: figure,
  use_price: figure,
});

/** Of coupons as many as were used at once; of points those that it granted itself. Yen of both in `cost`. */
export const spentFigures = z.object({
  coupons_given: figure,
  coupons_used: figure,
  points_used: figure,
  cost: figure,
});

/** One booking that a campaign brought, and the evidence. */
export const attributedBooking = z.object({
  reservation_id: figure,
  customer_id: figure,
  customer_name: z.string(),
  facility_name: z.string(),
  touch: z.enum(TOUCHES),
  touched_at: z.string(),
  /** Of an action that has several texts or coupons: which the guest got. */
  variant: z.enum(VARIANTS).nullable(),
  /** Of a coupon. */
  coupon_name: z.string().nullable(),
  /** Null: cancelled since. */
  reserved_on: z.string().nullable(),
  /** Yen; null: not reported. */
  reserved_price: figure.nullable(),
  /** Null: nobody stayed, so far. */
  transacted_on: z.string().nullable(),
  use_price: figure,
});
