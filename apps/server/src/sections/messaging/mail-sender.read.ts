import { guestNameOf } from "@okaeri/domain/messaging/guest-name";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { addressOfProduct } from "../accounts/mail-delivery/sender-address.ts";

/** Who an account's campaign mails come from, and the block 特定電子メール法 asks for. */
export type MailSender = {
  /** Name of the account, which staff know. */
  accountName: string;
  /** Name by which guests know it. */
  guestName: string;
  fromName: string;
  /** Whence mails come: the confirmed address, else one of the product's own host. */
  fromAddress: string;
  /** The address that is set; until it is confirmed, mails come from the one before it. */
  setAddress: string;
  /** The address is the account's own. */
  ownAddress: boolean;
  legalName: string;
  legalAddress: string;
  legalTel: string;
  signature: string;
  capCount: number | null;
  capDays: number;
};

/** SQL: all of it that readers of a mail see. */
export const senderShown = (
  accountId: number,
) => sql`(select jsonb_build_array(account.name, setting.display_name, setting.mail_from_name,
    setting.mail_from_confirmed, setting.legal_sender_name,
    setting.legal_sender_address, setting.legal_sender_tel, setting.mail_signature)
  from accounts account
  left join account_settings setting on setting.account_id = account.id
  where account.id = ${accountId})`;

type Row = {
  account_name: string;
  display_name: string | null;
  mail_from_name: string | null;
  mail_from_address: string | null;
  mail_from_confirmed: string | null;
  legal_sender_name: string | null;
  legal_sender_address: string | null;
  legal_sender_tel: string | null;
  mail_signature: string | null;
  frequency_cap_count: number | null;
  frequency_cap_days: number | null;
};

/** The sender settings of a programme account. `origin` gives the address of an account that has none of its own. */
export async function mailSenderOf(tx: Tx, accountId: number, origin: string): Promise<MailSender> {
  const row = await tx.maybe<Row>`select account.name as account_name, setting.display_name,
        setting.mail_from_name, setting.mail_from_address, setting.mail_from_confirmed,
        setting.legal_sender_name, setting.legal_sender_address, setting.legal_sender_tel, setting.mail_signature,
        setting.frequency_cap_count, setting.frequency_cap_days
      from accounts account
      left join account_settings setting on setting.account_id = account.id
      where account.id = ${accountId}`;
  if (!row) throw new Error("unknown account");
  const ownAddress = row.mail_from_confirmed || null;
  const legalName = row.legal_sender_name ?? "";
  return {
    accountName: row.account_name,
    guestName: row.display_name || guestNameOf(row.account_name),
    fromName: row.mail_from_name || row.display_name || legalName || guestNameOf(row.account_name),
    fromAddress: ownAddress ?? addressOfProduct({ origin }),
    setAddress: row.mail_from_address ?? "",
    ownAddress: ownAddress !== null,
    legalName,
    legalAddress: row.legal_sender_address ?? "",
    legalTel: row.legal_sender_tel ?? "",
    signature: row.mail_signature ?? "",
    capCount: row.frequency_cap_count,
    capDays: row.frequency_cap_days ?? 7,
  };
}

/** Whether the law's block is complete: without it no campaign mail goes out. */
export function hasLegalBlock(sender: MailSender): boolean {
  return sender.legalName.trim() !== "" && sender.legalAddress.trim() !== "";
}

/** `"name" <address>` for the From header; nothing in the name can end the quotes or the line. */
export function fromHeader(sender: MailSender): string {
  const name = sender.fromName.replaceAll(/[\p{Cc}\p{Cf}]/gu, " ").replaceAll(/["\\]/g, "\\$&");
  return `"${name}" <${sender.fromAddress}>`;
}

/** The mail with the signature it ends with. */
export function withSignature<Mail extends { signature: string }>(
  mail: Mail,
  sender: Pick<MailSender, "signature">,
): Mail {
  return mail.signature.trim() === "" ? { ...mail, signature: sender.signature } : mail;
}
