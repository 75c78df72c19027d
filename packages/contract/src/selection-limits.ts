import { MAX_LISTED_GUESTS } from "@okaeri/domain/segments/condition";

/** Guests that are picked one by one in the list. */
export const MOST_PICKED = 200;

/** Guests that one act on the list changes, or that become a campaign's target one by one. */
export const MOST_AT_ONCE = MAX_LISTED_GUESTS;
