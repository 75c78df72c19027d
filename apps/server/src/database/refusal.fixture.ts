import { type RawBuilder, sql } from "kysely";
import type { Database, PersonScope } from "./connection.ts";

/** What refused the statements in this scope: the rule's name, or PostgreSQL's code; undefined when nothing did. Nothing of it stays. */
export async function refusalOf(
  database: Database,
  accountIds: readonly number[],
  statements: readonly RawBuilder<unknown>[],
  about: PersonScope = {},
): Promise<string | undefined> {
  try {
    await database.inScope({ accountIds, ...about }, async (tx) => {
      for (const statement of statements) await statement.execute(tx.db);
      await sql`set constraints all immediate`.execute(tx.db);
      throw new Error("undo");
    });
  } catch (error) {
    const { constraint, code, message } = error as { constraint?: string; code?: string; message: string };
    return message === "undo" ? undefined : (constraint ?? code);
  }
  return undefined;
}
