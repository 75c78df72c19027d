import { type ReportTimes, reportTime } from "@okaeri/domain/stays/report-times";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { type CopyValue, copyRows } from "../../database/copy-rows.ts";
import { givenIds } from "../../database/given-ids.ts";
import type { Cipher } from "../../session/cipher.ts";
import { CUSTOMER_FIELDS, type CustomerFields, plainKana } from "./customer-fields.ts";
import { hasIssuedNumber } from "./customers.read.ts";
import { suppressErased } from "./erased-addresses.ts";
import type { KnownCustomer, KnownPerson, OtherKey } from "./identity-resolver.ts";
import { issueAtRegistration } from "./issue-numbers.ts";

export type GuestKeys = { members: string[]; emails: string[]; tels: string[]; ids: number[] };

type Row = CustomerFields & {
  id: number;
  found_id: number;
  active: boolean;
  found_member: string | null;
  found_email: string | null;
  found_tel: string | null;
  found_kana: string | null;
  issued: boolean;
};

/** Every customer with one of these keys, as the survivor; each key is one index look-up. */
export async function knownCustomers(tx: Tx, accountId: number, keys: GuestKeys): Promise<KnownCustomer[]> {
  const learnt = await otherKeys(tx, accountId, keys);
  const found = await tx.all<Row>`
    with recursive k as materialized (
      select ${accountId}::bigint as account_id, kind, value
      from (select 'member' as kind, unnest(${keys.members}::text[]) as value
        union all select 'email', unnest(${keys.emails}::text[])
        union all select 'tel', unnest(${keys.tels}::text[])) u
    ), hit as materialized (
      select k.account_id, c.id
      from k
      cross join lateral (
        select id
        from customers customer
        where customer.account_id = k.account_id and customer.member_number = k.value and customer.merged_into is null offset 0
      ) c
      where k.kind = 'member'
      union select account_id, id
      from customers
      where account_id = ${accountId} and merged_into is not null and member_number = any(${keys.members}::text[])
      union select k.account_id, c.id
      from k
      cross join lateral (select id from customers customer where customer.account_id = k.account_id and customer.email = k.value offset 0)
        c
      where k.kind = 'email'
      union select k.account_id, c.id
      from k
      cross join lateral (select id from customers customer where customer.account_id = k.account_id and customer.tel = k.value offset 0) c
      where k.kind = 'tel'
      union select ${accountId}::bigint, unnest(${[...keys.ids, ...learnt.keys()]}::bigint[])
    ), up as (
      select hit.account_id, customer.id as found_id, customer.id, customer.merged_into
      from hit
      join customers customer on customer.account_id = hit.account_id and customer.id = hit.id
      union all select up.account_id, up.found_id, customer.id, customer.merged_into
      from up
      join customers customer on customer.account_id = up.account_id and customer.id = up.merged_into
    )
    select customer.id, found_customer.id as found_id, customer.active_status = 'active' as active, customer.member_number, customer.name,
      customer.name_kana, customer.gender, customer.birthday, customer.email, customer.tel, customer.tel_national, customer.postcode,
      customer.address, customer.nationality, customer.language, customer.name_typed, customer.name_kana_typed, customer.email_typed,
      customer.tel_typed, customer.postcode_typed, customer.address_typed, found_customer.member_number as found_member,
      found_customer.email as found_email, found_customer.tel as found_tel, found_customer.name_kana as found_kana,
      ${hasIssuedNumber} as issued
    from up
    join customers customer on customer.account_id = up.account_id and customer.id = up.id
    join customers found_customer on found_customer.account_id = up.account_id and found_customer.id = up.found_id
    where up.merged_into is null
    order by customer.id, found_customer.id`;
  return found.map(({ id, found_id, active, found_member, found_email, found_tel, found_kana, issued, ...fields }) => ({
    id,
    isActive: active,
    isIssued: issued,
    fields,
    kanaKey: fields.name_kana === null ? null : plainKana(fields.name_kana),
    foundMember: found_member,
    foundEmail: found_email,
    foundTel: found_tel,
    foundKanaKey: found_kana === null ? null : plainKana(found_kana),
    otherKeys: learnt.get(found_id) ?? [],
  }));
}

/** By customer, the keys of these that were named beside the customer's own columns. */
async function otherKeys(tx: Tx, accountId: number, keys: GuestKeys): Promise<Map<number, OtherKey[]>> {
  const found = await tx.all<OtherKey & { customer_id: number }>`
    with k as materialized (
      select ${accountId}::bigint as account_id, kind, value
      from (select 'member' as kind, unnest(${keys.members}::text[]) as value
        union all select 'email', unnest(${keys.emails}::text[])
        union all select 'tel', unnest(${keys.tels}::text[])) u
    )
    select x.customer_id, x.kind, x.value, x.kana_key as "kanaKey"
    from k
    cross join lateral (
      select customer_id, kind, value, kana_key
      from customer_keys customer_key
      where customer_key.account_id = k.account_id and customer_key.kind = k.kind and customer_key.value = k.value offset 0
    ) x`;
  return Map.groupBy(found, (row) => row.customer_id);
}

