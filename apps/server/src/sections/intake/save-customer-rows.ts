import type { Tx } from "../../database/connection.ts";
import { lockProgramme } from "../../database/lock-programme.ts";
import { bookingChannels } from "../accounts/booking-channels.read.ts";
import { customerTypeIds } from "../accounts/customer-types.read.ts";
import { noteToldWords, type ToldWord } from "../accounts/told-words.ts";
import { saveConsents, saveCustomers, saveKeys } from "../customers/known-customers.ts";
import { saveCustomerTypes } from "../customers/typed-customers.ts";
import { raisedBy, saveCandidates } from "../merges/save-candidates.ts";
import { beginStayChange, endStayChange } from "../stays/apply-stay.ts";
import { type CustomerLine, CustomerRows } from "./customer-rows.ts";
import { pairsOf } from "./identify-guests.ts";
import { customersBefore, newCandidates, toldAgain } from "./note-changes.ts";
import type { RowsRun } from "./rows-run.ts";
import type { RowCounts } from "./save-rows.ts";

/** What deciding about customers needs of the account. */
export async function customerFacts(tx: Tx, accountId: number) {
  const { maskedDomains } = await bookingChannels(tx, accountId);
  return { maskedDomains, typeOf: await customerTypeIds(tx, accountId) };
}

/** Writes a batch of good lines of a file of customers in the caller's transaction. */
export async function saveCustomerRows(tx: Tx, run: RowsRun, lines: readonly CustomerLine[]): Promise<RowCounts> {
  await lockProgramme(tx, run.accountId);
  const facts = await customerFacts(tx, run.accountId);
  const rows = new CustomerRows(run, facts);
  const { verdicts, refused, consents, types, resolutions } = await rows.decide(tx, lines);
  const { created, filled } = rows.register;
  const placeholders = new Map(created.map((person) => [person.id, person]));
  await rows.takeIds(tx);
  const idOf = (id: number) => placeholders.get(id)?.id ?? id;
  const notesOf = run.note && (await customersBefore(tx, run, rows.register, new Map()));
  await saveCustomers(tx, { ...run, created, filled, totals: new Map() });
  const learnt = rows.register.learnt.map(({ person, key }) => ({ ...key, customerId: person.id }));
  const keys = await saveKeys(tx, run.accountId, learnt);
  // A changed birthday changes what earlier stays are owed.
  const change = await beginStayChange(tx, run, { reverse: [], apply: [] });
  await endStayChange(
    tx,
    run,
    change,
    filled.map((person) => person.id),
  );
  const said = await saveConsents(
    tx,
    run,
    consents.map((one) => ({ ...one, customerId: idOf(one.customerId) })),
  );
  const typed = await saveCustomerTypes(
    tx,
    run,
    types.map((one) => ({ ...one, customerId: idOf(one.customerId) })),
  );
  await noteToldWords(tx, run, unknownTypes(run, lines, facts.typeOf));
  const candidates = await saveCandidates(tx, run.accountId, raisedBy(run.importBatchId, pairsOf(resolutions)));
  if (notesOf) {
    const { notes, made } = notesOf({ keys, types: typed, consents: said });
    const noted = new Set([...made, ...notes.map((note) => note.id)]);
    const told = new Set(resolutions.flatMap(({ person }) => (person ? [person.id] : [])));
    const again = toldAgain(
      "customer",
      [...told].filter((id) => !noted.has(id)),
    );
    await run.note?.(tx, [...newCandidates(candidates), ...notes, ...again], { reservations: [], customers: made });
  }
  const count = (verdict: string) => verdicts.filter((one) => one === verdict).length;
  return {
    new: count("new"),
    changed: count("changed"),
    unchanged: count("unchanged"),
    newCustomers: created.length,
    stays: 0,
    refused,
  };
}

/** A file of customers that is brought again once its words are matched gives the types. */
function unknownTypes(run: RowsRun, lines: readonly CustomerLine[], typeOf: ReadonlyMap<string, number>): ToldWord[] {
  return lines.flatMap(({ row: { customer_type: word } }) =>
    word === null || typeOf.has(word.toLowerCase())
      ? []
      : [{ space: "none", field: "customer_type", word, batchId: run.importBatchId, reservationId: null }],
  );
}
