/** So many days back a guest's campaigns are told. */
export const GUEST_CAMPAIGN_DAYS = 180;

/**
 * Why a guest did not get what a campaign sent, in the order in which it is asked. `segment`: the conditions do not mean the guest; `rule`:
 * a segment before it does.
 */
export const WHY_NOT = [
  "segment",
  "rule",
  "once_per",
  "no_consent",
  "no_address",
  "capped",
  "control",
  /** Coupons or points that there were not, or that the guest could not have. */
  "benefit",
  "quiet",
  "stopped",
  /** The stay that it was about is none any more. */
  "stay",
  /** It could not be made, or was not taken. */
  "failed",
  /** Nobody knows whether it arrived. */
  "unknown",
  /** It is still to come. */
  "waiting",
] as const;
export type WhyNot = (typeof WHY_NOT)[number];
