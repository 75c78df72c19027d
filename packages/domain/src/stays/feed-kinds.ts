/** What a batch of a feed holds. Apart from the rules of its rows, because the list of batches is loaded with the sign-in page. */
export const FEED_KINDS = ["reservations", "stays"] as const;
export type FeedKind = (typeof FEED_KINDS)[number];
