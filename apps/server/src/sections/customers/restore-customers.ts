import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { givenIds } from "../../database/given-ids.ts";
import type { Cipher } from "../../session/cipher.ts";
import { customerTypeIds } from "../accounts/customer-types.read.ts";
import { consentsReported } from "../stays/consents-of-stays.read.ts";
import { type IsReported, reportedOfGuests } from "../stays/reported-of-guests.read.ts";
import { CUSTOMER_FIELDS, type CustomerFields, fieldsOfCustomers } from "./customer-fields.ts";
import type { OtherKey } from "./identity-resolver.ts";
import { latestConsents, saveConsents, saveCustomers } from "./known-customers.ts";

type Context = { accountId: number; userId: number | null; cipher: Pick<Cipher, "fingerprints"> };
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

/**
 * Restores fields that still hold the written value; what staff, guests or other files changed since stays, and so does what another
 * reservation of the guest reported since (`isSince`, SQL over stay_reservations `reservation`). The same rule holds for keys, types and consents that came with it. Returns the customers of
 * whom something stayed.
 */
export async function restoreWrittenFields(
  tx: Tx,
  ctx: Context & { now: Date; isSince: RawBuilder<boolean> },
  changes: readonly CustomerChange[],
): Promise<ReadonlySet<number>> {
  const { accountId } = ctx;
  const ids = changes.map((change) => change.id);
  const now = await fieldsOfCustomers(tx, accountId, ids);
  const isReported = await reportedOfGuests(tx, accountId, { customerIds: ids, counts: ctx.isSince });
  const remaining = new Set<number>();
  const numberStays = new Set<number>();
  const filled = changes.flatMap(({ id, before, after }) => {
    const fields = now.get(id);
    const names = CUSTOMER_FIELDS.filter((name) => name in before);
    if (!fields || names.length === 0) return [];
    const stays = names.filter(
      (name) => fields[name] !== after[name] || (fields[name] !== null && isReported(id, name, fields[name])),
    );
    if (stays.length > 0) remaining.add(id);
    if (stays.includes("member_number")) numberStays.add(id);
    const back = names.filter((name) => !stays.includes(name));
    if (back.length === 0) return [];
    const restored = { ...fields, ...Object.fromEntries(back.map((name) => [name, before[name]])) };
    return [{ id, isNew: false, isActive: true, isIssued: false, isFilled: true, fields: restored }];
  });
  await saveCustomers(tx, { ...ctx, importBatchId: null, created: [], filled, totals: new Map() });
  for (const id of await dropReported(tx, ctx, changes, isReported, numberStays)) remaining.add(id);
  return remaining;
}

/** Returns the customers of whom something stayed. */
async function dropReported(
  tx: Tx,
  ctx: Context,
  changes: readonly CustomerChange[],
  isReported: IsReported,
  /** Whose number stays: the issued one that gave way to it goes on naming them. */
  numberStays: ReadonlySet<number>,
): Promise<readonly number[]> {
  const { accountId } = ctx;
  const remaining: number[] = [];
  const dropped = <One>(id: number, entries: readonly One[], stays: (one: One) => boolean) => {
    const gone = entries.filter((one) => !stays(one));
    if (gone.length < entries.length) remaining.push(id);
    return gone;
  };
  const keys = changes.flatMap(({ id, keys: own }) => {
    const stays = ({ kind, value, kana_key }: (typeof own)[number]) =>
      (kind === "member" && numberStays.has(id)) ||
      (kind === "tel"
        ? isReported(id, "tel_by_name", `${value} ${kana_key}`)
        : isReported(id, COLUMN_OF_KEY[kind], value));
    return dropped(id, own, stays).map((key) => ({ id, ...key }));
  });
  if (keys.length > 0)
    await tx.run`delete from customer_keys customer_key
      using jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) n (id bigint, kind text, value text, kana_key text)
      where customer_key.account_id = ${accountId} and customer_key.customer_id = n.id and customer_key.kind = n.kind
        and customer_key.value = n.value and customer_key.kana_key = n.kana_key`;
  const hasTypes = changes.some((change) => change.types.length > 0);
  const words = hasTypes ? [...(await customerTypeIds(tx, accountId))] : [];
  const types = changes.flatMap(({ id, types: own }) => {
    const stays = (type: number) =>
      words.some(
        ([word, of]) => of === type && [word, word.toUpperCase()].some((w) => isReported(id, "customer_type", w)),
      );
    return dropped(id, own, stays).map((type) => ({ id, type }));
  });
  if (types.length > 0)
    await tx.run`delete from customer_types customer_type
      using jsonb_to_recordset(${JSON.stringify(types)}::jsonb) n (id bigint, type bigint)
      where customer_type.account_id = ${accountId} and customer_type.customer_id = n.id
        and customer_type.account_customer_type_id = n.type`;
  const consents = changes.flatMap(({ id, consents: own }) =>
    dropped(id, own, () => isReported(id, "email_consent", true)),
  );
  await withdrawGiven(tx, ctx, consents);
  return remaining;
}

