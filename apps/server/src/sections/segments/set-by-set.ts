import { type Form, isWorkedOutByGuest } from "@okaeri/domain/segments/form";
import type { Tx } from "../../database/connection.ts";
import { withoutLoops } from "../../database/without-loops.ts";

/**
 * Asks about all guests of an account, set joined to set. Where a script works something out guest by guest, nested loops stay allowed: its
 * subquery joins a few rows of one guest, and a hash join would read the whole account for each of them (measured: 2 to 6 s became more than
 * the time limit).
 */
export const setBySet = <T>(tx: Tx, forms: readonly Form[], ask: () => Promise<T>): Promise<T> =>
  forms.some(isWorkedOutByGuest) ? ask() : withoutLoops(tx, ask);
