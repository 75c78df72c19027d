import type { Tx } from "../../database/connection.ts";
import { lockProgramme } from "../../database/lock-programme.ts";
import { bookingChannels } from "../accounts/booking-channels.read.ts";
import { customerTypeIds } from "../accounts/customer-types.read.ts";
import { recordSourceValues, type UnknownSourceValue } from "../accounts/source-values.ts";
import { saveConsents, saveCustomers, saveKeys } from "../customers/known-customers.ts";
import { saveCustomerTypes } from "../customers/typed-customers.ts";
import { queueMisjoined } from "../merges/queue-misjoined.ts";
import { raisedBy, saveCandidates } from "../merges/save-candidates.ts";
import { beginStayChange, endStayChange } from "../stays/apply-stay.ts";
import { type CustomerLine, CustomerRows } from "./customer-rows.ts";
import { guestOfLine } from "./guest-of-line.ts";
import { pairsOf } from "./identify-guests.ts";
import type { IntakeContext } from "./intake-context.ts";
import { customersBefore, newCandidates, reportedAgain } from "./note-changes.ts";
import type { RowCounts } from "./save-rows.ts";

/** What deciding about customers needs of the account. */
export async function customerFacts(tx: Tx, accountId: number) {
  const { maskedDomains } = await bookingChannels(tx, accountId);
  return { maskedDomains, typeOf: await customerTypeIds(tx, accountId) };
}

/** Writes a batch of good lines of a file of customers in the caller's transaction. */
export async function saveCustomerRows(tx: Tx, ctx: IntakeContext, lines: readonly CustomerLine[]): Promise<RowCounts> {
  await lockProgramme(tx, ctx.accountId);
  const facts = await customerFacts(tx, ctx.accountId);
  const rows = new CustomerRows(ctx, facts);
  const { verdicts, refused, consents, types, resolutions } = await rows.decide(tx, lines);
  const { created, filled } = rows.register;
  const placeholders = new Map(created.map((person) => [person.id, person]));
  await rows.takeIds(tx);
  const idOf = (id: number) => placeholders.get(id)?.id ?? id;
  const notesOf = ctx.note && (await customersBefore(tx, ctx, rows.register, new Map()));
  await saveCustomers(tx, { ...ctx, created, filled, totals: new Map() });
  const learnt = rows.register.learnt.map(({ person, key }) => ({ ...key, customerId: person.id }));
  const keys = await saveKeys(tx, ctx.accountId, learnt);
  // A changed birthday changes what earlier stays are owed.
  const change = await beginStayChange(tx, ctx, { reverse: [], apply: [] });
  await endStayChange(
    tx,
    ctx,
    change,
    filled.map((person) => person.id),
  );
  const savedConsents = await saveConsents(
    tx,
    ctx,
    consents.map((one) => ({ ...one, customerId: idOf(one.customerId) })),
  );
  const typed = await saveCustomerTypes(
    tx,
    ctx,
    types.map((one) => ({ ...one, customerId: idOf(one.customerId) })),
  );
  await recordSourceValues(tx, ctx, unknownTypes(ctx, lines, facts.typeOf));
  const pairs = await saveCandidates(tx, ctx.accountId, raisedBy(ctx.importBatchId, pairsOf(resolutions)));
  const candidates = [...pairs, ...(await queueMisjoined(tx, ctx, rows.register, lines.map(guestOfLine)))];
  if (notesOf) {
    const { notes, made } = notesOf({ keys, types: typed, consents: savedConsents });
    const noted = new Set([...made, ...notes.map((note) => note.id)]);
    const reported = new Set(resolutions.flatMap(({ person }) => (person ? [person.id] : [])));
    const again = reportedAgain(
      "customer",
      [...reported].filter((id) => !noted.has(id)),
    );
    await ctx.note?.(tx, [...newCandidates(candidates), ...notes, ...again], { reservations: [], customers: made });
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
function unknownTypes(
  ctx: IntakeContext,
  lines: readonly CustomerLine[],
  typeOf: ReadonlyMap<string, number>,
): UnknownSourceValue[] {
  return lines.flatMap(({ row: { customer_type: word } }) =>
    word === null || typeOf.has(word.toLowerCase())
      ? []
      : [{ space: "none", field: "customer_type", word, batchId: ctx.importBatchId, reservationId: null }],
  );
}
