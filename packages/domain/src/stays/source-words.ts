/** Fields whose words are the account's own: an unknown word means nothing until somebody gives it a meaning. */
export const SOURCE_WORD_FIELDS = ["customer_type", "booking_channel"] as const;
export type SourceWordField = (typeof SOURCE_WORD_FIELDS)[number];
