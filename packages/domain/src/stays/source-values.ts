/** Fields whose words are the account's own: an unknown word means nothing until somebody gives it a meaning. */
export const SOURCE_VALUE_FIELDS = ["customer_type", "booking_channel"] as const;
export type SourceValueField = (typeof SOURCE_VALUE_FIELDS)[number];
