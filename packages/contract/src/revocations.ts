import { z } from "zod";

/** What became of a request to take back what a send gave. */
export const revoke = z.object({
  id: z.number().int(),
  /** When the send was started. */
  sent_at: z.string(),
  state: z.enum(["running", "done"]),
  /** Guests to go through, and how many are done. */
  guests: z.number().int(),
  done: z.number().int(),
  /** What was taken so far: the points of so many guests, and coupons. */
  customers: z.number().int(),
  points: z.number().int(),
  coupons: z.number().int(),
  remarks: z.string(),
  created_by_name: z.string(),
  created_at: z.string(),
});

/** What taking back all that a send gave would do, as of now. */
export const revocationPreview = z.object({
  /** Guests whose points are taken back, and all of these. */
  customers: z.number().int(),
  points: z.number().int(),
  /** What leaves balances. */
  from_balance: z.number().int(),
  /** What had expired: nobody loses anything by it. */
  expired: z.number().int(),
  used: z.number().int(),
  /** Points that were used and are not covered by other points: they become a debt. */
  owed_customers: z.number().int(),
  owed_points: z.number().int(),
  /** Coupons that nobody used. Those used, and of coupons that have ended, stay with their guests. */
  coupons: z.number().int(),
  used_coupons: z.number().int(),
  ended_coupons: z.number().int(),
});
