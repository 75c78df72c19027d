import { randomBytes } from "node:crypto";
import { PARTNER_SCOPES, type PartnerScope } from "@okaeri/domain/accounts/partner-scopes";
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
  key_hint: string;
  created_at: Date;
  last_used_at: Date | null;
  expires_at: Date | null;
  revoked_at: Date | null;
};

const TABLE = { feed: sql`feed_keys`, partner: sql`partner_keys` };
const PREFIX = { feed: "okf_", partner: "okp_" };
const HINT_LENGTH = 10;

/** Keys of one facility, newest first; what is stored tells nobody the key. */
export async function keysOf(tx: Tx, { row }: AccountView): Promise<KeyRow[]> {
  const where = sql`account_id = ${row.programme_account_id} and facility_account_id = ${row.id}`;
  return tx.all<KeyRow>`
    select id, 'feed' as kind, name, feed_channel, null::text[] as scopes, key_hint, created_at, last_used_at, expires_at, revoked_at from feed_keys where ${where}
    union all
    select id, 'partner', name, null, scopes, key_hint, created_at, last_used_at, expires_at, revoked_at from partner_keys where ${where}
    order by created_at desc, id desc`;
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
    expires_on: string | null;
  },
): Promise<{ key: string; row: KeyRow }> {
  const { app, signedIn } = context;
  return changeAccount(context, input.id, { action: "edit", part: "keys" }, async (tx, open) => {
    if (input.kind === "partner" && input.feed_channel !== null)
      throw fieldError("feed_channel", { code: "not_for_partner" });
    if (input.kind === "feed" && !(await keyKindsOf(tx, open)).includes("feed"))
      throw fieldError("kind", { code: "not_a_house", name: open.row.name });
    if (input.kind === "feed" && input.scopes !== undefined) throw fieldError("scopes", { code: "not_accepted" });
    if (input.expires_on !== null && input.expires_on < open.today) throw fieldError("expires_on", { code: "in_past" });
    const key = `${PREFIX[input.kind]}${randomBytes(32).toString("base64url")}`;
    const now = app.clock.now();
    const channel = input.kind === "feed";
    const scopes = [...new Set(input.scopes ?? PARTNER_SCOPES)];
    const made = await tx.one<{
      id: number;
    }>`insert into ${TABLE[input.kind]} (account_id, facility_account_id, name, ${channel ? sql`feed_channel` : sql`scopes`},
        key_hash, key_hint, expires_at, created_by, updated_by, created_at, updated_at)
      values (${open.row.programme_account_id}, ${input.id}, ${input.name}, ${channel ? input.feed_channel : scopes},
        ${hashToken(key)}, ${key.slice(0, HINT_LENGTH)}, (${input.expires_on}::date + 1)::timestamp at time zone 'Asia/Tokyo',
        ${signedIn.userId}, ${signedIn.userId}, ${now}, ${now}) returning id`;
    const id = made.id;
    const row = (await keysOf(tx, open)).find((each) => each.kind === input.kind && each.id === id);
    if (!row) throw new CallError("NOT_FOUND");
    const { id: _account, ...after } = channel ? input : { ...input, scopes };
    await auditAccount(tx, context, "create_key", input.id, {
      after: { ...after, key_id: row.id, key_hint: row.key_hint },
    });
    return { key, row };
  });
}

/** The key stops working at once. */
export function revokeKey(
  context: AccountContext,
  input: { id: number; kind: KeyKind; key_id: number },
): Promise<KeyRow[]> {
  return changeAccount(context, input.id, { action: "edit", part: "keys" }, async (tx, open) => {
    const row = (await keysOf(tx, open)).find((each) => each.kind === input.kind && each.id === input.key_id);
    if (!row) throw new CallError("NOT_FOUND");
    if (row.revoked_at === null) {
      const now = context.app.clock.now();
      await tx.run`update ${TABLE[input.kind]} set revoked_at = ${now}, updated_by = ${context.signedIn.userId}, updated_at = ${now}
        where account_id = ${open.row.programme_account_id} and facility_account_id = ${input.id} and id = ${input.key_id}`;
      await auditAccount(tx, context, "revoke_key", input.id, {
        before: { kind: row.kind, key_id: row.id, name: row.name },
      });
    }
    return keysOf(tx, open);
  });
}
