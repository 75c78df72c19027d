import { sql } from "kysely";
import type { App } from "../../app.ts";
import { recordLines } from "../../audit/record-audit.ts";
import type { Tx } from "../../database/connection.ts";
import type { KeyedCall } from "../../http/key-callers.ts";
import type { KeyKind } from "./connection-keys.ts";

// What keys asked, counted by minute and made a line of the audit log each when the minute is over (docs/adr/0360).

const MINUTE_MS = 60_000;
export const minuteOf = (at: Date) => new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS);

/** `call` null: the key was refused. */
export type KeyMinute = {
  accountId: number;
  keyId: number;
  call: string | null;
  minute: Date;
  lastAt: Date;
  calls: number;
  misses: number;
  refused: number;
  customerIds: number[];
  ips: string[];
};

const keyOfMinute = ({ accountId, keyId, call, minute }: KeyMinute) => `${accountId}/${keyId}/${call}/${+minute}`;

/** An upsert that adds to the minutes. Rows are locked in the order of their keys, so that two processes cannot deadlock. */
export async function addKeyMinutes(tx: Tx, kind: KeyKind, minutes: readonly KeyMinute[]): Promise<void> {
  if (minutes.length === 0) return;
  const n = minutes.toSorted((a, b) => (keyOfMinute(a) < keyOfMinute(b) ? -1 : 1));
  const list = (values: readonly (number | string)[]) => `{${values.join(",")}}`;
  await tx.run`insert into key_call_minutes
        as call_minute (account_id, kind, key_id, call, minute, last_at, calls, misses, refused, customer_ids, ips)
    select account_id, ${kind}, key_id, call, minute, last_at, calls, misses, refused, customer_ids::bigint[], ips::inet[]
    from unnest(${n.map((one) => one.accountId)}::bigint[], ${n.map((one) => one.keyId)}::bigint[], ${n.map((one) => one.call)}::text[],
      ${n.map((one) => one.minute)}::timestamptz[], ${n.map((one) => one.lastAt)}::timestamptz[], ${n.map((one) => one.calls)}::int[],
      ${n.map((one) => one.misses)}::int[], ${n.map((one) => one.refused)}::int[], ${n.map((one) => list(one.customerIds))}::text[],
      ${n.map((one) => list(one.ips))}::text[])
        as n (account_id, key_id, call, minute, last_at, calls, misses, refused, customer_ids, ips)
    on conflict (account_id, kind, key_id, call, minute) do update set last_at = greatest(call_minute.last_at, excluded.last_at),
      calls = call_minute.calls + excluded.calls, misses = call_minute.misses + excluded.misses,
      refused = call_minute.refused + excluded.refused,
      customer_ids = array(select distinct unnest(call_minute.customer_ids || excluded.customer_ids) order by 1),
      ips = (array(select distinct unnest(call_minute.ips || excluded.ips) order by 1))[:${MOST_ADDRESSES}]`;
}
/** Addresses that are told of one minute. */
const MOST_ADDRESSES = 20;

type Call = KeyedCall & { key: { id: number; accountId: number } };

/** Calls that ask; what was done with a key has a line of its own, and a system that asks what became of its batch reads no guest. */
const leavesLine = (kind: KeyKind, { hasLine, method, status }: Call) =>
  !hasLine && (kind === "partner" || (method === "POST" && status >= 400));

export function saveKeyMinutes(tx: Tx, kind: KeyKind, calls: readonly Call[]): Promise<void> {
  const minutes = new Map<string, KeyMinute>();
  for (const call of calls.filter((one) => leavesLine(kind, one))) {
    const { key, lookups, at } = call;
    const one = { accountId: key.accountId, keyId: key.id, call: `${call.method} ${call.path}`, minute: minuteOf(at) };
    const fresh = { ...one, lastAt: at, calls: 0, misses: 0, refused: 0, customerIds: [], ips: [] };
    const found = minutes.get(keyOfMinute(fresh)) ?? fresh;
    minutes.set(keyOfMinute(fresh), {
      ...found,
      lastAt: at > found.lastAt ? at : found.lastAt,
      calls: found.calls + 1,
      misses: found.misses + (lookups?.misses ?? 0),
      refused: found.refused + (call.status === 429 ? 1 : 0),
      customerIds: [...new Set([...found.customerIds, ...(lookups?.found ?? [])])],
      ips: [...new Set([...found.ips, call.ip])].slice(0, MOST_ADDRESSES),
    });
  }
  return addKeyMinutes(tx, kind, [...minutes.values()]);
}

const TABLES = { feed: sql`feed_keys`, partner: sql`partner_keys` };

type Over = {
  facility: number;
  key_id: number;
  call: string | null;
  last_at: Date;
  calls: number;
  misses: number;
  refused: number;
  customer_ids: number[];
  ips: string[];
};

/** Writes audit lines of the minutes that are over and deletes these, each account in one transaction; a later call makes another line. */
export async function writeKeyLines(app: App): Promise<void> {
  const over = minuteOf(app.realClock.now());
  const waiting = await app.database.asSystem(
    (tx) => tx.all<{ account_id: number; ids: number[] }>`select m.account_id,
        array(select account.id from accounts account where account.programme_account_id = m.account_id or account.id = m.account_id)
          as ids
      from (select distinct account_id from key_call_minutes where minute < ${over}) m
      order by m.account_id`,
  );
  for (const { account_id, ids } of waiting)
    await app.database.inScope({ accountIds: [...new Set([account_id, ...ids])] }, async (tx) => {
      for (const kind of ["feed", "partner"] as const) {
        const minutes = await tx.all<Over>`with m as (
            delete from key_call_minutes
            where account_id = ${account_id} and kind = ${kind} and minute < ${over}
            returning *
          )
          select coalesce(k.facility_account_id, m.account_id) as facility, m.key_id, m.call, m.last_at, m.calls, m.misses, m.refused,
            m.customer_ids, array(select host(i) from unnest(m.ips) i) as ips
          from m
          left join ${TABLES[kind]} k on k.account_id = m.account_id and k.id = m.key_id
          order by m.last_at, m.key_id, m.call`;
        await recordLines(
          tx,
          minutes.map((minute) => lineOf(kind, minute)),
        );
      }
    });
}

/** The facility's own line, so that whoever looks after it sees it; of guests their numbers alone, which tell nothing once they are erased. */
function lineOf(kind: KeyKind, { facility, key_id, call, last_at, calls, misses, refused, customer_ids, ips }: Over) {
  const action = call === null ? "wrong_key" : kind === "feed" ? "refuse_feed" : "ask_guests";
  const after = {
    ...(call === null ? {} : { call }),
    calls,
    ...(misses > 0 ? { misses } : {}),
    ...(refused > 0 ? { refused } : {}),
    ...(customer_ids.length > 0 ? { customer_ids } : {}),
    ...(ips.length > 1 ? { ips } : {}),
  };
  return {
    at: last_at,
    ip: ips[0] ?? null,
    action,
    entity: `${kind}_keys`,
    entityId: key_id,
    accountId: facility,
    after,
  };
}
