import { z } from "zod";

// What points and coupons of one guest are booked for, and what their histories say of a use.

/** A reservation of the guest that something can be used for. */
export const bookableReservation = z.object({
  id: z.number().int(),
  original_reservation_code: z.string(),
  check_in_date: z.string(),
  check_out_date: z.string(),
  facility_account_id: z.number().int(),
});

/** Where something was used, by whom, and whether it still counts. */
export const useFacts = {
  use_date: z.string(),
  cancel_date: z.string().nullable(),
  cancel_remarks: z.string().nullable(),
  facility_name: z.string().nullable(),
  original_reservation_code: z.string().nullable(),
  /** The reservation it is for was cancelled that day; whether the guest gets it back is for staff to say. */
  reservation_cancel_date: z.string().nullable(),
  remarks: z.string().nullable(),
  created_by: z.string().nullable(),
};
