/** What a booking engine's key may do: ask who a guest is, and use points or coupons. */
export const PARTNER_SCOPES = ["customers", "points", "coupons"] as const;
export type PartnerScope = (typeof PARTNER_SCOPES)[number];
