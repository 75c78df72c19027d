/** Why a booking is credited to a campaign: its coupon was used on it; or the guest's last click, or last message, before it. */
export const TOUCHES = ["use", "click", "delivery"] as const;
