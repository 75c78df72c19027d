/** What a booking engine's key may do: ask who a guest is, and use points or coupons. */
export const PARTNER_SCOPES = ["customers", "points", "coupons"] as const;
export type PartnerScope = (typeof PARTNER_SCOPES)[number];
/**
 * Which guests a booking engine's key may ask about: every member of the programme, or those with a reservation or stay at the key's
 * facility.
 */
export const KEY_REACHES = ["programme", "facility"] as const;
export type KeyReach = (typeof KEY_REACHES)[number];
