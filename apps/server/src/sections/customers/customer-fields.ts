import type { Compared } from "@okaeri/domain/customers/likeness";

/** What a customer is recognised by and what an import may fill in where it is empty. */
export type CustomerFields = {
  member_number: string | null;
  name: string;
  name_kana: string | null;
  gender: string | null;
  birthday: string | null;
  email: string | null;
  tel: string | null;
  tel_national: string | null;
  postcode: string | null;
  address: string | null;
  nationality: string | null;
  language: "ja" | "en";
  name_typed: string | null;
  name_kana_typed: string | null;
  email_typed: string | null;
  tel_typed: string | null;
  postcode_typed: string | null;
  address_typed: string | null;
};

/** Stored kana is normalised already; only the spaces and dots between the names go. */
export function plainKana(kana: string): string {
  return kana.replaceAll(" ", "").replaceAll("・", "");
}

/** A customer's columns as people are compared. */
export function comparedPerson(fields: CustomerFields): Compared {
  return { ...fields, kanaKey: fields.name_kana === null ? null : plainKana(fields.name_kana) };
}
