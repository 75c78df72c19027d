/** Fields whose words are the account's own: one that nobody knows is taken for nothing until somebody says what it means. */
export const SOURCE_WORD_FIELDS = ["customer_type", "booking_channel"] as const;
export type SourceWordField = (typeof SOURCE_WORD_FIELDS)[number];
