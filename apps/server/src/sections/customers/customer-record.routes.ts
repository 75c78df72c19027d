import { normaliseMemberNumber } from "@okaeri/domain/codes";
import { normaliseMailAddress } from "@okaeri/domain/mail-address";
import { normaliseTelText, normaliseText } from "@okaeri/domain/normalise";
import { todayOf } from "../../clock.ts";
import type { Tx } from "../../database/connection.ts";
import type { Binder, CallContext } from "../../http/binder.ts";
import { CallError, fieldError, staleVersion } from "../../http/errors.ts";
import { guestCalls } from "../../http/guest-calls.ts";
import { addConsentLine, alreadyStated, consentLedger, newerConsent } from "./consent-ledger.queries.ts";
import { customerAudit } from "./customer-audit.ts";
import { insertNote, lockNote, notesOf, removeNote, updateNote } from "./customer-notes.queries.ts";
import { addressedCustomer } from "./customers.read.ts";
import { customersAlike, lockCustomer } from "./save-customer.queries.ts";
import { changeCustomer, createCustomer } from "./save-customer.ts";
import { shownCustomer } from "./shown-customer.ts";
import { telephoneOf } from "./telephone.ts";

/** The calls that write a guest's record, and what is read for it. */
export function customerRecordRoutes(os: Binder) {
  const calls = os.customers;
  const { ofGuest } = guestCalls(addressedCustomer);
  return {
    create: calls.create.handler(({ input, context }) =>
      context.inScope(async (tx) => shownCustomer(tx, context, await createCustomer(tx, context, input))),
    ),

    update: calls.update.handler(({ input, context }) =>
      context.inScope(async (tx) => {
        await changeCustomer(tx, context, input);
        return shownCustomer(tx, context, input.id);
      }),
    ),

    alike: calls.alike.handler(({ input, context }) =>
      context.inScope(async (tx) => {
        const phone = input.tel ? telephoneOf(normaliseTelText(input.tel) ?? "") : null;
        const items = await customersAlike(tx, context.scope, {
          except: input.except ?? null,
          member: normaliseMemberNumber(input.member_number ?? "") || null,
          email: normaliseMailAddress(input.email ?? "") ?? null,
          tel: phone?.tel ?? null,
          kana: input.name_kana || null,
          name: normaliseText(input.name ?? "") || null,
        });
        return { items };
      }),
    ),

    notes: calls.notes.handler(({ input, context }) =>
      ofGuest(context, input, async (tx, { scope }, { id }) => ({ items: await notesOf(tx, scope, id) })),
    ),

    addNote: calls.addNote.handler(({ input: asked, context }) =>
      ofGuest(context, asked, async (tx, _staff, input) => {
        const noteId = await insertNote(tx, context.scope, input.id, input.body);
        await customerAudit(tx, context, "note_add", input.id, { note: noteId });
        return noteById(tx, context, input.id, noteId);
      }),
    ),

    changeNote: calls.changeNote.handler(({ input: asked, context }) =>
      ofGuest(context, asked, async (tx, _staff, input) => {
        const version = await lockNote(tx, context.scope, input.id, input.note_id);
        if (version === undefined) throw new CallError("NOT_FOUND");
        if (version !== input.version) throw staleVersion("customers", input.id);
        await updateNote(tx, context.scope, input.note_id, input.body);
        await customerAudit(tx, context, "note_change", input.id, { note: input.note_id });
        return noteById(tx, context, input.id, input.note_id);
      }),
    ),

    removeNote: calls.removeNote.handler(({ input: asked, context }) =>
      ofGuest(context, asked, async (tx, _staff, input) => {
        if ((await lockNote(tx, context.scope, input.id, input.note_id)) === undefined)
          throw new CallError("NOT_FOUND");
        await removeNote(tx, context.scope, input.note_id);
        await customerAudit(tx, context, "note_remove", input.id, { note: input.note_id });
        return { items: await notesOf(tx, context.scope, input.id) };
      }),
    ),

    consents: calls.consents.handler(({ input, context }) =>
      ofGuest(context, input, async (tx, { scope }, { id }) => ({ items: await consentLedger(tx, scope, id) })),
    ),

    addConsent: calls.addConsent.handler(({ input, context }) =>
      ofGuest(context, input, async (tx, _staff, { id, happened_on, ...line }) => {
        const today = todayOf(context.app.clock);
        if (happened_on > today) throw fieldError("happened_on", { code: "in_future" });
        // For today it is now, so that a withdrawal entered just now is not before what the guest agreed to this morning.
        const happenedAt = happened_on === today ? context.app.clock.now() : new Date(`${happened_on}T00:00:00+09:00`);
        const entry = { ...line, happenedAt };
        // The row lock puts a double click in a line, so that it makes one entry.
        await lockCustomer(tx, context.scope, id);
        if (await alreadyStated(tx, context.scope, id, entry))
          return { items: await consentLedger(tx, context.scope, id) };
        if (await newerConsent(tx, context.scope, id, entry))
          throw fieldError("happened_on", { code: "newer_consent" });
        await addConsentLine(tx, context.scope, context.app.cipher, id, entry);
        const { channel, purpose, state } = line;
        await customerAudit(tx, context, "consent", id, { channel, purpose, state });
        return { items: await consentLedger(tx, context.scope, id) };
      }),
    ),
  };
}

async function noteById(tx: Tx, context: CallContext, customerId: number, id: number) {
  const found = (await notesOf(tx, context.scope, customerId)).find((note) => note.id === id);
  if (!found) throw new CallError("NOT_FOUND");
  return found;
}
