import { addDays, type CalendarDate } from "@okaeri/domain/calendar-date";
import { MESSAGE_CLASSES, type MessageClass, PAUSE_DAYS, PREFERENCES_VERSION } from "@okaeri/domain/customers/consent";
import type { Tx } from "../../database/connection.ts";
import { addOptOut, removeOptOut } from "./suppressions/opt-outs.ts";

/** What a guest wants of the mails that advertise. */
export type MailWishes = {
  /** Wants none at all. */
  withdrawn: boolean;
  refusedClasses: readonly MessageClass[];
  /** The last day of a pause that is not over. */
  pausedUntil: CalendarDate | null;
};

/** A guest whom a mail went to, as they are now. */
export type MailRecipient = { id: number; email: string | null; language: "ja" | "en" } & MailWishes;

/**
 * The customer of an id in an old mail; for a merged one, the survivor; nothing for an erased one. Locks the row until the transaction ends,
 * so that choices are written one after the other.
 */
export async function findRecipient(
  tx: Tx,
  accountId: number,
  customerId: number,
  today: CalendarDate,
): Promise<MailRecipient | undefined> {
  const guest = await tx.maybe<
    Pick<MailRecipient, "id" | "email" | "language">
  >`with recursive kept (id, merged_into) as (
      select customer.id, customer.merged_into
      from customers customer
      where customer.account_id = ${accountId} and customer.id = ${customerId}
      union select customer.id, customer.merged_into
      from kept b
      join customers customer on customer.account_id = ${accountId} and customer.id = b.merged_into
    )
    select customer.id, customer.email, customer.language
    from kept b
    join customers customer on customer.account_id = ${accountId} and customer.id = b.id
    where b.merged_into is null and customer.erased_at is null
    for no key update of customer`;
  if (guest === undefined) return undefined;
  const entries = await tx.all<{ purpose: string; ends_on: CalendarDate | null }>`select newest.purpose, newest.ends_on
    from (
      select distinct on (consent.purpose) consent.purpose, consent.state, consent.ends_on
      from customer_consents consent
      where consent.account_id = ${accountId} and consent.customer_id = ${guest.id} and consent.channel = 'mail'
      order by consent.purpose, consent.id desc
    ) newest
    where newest.state = 'withdrawn'`;
  const pause = entries.find(({ purpose }) => purpose === "pause")?.ends_on ?? null;
  return {
    ...guest,
    withdrawn: entries.some(({ purpose }) => purpose === "marketing"),
    refusedClasses: MESSAGE_CLASSES.filter((one) => entries.some(({ purpose }) => purpose === one)),
    pausedUntil: pause !== null && pause >= today ? pause : null,
  };
}

/**
 * Withdraws the consent by the link of a mail: a line in the ledger, and the address on the suppression list, which survives merges. A
 * customer who has withdrawn already gets no second line.
 */
export async function withdrawMailConsent(
  tx: Tx,
  accountId: number,
  guest: MailRecipient,
  { pushActionId, now }: { pushActionId: number; now: Date },
): Promise<void> {
  const made = guest.withdrawn
    ? null
    : await tx.one<{ id: number }>`insert into customer_consents
        (account_id, customer_id, channel, purpose, state, happened_at, source, text_version, push_action_id)
      values (${accountId}, ${guest.id}, 'mail', 'marketing', 'withdrawn', ${now}, 'unsubscribe', ${PREFERENCES_VERSION}, ${pushActionId})
      returning id`;
  if (guest.email !== null)
    await addOptOut(tx, {
      accountId,
      customerId: guest.id,
      address: guest.email,
      userId: null,
      consentId: made?.id ?? null,
    });
}

type ConsentEntry = {
  purpose: MessageClass | "marketing" | "pause";
  state: "given" | "withdrawn";
  endsOn?: CalendarDate;
};

async function say(
  tx: Tx,
  accountId: number,
  guest: MailRecipient,
  entries: readonly ConsentEntry[],
  now: Date,
): Promise<void> {
  await tx.run`insert into customer_consents (account_id, customer_id, channel, purpose, state, ends_on, happened_at, source, text_version)
    select ${accountId}, ${guest.id}, 'mail', t.purpose, t.state, t.ends_on, ${now}, 'guest', ${PREFERENCES_VERSION}
    from unnest(${entries.map(({ purpose }) => purpose)}::text[], ${entries.map(({ state }) => state)}::text[],
      ${entries.map(({ endsOn }) => endsOn ?? null)}::date[]) t (purpose, state, ends_on)`;
}

/** Undoes the withdrawal of a mail's link. A bounce or a complaint of the address stays. */
export async function giveMailConsent(tx: Tx, accountId: number, guest: MailRecipient, now: Date): Promise<void> {
  await say(tx, accountId, guest, [{ purpose: "marketing", state: "given" }], now);
  if (guest.email !== null) await removeOptOut(tx, accountId, guest.email);
}

/** What a guest chooses on that page. */
export type MailChoice = { wanted: readonly MessageClass[] } | { pause: boolean };

/** Writes what changes by it; null where nothing does. */
export async function chooseMails(
  tx: Tx,
  accountId: number,
  guest: MailRecipient,
  choice: MailChoice,
  { today, now }: { today: CalendarDate; now: Date },
): Promise<MailWishes | null> {
  if ("wanted" in choice) {
    const refusedClasses = MESSAGE_CLASSES.filter((one) => !choice.wanted.includes(one));
    const changed = MESSAGE_CLASSES.filter(
      (one) => refusedClasses.includes(one) !== guest.refusedClasses.includes(one),
    );
    if (changed.length === 0) return null;
    const entries = changed.map(
      (purpose): ConsentEntry => ({ purpose, state: refusedClasses.includes(purpose) ? "withdrawn" : "given" }),
    );
    await say(tx, accountId, guest, entries, now);
    return { ...guest, refusedClasses };
  }
  const pausedUntil = choice.pause ? addDays(today, PAUSE_DAYS) : null;
  if (pausedUntil === guest.pausedUntil) return null;
  const pause: ConsentEntry = pausedUntil
    ? { purpose: "pause", state: "withdrawn", endsOn: pausedUntil }
    : { purpose: "pause", state: "given" };
  await say(tx, accountId, guest, [pause], now);
  return { ...guest, pausedUntil };
}
