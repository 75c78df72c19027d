import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { givenIds } from "../../database/given-ids.ts";
import type { Cipher } from "../../session/cipher.ts";
import { CUSTOMER_FIELDS, type CustomerFields, fieldsOfCustomers } from "./customer-fields.ts";
import type { OtherKey } from "./guest-register.ts";
import { latestConsents, saveCustomers } from "./known-customers.ts";

type Run = { accountId: number; userId: number | null; cipher: Pick<Cipher, "fingerprints"> };
type Fields = Partial<CustomerFields>;
/** What was written into a customer: the fields before and after, keys, types, and entries of the consent ledger. */
export type CustomerChange = {
  id: number;
  before: Fields;
  after: Fields;
  keys: readonly { kind: OtherKey["kind"]; value: string; kana_key: string }[];
  types: readonly number[];
  consents: readonly number[];
};

/** Fields that a reservation tells too: what another reservation of the guest says stays. */
const TOLD = { email: "g.email", tel: "g.tel", name_kana: "g.name_kana", birthday: "g.birthday", gender: "g.gender" };

/**
 * Puts fields back that still hold what was written; what staff, guests or other files changed since stays. Keys, types and consents that
 * came with it go. Returns, by customer, the fields that stayed as they are now.
 */
export async function takeBackFields(
  tx: Tx,
  run: Run,
  changes: readonly CustomerChange[],
): Promise<Map<number, string[]>> {
  const { accountId } = run;
  const ids = changes.map((change) => change.id);
  const now = await fieldsOfCustomers(tx, accountId, ids);
  const elsewhere = await valuesFromElsewhere(tx, accountId, ids);
  const kept = new Map<number, string[]>();
  const filled = changes.flatMap(({ id, before, after }) => {
    const fields = now.get(id);
    const names = CUSTOMER_FIELDS.filter((name) => name in before);
    if (!fields || names.length === 0) return [];
    const stays = names.filter(
      (name) =>
        fields[name] !== after[name] || (fields[name] !== null && elsewhere.has(`${id} ${name} ${fields[name]}`)),
    );
    if (stays.length > 0) kept.set(id, stays);
    const back = names.filter((name) => !stays.includes(name));
    if (back.length === 0) return [];
    const restored = { ...fields, ...Object.fromEntries(back.map((name) => [name, before[name]])) };
    return [{ id, isNew: false, isActive: true, isFilled: true, fields: restored }];
  });
  await saveCustomers(tx, { ...run, importBatchId: null, created: [], filled, totals: new Map() });
  await dropSaid(tx, run, changes);
  return kept;
}

async function valuesFromElsewhere(tx: Tx, accountId: number, ids: readonly number[]): Promise<Set<string>> {
  const pairs = sql.raw(
    Object.entries(TOLD)
      .map(([name, column]) => `('${name}', ${column}::text)`)
      .join(", "),
  );
  const found = await tx.all<{ id: number; name: string; value: string }>`with ${givenIds(accountId, ids)}
    select distinct n.id, t.name, t.value from given n
    join stay_reservations r on r.account_id = n.account_id and r.customer_id = n.id
    join stay_reservation_customers g on g.account_id = r.account_id and g.stay_reservation_id = r.id and g.guest_type = 'representative'
    cross join lateral (values ${pairs}) t (name, value) where t.value is not null`;
  return new Set(found.map(({ id, name, value }) => `${id} ${name} ${value}`));
}

async function dropSaid(tx: Tx, run: Run, changes: readonly CustomerChange[]): Promise<void> {
  const { accountId } = run;
  const keys = changes.flatMap(({ id, keys: own }) => own.map((key) => ({ id, ...key })));
  if (keys.length > 0)
    await tx.run`delete from customer_keys k using jsonb_to_recordset(${JSON.stringify(keys)}::jsonb)
        n (id bigint, kind text, value text, kana_key text)
      where k.account_id = ${accountId} and k.customer_id = n.id and k.kind = n.kind and k.value = n.value and k.kana_key = n.kana_key`;
  const types = changes.flatMap(({ id, types: own }) => own.map((type) => ({ id, type })));
  if (types.length > 0)
    await tx.run`delete from customer_types t using jsonb_to_recordset(${JSON.stringify(types)}::jsonb) n (id bigint, type bigint)
      where t.account_id = ${accountId} and t.customer_id = n.id and t.account_customer_type_id = n.type`;
  await withdrawGiven(
    tx,
    run,
    changes.flatMap((change) => change.consents),
  );
}

/**
 * Consents that were given here and are the last word are withdrawn; a withdrawal survives (product §4). At the time at which they were
 * given, so that the same file can say it again.
 */
async function withdrawGiven(tx: Tx, run: Run, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.run`insert into customer_consents (account_id, customer_id, channel, purpose, state, happened_at, source, created_by)
    select k.account_id, k.customer_id, k.channel, k.purpose, 'withdrawn', k.happened_at, 'import', ${run.userId}::bigint
    from customer_consents k where k.account_id = ${run.accountId} and k.id = any(${ids}::bigint[]) and k.state = 'given'
      and not exists (select from customer_consents l where l.account_id = k.account_id and l.customer_id = k.customer_id
        and l.channel = k.channel and l.purpose = k.purpose and l.id > k.id)`;
}

/** Customers whom nothing hangs on any more: nobody's name is left, and no list, search or key finds them. */
export async function emptyCustomers(tx: Tx, run: Run, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const { accountId, userId } = run;
  const given = givenIds(accountId, ids);
  const consents = await latestConsents(tx, accountId, ids);
  const withdrawn = consents.filter((one) => one.given).map((one) => one.customerId);
  await tx.run`insert into customer_consents (account_id, customer_id, channel, purpose, state, source, created_by)
    select ${accountId}::bigint, unnest(${withdrawn}::bigint[]), 'mail', 'marketing', 'withdrawn', 'import', ${userId}::bigint`;
  await tx.run`with ${given} delete from customer_keys k using given n where k.account_id = n.account_id and k.customer_id = n.id`;
  await tx.run`with ${given} delete from customer_types t using given n where t.account_id = n.account_id and t.customer_id = n.id`;
  await tx.run`with ${given} update customers c set member_number = null, name = '-', name_kana = null, gender = null, birthday = null,
      email = null, tel = null, tel_national = null, postcode = null, address = null, nationality = null, name_typed = null,
      name_kana_typed = null, email_typed = null, tel_typed = null, postcode_typed = null, address_typed = null,
      active_status = 'inactive', version = c.version + 1, updated_by = ${userId}, updated_at = now()
    from given n where c.account_id = n.account_id and c.id = n.id`;
}
