import type pg from "pg";

/**
 * PostgreSQL gave a row an id that its table has already: the sequence is behind, as after a restore that went wrong. The writer did
 * nothing wrong and can mend nothing, so it is not reported like other unique violations.
 */
export class IdentityCollision extends Error {
  override readonly name = "IdentityCollision";
  readonly code = "identity_collision";
  readonly table: string;
  readonly constraint: string;
  constructor(table: string, refused: Error & { constraint: string }) {
    super(refused.message, { cause: refused });
    this.table = table;
    this.constraint = refused.constraint;
    if (refused.stack) this.stack = refused.stack;
  }
}

type Refused = Error & Partial<Record<"code" | "table" | "constraint", string>>;

/** An `IdentityCollision` for a unique violation of an identity column, else the error itself. Call it outside the failed transaction. */
export async function collisionOr(client: pg.PoolClient, error: unknown): Promise<unknown> {
  const { code, table, constraint } = (error ?? {}) as Refused;
  if (code !== "23505" || table === undefined || constraint === undefined) return error;
  // Other tables have primary keys that two people may both want: a guest in a group.
  const found = await client.query(
    `select from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey) and a.attidentity <> ''
      where c.contype = 'p' and c.conname = $1 and c.conrelid = to_regclass(format('public.%I', $2::text))`,
    [constraint, table],
  );
  return found.rowCount === 0 ? error : new IdentityCollision(table, error as Error & { constraint: string });
}
