/** Guests that are picked one by one in the list. */
export const MOST_PICKED = 200;

/** Guests that one act on the list changes. */
export const MOST_AT_ONCE = 10_000;
