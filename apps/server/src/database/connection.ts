import { Kysely, PostgresDialect, type RawBuilder } from "kysely";
import pg from "pg";
import { collisionOr, IdentityCollision } from "./identity-collision.ts";
import { asksPrimary, BEHIND, beginOnReplica, hasCaughtUp, type LogPosition, type Readings } from "./replica.ts";
import { type Reading, type ReadScope, readingOn } from "./scoped-query.ts";
import { type Statements, statementsOn } from "./statements.ts";
import { streamRows } from "./stream-rows.ts";
import { type Connected, frozenError, type Watching, watchDatabase } from "./watch.ts";

/** One open transaction: it sends statements; `db` compiles them for others, `client` is for COPY. */
export type Tx = Statements & { readonly db: Kysely<unknown>; readonly client: pg.PoolClient };

/**
 * The one person whose password hash, second factor, sessions, links and recovery codes a transaction may touch. `actor` is the
 * administrator who acts on that person; it is left out when people sign in or change themselves. Only an actor changes a role, only the
 * person a password. Without a person, the application's role reads no secret and changes nobody.
 */
export type PersonScope = { readonly person?: number | undefined; readonly actor?: number | undefined };

/** The actor of what nobody signed in does: demo data, the first administrator. */
export const PRODUCT_ITSELF = 0;

/** Accounts (tenants) whose rows a transaction may touch. Row-level security reads the same list. */
export type TenantScope = PersonScope & { readonly accountIds: readonly number[] };

/** What only reads changes nobody and reads no secret, so that it names nobody. */
export type ReadingScope = Pick<TenantScope, "accountIds">;

