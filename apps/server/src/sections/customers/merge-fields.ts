import { MERGE_FIELDS, type MergeField, type Winners } from "@okaeri/domain/customers/merge-fields";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { idsOfCustomer } from "../points/merged-customers.read.ts";
import { plainKana } from "./customer-fields.ts";
import type { OtherKey } from "./identity-resolver.ts";
import { saveKeys } from "./known-customers.ts";

/** The columns that go together. */
const COLUMNS: Record<MergeField, readonly string[]> = {
  member_number: ["member_number"],
  name: ["name", "name_typed"],
  name_kana: ["name_kana", "name_kana_typed"],
  gender: ["gender"],
  birthday: ["birthday"],
  email: ["email", "email_typed", "email_state"],
  tel: ["tel", "tel_national", "tel_typed"],
  address: ["postcode", "postcode_typed", "address", "address_typed"],
  nationality: ["nationality"],
  language: ["language"],
  line: ["line_user_id", "line_follow_state"],
  notes: ["notes"],
};
const ALL = MERGE_FIELDS.flatMap((field) => COLUMNS[field]);
const ALL_LIST = sql.raw(ALL.join(", "));

export type StoredCustomer = Record<string, unknown> & {
  id: number;
  version: number;
  active_status: string;
  merged_into: number | null;
};
/** Fields before and after a merge, by column. */
export type FieldChange = { before: Record<string, unknown>; after: Record<string, unknown> };

/** Locks customers in the order of their ids (no deadlock) and returns their columns by id. */
export async function lockCustomers(tx: Tx, accountId: number, ids: readonly number[]): Promise<StoredCustomer[]> {
  return tx.all<StoredCustomer>`select id, version, active_status, merged_into, ${ALL_LIST}
    from customers
    where account_id = ${accountId} and id = any(${ids}::bigint[])
    order by id for update`;
}

/** The customer and who was merged into the customer before. */
export async function withMerged(tx: Tx, accountId: number, id: number): Promise<number[]> {
  const found = await tx.all<{ id: number }>`select id
    from customers
    where account_id = ${accountId} and id in ${idsOfCustomer(accountId, id)}
    order by id = ${id} desc, id`;
  return found.map((row) => row.id);
}

/**
 * Merges these customers into another one. Customers merged into the first of them point to the survivor, too; they are changed no more
 * than that, as when it is taken back.
 */
export async function pointAt(tx: Tx, ctx: Context, ids: readonly number[], survivor: number): Promise<void> {
  for (const id of [...ids].reverse())
    await tx.run`update customers
      set merged_into = ${survivor}, active_status = 'inactive', version = version + (merged_into is null)::int,
        updated_by = ${ctx.userId}, updated_at = now()
      where account_id = ${ctx.accountId} and id = ${id}`;
}

/** Takes the merge back: the first lives again, and the others are merged into the first as before. */
export async function pointBack(tx: Tx, ctx: Context, ids: readonly number[], status: string): Promise<void> {
  const [first, ...others] = ids;
  await tx.run`update customers
    set merged_into = null, active_status = ${status}, version = version + 1, updated_by = ${ctx.userId}, updated_at = now()
    where account_id = ${ctx.accountId} and id = ${first}`;
  await tx.run`update customers
    set merged_into = ${first}, updated_at = now()
    where account_id = ${ctx.accountId} and id = any(${others}::bigint[])`;
}

type Context = { accountId: number; userId: number | null };

/** Gives the survivor the fields chosen from the source. Keys that the survivor gives up still name the survivor. */
export async function takeFields(
  tx: Tx,
  ctx: Context,
  survivor: StoredCustomer,
  source: StoredCustomer,
  winners: Winners,
): Promise<{ fields: FieldChange; keys: OtherKey[] }> {
  const after: Record<string, unknown> = {};
  for (const field of MERGE_FIELDS) {
    if (winners[field] === "source") for (const column of COLUMNS[field]) after[column] = source[column];
    if (winners[field] === "both")
      after.notes = [survivor.notes, source.notes].filter((text) => text !== "").join("\n");
  }
  const before = Object.fromEntries(Object.keys(after).map((column) => [column, survivor[column]]));
  await putFields(tx, ctx, survivor.id, after);
  const keys = keysGivenUp(survivor, { ...survivor, ...after });
  await saveKeys(
    tx,
    ctx.accountId,
    keys.map((key) => ({ ...key, customerId: survivor.id })),
  );
  return { fields: { before, after }, keys };
}

