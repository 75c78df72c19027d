import { sql } from "kysely";
import type { App } from "../../app.ts";
import { recordLines } from "../../audit/record-audit.ts";
import type { Tx } from "../../database/connection.ts";
import type { WrongKey } from "../../http/key-callers.ts";
import { hashToken } from "../../session/session-store.ts";
import type { KeyKind } from "./connection-keys.ts";
import { addKeyMinutes, minuteOf } from "./key-minutes.ts";

// Keys that were refused (docs/adr/0360). What is known of them: where from, and how they begin; or which key it once was.

/** What one address sent in a minute: hashes of whole keys, until it is known whose they were, and how they began. */
export type WrongKeys = { ip: string; minute: Date; lastAt: Date; calls: number; keys: Map<string, Sent> };
type Sent = { hash: Buffer | null; hint: string | null; calls: number };

/** Different keys of one address that are looked at. */
const MOST_KEYS = 20;
const BEGINNING = /^Bearer (ok[fp]_[A-Za-z0-9_-]{6})/;
const WHOLE = /^Bearer (ok[fp]_[A-Za-z0-9_-]{43})$/;

/** Counts one more; false where too many addresses wait already. */
export function addWrongKey(
  waiting: Map<string, WrongKeys>,
  { at, ip, authorization }: WrongKey,
  most: number,
): boolean {
  const minute = minuteOf(at);
  const id = `${ip}/${+minute}`;
  if (!waiting.has(id) && waiting.size >= most) return false;
  const seen = waiting.get(id) ?? { ip, minute, lastAt: at, calls: 0, keys: new Map<string, Sent>() };
  const whole = WHOLE.exec(authorization)?.[1];
  const sent = {
    hash: whole === undefined ? null : hashToken(whole),
    hint: BEGINNING.exec(authorization)?.[1] ?? null,
  };
  const name = sent.hash?.toString("base64") ?? sent.hint ?? "";
  if (seen.keys.has(name) || seen.keys.size < MOST_KEYS)
    seen.keys.set(name, { ...sent, calls: (seen.keys.get(name)?.calls ?? 0) + 1 });
  waiting.set(id, { ...seen, lastAt: at, calls: seen.calls + 1 });
  return true;
}

const TABLES = { feed: sql`feed_keys`, partner: sql`partner_keys` };

/** Keys that work no more are told to those who had them; what nobody ever had, to the provider. */
export async function saveWrongKeys(app: App, kind: KeyKind, seen: readonly WrongKeys[]): Promise<void> {
  const sent = seen.flatMap((of) => [...of.keys.values()].map((key) => ({ ...of, ...key })));
  const hashes = sent.flatMap(({ hash }) => hash ?? []);
  const known = await app.database.asSystem(
    (tx) => tx.all<{ account_id: number; id: number; key_hash: Buffer }>`select k.account_id, k.id, k.key_hash
      from ${TABLES[kind]} k
      where k.key_hash = any(${hashes}::bytea[])`,
  );
  const once = new Map(known.map((key) => [key.key_hash.toString("base64"), key]));
  const keyOf = ({ hash }: { hash: Buffer | null }) => (hash ? once.get(hash.toString("base64")) : undefined);
  const minutes = sent.flatMap((one) => {
    const key = keyOf(one);
    if (!key) return [];
    const { minute, lastAt, calls, ip } = one;
    const of = { accountId: key.account_id, keyId: key.id, call: null, minute, lastAt };
    return [{ ...of, calls, misses: 0, refused: 0, customerIds: [], ips: [ip] }];
  });
  // The same key from several addresses is one line.
  for (const each of minutes)
    await app.database.inScope({ accountIds: [each.accountId] }, (tx) => addKeyMinutes(tx, kind, [each]));
  const strange = seen.flatMap((of) => {
    const owned = [...of.keys.values()].filter((one) => keyOf(one)).reduce((sum, { calls }) => sum + calls, 0);
    const hints = [...of.keys.values()].filter((one) => !keyOf(one)).flatMap(({ hint }) => hint ?? []);
    return of.calls > owned
      ? [{ ...of, calls: of.calls - owned, hints: [...new Set(hints)].slice(0, MOST_HINTS) }]
      : [];
  });
  await app.database.asSystem((tx) => addStrange(tx, kind, strange));
}
/** Beginnings that are told of one address and minute. */
const MOST_HINTS = 5;

type Strange = Omit<WrongKeys, "keys"> & { hints: string[] };

async function addStrange(tx: Tx, kind: KeyKind, strange: readonly Strange[]): Promise<void> {
  if (strange.length === 0) return;
  const n = strange.toSorted((a, b) => (`${a.ip}/${+a.minute}` < `${b.ip}/${+b.minute}` ? -1 : 1));
  await tx.run`insert into wrong_key_minutes as wrong_key_minute (kind, ip, minute, last_at, calls, hints)
    select ${kind}, n.ip, n.minute, n.last_at, n.calls, n.hints::text[]
    from unnest(${n.map((one) => one.ip)}::inet[], ${n.map((one) => one.minute)}::timestamptz[],
      ${n.map((one) => one.lastAt)}::timestamptz[], ${n.map((one) => one.calls)}::int[],
      ${n.map((one) => `{${one.hints.join(",")}}`)}::text[]) as n (ip, minute, last_at, calls, hints)
    on conflict (kind, ip, minute) do update set last_at = greatest(wrong_key_minute.last_at, excluded.last_at),
      calls = wrong_key_minute.calls + excluded.calls,
      hints = (array(select distinct unnest(wrong_key_minute.hints || excluded.hints) order by 1))[:${MOST_HINTS}]`;
}

type Over = { kind: KeyKind; ip: string; last_at: Date; calls: number; hints: string[] };

/** Makes lines of the minutes that are over. */
export async function writeWrongKeyLines(app: App): Promise<void> {
  const over = minuteOf(app.realClock.now());
  await app.database.asSystem(async (tx) => {
    const minutes = await tx.all<Over>`with m as (delete from wrong_key_minutes where minute < ${over} returning *)
      select kind, host(ip) as ip, last_at, calls, hints
      from m
      order by last_at, ip`;
    const lines = minutes.map(({ kind, ip, last_at: at, calls, hints }) => ({
      at,
      ip,
      action: "wrong_key",
      entity: `${kind}_keys`,
      entityId: null,
      accountId: null,
      after: { calls, ...(hints.length > 0 ? { key_hints: hints } : {}) },
    }));
    await recordLines(tx, lines);
  });
}