export type Database = {
  readonly pool: pg.Pool;
  /** Runs `work` in one transaction that sees only the rows of these accounts. */
  inScope<T>(scope: TenantScope, work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * The same for work that only reads, each statement a transaction of its own. It goes to the replica when that has replayed the log up to
   * `since`, else to the primary. `work` may run twice, because a replica may break off.
   */
  reading<T>(scope: ReadingScope, since: LogPosition, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** How many readings went to the replica and how many to the primary. */
  readonly readings: Readings;
  /** How often a table's next number was taken already, by table. */
  readonly collisions: ReadonlyMap<string, number>;
  /**
   * Runs `work` in one transaction of the product itself: sign-in, sessions, job planning. Row-level security shows it only the tenant rows
   * named in the migrations. For one person's own data, name the person: `asSystem(work, { person: signedIn.userId })`.
   */
  asSystem<T>(work: (tx: Tx) => Promise<T>, about?: PersonScope): Promise<T>;
  /** The same for what only reads and names nobody, each statement a transaction of its own. */
  readingAsSystem<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Streams the rows of one statement of the product itself, from one snapshot, in pieces: for files. */
  streamAsSystem<Row>(statement: RawBuilder<Row>, size?: number): AsyncGenerator<Row[]>;
  /** The same among the rows of these accounts. */
  streamInScope<Row>(scope: TenantScope, statement: RawBuilder<Row>, size?: number): AsyncGenerator<Row[]>;
  close(): Promise<void>;
};

const PIECE = 500;

const types = new pg.TypeOverrides();
const INT8 = 20;
const INT8_ARRAY = 1016;
const NUMERIC = 1700;
const DATE = 1082;
// Ids and yen stay far below 2^53; numeric columns are rates with three decimals.
types.setTypeParser(INT8, Number);
// Lists of ids: one dimension, no nulls.
types.setTypeParser(INT8_ARRAY, (text) => (text === "{}" ? [] : text.slice(1, -1).split(",").map(Number)));
types.setTypeParser(NUMERIC, Number);
// A calendar day must not become an instant in the server's time zone.
types.setTypeParser(DATE, (text) => text);

/** How long a call waits for a connection before its caller gets an error. */
const CONNECT_MS = 5_000;
/** Opens the database for a command or the demo. It waits for a busy machine, because no request depends on it. */
export const PATIENT_CONNECT_MS = 300_000;

type Options = {
  max?: number;
  connectMs?: number;
  statementTimeoutMs?: number;
  watching?: Watching | undefined;
  /** A streaming replica of the same database, for `reading`. */
  replicaUrl?: string | null;
};

/** With `watching`, work on a database that no longer answers fails within moments instead of waiting. */
export function openDatabase(url: string, options: Options = {}): Database {
  const primary = openServer(url, { connectMs: CONNECT_MS, ...options });
  // A replica that does not answer is no outage: the primary is asked.
  const replica = options.replicaUrl
    ? openServer(options.replicaUrl, { ...options, watching: unheard(options.watching), connectMs: 1_000 })
    : null;
  const readings: Readings = { replica: 0, primary: 0 };
  const stream = <Row>(settings: string, statement: RawBuilder<Row>, size = PIECE) =>
    streamRows(primary.pool, settings, (client) => statement.compile(txOn(client).db), size);
  const onReplica = async <T>(settings: string, since: LogPosition, work: (tx: Tx) => Promise<T>) => {
    if (!replica) return BEHIND;
    try {
      return await replica.run(beginOnReplica(settings, since), async (tx, begun) =>
        hasCaughtUp(begun) ? work(tx) : BEHIND,
      );
    } catch (error) {
      if (asksPrimary(error)) return BEHIND;
      throw error;
    }
  };
  return {
    pool: primary.pool,
    readings,
    collisions: primary.collisions,
    inScope: (scope, work) => primary.run(`begin; ${ofAccounts(scope)}`, work),
    async reading(scope, since, work) {
      const settings = ofAccounts(scope);
      const found = await onReplica(settings, since, work);
      readings[found === BEHIND ? "primary" : "replica"]++;
      return found === BEHIND ? primary.read(scope, work) : found;
    },
    asSystem: (work, about = {}) => primary.run(`begin; set local app.system = 'on'; ${naming(about)}`, work),
    readingAsSystem: (work) => primary.read("system", work),
    streamAsSystem: (statement, size) => stream(`set local app.system = 'on'; ${naming({})}`, statement, size),
    streamInScope: (scope, statement, size) => stream(ofAccounts(scope), statement, size),
    async close() {
      await Promise.all([primary.close(), replica?.close()]);
    },
  };
}

/** One server: a pool, and transactions on it that are broken when it stops answering. */
function openServer(url: string, { connectMs, watching, ...options }: Options & { connectMs: number }) {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 10,
    types,
    connectionTimeoutMillis: connectMs,
    // Longer than the minute in which the clock's work comes round: a new connection costs more than its statements.
    idleTimeoutMillis: 90_000,
    statement_timeout: options.statementTimeoutMs ?? 30_000,
    application_name: "okaeri",
  });
  // A connection that breaks while idle (database restart) must not end the process; the pool opens another.
  pool.on("error", () => {});
  const inUse = new Set<pg.PoolClient>();
  const collisions = new Map<string, number>();
  const count = (error: unknown) => {
    if (error instanceof IdentityCollision) collisions.set(error.table, (collisions.get(error.table) ?? 0) + 1);
    throw error;
  };
  const watch = watching && watchDatabase(url, cuttingOff(inUse, watching));
  return {
    pool,
    collisions,
    async run<T>(begin: string, work: (tx: Tx, begun: unknown) => Promise<T>): Promise<T> {
      if (watch?.isFrozen()) throw frozenError();
      return borrowing(pool, inUse, (client, breaks) => inTransaction(client, breaks, begin, work)).catch(count);
    },
    async read<T>(visibility: ReadScope, work: (tx: Tx) => Promise<T>): Promise<T> {
      if (watch?.isFrozen()) throw frozenError();
      return borrowing(pool, inUse, (client, refused) => work(readerOn(client, { visibility, refused })));
    },
    close() {
      watch?.stop();
      return pool.end();
    },
  };
}

const unheard = (watching: Watching | undefined) => watching && { ...watching, on: () => {} };

/** Breaks the connections of transactions that wait for a frozen database, so that their callers get an error. */
function cuttingOff(inUse: ReadonlySet<pg.PoolClient>, watching: Watching): Watching {
  return {
    ...watching,
    on(state) {
      watching.on(state);
      if (state === "frozen")
        for (const client of inUse) (client as unknown as Connected).connection.stream.destroy(frozenError());
    },
  };
}

