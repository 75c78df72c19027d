import type { WaitReason } from "@okaeri/domain/customers/likeness";
import { type CustomerFields, plainKana } from "./customer-fields.ts";

/** A guest as one line of the file names them. */
export type Guest = CustomerFields & {
  /** Kana without spaces. */
  kanaKey: string | null;
  /** Contact of a group or companion: somebody else gave these facts. */
  isContactOnly: boolean;
};

/** Keys of the guest that belong to somebody else: why the mail address does, and whether the telephone does. */
export type Unusable = { mail: "masked_mail" | "shared_mail" | null; isOfficeTel: boolean };

/** The guest's own contact data: not an agency's address, and not an office's number. */
export function usableFields(guest: Guest, { mail, isOfficeTel }: Unusable): CustomerFields {
  const { kanaKey: _kanaKey, isContactOnly: _contact, ...fields } = guest;
  if (mail !== null) Object.assign(fields, { email: null, email_typed: null });
  if (isOfficeTel) Object.assign(fields, { tel: null, tel_national: null, tel_typed: null });
  return fields;
}

/** Why a guest without a known key cannot become a customer; null if the guest can. */
export function waitReason(guest: Guest, { mail, isOfficeTel }: Unusable): WaitReason | null {
  const isKnownByAKey =
    guest.member_number !== null || (guest.email !== null && mail === null) || (guest.tel !== null && !isOfficeTel);
  if (isKnownByAKey) return null;
  return mail ?? (isOfficeTel ? "shared_tel" : null);
}

/** Fields that are empty together and filled together: the number and how it was typed. */
export const FILLED_TOGETHER: readonly (readonly [keyof CustomerFields, ...(keyof CustomerFields)[]])[] = [
  ["member_number"],
  ["name_kana", "name_kana_typed"],
  ["gender"],
  ["birthday"],
  ["email", "email_typed"],
  ["tel", "tel_national", "tel_typed"],
  ["postcode", "postcode_typed"],
  ["address", "address_typed"],
  ["nationality"],
];

/** Kana of a customer's name without spaces; the guest's own form of it if the name is the guest's. */
export function kanaKeyOf(guest: Guest, fields: CustomerFields): string | null {
  return fields.name_kana === null
    ? null
    : fields.name_kana === guest.name_kana
      ? guest.kanaKey
      : plainKana(fields.name_kana);
}
