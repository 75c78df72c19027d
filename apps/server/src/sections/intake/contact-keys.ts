import { mailMatchKey } from "@okaeri/domain/mail-address";
import { kanaMatchKey } from "@okaeri/domain/normalise";
import type { ReservationRow } from "@okaeri/domain/stays/reservation-row";
import { telephoneOf } from "../customers/telephone.ts";

/** Fields that are also kept as typed, where normalising changes them. */
export const TYPED_FIELDS = ["guest_name", "guest_name_kana", "email", "tel", "postcode", "address"] as const;
export type TypedField = (typeof TYPED_FIELDS)[number];

/** How a guest can be reached and recognised, in the forms that are stored. */
export type ContactKeys = {
  /** E.164; null when there is none, or none that a numbering plan knows. */
  tel: string | null;
  telNational: string | null;
  /** Lower case. */
  email: string | null;
  /** Form that names are compared by. */
  kanaKey: string | null;
};

export function contactKeys(row: Pick<ReservationRow, "tel" | "email" | "guest_name_kana">): ContactKeys {
  const telephone = row.tel === null ? null : telephoneOf(row.tel);
  return {
    tel: telephone?.tel ?? null,
    telNational: telephone?.tel_national ?? null,
    email: row.email === null ? null : mailMatchKey(row.email),
    kanaKey: row.guest_name_kana === null ? null : kanaMatchKey(row.guest_name_kana),
  };
}