type Breaks = (error: Error) => void;

/** A connection for this work; one that breaks meanwhile is not used again. */
async function borrowing<T>(
  pool: pg.Pool,
  inUse: Set<pg.PoolClient>,
  work: (client: pg.PoolClient, breaks: Breaks) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  inUse.add(client);
  let broken: Error | undefined;
  // A connection that breaks between two statements emits an `error` event, and an unhandled one would end the process. The next statement,
  // or the commit, then fails.
  const breaks: Breaks = (error) => {
    broken = error;
  };
  client.on("error", breaks);
  try {
    return await work(client, breaks);
  } catch (error) {
    if (isLastWord(error)) breaks(error);
    throw error;
  } finally {
    inUse.delete(client);
    client.off("error", breaks);
    client.release(broken);
  }
}

/** PostgreSQL ends this connection (class 57P). The socket closes a moment later, and the pool must not lend it out meanwhile. */
function isLastWord(error: unknown): error is Error {
  return error instanceof Error && /^57P/.test(String((error as { code?: unknown }).code));
}

async function inTransaction<T>(
  client: pg.PoolClient,
  breaks: Breaks,
  begin: string,
  work: (tx: Tx, begun: unknown) => Promise<T>,
): Promise<T> {
  try {
    // One round trip: the settings are local to the transaction, so nothing survives into the next user of the connection.
    const begun: unknown = await client.query(begin);
    const result = await work(txOn(client), begun);
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch(breaks);
    throw await collisionOr(client, error).catch(() => error);
  }
}

function ofAccounts(scope: TenantScope): string {
  return `set local app.account_ids = '${scope.accountIds.map(wholeNumber).join(",")}'; ${naming(scope)}`;
}

function naming({ person, actor }: PersonScope): string {
  const text = (id: number | undefined) => (id === undefined ? "" : wholeNumber(id));
  return `set local app.user_id = '${text(person)}'; set local app.actor_id = '${text(actor)}'`;
}

/** Names the person of a running transaction, where only a statement in it tells who that is: by a login id, a mailed link, a new row. */
export async function namePerson(tx: Tx, person: number): Promise<void> {
  await tx.client.query("select set_config('app.user_id', $1, true)", [wholeNumber(person)]);
}

type Send = ReturnType<typeof readingOn>;

const known = new WeakMap<pg.PoolClient, Tx>();

/** Statements on one borrowed connection, which `borrowing` gives back; kept for the connection's next transaction. */
function txOn(client: pg.PoolClient): Tx {
  const before = known.get(client);
  if (before) return before;
  const made = sending(client, client.query.bind(client) as Send);
  known.set(client, made);
  return made;
}

const readers = new WeakMap<pg.PoolClient, { tx: Tx; reading: Reading }>();

/** The same for statements that only read, each with its settings. */
function readerOn(client: pg.PoolClient, reading: Reading): Tx {
  const before = readers.get(client);
  if (before) {
    Object.assign(before.reading, reading);
    return before.tx;
  }
  const query = readingOn(client, reading);
  const tx = sending({ query } as unknown as pg.PoolClient, query);
  readers.set(client, { tx, reading });
  return tx;
}

function sending(client: pg.PoolClient, query: Send): Tx {
  const borrowed = { query, release: () => {} } as unknown as pg.PoolClient;
  const pool = { connect: async () => borrowed, end: async () => {} } as unknown as pg.Pool;
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  return { db, client, ...statementsOn(db) };
}

function wholeNumber(id: number): number {
  if (!Number.isSafeInteger(id)) throw new Error(`not an id: ${id}`);
  return id;
}

/**
 * Runs a prepared statement by its name: PostgreSQL keeps its plan per connection. For statements whose planning costs more than their run.
 * The text must be the same each time.
 */
export async function runPrepared<Row>(tx: Tx, name: string, statement: RawBuilder<Row>): Promise<Row[]> {
  const { sql: text, parameters } = statement.compile(tx.db);
  const answer = await tx.client.query({ name, text, values: [...parameters] });
  return answer.rows as Row[];
}
