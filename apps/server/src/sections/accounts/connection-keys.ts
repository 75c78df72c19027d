import { randomBytes } from "node:crypto";
import { KEY_REACHES, type KeyReach, PARTNER_SCOPES, type PartnerScope } from "@okaeri/domain/accounts/partner-scopes";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { CallError, fieldError } from "../../http/errors.ts";
import { hashToken } from "../../session/session-store.ts";
import { type AccountContext, type AccountView, auditAccount, changeAccount } from "./account-access.ts";
import { takesStays } from "./houses.read.ts";

export type KeyKind = "feed" | "partner";
export type KeyRow = {
  id: number;
  kind: KeyKind;
  name: string;
  feed_channel: "dynalution" | "s4" | null;
  scopes: PartnerScope[] | null;
  reach: KeyReach | null;
  key_hint: string;
  created_at: Date;
  last_used_at: Date | null;
  expires_at: Date | null;
  revoked_at: Date | null;
  is_replaced: boolean;
};

const OWN = {
  feed: sql`k.feed_channel, null::text[] as scopes, null::text as reach`,
  partner: sql`null::text as feed_channel, k.scopes, k.reach`,
};
const TABLE = { feed: sql`feed_keys`, partner: sql`partner_keys` };
const PREFIX = { feed: "okf_", partner: "okp_" };
const HINT_LENGTH = 10;

/** Keys of one facility, newest first; only hashes are stored, which reveal no key. */
export async function connectionKeysOf(tx: Tx, { row }: AccountView): Promise<KeyRow[]> {
  const keys = (
    kind: KeyKind,
  ) => sql`select k.id, ${kind} as kind, k.name, ${OWN[kind]}, k.key_hint, k.created_at, k.last_used_at, k.expires_at, k.revoked_at,
      exists (select from ${TABLE[kind]} n
        where n.account_id = k.account_id and n.id > k.id
          and n.first_key_id = coalesce(k.first_key_id, k.id)) as is_replaced
    from ${TABLE[kind]} k
    where k.account_id = ${row.programme_account_id} and k.facility_account_id = ${row.id}`;
  return tx.all<KeyRow>`${keys("feed")} union all ${keys("partner")} order by created_at desc, id desc`;
}

type KeyPlace = { id: number; kind: KeyKind; key_id: number };

/** @throws CallError NOT_FOUND */
export async function connectionKeyOf(tx: Tx, open: AccountView, { kind, key_id }: Pick<KeyPlace, "kind" | "key_id">) {
  const row = (await connectionKeysOf(tx, open)).find((each) => each.kind === kind && each.id === key_id);
  if (!row) throw new CallError("NOT_FOUND");
  return row;
}

/** Kinds of keys the account can have: a hotel's system sends bookings and stays, which only a house takes. */
export async function keyKindsOf(tx: Tx, { row }: AccountView): Promise<KeyKind[]> {
  return (await takesStays(tx, row.programme_account_id, row.id)) ? ["feed", "partner"] : ["partner"];
}

/** Makes a key (256 random bits) for one facility: it is in this answer and nowhere else, only its hash is stored. */
export function createKey(
  context: AccountContext,
  input: {
    id: number;
    kind: KeyKind;
    name: string;
    feed_channel: "dynalution" | "s4" | null;
    scopes?: PartnerScope[] | undefined;
    reach?: KeyReach | undefined;
    expires_on: string | null;
  },
): Promise<{ key: string; row: KeyRow }> {
  return changeAccount(context, input.id, { action: "edit", part: "keys" }, async (tx, open) => {
    const { id: _account, kind, name, feed_channel, scopes, reach = "programme", expires_on } = input;
    if (kind === "partner" && feed_channel !== null) throw fieldError("feed_channel", { code: "not_for_partner" });
    if (kind === "feed" && scopes !== undefined) throw fieldError("scopes", { code: "not_accepted" });
    if (kind === "feed" && input.reach !== undefined) throw fieldError("reach", { code: "not_accepted" });
    refuseReach(open, reach);
    const made = { kind, name, feed_channel, scopes: [...new Set(scopes ?? PARTNER_SCOPES)], reach, expires_on };
    return addKey(tx, context, open, made, null);
  });
}