function keysGivenUp(was: StoredCustomer, is: Record<string, unknown>): OtherKey[] {
  const kana = typeof was.name_kana === "string" ? plainKana(was.name_kana) : null;
  const given = (column: string) =>
    typeof was[column] === "string" && was[column] !== is[column] ? String(was[column]) : null;
  const member = given("member_number");
  const email = given("email");
  const telChanged = was.tel !== is.tel || was.name_kana !== is.name_kana;
  const tel = typeof was.tel === "string" && kana !== null && telChanged ? was.tel : null;
  return [
    ...(member === null ? [] : [{ kind: "member" as const, value: member, kanaKey: "" }]),
    ...(email === null ? [] : [{ kind: "email" as const, value: email, kanaKey: "" }]),
    ...(tel === null || kana === null ? [] : [{ kind: "tel" as const, value: tel, kanaKey: kana }]),
  ];
}

/** Restores what a merge changed, field by field; a field that was changed again stays. Returns what was restored. */
export async function restoreFields(
  tx: Tx,
  ctx: Context,
  now: StoredCustomer,
  { before, after }: FieldChange,
): Promise<readonly MergeField[]> {
  const same = (column: string) => !(column in after) || now[column] === after[column];
  const restored = MERGE_FIELDS.filter((field) => COLUMNS[field].every(same));
  const back = restored.flatMap((field) => COLUMNS[field]);
  const values = Object.fromEntries(
    back.filter((column) => column in before).map((column) => [column, before[column]]),
  );
  await putFields(tx, ctx, now.id, values);
  return restored;
}

async function putFields(tx: Tx, ctx: Context, id: number, values: Record<string, unknown>): Promise<void> {
  const columns = ALL.filter((column) => column in values);
  const assignments = columns.map((column) => sql`${sql.ref(column)} = n.${sql.ref(column)}`);
  await tx.run`update customers customer
    set ${sql.join([...assignments, sql`version = customer.version + 1`])}, updated_by = ${ctx.userId}, updated_at = now()
    from jsonb_populate_record(null::customers, ${JSON.stringify(values)}::jsonb) n
    where customer.account_id = ${ctx.accountId} and customer.id = ${id}`;
}

export async function dropKeys(
  tx: Tx,
  accountId: number,
  customerId: number,
  keys: readonly OtherKey[],
): Promise<void> {
  await tx.run`delete from customer_keys customer_key
    using jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) k (kind text, value text, "kanaKey" text)
    where customer_key.account_id = ${accountId} and customer_key.customer_id = ${customerId} and customer_key.kind = k.kind
      and customer_key.value = k.value and customer_key.kana_key = k."kanaKey"`;
}

/** Types of the merged customers are the survivor's too. @returns those the survivor did not have. */
export async function shareTypes(tx: Tx, ctx: Context, from: readonly number[], to: number): Promise<number[]> {
  const added = await tx.all<{ id: number }>`
    insert into customer_types (account_id, customer_id, account_customer_type_id, created_by, updated_by)
    select distinct account_id, ${to}::bigint, account_customer_type_id, ${ctx.userId}::bigint, ${ctx.userId}::bigint
    from customer_types
    where account_id = ${ctx.accountId} and customer_id = any(${from}::bigint[])
    on conflict do nothing
    returning account_customer_type_id as id`;
  return added.map((row) => row.id);
}

export async function takeTypes(
  tx: Tx,
  accountId: number,
  customerId: number,
  types: readonly number[],
): Promise<void> {
  await tx.run`delete from customer_types
    where account_id = ${accountId} and customer_id = ${customerId} and account_customer_type_id = any(${types}::bigint[])`;
}
