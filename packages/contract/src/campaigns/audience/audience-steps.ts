// The steps of an audience and why somebody drops out. Without schemas: the pages read them in the browser.

/** From those who meet the conditions to those whom the message reaches. */
export const AUDIENCE_STEPS = [
  "matched",
  "not_earlier",
  "consented",
  "reachable",
  "not_capped",
  "not_control",
  "will_receive",
] as const;
export type AudienceStep = (typeof AUDIENCE_STEPS)[number];

/** Why somebody drops out after the segments are parted, in the order of the steps. */
export const OMISSION_REASONS = [
  "no_message",
  "once_per",
  "no_consent",
  "opted_out",
  "class_refused",
  "paused",
  "no_address",
  "bounced",
  "capped",
  "standing_control",
  "control_group",
  "no_coupon",
] as const;
export type OmissionReason = (typeof OMISSION_REASONS)[number];

/** At which step a reason leaves somebody out. */
export const STEP_OF_REASON: Record<OmissionReason, AudienceStep> = {
  no_message: "consented",
  once_per: "consented",
  no_consent: "consented",
  opted_out: "consented",
  class_refused: "consented",
  paused: "consented",
  no_address: "reachable",
  bounced: "reachable",
  capped: "not_capped",
  standing_control: "not_control",
  control_group: "not_control",
  no_coupon: "will_receive",
};
