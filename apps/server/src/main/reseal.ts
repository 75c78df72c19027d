import type pg from "pg";
import { type Cipher, openCipher, type RetiredKeyPurpose, secretKeysOf } from "../session/cipher.ts";
import { type PlaceName, SEALED_PLACES, type SealedPlace } from "../session/sealed-places.ts";
import { refuseLacking } from "./secret-keys.ts";

/** Links in mails work for as long after their key was replaced: as long as a consent's proof is kept. */
const LINKS_YEARS = 3;
const ROWS_A_STEP = 1_000;

export type KeyState = {
  id: string;
  since: Date;
  retiredAt: Date | null;
  /** Values that only this key opens, by place. */
  values: Partial<Record<PlaceName, number>>;
  /** Running processes that seal with it. */
  processes: number;
  retention: { purpose: RetiredKeyPurpose; endsOn: string | null }[];
};

export type Resealing = {
  secrets: readonly string[];
  today: string;
  rowsAStep?: number;
  /** After each step: what was sealed anew so far, and what nobody could open. */
  onStep(place: PlaceName, done: number): void;
};

const names = Object.keys(SEALED_PLACES) as PlaceName[];
const SEALED = String.raw`'^v1\.[0-9a-f]{8}\.'`;

/** The owner's session sees every account's rows and may seal them anew (grants.sql). */
export async function beginOwnersWork(client: pg.Client): Promise<void> {
  await client.query("set app.backup = 'on'; set app.reseal = 'on'");
}

/**
 * Key rotation: seals everything stored with the newest key, step by step, each a transaction of its own; killed, it goes on with what is
 * left. Keys that nothing needs any more are retired; what cannot be sealed again (a hash, a link in a mail) keeps its key, sealed with the
 * newest.
 * @returns rows that could not be opened. @throws Error in one line that names keys that are lacking.
 */
export async function reseal(client: pg.Client, run: Resealing): Promise<number> {
  const keys = secretKeysOf(run.secrets);
  const cipher = openCipher(run.secrets);
  const [newest = "", ...older] = cipher.keyIds;
  const before = await keyStates(client);
  refuseLacking(
    cipher.keyIds,
    // Of one that was given up values may be left, which nobody opens.
    before.filter(({ retiredAt }) => retiredAt === null).map(({ id }) => id),
  );
  const known = keys.filter(({ id }) => older.includes(id) && before.some((state) => state.id === id));
  await inTransaction(client, async () => {
    await client.query("insert into secret_keys (key_id) values ($1) on conflict do nothing", [newest]);
    for (const { id, key } of known) await keep(client, cipher, id, key, run.today);
  });
  let unreadable = 0;
  for (const name of names) unreadable += await resealPlace(client, name, cipher, run);
  await retire(client, newest, run.today);
  return unreadable;
}

async function keep(client: pg.Client, cipher: Cipher, id: string, key: Buffer, today: string): Promise<void> {
  for (const purpose of ["unsubscribe", "erased"] as const)
    await client.query(
      `insert into retired_keys (key_id, purpose, sealed, ends_on)
        values ($1, $2, $3, case when $2 = 'unsubscribe' then ($4::date + make_interval(years => $5))::date end)
        on conflict do nothing`,
      [
        id,
        purpose,
        cipher.seal(key.toString("base64url"), SEALED_PLACES.retiredKey.bindingOf([id, purpose])),
        today,
        LINKS_YEARS,
      ],
    );
}

async function resealPlace(client: pg.Client, name: PlaceName, cipher: Cipher, run: Resealing): Promise<number> {
  const place: SealedPlace = SEALED_PLACES[name];
  let [done, unreadable] = [0, 0];
  for (let after: string[] | null = []; after !== null; ) {
    const step: Step = await inTransaction(client, () =>
      resealStep(client, place, cipher, after ?? [], run.rowsAStep ?? ROWS_A_STEP),
    );
    done += step.done;
    unreadable += step.unreadable;
    if (step.done > 0) run.onStep(name, done);
    after = step.last;
  }
  return unreadable;
}

type Step = { done: number; unreadable: number; last: string[] | null };

