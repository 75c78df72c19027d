import type { Cipher } from "../../session/cipher.ts";
import type { SaveContext } from "../stays/stage-reservations.ts";
import type { StayContext } from "../stays/totals.ts";
import type { LineSource } from "./compare-rows.ts";
import type { NoteChanges } from "./note-changes.ts";

/** Of which batch, by whom and when lines are written. */
export type IntakeContext = SaveContext &
  Pick<StayContext, "today"> &
  LineSource & {
    now: Date;
    cipher: Pick<Cipher, "fingerprints">;
    /** Left out where nothing will be taken back. */
    note?: NoteChanges;
    /** Which batch told of a line, where several are written together; left out: `importBatchId`. */
    batchOf?: (lineNo: number) => number;
  };
