import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import type { Scope } from "../../session/scope.ts";
import { isGuest, withinFacilities } from "../stays/guests.read.ts";
import type { CustomerFields } from "./customer-fields.ts";
import { nameStart } from "./search-condition.ts";

export async function insertCustomer(tx: Tx, scope: Scope, saved: CustomerFields, now: Date): Promise<number> {
  const { id } = await tx.one<{ id: number }>`
    insert into customers (account_id, member_number, name, name_kana, gender, birthday, email, tel, tel_national, postcode, address,
      nationality, language, name_typed, tel_typed, address_typed, created_by, updated_by, created_at)
    values (${scope.accountId}, ${saved.member_number}, ${saved.name}, ${saved.name_kana}, ${saved.gender}, ${saved.birthday},
      ${saved.email}, ${saved.tel}, ${saved.tel_national}, ${saved.postcode}, ${saved.address}, ${saved.nationality}, ${saved.language},
      ${saved.name_typed}, ${saved.tel_typed}, ${saved.address_typed}, ${scope.userId}, ${scope.userId}, ${now})
    returning id`;
  return id;
}

/** Locks the row until the transaction ends; undefined when the guest is not in the person's reach. */
export async function lockCustomer(
  tx: Tx,
  scope: Scope,
  id: number,
): Promise<(CustomerFields & { version: number; customer_type_ids: number[] }) | undefined> {
  return tx.maybe`select customer.version, customer.member_number, customer.name, customer.name_kana, customer.gender, customer.birthday,
      customer.email, customer.tel, customer.tel_national, customer.postcode, customer.address, customer.nationality, customer.language,
      customer.name_typed, customer.name_kana_typed, customer.email_typed, customer.tel_typed, customer.postcode_typed,
      customer.address_typed,
      coalesce((select json_agg(customer_type.account_customer_type_id order by customer_type.account_customer_type_id)
        from customer_types customer_type
        where customer_type.account_id = ${scope.accountId} and customer_type.customer_id = customer.id), '[]') as customer_type_ids
    from customers customer
    where customer.account_id = ${scope.accountId} and customer.id = ${id} and ${isGuest} and ${withinFacilities(scope, sql`customer.id`)}
      for update of customer`;
}

export async function updateCustomer(
  tx: Tx,
  scope: Scope,
  id: number,
  saved: CustomerFields,
  newAddress: boolean,
): Promise<void> {
  await tx.run`update customers
    set member_number = ${saved.member_number}, name = ${saved.name}, name_kana = ${saved.name_kana}, gender = ${saved.gender},
      birthday = ${saved.birthday}, email = ${saved.email}, email_state = case when ${newAddress} then 'valid' else email_state end,
      tel = ${saved.tel}, tel_national = ${saved.tel_national}, postcode = ${saved.postcode}, address = ${saved.address},
      nationality = ${saved.nationality}, language = ${saved.language}, name_typed = ${saved.name_typed},
      name_kana_typed = ${saved.name_kana_typed}, email_typed = ${saved.email_typed}, tel_typed = ${saved.tel_typed},
      postcode_typed = ${saved.postcode_typed}, address_typed = ${saved.address_typed}, version = version + 1, updated_by = ${scope.userId},
      updated_at = now()
    where account_id = ${scope.accountId} and id = ${id}`;
}

/** Whether a guest has the number, or is still known by it as an issued number that gave way. */
export async function memberNumberTaken(
  tx: Tx,
  scope: Scope,
  memberNumber: string,
  own: number | null,
): Promise<boolean> {
  const found = await tx.maybe<{ one: number }>`select 1 as one from customers where account_id = ${scope.accountId}
      and member_number = ${memberNumber} and merged_into is null
    union all select 1
    from customer_keys customer_key
    join customers customer on customer.account_id = customer_key.account_id and customer.id = customer_key.customer_id
    where customer_key.account_id = ${scope.accountId} and customer_key.kind = 'member' and customer_key.value = ${memberNumber}
      and ${isGuest} and customer_key.customer_id <> coalesce(${own}::bigint, 0) limit 1`;
  return found !== undefined;
}

/** How many of these types may be given: those in use, and those that the guest has already. */
export async function typesInUse(
  tx: Tx,
  scope: Scope,
  ids: readonly number[],
  customerId: number | null,
): Promise<number> {
  const { count } = await tx.one<{
    count: number;
  }>`select count(*)::int as count
    from account_customer_types account_customer_type
    where account_customer_type.account_id = ${scope.accountId} and account_customer_type.id = any (${ids}::bigint[])
      and (account_customer_type.active_status = 'active'
        or exists (select from customer_types customer_type
          where customer_type.account_id = ${scope.accountId} and customer_type.customer_id = ${customerId}::bigint
            and customer_type.account_customer_type_id = account_customer_type.id))`;
  return count;
}

export async function replaceTypes(tx: Tx, scope: Scope, customerId: number, ids: readonly number[]): Promise<void> {
  await tx.run`delete from customer_types
    where account_id = ${scope.accountId} and customer_id = ${customerId} and account_customer_type_id <> all (${ids}::bigint[])`;
  await tx.run`insert into customer_types (account_id, customer_id, account_customer_type_id, created_by)
    select ${scope.accountId}, ${customerId}::bigint, y.id, ${scope.userId}::bigint
    from unnest(${ids}::bigint[]) y (id)
    on conflict do nothing`;
}

export type AlikeRow = {
  id: number;
  name: string;
  name_kana: string | null;
  member_number: string | null;
  email: string | null;
  tel: string | null;
  reasons: ("member_number" | "email" | "tel" | "name")[];
};

/** Guests in the person's reach who share a number, an address or the reading of the name; those who share most first. */
export function customersAlike(
  tx: Tx,
  scope: Scope,
  search: {
    except: number | null;
    member: string | null;
    email: string | null;
    tel: string | null;
    kana: string | null;
    name: string | null;
  },
): Promise<AlikeRow[]> {
  const { member, email, tel, kana, name } = search;
  const sameName = sql`(customer.name_kana = ${kana} or customer.search_text like ${nameStart(name)}
    and search_folded(customer.name) = search_folded(${name}))`;
  return tx.all<AlikeRow>`select customer.id, customer.name, customer.name_kana, customer.member_number, customer.email,
      coalesce(customer.tel_national, customer.tel) as tel,
      array_remove(array[case when customer.member_number = ${member}::text then 'member_number' end,
        case when customer.email = ${email}::text then 'email' end, case when customer.tel = ${tel}::text then 'tel' end,
        case when ${sameName} then 'name' end], null) as reasons
    from customers customer
    where customer.account_id = ${scope.accountId} and ${isGuest} and customer.id <> coalesce(${search.except}::bigint, 0)
      and (customer.member_number = ${member} or customer.email = ${email} or customer.tel = ${tel} or ${sameName})
      and ${withinFacilities(scope, sql`customer.id`)}
    order by cardinality(array_remove(array[customer.member_number = ${member}, customer.email = ${email}, customer.tel = ${tel},
      ${sameName}], false)) desc, customer.id limit 5`;
}
