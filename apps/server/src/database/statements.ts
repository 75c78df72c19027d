import { type Kysely, type RawBuilder, sql } from "kysely";

/** A statement: a template whose values become parameters, or one that was put together before. */
type Asks<Answers> = {
  // The row's type is the caller's word; `npm test` holds it against what the database answers (docs/adr/0400).
  <Row>(
    text: TemplateStringsArray,
    ...values: readonly unknown[]
  ): Promise<Answers extends "all" ? Row[] : Answers extends "maybe" ? Row | undefined : Row>;
  <Row>(
    statement: RawBuilder<Row>,
  ): Promise<Answers extends "all" ? Row[] : Answers extends "maybe" ? Row | undefined : Row>;
};

/** How a transaction sends its statements, each by what it must answer. */
export type Statements = {
  /** All rows, in the statement's order. */
  readonly all: Asks<"all">;
  /** The only row of a statement that always has one: a new row's id, a count. @throws Error when there is none, or are several. */
  readonly one: Asks<"one">;
  /** The only row, or undefined. @throws Error when there are several. */
  readonly maybe: Asks<"maybe">;
  /** Sends a statement whose rows nobody asks for. Gives how many rows it wrote. */
  readonly run: (text: TemplateStringsArray | RawBuilder<unknown>, ...values: readonly unknown[]) => Promise<number>;
};

export function statementsOn(db: Kysely<unknown>): Statements {
  const send = (text: TemplateStringsArray | RawBuilder<unknown>, values: readonly unknown[]) =>
    ("raw" in text ? sql(text, ...values) : text).execute(db);
  const rowsOf = async (text: TemplateStringsArray | RawBuilder<unknown>, values: readonly unknown[]) =>
    // biome-ignore lint/suspicious/noExplicitAny: what a row holds is said where the statement stands
    (await send(text, values)).rows as any[];
  const refuse = (count: number, most: string) => new Error(`a statement gave ${count} rows instead of ${most}`);
  return {
    all: (text: TemplateStringsArray | RawBuilder<unknown>, ...values: readonly unknown[]) => rowsOf(text, values),
    one: async (text: TemplateStringsArray | RawBuilder<unknown>, ...values: readonly unknown[]) => {
      const rows = await rowsOf(text, values);
      if (rows.length !== 1) throw refuse(rows.length, "one");
      return rows[0];
    },
    maybe: async (text: TemplateStringsArray | RawBuilder<unknown>, ...values: readonly unknown[]) => {
      const rows = await rowsOf(text, values);
      if (rows.length > 1) throw refuse(rows.length, "at most one");
      return rows[0];
    },
    run: async (text, ...values) => Number((await send(text, values)).numAffectedRows ?? 0n),
  };
}

/** `column = value` for each of these, as `update` wants them. Names are columns of our own tables, never what somebody sent. */
export function assignments(values: Readonly<Record<string, unknown>>): RawBuilder<unknown> {
  return sql.join(Object.entries(values).map(([column, value]) => sql`${sql.ref(column)} = ${value}`));
}

/** Who changes a record, and when. */
export type By = { userId: number; now: Date };

/** What the change of a record sets: these columns, who did it and when, and one version more. */
export function changes(values: Readonly<Record<string, unknown>>, { userId, now }: By): RawBuilder<unknown> {
  return sql`${assignments({ ...values, updated_by: userId, updated_at: now })}, version = version + 1`;
}

/** Columns and values of a new record, with who made it and when. */
export function newRecord(values: Readonly<Record<string, unknown>>, { userId, now }: By): RawBuilder<unknown> {
  const made = { ...values, created_by: userId, updated_by: userId, created_at: now, updated_at: now };
  const columns = sql.join(Object.keys(made).map((column) => sql.ref(column)));
  return sql`(${columns}) values (${sql.join(Object.values(made))})`;
}
