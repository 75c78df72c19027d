// Without zod: the addresses of all lists are loaded with the sign-in page.

/** What results can be told by. */
export const RESULT_DIMENSIONS = ["day", "segment", "action", "variant", "facility"] as const;
export type ResultDimension = (typeof RESULT_DIMENSIONS)[number];

/**
 * What came of a campaign, each figure in its own unit: messages in guests, once for each send, on the day of the send; bookings and stays
 * with their yen on their own days; points and coupons, given and used; `cost`: yen of the coupons and points that were used.
 */
export const RESULT_FIGURES = [
  "sent",
  "delivered",
  "opened",
  "machine_opened",
  "clicked",
  "unsubscribed",
  "clicks",
  "reserved",
  "reserved_price",
  "transacted",
  "use_price",
  "points",
  "points_used",
  "coupons_given",
  "coupons_used",
  "cost",
] as const;
export type ResultFigure = (typeof RESULT_FIGURES)[number];