/**
 * Key rotation: makes a key that replaces another one, which works on for the given time, but no longer than it would have anyway.
 * @throws CallError WRONG_STATE where the old one works no more or is replaced already.
 */
export function replaceKey(
  context: AccountContext,
  input: KeyPlace & KeyEnd & { expires_on: string | null },
): Promise<{ key: string; row: KeyRow }> {
  return changeAccount(context, input.id, { action: "edit", part: "keys" }, async (tx, open) => {
    const old = await workingKeyOf(context, tx, open, input);
    if (old.is_replaced) throw new CallError("WRONG_STATE");
    const ends = await endOf(context, tx, open, input);
    if (old.expires_at === null || ends < old.expires_at) await endAt(tx, context, open, old, ends, "replace_key");
    const { kind, name, feed_channel, scopes, reach, id } = old;
    const same = {
      kind,
      name,
      feed_channel,
      scopes: scopes ?? [],
      reach: reach ?? "programme",
      expires_on: input.expires_on,
    };
    return addKey(tx, context, open, same, id);
  });
}

/** The key stops earlier than was said. @throws CallError WRONG_STATE, INVALID_INPUT where it would not be earlier. */
export function endKey(context: AccountContext, input: KeyPlace & KeyEnd): Promise<KeyRow[]> {
  return changeAccount(context, input.id, { action: "edit", part: "keys" }, async (tx, open) => {
    const row = await workingKeyOf(context, tx, open, input);
    const ends = await endOf(context, tx, open, input);
    if (row.expires_at !== null && ends >= row.expires_at)
      throw fieldError(input.works_until === undefined ? "works_hours" : "works_until", { code: "not_sooner" });
    await endAt(tx, context, open, row, ends, "end_key");
    return connectionKeysOf(tx, open);
  });
}

/** Of a facility beneath a headquarters: its own guests, too. Elsewhere they are all there are. */
export const keyReachesOf = ({ row }: AccountView): KeyReach[] =>
  row.id === row.programme_account_id ? ["programme"] : [...KEY_REACHES];

function refuseReach(open: AccountView, reach: KeyReach): void {
  if (!keyReachesOf(open).includes(reach)) throw fieldError("reach", { code: "not_accepted" });
}

/** Whom the key may ask about from now on: it goes on working. @throws CallError WRONG_STATE of one that works no more. */
export function setKeyReach(context: AccountContext, input: KeyPlace & { reach: KeyReach }): Promise<KeyRow[]> {
  return changeAccount(context, input.id, { action: "edit", part: "keys" }, async (tx, open) => {
    const { kind, id: key_id, name, reach: before } = await workingKeyOf(context, tx, open, input);
    if (kind === "feed") throw fieldError("kind", { code: "not_accepted" });
    refuseReach(open, input.reach);
    if (input.reach !== before) {
      await tx.run`update partner_keys
        set reach = ${input.reach}, updated_by = ${context.signedIn.userId}, updated_at = ${context.app.realClock.now()}
        where account_id = ${open.row.programme_account_id} and facility_account_id = ${input.id} and id = ${key_id}`;
      const key = { kind, key_id, name };
      await auditAccount(tx, context, "update_key", input.id, {
        before: { ...key, reach: before },
        after: { ...key, reach: input.reach },
      });
    }
    return connectionKeysOf(tx, open);
  });
}

/** The key stops working at once. */
export function revokeKey(context: AccountContext, input: KeyPlace): Promise<KeyRow[]> {
  return changeAccount(context, input.id, { action: "edit", part: "keys" }, async (tx, open) => {
    const row = await connectionKeyOf(tx, open, input);
    if (row.revoked_at === null) {
      const now = context.app.realClock.now();
      await tx.run`update ${TABLE[input.kind]}
        set revoked_at = ${now}, updated_by = ${context.signedIn.userId}, updated_at = ${now}
        where account_id = ${open.row.programme_account_id} and facility_account_id = ${input.id} and id = ${input.key_id}`;
      await auditAccount(tx, context, "revoke_key", input.id, {
        before: { kind: row.kind, key_id: row.id, name: row.name },
      });
    }
    return connectionKeysOf(tx, open);
  });
}