const COLUMN_OF_KEY = { member: "member_number", email: "email" } as const;

/**
 * Consents that were given here and still hold are withdrawn; a withdrawal stays (product §4), and so does what was said since. What a merge
 * and its undoing wrote is nobody's word. With the time at which they were given, so that the same file can give them again.
 */
async function withdrawGiven(tx: Tx, ctx: Context, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.run`insert into customer_consents (account_id, customer_id, channel, purpose, state, happened_at, source, created_by)
    select distinct on (consent.customer_id, consent.channel, consent.purpose) consent.account_id, consent.customer_id, consent.channel,
      consent.purpose, 'withdrawn', consent.happened_at, 'import', ${ctx.userId}::bigint
    from customer_consents consent
    cross join lateral (
      select coalesce(bool_and(later_consent.source = 'merge'), true) as is_last,
        coalesce((array_agg(later_consent.state order by later_consent.id desc))[1], consent.state) as state
      from customer_consents later_consent
      where later_consent.account_id = consent.account_id and later_consent.customer_id = consent.customer_id
        and later_consent.channel = consent.channel and later_consent.purpose = consent.purpose and later_consent.id > consent.id
    ) since
    where consent.account_id = ${ctx.accountId} and consent.id = any(${ids}::bigint[]) and consent.state = 'given' and since.is_last
      and since.state = 'given'
    order by consent.customer_id, consent.channel, consent.purpose, consent.id desc`;
}

/**
 * A consent of a file stands although a booking withdrew it later, because yet another booking, which is gone now, had given it again since:
 * it is withdrawn, at the time of the one that is left.
 */
export async function withdrawReported(
  tx: Tx,
  ctx: { accountId: number; userId: number | null; now: Date },
  customerIds: readonly number[],
): Promise<void> {
  const given = (await latestConsents(tx, ctx.accountId, customerIds)).filter((one) => one.given && one.fromFile);
  const reportedAt = await consentsReported(
    tx,
    ctx,
    given.map((one) => one.customerId),
  );
  const withdrawn = given.flatMap(({ customerId, at }) => {
    const withdrawnAt = reportedAt(customerId, false) ?? "";
    const isGivenSince = (reportedAt(customerId, true) ?? "") > withdrawnAt;
    return withdrawnAt > at && !isGivenSince ? [{ customerId, given: false, at: withdrawnAt }] : [];
  });
  await saveConsents(tx, ctx, withdrawn);
}

const EMPTY = sql.raw(
  CUSTOMER_FIELDS.filter((name) => name !== "name" && name !== "language")
    .map((name) => `${name} = null`)
    .join(", "),
);

/** Empties customers that nothing refers to any more: no name is left, and no list, search or key finds them. */
export async function emptyCustomers(tx: Tx, ctx: Context, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const { accountId, userId } = ctx;
  const given = givenIds(accountId, ids);
  const consents = await latestConsents(tx, accountId, ids);
  const withdrawn = consents.filter((one) => one.given).map((one) => one.customerId);
  await tx.run`insert into customer_consents (account_id, customer_id, channel, purpose, state, source, created_by)
    select ${accountId}::bigint, unnest(${withdrawn}::bigint[]), 'mail', 'marketing', 'withdrawn', 'import', ${userId}::bigint`;
  await tx.run`with ${given}
    delete from customer_keys customer_key
    using given
    where customer_key.account_id = given.account_id and customer_key.customer_id = given.id`;
  await tx.run`with ${given}
    delete from customer_types customer_type
    using given
    where customer_type.account_id = given.account_id and customer_type.customer_id = given.id`;
  await tx.run`with ${given}
    update customers customer
    set name = '-', ${EMPTY}, active_status = 'inactive', version = customer.version + 1, updated_by = ${userId}, updated_at = now()
    from given
    where customer.account_id = given.account_id and customer.id = given.id`;
}
