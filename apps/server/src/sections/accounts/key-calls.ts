import { sql } from "kysely";
import type { App } from "../../app.ts";
import type { Tx } from "../../database/connection.ts";
import type { KeyedCall, WrongKey } from "../../http/key-callers.ts";
import type { KeyKind } from "./connection-keys.ts";
import { saveKeyMinutes } from "./key-minutes.ts";
import { addWrongKey, saveWrongKeys, type WrongKeys } from "./wrong-keys.ts";

/** Calls that are kept of each key, and for how long. */
const MAX_CALLS = 100;
const RETENTION_DAYS = 30;
/** Calls that may wait to be written; in a flood, further ones are dropped (load shedding). */
const MOST_WAITING = 5_000;

type Caller = { id: number; accountId: number };
type Call<Key = Caller> = KeyedCall & { key: Key };
/** What else is kept in the same transaction; what it answers is done once that is committed. */
type ExtraWork<Key> = (tx: Tx, calls: readonly Call<Key>[]) => Promise<() => void>;
const COLUMN = { feed: sql`feed_key_id`, partner: sql`partner_key_id` };
const KEYS = { feed: sql`feed_keys`, partner: sql`partner_keys` };

/**
 * Buffers calls of keys and writes them after they are answered, so that no caller waits for it and none fails because of it: one
 * transaction for all calls answered while the previous one was running.
 */
export function keyCallLog<Key extends Caller>(app: App, kind: KeyKind, extraWork?: ExtraWork<Key>) {
  let waiting: Call<Key>[] = [];
  let wrong = new Map<string, WrongKeys>();
  let writing: Promise<void> | undefined;
  const lost = (calls: number) => (error: Error) =>
    app.log.warn({ event: "key_calls.lost", calls, reason: error.message });
  async function write(): Promise<void> {
    while (waiting.length + wrong.size > 0) {
      const [calls, strangers] = [waiting, [...wrong.values()]];
      waiting = [];
      wrong = new Map();
      const accountIds = [...new Set(calls.map(({ key }) => key.accountId))];
      if (calls.length > 0)
        await app.database
          .inScope({ accountIds }, async (tx) => {
            await saveCalls(tx, kind, calls);
            await saveKeyMinutes(tx, kind, calls);
            return extraWork?.(tx, calls);
          })
          .then((committed) => committed?.())
          .catch(lost(calls.length));
      if (strangers.length > 0) await saveWrongKeys(app, kind, strangers).catch(lost(strangers.length));
    }
    writing = undefined;
  }
  return {
    note(key: Key, call: KeyedCall): void {
      if (waiting.length >= MOST_WAITING) return;
      waiting.push({ ...call, key });
      writing ??= write();
    },
    /** Counted by address until it is written, so that a flood of them stays small. */
    noteWrong(key: WrongKey): void {
      if (addWrongKey(wrong, key, MOST_WAITING)) writing ??= write();
    },
    /** Ends when nothing waits any more. */
    async written(): Promise<void> {
      while (writing) await writing;
    },
  };
}

/** The lines, and when each key was used last; a minute is exact enough, and senders that share a key do not wait for each other. */
async function saveCalls(tx: Tx, kind: KeyKind, calls: readonly Call[]): Promise<void> {
  await tx.run`
    with n as materialized (
      select *
      from unnest(${calls.map(({ key }) => key.accountId)}::bigint[], ${calls.map(({ key }) => key.id)}::bigint[],
        ${calls.map(({ at }) => at)}::timestamptz[], ${calls.map(({ method }) => method)}::text[],
        ${calls.map(({ path }) => path)}::text[], ${calls.map(({ status }) => status)}::int[],
        ${calls.map(({ batchId }) => batchId)}::bigint[],
        ${calls.map(({ reasons }) => (reasons.length === 0 ? null : JSON.stringify(reasons)))}::text[])
          as n (account_id, key_id, called_at, method, path, status, batch_id, reasons)
    ), used as (
      update ${KEYS[kind]} k
      set last_used_at = n.last_at
      from (select account_id, key_id, max(called_at) as last_at from n group by account_id, key_id) n
      where k.account_id = n.account_id and k.id = n.key_id
        and (k.last_used_at is null or k.last_used_at < n.last_at - interval '1 minute')
    )
    insert into key_calls (account_id, ${COLUMN[kind]}, called_at, method, path, status, import_batch_id, reasons)
    select account_id, key_id, called_at, method, path, status, batch_id, reasons::jsonb
    from n`;
}

export type KeyCallRow = {
  id: number;
  called_at: Date;
  method: string;
  path: string;
  status: number;
  import_batch_id: number | null;
  reasons: KeyedCall["reasons"] | null;
};

/** The last calls of one key, newest first. */
export function callsOfKey(
  tx: Tx,
  accountId: number,
  { kind, id }: { kind: KeyKind; id: number },
): Promise<KeyCallRow[]> {
  return tx.all<KeyCallRow>`select id, called_at, method, path, status, import_batch_id, reasons
    from key_calls
    where account_id = ${accountId} and ${COLUMN[kind]} = ${id}
    order by id desc limit ${MAX_CALLS}`;
}

/** Forgets what no page shows any more. */
export async function pruneKeyCalls(tx: Tx, accountId: number, now: Date): Promise<void> {
  await tx.run`delete from key_calls key_call
    using (select account_id, id, row_number() over (partition by feed_key_id, partner_key_id order by id desc) as place
        from key_calls
        where account_id = ${accountId}) p
    where key_call.account_id = ${accountId} and key_call.account_id = p.account_id and key_call.id = p.id
      and (p.place > ${MAX_CALLS} or key_call.called_at < ${now}::timestamptz - make_interval(days => ${RETENTION_DAYS}))`;
}
