import type { Tx } from "../database/connection.ts";

export type AuditEntry = {
  actorUserId: number | null;
  /** A booking engine acted, by its key. */
  partnerKeyId?: number;
  ip?: string | null;
  /** What was done, e.g. `login`, `denied`, `create`, `update`, `send`. */
  action: string;
  /** Table name of the thing, or the page action that was denied. */
  entity: string;
  entityId?: number | null;
  accountId?: number | null;
  companyId?: number | null;
  before?: unknown;
  after?: unknown;
};

/** Adds one line to the append-only audit log (the audit trail), in the caller's transaction: a write and its line exist together. */
export async function recordAudit(tx: Tx, entry: AuditEntry): Promise<void> {
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value, withoutSecrets));
  await tx.run`insert into audit_logs (actor_user_id, ip, action, entity, entity_id, account_id, company_id, before, after,
      partner_key_id)
    values (${entry.actorUserId}, ${entry.ip ?? null}, ${entry.action}, ${entry.entity}, ${entry.entityId ?? null},
      ${entry.accountId ?? null}, ${entry.companyId ?? null}, ${json(entry.before)}, ${json(entry.after)}, ${entry.partnerKeyId ?? null})`;
}

/** The same act on many things of one account: a line for each, in one statement. */
export async function recordAudits(
  tx: Tx,
  entry: Pick<AuditEntry, "actorUserId" | "action" | "entity"> & { accountId: number },
  things: readonly { id: number; after: object }[],
): Promise<void> {
  await tx.run`insert into audit_logs (actor_user_id, action, entity, entity_id, account_id, after)
    select ${entry.actorUserId}::bigint, ${entry.action}::text, ${entry.entity}::text, n.id, ${entry.accountId}::bigint, n.after::jsonb
    from unnest(${things.map(({ id }) => id)}::bigint[], ${things.map(({ after }) => JSON.stringify(after, withoutSecrets))}::text[])
        n (id, after)`;
}

/** What happened without a person, at a time of its own. */
export type AuditLineOf = Pick<AuditEntry, "action" | "entity"> & {
  at: Date;
  ip: string | null;
  entityId: number | null;
  accountId: number | null;
  after: object;
};

/** Lines about things of several kinds, in one statement. */
export async function recordLines(tx: Tx, lines: readonly AuditLineOf[]): Promise<void> {
  if (lines.length === 0) return;
  await tx.run`insert into audit_logs (at, ip, action, entity, entity_id, account_id, after)
    select n.at, n.ip, n.action, n.entity, n.entity_id, n.account_id, n.after::jsonb
    from unnest(${lines.map(({ at }) => at)}::timestamptz[], ${lines.map(({ ip }) => ip)}::inet[],
      ${lines.map(({ action }) => action)}::text[], ${lines.map(({ entity }) => entity)}::text[],
      ${lines.map(({ entityId }) => entityId)}::bigint[], ${lines.map(({ accountId }) => accountId)}::bigint[],
      ${lines.map(({ after }) => JSON.stringify(after, withoutSecrets))}::text[]) with ordinality
        as n (at, ip, action, entity, entity_id, account_id, after, position)
    order by n.position`;
}

const SECRETS = new Set([
  "password",
  "tfa_secret",
  "channel_secret",
  "channel_access_token",
  "token",
  "token_hash",
  "key_hash",
  "passport_number",
]);

/** A safety net for all callers: a value with such a name never enters the log. */
function withoutSecrets(name: string, value: unknown): unknown {
  return SECRETS.has(name) ? undefined : value;
}
