export const MAX_ROWS = 1_000;
/** A thousand rows with rooms, companions and lines of a bill. */
export const BODY_BYTES = 8_388_608;
/** Backpressure: so many rows may wait for a worker; a sender that is further ahead is asked to pause. */
export const WAITING_ROWS = 500_000;
