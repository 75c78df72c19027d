// Apart from the calls: the wording of problems names them, and the browser words problems without any schema.

/** Bytes of one uploaded piece, small enough for a slow line within the 15 seconds of a request. */
export const CHUNK_BYTES = 262_144;
/** Largest file that may be uploaded, in bytes. */
export const MAX_FILE_BYTES = 1_073_741_824;

const GIGABYTE = 1_073_741_824;
/** Uploads that wait to be started: how many of one person and of one programme account, how large together, and for how long untouched. */
export const PENDING_UPLOADS = {
  person: { count: 5, bytes: GIGABYTE },
  account: { count: 20, bytes: 2 * GIGABYTE },
  hours: 24,
} as const;

/** For so many days after its end an import can be undone. */
export const IMPORT_UNDO_DAYS = 30;
/** Days for which what a refused line of a file or row of a feed said is kept. */
export const REFUSED_DAYS = 90;

/** Most columns of a file; the width of the widest old spreadsheets. */
export const MAX_COLUMNS = 256;
