import type { LikenessFacts } from "@okaeri/domain/customers/likeness";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { givenIds } from "../../database/given-ids.ts";
import type { UndoDecision } from "../stays/stay-columns.ts";

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
export function comparedPerson({ fields, isIssued }: { fields: CustomerFields; isIssued: boolean }): LikenessFacts {
  return { ...fields, is_issued: isIssued, kanaKey: fields.name_kana === null ? null : plainKana(fields.name_kana) };
}

/** The columns of a customer that files fill. */
export const CUSTOMER_FIELDS = [
  "member_number",
  "name",
  "name_kana",
  "gender",
  "birthday",
  "email",
  "tel",
  "tel_national",
  "postcode",
  "address",
  "nationality",
  "language",
  "name_typed",
  "name_kana_typed",
  "email_typed",
  "tel_typed",
  "postcode_typed",
  "address_typed",
] as const satisfies readonly (keyof CustomerFields)[];

/** What undoing an import makes of each column (docs/adr/0111): fields that a file filled, one by one, where they still hold what it wrote. */
export const CUSTOMER_UNDO_DECISIONS: Readonly<Record<string, UndoDecision>> = {
  ...Object.fromEntries(CUSTOMER_FIELDS.map((name) => [name, "put_back" as const])),
  account_id: "kept",
  id: "kept",
  created_by: "kept",
  created_at: "kept",
  version: "stamped",
  updated_by: "stamped",
  updated_at: "stamped",
  birth_month: "follows",
  search_text: "follows",
  last_stay_on: "follows",
  stay_count: "follows",
  use_price_total: "follows",
  // What staff, providers or the guest said; a customer with one of these is not emptied.
  email_state: "kept",
  line_user_id: "kept",
  line_follow_state: "kept",
  notes: "kept",
  merged_into: "kept",
  erased_at: "kept",
  erase_remaining_on: "kept",
  // Which import made them: it has no other meaning once it is undone.
  import_batch_id: "kept",
  // Whom the import made becomes inactive when nothing hangs on them.
  active_status: "kept",
};

/** What is stored of these customers, with the version. */
export async function fieldsOfCustomers(
  tx: Tx,
  accountId: number,
  ids: readonly number[],
): Promise<Map<number, CustomerFields & { version: number }>> {
  if (ids.length === 0) return new Map();
  const found = await tx.all<CustomerFields & { id: number; version: number }>`with ${givenIds(accountId, ids)}
    select customer.id, customer.version, ${sql.raw(CUSTOMER_FIELDS.map((name) => `customer.${name}`).join(", "))}
    from given
    join customers customer on customer.account_id = given.account_id and customer.id = given.id`;
  return new Map(found.map(({ id, ...fields }) => [id, fields]));
}
