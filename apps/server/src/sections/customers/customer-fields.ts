import type { Compared } from "@okaeri/domain/customers/likeness";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { givenIds } from "../../database/given-ids.ts";

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
export function comparedPerson({ fields, isIssued }: { fields: CustomerFields; isIssued: boolean }): Compared {
  return { ...fields, is_issued: isIssued, kanaKey: fields.name_kana === null ? null : plainKana(fields.name_kana) };
}

/** The columns of a customer that files fill. */
export const CUSTOMER_FIELDS = [
  ...([
    "member_number",
    "name",
    "name_kana",
    "gender",
    "birthday",
    "email",
    "tel",
    "tel_national",
    "postcode",
  ] as const),
  ...(["address", "nationality", "language", "name_typed", "name_kana_typed", "email_typed", "tel_typed"] as const),
  ...(["postcode_typed", "address_typed"] as const),
] satisfies readonly (keyof CustomerFields)[];

/** What is stored of these customers, with the version. */
export async function fieldsOfCustomers(
  tx: Tx,
  accountId: number,
  ids: readonly number[],
): Promise<Map<number, CustomerFields & { version: number }>> {
  if (ids.length === 0) return new Map();
  const found = await tx.all<CustomerFields & { id: number; version: number }>`with ${givenIds(accountId, ids)}
    select c.id, c.version, ${sql.raw(CUSTOMER_FIELDS.map((name) => `c.${name}`).join(", "))}
    from given n join customers c on c.account_id = n.account_id and c.id = n.id`;
  return new Map(found.map(({ id, ...fields }) => [id, fields]));
}