/** Keeps keys beside the customers' own columns. Returns those that were not there. */
export async function saveKeys(
  tx: Tx,
  accountId: number,
  keys: readonly (OtherKey & { customerId: number })[],
): Promise<(OtherKey & { customerId: number })[]> {
  if (keys.length === 0) return [];
  return tx.all<
    OtherKey & { customerId: number }
  >`insert into customer_keys (account_id, customer_id, kind, value, kana_key)
    select ${accountId}::bigint, k.*
    from unnest(${keys.map((key) => key.customerId)}::bigint[], ${keys.map((key) => key.kind)}::text[],
      ${keys.map((key) => key.value)}::text[], ${keys.map((key) => key.kanaKey)}::text[]) k
    on conflict do nothing
    returning customer_id as "customerId", kind, value, kana_key as "kanaKey"`;
}

/** What a reservation says of its guest, each fact with its time (the source time, or the check-out day). */
export type StatedFacts = {
  reservationId: number;
  code: string;
  birthday: string | null;
  birthdayAt: string;
  gender: string | null;
  genderAt: string;
};

/** By customer, what the reservations of these customers say. */
export async function statedFactsOf(
  tx: Tx,
  accountId: number,
  customerIds: readonly number[],
): Promise<Map<number, StatedFacts[]>> {
  type Found = Omit<StatedFacts, "birthdayAt" | "genderAt"> & {
    customer_id: number;
    source_updated_at: Date | null;
    report_times: ReportTimes | null;
    check_out_date: string;
  };
  const found = await tx.all<Found>`
    with ${givenIds(accountId, customerIds)}
    select reservation.customer_id, reservation.id as "reservationId", reservation.original_reservation_code as code,
      reservation.source_updated_at, reservation.report_times, reservation.check_out_date, guest.birthday, guest.gender
    from given
    join stay_reservations reservation on reservation.account_id = given.account_id and reservation.customer_id = given.id
    join stay_reservation_customers guest on guest.account_id = reservation.account_id and guest.stay_reservation_id = reservation.id
      and guest.guest_type = 'representative'
    where guest.birthday is not null or guest.gender is not null`;
  const rows = found.map(({ source_updated_at, report_times, check_out_date, ...row }) => {
    const at = (fact: "birthday" | "gender") =>
      reportTime(report_times, fact, source_updated_at?.toISOString() ?? null) ?? check_out_date;
    return { ...row, birthdayAt: at("birthday"), genderAt: at("gender") };
  });
  return Map.groupBy(rows, (row) => row.customer_id);
}

/** Totals of a new guest; the first three stand with the customer, too. */
const TOTALS = [
  ["last_stay_on", "date"],
  ["stay_count", "integer"],
  ["use_price_total", "bigint"],
  ["first_stay_on", "date"],
  ["last_facility_account_id", "bigint"],
  ["reservation_count", "integer"],
  ["cancel_count", "integer"],
  ["no_show_count", "integer"],
] as const;
const TOTAL_LIST = sql.raw(TOTALS.map(([name]) => name).join(", "));
const TOTAL_COLUMNS = sql.raw(TOTALS.map(([name, type]) => `null::${type} as ${name}`).join(", "));
const LEADING = ["account_id", "id", "is_new", ...TOTALS.map(([name]) => name)] as const;
const FIELD_LIST = sql.raw(CUSTOMER_FIELDS.join(", "));
const FILLED = sql.raw(CUSTOMER_FIELDS.map((name) => `${name} = n.${name}`).join(", "));

/** What stands in `customer_totals` of a guest. */
export type GuestTotals = {
  last_stay_on: string | null;
  stay_count: number;
  use_price_total: number;
  first_stay_on: string | null;
  last_facility_account_id: number | null;
  reservation_count: number;
  cancel_count: number;
  no_show_count: number;
};

export const NO_TOTALS: GuestTotals = {
  last_stay_on: null,
  stay_count: 0,
  use_price_total: 0,
  first_stay_on: null,
  last_facility_account_id: null,
  reservation_count: 0,
  cancel_count: 0,
  no_show_count: 0,
};