async function resealStep(
  client: pg.Client,
  place: SealedPlace,
  cipher: Cipher,
  after: readonly string[],
  rows: number,
): Promise<Step> {
  const { table, value, assign } = place;
  const columns = Object.keys(place.keys);
  const types = Object.values(place.keys);
  const later = after.length === 0 ? "true" : `(${columns}) > (${types.map((type, at) => `$${at + 2}::${type}`)})`;
  const found = await client.query<{ keys: string[]; sealed: string }>(
    `select array[${columns.map((column) => `${column}::text`)}] as keys, ${value} as sealed from ${table}
      where ${value} ~ ${SEALED} and split_part(${value}, '.', 2) <> $1 and ${later}
      order by ${columns} limit ${rows} for update`,
    [cipher.keyIds[0], ...after],
  );
  const fresh = found.rows.flatMap(({ keys, sealed }) => {
    try {
      const binding = place.bindingOf(keys);
      return [{ keys, sealed: cipher.seal(cipher.open(sealed, binding), binding) }];
    } catch {
      // Changed, or moved from another row: nobody could open it before either.
      return [];
    }
  });
  if (fresh.length > 0) {
    await client.query(
      `update ${table} set ${assign("n.fresh")}
        from unnest(${types.map((type, at) => `$${at + 1}::${type}[]`)},
          $${types.length + 1}::text[]) n (${columns.map((_, at) => `k${at}`)}, fresh)
        where (${columns.map((column) => `${table}.${column}`)}) = (${columns.map((_, at) => `n.k${at}`)})`,
      [...columns.map((_, at) => fresh.map(({ keys }) => keys[at])), fresh.map(({ sealed }) => sealed)],
    );
    await note(client, "reseal", { table, rows: fresh.length, key_id: cipher.keyIds[0] });
  }
  const last = found.rows.length < rows ? null : (found.rows.at(-1)?.keys ?? null);
  return { done: fresh.length, unreadable: found.rows.length - fresh.length, last };
}

/** Deletes keys that nothing uses any more, and kept ones after their last day. */
async function retire(client: pg.Client, newest: string, today: string): Promise<void> {
  const over = (await keyStates(client)).filter(
    ({ id, retiredAt, values, processes }) =>
      retiredAt === null && id !== newest && sum(values) === 0 && processes === 0,
  );
  await inTransaction(client, async () => {
    const ended = await client.query<{ key_id: string; purpose: string }>(
      `delete from retired_keys where ends_on < $1 or (purpose = 'erased' and not exists (select from erased_addresses)
        and not exists (select from erased_keys)) returning key_id, purpose`,
      [today],
    );
    for (const retention of ended.rows) await note(client, "end_retired_key", retention);
    for (const { id } of over) {
      await client.query("update secret_keys set retired_at = now() where key_id = $1", [id]);
      await note(client, "retire_secret_key", { key_id: id });
    }
  });
}

/** A key that is lost for good: the product starts without it, and what only it opens stays closed. @returns whether it was in use. */
export async function giveUpKey(client: pg.Client, id: string): Promise<boolean> {
  return inTransaction(client, async () => {
    const { rowCount } = await client.query(
      "update secret_keys set retired_at = now() where key_id = $1 and retired_at is null",
      [id],
    );
    if (rowCount) await note(client, "give_up_secret_key", { key_id: id });
    return rowCount === 1;
  });
}

/** Every key that was ever in use, the oldest first, with what needs it now: counted, not remembered. */
export async function keyStates(client: pg.Client): Promise<KeyState[]> {
  const { rows } = await client.query<{ key_id: string; since: Date; retired_at: Date | null }>(
    "select key_id, since, retired_at from secret_keys order by since, key_id",
  );
  const states = new Map<string, KeyState>();
  const stateOf = (id: string) => {
    const made: KeyState = { id, since: new Date(), retiredAt: null, values: {}, processes: 0, retention: [] };
    const state = states.get(id) ?? made;
    states.set(id, state);
    return state;
  };
  for (const row of rows) Object.assign(stateOf(row.key_id), { since: row.since, retiredAt: row.retired_at });
  for (const name of names) {
    const { table, value } = SEALED_PLACES[name];
    const counted = await client.query<{ id: string; n: number }>(
      `select split_part(${value}, '.', 2) as id, count(*)::int as n from ${table} where ${value} ~ ${SEALED} group by 1`,
    );
    for (const { id, n } of counted.rows) stateOf(id).values[name] = n;
  }
  const processes = await client.query<{ id: string; n: number }>(
    `select split_part(application_name, ' ', 2) as id, count(*)::int as n from pg_stat_activity
      where datname = current_database() and application_name like 'okaeri-watch %' group by 1`,
  );
  for (const { id, n } of processes.rows) stateOf(id).processes = n;
  const retention = await client.query<{ key_id: string; purpose: RetiredKeyPurpose; ends_on: string | null }>(
    "select key_id, purpose, ends_on::text from retired_keys order by key_id, purpose desc",
  );
  for (const { key_id, purpose, ends_on } of retention.rows)
    stateOf(key_id).retention.push({ purpose, endsOn: ends_on });
  return [...states.values()];
}

export const sum = (values: KeyState["values"]) => Object.values(values).reduce((all, n) => all + n, 0);

async function note(client: pg.Client, action: string, after: object): Promise<void> {
  await client.query("insert into audit_logs (action, entity, after) values ($1, 'secret_keys', $2)", [
    action,
    JSON.stringify(after),
  ]);
}

async function inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query("begin");
  try {
    const result = await work();
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}
