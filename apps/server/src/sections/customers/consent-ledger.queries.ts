import type { CONSENT_CHANNELS, LedgerPurpose } from "@okaeri/domain/customers/consent";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import type { Cipher } from "../../session/cipher.ts";
import type { Scope } from "../../session/scope.ts";
import { welcomeBack } from "./erased-addresses.ts";
import { isoInstant } from "./iso-instant.ts";
import { addOptOut, removeOptOut } from "./suppressions/opt-outs.ts";

export type ConsentLine = {
  id: number;
  channel: (typeof CONSENT_CHANNELS)[number];
  purpose: LedgerPurpose;
  state: "given" | "withdrawn";
  happened_at: string;
  source: string;
  text_version: string;
  ends_on: string | null;
  remarks: string;
  entered_by: string | null;
};

/** Every entry of the ledger about one guest, newest first: the proof. */
export function consentLedger(tx: Tx, scope: Scope, customerId: number): Promise<ConsentLine[]> {
  return tx.all<ConsentLine>`select consent.id, consent.channel, consent.purpose, consent.state,
      ${isoInstant(sql`consent.happened_at`)} as happened_at, consent.source, consent.text_version, consent.ends_on, consent.remarks,
      person.name as entered_by
    from customer_consents consent
    left join users person on person.id = consent.created_by
    where consent.account_id = ${scope.accountId} and consent.customer_id = ${customerId}
    order by consent.id desc limit 500`;
}

export type NewConsent = Pick<ConsentLine, "channel" | "purpose" | "state" | "text_version" | "remarks"> & {
  happenedAt: Date;
};

/** Whether the guest said something about the same later: the last entry counts, so none may be inserted before another. */
export async function newerConsent(tx: Tx, scope: Scope, customerId: number, line: NewConsent): Promise<boolean> {
  const found = await tx.maybe<{ one: number }>`select 1 as one
    from customer_consents consent
    where consent.account_id = ${scope.accountId} and consent.customer_id = ${customerId} and consent.channel = ${line.channel}
      and consent.purpose = ${line.purpose} and consent.happened_at > ${line.happenedAt} limit 1`;
  return found !== undefined;
}

/** Whether staff made the same entry for the same day already, as with a double click (idempotent). */
export async function alreadyStated(tx: Tx, scope: Scope, customerId: number, line: NewConsent): Promise<boolean> {
  const last = await tx.maybe<{
    same: boolean;
  }>`select consent.source = 'staff' and consent.state = ${line.state} and consent.text_version = ${line.text_version}
      and consent.remarks = ${line.remarks}
      and (consent.happened_at at time zone 'Asia/Tokyo')::date = (${line.happenedAt}::timestamptz at time zone 'Asia/Tokyo')::date as same
    from customer_consents consent
    where consent.account_id = ${scope.accountId} and consent.customer_id = ${customerId} and consent.channel = ${line.channel}
      and consent.purpose = ${line.purpose}
    order by consent.id desc limit 1`;
  return last?.same ?? false;
}

/**
 * An entry made by staff. When a guest agrees to mail again by word of mouth, the address leaves the suppression list; an address that
 * bounced or complained stays on it.
 */
export async function addConsentLine(
  tx: Tx,
  scope: Scope,
  cipher: Pick<Cipher, "fingerprints">,
  customerId: number,
  line: NewConsent,
): Promise<void> {
  await tx.run`insert into customer_consents
      (account_id, customer_id, channel, purpose, state, happened_at, source, text_version, remarks, created_by)
    values (${scope.accountId}, ${customerId}, ${line.channel}, ${line.purpose}, ${line.state}, ${line.happenedAt}, 'staff',
      ${line.text_version}, ${line.remarks}, ${scope.userId})`;
  if (line.channel !== "mail" || line.purpose !== "marketing") return;
  const { email } = await tx.one<{ email: string | null }>`select email
    from customers
    where account_id = ${scope.accountId} and id = ${customerId}`;
  if (email === null) return;
  const { accountId, userId } = scope;
  if (line.state === "withdrawn")
    return addOptOut(tx, { accountId, customerId, address: email, userId, consentId: null });
  await welcomeBack(tx, { accountId, cipher }, email);
  await removeOptOut(tx, accountId, email);
}
