export const MAX_ROWS = 1_000;
/** A thousand rows with rooms, companions and lines of a bill. */
export const BODY_BYTES = 8_388_608;
/** Rows that may wait for a worker: a sender that is this far ahead is asked to pause. */
export const WAITING_ROWS = 500_000;
