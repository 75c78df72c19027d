import { signInId } from "@okaeri/domain/auth/sign-in-id";
import { isProvider } from "@okaeri/domain/permissions/roles";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import type { SignedIn } from "../../session/session-store.ts";

export type AuditRow = {
  id: number;
  at: Date;
  actor_id: number | null;
  actor_name: string | null;
  actor_login_id: string | null;
  ip: string | null;
  action: string;
  entity: string;
  entity_id: number | null;
  entity_name: string | null;
  account_id: number | null;
  account_name: string | null;
  company_id: number | null;
  company_name: string | null;
  before: unknown;
  after: unknown;
};

export type AuditFilter = {
  page: number;
  size: number;
  sort: string;
  q?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  actor_user_id?: number | undefined;
  action?: string | undefined;
  entity?: string | undefined;
  entity_id?: number | undefined;
  in_account_id?: number | undefined;
  company_id?: number | undefined;
};

/**
 * Which lines an administrator sees: the provider's all; a client's those of accounts in reach, and those about the company's people who
 * share an account with them. Lines of the company as a whole are for whoever reaches all of its accounts. That provider staff entered
 * guest data concerns the facility they chose, or every facility of the programme they chose.
 */
function visibleTo(viewer: SignedIn): RawBuilder<unknown> {
  if (isProvider(viewer.role)) return sql`true`;
  const reach = viewer.accounts.map((account) => account.id);
  const ofProgramme = sql`exists (select from accounts a where a.id = any(${reach}::bigint[]) and a.programme_account_id = l.account_id)`;
  return sql`(l.account_id = any(${reach}::bigint[])
    or (l.action = 'enter' and (l.entity_id = any(${reach}::bigint[]) or (l.entity_id = l.account_id and ${ofProgramme})))
    or (l.account_id is null and l.company_id = ${viewer.companyId} and (
    not exists (select from accounts a where a.company_id = ${viewer.companyId} and a.active_status = 'active' and not a.id = any(${reach}::bigint[]))
    or exists (select from account_users au where au.account_id = any(${reach}::bigint[]) and au.active_status = 'active'
      and au.user_id = case when l.entity = 'users' then l.entity_id else l.actor_user_id end))))`;
}

function matching(viewer: SignedIn, filter: AuditFilter): RawBuilder<unknown> {
  const term = filter.q?.normalize("NFKC").trim() ?? "";
  const parts = [visibleTo(viewer)];
  // Days are days in Japan.
  if (filter.from) parts.push(sql`l.at >= ${filter.from}::date::timestamp at time zone 'Asia/Tokyo'`);
  if (filter.to) parts.push(sql`l.at < (${filter.to}::date + 1)::timestamp at time zone 'Asia/Tokyo'`);
  if (filter.actor_user_id !== undefined) parts.push(sql`l.actor_user_id = ${filter.actor_user_id}`);
  if (filter.action) parts.push(sql`l.action = ${filter.action}`);
  if (filter.entity) parts.push(sql`l.entity = ${filter.entity}`);
  if (filter.entity_id !== undefined) parts.push(sql`l.entity_id = ${filter.entity_id}`);
  if (filter.in_account_id !== undefined)
    parts.push(
      sql`(l.account_id = ${filter.in_account_id} or (l.action = 'enter' and l.entity_id = ${filter.in_account_id}))`,
    );
  if (filter.company_id !== undefined)
    parts.push(sql`(l.company_id = ${filter.company_id}
      or l.account_id in (select id from accounts where company_id = ${filter.company_id}))`);
  if (term)
    parts.push(sql`(position(lower(${term}) in l.action || ' ' || l.entity || ' ' || coalesce(host(l.ip), '')) > 0
      or l.actor_user_id in (select id from users where position(lower(${term}) in lower(name)) > 0
        or position(${signInId(term)} in login_id) > 0))`);
  return sql.join(parts, sql` and `);
}

// A denied page action ("users/edit") names its section.
const ENTITY_NAME = sql`case split_part(l.entity, '/', 1)
  when 'users' then (select name from users where id = l.entity_id)
  when 'accounts' then (select name from accounts where id = l.entity_id)
  when 'companies' then (select name from companies where id = l.entity_id)
  when 'clients' then (select name from companies where id = l.entity_id)
  when 'groups' then (select name from groups where id = l.entity_id)
end`;

/** Lines, newest first unless sorted by `at`; read with the product's own reader, so `visibleTo` is what keeps clients apart. */
export async function listAudit(
  tx: Tx,
  viewer: SignedIn,
  filter: AuditFilter,
): Promise<{ rows: AuditRow[]; total: number }> {
  const where = matching(viewer, filter);
  const direction = filter.sort === "at" ? sql`asc` : sql`desc`;
  const count = await tx.one<{ n: number }>`select count(*)::int as n from audit_logs l where ${where}`;
  const rows =
    await tx.all<AuditRow>`select l.id, l.at, u.id as actor_id, u.name as actor_name, u.login_id as actor_login_id,
      host(l.ip) as ip, l.action, l.entity, l.entity_id, ${ENTITY_NAME} as entity_name, a.id as account_id, a.name as account_name, c.id as company_id,
      c.name as company_name, l.before, l.after
    from audit_logs l left join users u on u.id = l.actor_user_id left join accounts a on a.id = l.account_id
    left join companies c on c.id = coalesce(l.company_id, a.company_id)
    where ${where} order by l.at ${direction}, l.id ${direction}
    limit ${filter.size} offset ${(filter.page - 1) * filter.size}`;
  return { rows, total: count.n };
}

/** Names of those of the accounts that the viewer reaches. */
export async function accountNames(tx: Tx, viewer: SignedIn, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const reach = isProvider(viewer.role) ? ids : viewer.accounts.map((account) => account.id);
  const found = await tx.all<{ id: number; name: string }>`select id, name from accounts
    where id = any(${ids}::bigint[]) and id = any(${reach}::bigint[])`;
  return new Map(found.map((row) => [row.id, row.name]));
}

/** Actions and entities that occur in the lines the viewer sees. */
export async function auditWords(tx: Tx, viewer: SignedIn): Promise<{ actions: string[]; entities: string[] }> {
  const found = await tx.one<{ actions: string[] | null; entities: string[] | null }>`
    select array_agg(distinct l.action order by l.action) as actions, array_agg(distinct l.entity order by l.entity) as entities
    from audit_logs l where ${visibleTo(viewer)}`;
  return { actions: found.actions ?? [], entities: found.entities ?? [] };
}
