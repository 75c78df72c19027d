import pg from "pg";

/** What a statement that only reads may see: rows of these accounts, or what the product itself reads (sign-in, sessions). */
export type ReadScope = { readonly accountIds: readonly number[] } | "system";

type Answered = (error: Error | null, result: pg.QueryResult) => void;
// The driver promises neither these parts nor their order: driver-contract.test.ts holds it to them (docs/adr/0229).
/** The driver's side of a connection, as its own statements use it. */
type Wire = {
  parsedStatements: Record<string, string>;
  parse(statement: { name: string; text: string }): void;
  bind(statement: { portal: string; statement: string; values: readonly string[] }): void;
  execute(portal: { portal: string }): void;
};
/** The driver's statement: what it calls to send one, and for each part of the answer. */
type Statement = pg.Submittable & {
  text: string;
  values?: unknown[];
  prepare(wire: Wire): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, wire: Wire): void;
  handleError(error: Error, wire: Wire): void;
};
const Query = pg.Query as unknown as new (
  config: pg.QueryConfig & { queryMode: "extended" },
  answered: Answered,
) => Statement;

const NAME = "settings";
// Not `set local`: that has no parameters, and would be planned anew for each list of accounts.
const SET = `select set_config('transaction_read_only', 'on', true), set_config('app.system', $1, true),
  set_config('app.account_ids', $2, true)`;

/**
 * One statement that carries its settings. What is sent before one `sync` is one transaction, so the settings end with the statement: no
 * round trip for `begin` or `commit`, and the next user of the connection finds none of them.
 */
export class ScopedQuery extends Query {
  readonly settings: readonly string[];
  readonly #refused: (error: Error) => void;
  #set = false;

  constructor(
    settings: readonly string[],
    config: pg.QueryConfig,
    { answered, refused }: { answered: Answered; refused: (error: Error) => void },
  ) {
    super({ ...config, queryMode: "extended" }, answered);
    this.settings = settings;
    this.#refused = refused;
  }

  override prepare(wire: Wire): void {
    if (wire.parsedStatements[NAME] === undefined) wire.parse({ name: NAME, text: SET });
    wire.bind({ portal: "", statement: NAME, values: this.settings });
    wire.execute({ portal: "" });
    super.prepare(wire);
  }

  /** The first row is that of the settings. */
  override handleDataRow(message: unknown): void {
    if (this.#set) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, wire: Wire): void {
    if (this.#set) super.handleCommandComplete(message, wire);
    else wire.parsedStatements[NAME] = SET;
    this.#set = true;
  }

  override handleError(error: Error, wire: Wire): void {
    if (!this.#set) this.#refused(error);
    super.handleError(error, wire);
  }
}

/**
 * The reading that is under way on a connection. `refused` is called when PostgreSQL did not take the settings: it is then unknown which
 * prepared statements the connection has, so it must not be used again.
 */
export type Reading = { visibility: ReadScope; refused: (error: Error) => void };

/** How statements that only read are sent on this connection, each with the settings of the reading that is under way. */
export function readingOn(client: pg.PoolClient, reading: Readonly<Reading>) {
  return (given: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> => {
    const config: pg.QueryConfig = typeof given === "string" ? { text: given, ...(values && { values }) } : given;
    const { visibility, refused } = reading;
    const settings = visibility === "system" ? ["on", ""] : ["", visibility.accountIds.join(",")];
    return new Promise((done, failed) => {
      const answered: Answered = (error, result) => (error ? failed(error) : done(result));
      client.query(new ScopedQuery(settings, config, { answered, refused }));
    });
  };
}