type NewKey = Pick<KeyRow, "kind" | "name" | "feed_channel"> & {
  scopes: PartnerScope[];
  reach: KeyReach;
  expires_on: string | null;
};

async function addKey(tx: Tx, context: AccountContext, open: AccountView, input: NewKey, replaces: number | null) {
  const { app, signedIn } = context;
  const { kind, name, expires_on } = input;
  if (kind === "feed" && !(await keyKindsOf(tx, open)).includes("feed"))
    throw fieldError("kind", { code: "not_a_house", name: open.row.name });
  if (expires_on !== null && expires_on < open.today) throw fieldError("expires_on", { code: "in_past" });
  const key = `${PREFIX[kind]}${randomBytes(32).toString("base64url")}`;
  const now = app.realClock.now();
  const isFeed = kind === "feed";
  const { programme_account_id: accountId, id: facilityId } = open.row;
  const first = sql`(select coalesce(k.first_key_id, k.id)
    from ${TABLE[kind]} k
    where k.account_id = ${accountId}
      and k.id = ${replaces}::bigint)`;
  const made = await tx.one<{
    id: number;
  }>`insert into ${TABLE[kind]} (account_id, facility_account_id, name, ${isFeed ? sql`feed_channel` : sql`scopes, reach`}, first_key_id,
      key_hash, key_hint, expires_at, created_by, updated_by, created_at, updated_at)
    values (${accountId}, ${facilityId}, ${name}, ${isFeed ? input.feed_channel : sql`${input.scopes}, ${input.reach}`}, ${first},
      ${hashToken(key)}, ${key.slice(0, HINT_LENGTH)}, ${endOfDay(expires_on)}, ${signedIn.userId}, ${signedIn.userId}, ${now}, ${now})
    returning id`;
  const row = await connectionKeyOf(tx, open, { kind, key_id: made.id });
  const { scopes, reach, ...plain } = input;
  const after = {
    ...plain,
    ...(isFeed ? {} : { scopes, reach }),
    ...(replaces === null ? {} : { replaces_key_id: replaces }),
  };
  await auditAccount(tx, context, "create_key", facilityId, {
    after: { ...after, key_id: row.id, key_hint: row.key_hint },
  });
  return { key, row };
}

const endOfDay = (day: string | null) => sql`(${day}::date + 1)::timestamp at time zone 'Asia/Tokyo'`;

async function workingKeyOf(context: AccountContext, tx: Tx, open: AccountView, place: KeyPlace): Promise<KeyRow> {
  const row = await connectionKeyOf(tx, open, place);
  const isOver = row.expires_at !== null && row.expires_at <= context.app.realClock.now();
  if (row.revoked_at !== null || isOver) throw new CallError("WRONG_STATE");
  return row;
}

/** So many hours from now, or to the end of a day. */
export type KeyEnd = { works_hours?: number | undefined; works_until?: string | undefined };

async function endOf({ app }: AccountContext, tx: Tx, open: AccountView, end: KeyEnd): Promise<Date> {
  const { works_hours: hours, works_until: day } = end;
  if ((hours === undefined) === (day === undefined)) throw fieldError("works_hours", { code: "one_of_two" });
  if (hours !== undefined) return new Date(app.realClock.now().getTime() + hours * 3_600_000);
  if (day !== undefined && day < open.today) throw fieldError("works_until", { code: "in_past" });
  const { at } = await tx.one<{ at: Date }>`select ${endOfDay(day ?? null)} as at`;
  return at;
}

async function endAt(tx: Tx, context: AccountContext, open: AccountView, row: KeyRow, ends: Date, action: string) {
  const { row: account } = open;
  await tx.run`update ${TABLE[row.kind]}
    set expires_at = ${ends}, updated_by = ${context.signedIn.userId}, updated_at = ${context.app.realClock.now()}
    where account_id = ${account.programme_account_id} and facility_account_id = ${account.id} and id = ${row.id}`;
  const { kind, id: key_id, name } = row;
  await auditAccount(tx, context, action, account.id, {
    before: { kind, key_id, name, expires_at: row.expires_at },
    after: { kind, key_id, name, expires_at: ends },
  });
}
