import { isUnreachableMail } from "@okaeri/domain/mail-address";
import { isNothing, printable } from "@okaeri/domain/stays/cell-reader";
import { sourceTimeOf, timeOf } from "@okaeri/domain/stays/reported";
import type { CustomerFileRow, ReservationRow } from "@okaeri/domain/stays/reservation-row";
import type { Guest } from "../customers/guest.ts";
import type { PreparedReservation, PreparedRow } from "./prepare-row.ts";

/** The guest as a line names him. */
export function guestOfLine(line: PreparedRow<ReservationRow | CustomerFileRow>): Guest {
  const { row, typed, tel, telNational, email, kanaKey } = line;
  const asTyped = (cell: string | null | undefined, stored: string | null, other: string | null = null) => {
    const text = cell?.trim() ?? "";
    return text === "" || text === stored || text === other ? null : text;
  };
  return {
    member_number: row.member_number,
    name: row.guest_name,
    name_kana: row.guest_name_kana,
    gender: row.gender,
    birthday: row.birthday,
    email,
    tel,
    tel_national: telNational,
    postcode: row.postcode,
    address: row.address,
    nationality: row.nationality,
    language: row.language_code ?? "ja",
    name_typed: asTyped(typed.guest_name, row.guest_name),
    name_kana_typed: asTyped(typed.guest_name_kana, row.guest_name_kana),
    email_typed: email === null ? unreachable(typed.email) : asTyped(typed.email, email),
    tel_typed: row.tel === null ? null : asTyped(typed.tel, tel, telNational),
    postcode_typed: typed.postcode && isNothing(typed.postcode) ? null : asTyped(typed.postcode, row.postcode),
    address_typed: row.address === null ? null : asTyped(typed.address, row.address),
    kanaKey,
    isContactOnly: "group_type" in row && row.group_type === "group",
  };
}

/** Text that no mail can be sent to is kept for people to look at: it may only have a letter too many. */
const unreachable = (cell: string | null | undefined) =>
  cell?.trim() && !isNothing(cell) && isUnreachableMail(cell) ? printable(cell.trim()) : null;

/** Fields of a customer for which the row of a waiting guest has no column. */
const WAITING = [
  "member_number",
  "gender",
  "birthday",
  "tel_national",
  "postcode",
  "address",
  "nationality",
  "name_typed",
  "name_kana_typed",
  "email_typed",
  "tel_typed",
  "postcode_typed",
  "address_typed",
] as const satisfies readonly (keyof Guest)[];

/**
 * The rest of what a line says of a guest who is no customer yet, consent included, as JSON by the names of the customer's columns; null
 * when it says nothing. Kept until the guest becomes or joins a customer.
 */
export function waitingDetails(line: PreparedReservation): string | null {
  const guest = guestOfLine(line);
  const details = Object.fromEntries(WAITING.flatMap((name) => (guest[name] === null ? [] : [[name, guest[name]]])));
  const { email_consent } = line.row;
  const source_updated_at = sourceTimeOf(timeOf(line.reported, "email_consent"));
  if (email_consent !== null) Object.assign(details, { email_consent, source_updated_at });
  return Object.keys(details).length === 0 ? null : JSON.stringify(details);
}