/** Writes new customers with their totals, and the values that existing ones were given. */
export async function saveCustomers(
  tx: Tx,
  input: {
    accountId: number;
    userId: number | null;
    now: Date;
    cipher: Pick<Cipher, "fingerprints">;
    /** Null: a person made them. */
    importBatchId: number | null;
    created: readonly KnownPerson[];
    filled: readonly KnownPerson[];
    /** What the batch will make of new customers. */
    totals: ReadonlyMap<number, GuestTotals>;
  },
): Promise<void> {
  const { accountId, userId, now, importBatchId, created, filled, totals } = input;
  if (created.length + filled.length === 0) return;
  const own = [...created, ...filled].flatMap(({ fields }) => fields.member_number ?? []);
  await issueAtRegistration(tx, accountId, created, own);
  await tx.run`create temp table import_customers on commit drop as
    select account_id, id, false as is_new, ${TOTAL_COLUMNS}, ${FIELD_LIST}
    from customers with no data`;
  const rows = [...created, ...filled].map((person): CopyValue[] => {
    const own = totals.get(person.id) ?? NO_TOTALS;
    const stated = CUSTOMER_FIELDS.map((name) => person.fields[name]);
    return [accountId, person.id, person.isNew, ...TOTALS.map(([name]) => own[name]), ...stated];
  });
  await copyRows(tx, "import_customers", [...LEADING, ...CUSTOMER_FIELDS], rows);
  // One statement, so that the trigger on customers finds the totals and does not write them again.
  if (created.length > 0)
    await tx.run`with made as (
        insert into customers
          (account_id, id, last_stay_on, stay_count, use_price_total, ${FIELD_LIST}, import_batch_id, created_by, updated_by,
            created_at)
          overriding system value
        select account_id, id, last_stay_on, stay_count, use_price_total, ${FIELD_LIST}, ${importBatchId}::bigint, ${userId}::bigint,
          ${userId}::bigint, ${now}::timestamptz
        from import_customers
        where is_new
        order by id
      )
      insert into customer_totals (account_id, customer_id, ${TOTAL_LIST})
      select account_id, id, ${TOTAL_LIST}
      from import_customers
      where is_new
      order by id`;
  if (filled.length > 0)
    await tx.run`update customers customer
      set ${FILLED}, version = customer.version + 1, updated_by = ${userId}, updated_at = now()
      from import_customers n
      where customer.account_id = n.account_id and customer.id = n.id and not n.is_new`;
  // Further customers may be saved in the same transaction.
  await tx.run`drop table import_customers`;
  const people = [...created, ...filled].map(({ id, fields }) => ({ id, email: fields.email }));
  await suppressErased(tx, input, people);
}

export type Consent = { customerId: number; given: boolean; at: string };
export type LatestConsent = Consent & { fromFile: boolean };

/** A file neither overrides what the guest or staff said nor what a newer file said, and says nothing new by saying it again. */
export const isNewWord = (before: LatestConsent | undefined, consent: Consent): boolean =>
  before === undefined || (before.given !== consent.given && before.fromFile && before.at <= consent.at);

/** The newest entry on campaign mail of each of these customers who has one. */
export async function latestConsents(
  tx: Tx,
  accountId: number,
  customerIds: readonly number[],
): Promise<LatestConsent[]> {
  if (customerIds.length === 0) return [];
  const found = await tx.all<{ customer_id: number; state: string; source: string; happened_at: Date }>`
    with ${givenIds(accountId, customerIds)}
    select distinct on (consent.customer_id) consent.customer_id, consent.state, consent.source, consent.happened_at
    from given
    join customer_consents consent on consent.account_id = given.account_id and consent.customer_id = given.id and consent.channel = 'mail'
      and consent.purpose = 'marketing'
    order by consent.customer_id, consent.id desc`;
  return found.map((row) => ({
    customerId: row.customer_id,
    given: row.state === "given",
    at: row.happened_at.toISOString(),
    fromFile: row.source === "import" || row.source === "feed",
  }));
}

export async function saveConsents(
  tx: Tx,
  ctx: { accountId: number; userId: number | null },
  consents: readonly Consent[],
): Promise<{ id: number; customerId: number }[]> {
  if (consents.length === 0) return [];
  return tx.all<{ id: number; customerId: number }>`
    insert into customer_consents (account_id, customer_id, channel, purpose, state, happened_at, source, created_by)
    select ${ctx.accountId}::bigint, n.customer_id, 'mail', 'marketing', n.state, n.at, 'import', ${ctx.userId}::bigint
    from unnest(${consents.map((one) => one.customerId)}::bigint[], ${consents.map((one) => (one.given ? "given" : "withdrawn"))}::text[],
      ${consents.map((one) => one.at)}::timestamptz[]) with ordinality n (customer_id, state, at, position)
    order by n.position
    returning id, customer_id as "customerId"`;
}
