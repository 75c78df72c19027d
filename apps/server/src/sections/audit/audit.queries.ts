import type { auditList } from "@okaeri/contract/lists/audit";
import { signInId } from "@okaeri/domain/auth/sign-in-id";
import { isProvider } from "@okaeri/domain/permissions/roles";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { conditionsOf, directionOf, type ListFilter, type Paging, pageOf } from "../../database/list-page.ts";
import type { SignedIn } from "../../session/session-store.ts";

export type AuditRow = {
  id: number;
  at: Date;
  actor_id: number | null;
  actor_name: string | null;
  actor_login_id: string | null;
  actor_key: string | null;
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

/** `entity_id`: of one thing alone. */
export type AuditFilter = ListFilter<typeof auditList> & Paging & { entity_id?: number | undefined };

/** What an administrator of a client looks after, for the log. */
type Care = { companyId: number; accountIds: readonly number[]; headquarters: boolean };

/**
 * The accounts of the person and all that is beneath them, in force or not: what was done to an account stays to be read after its
 * contract has ended and before it begins. `headquarters`: one of them is at the top and has others beneath it, or is the client's first.
 * Null: the provider's, who see all.
 */
async function careOf(tx: Tx, viewer: SignedIn): Promise<Care | null> {
  if (isProvider(viewer.role)) return null;
  const { companyId } = viewer;
  const own = viewer.accounts.map((account) => account.id);
  const care = await tx.one<{ account_ids: number[]; headquarters: boolean }>`with recursive below (id, parent_id) as (
      select id, parent_id from accounts where company_id = ${companyId} and id = any(${own}::bigint[])
      union select account.id, account.parent_id from accounts account join below b on account.parent_id = b.id
    )
    select coalesce(array_agg(id), '{}') as account_ids, coalesce(bool_or(parent_id is null and (
      exists (select from accounts account where account.parent_id = below.id)
      or not exists (select from accounts account where account.company_id = ${companyId} and account.parent_id is null
      and account.id < below.id))), false) as headquarters
    from below`;
  return { companyId, accountIds: care.account_ids, headquarters: care.headquarters };
}

/**
 * Which lines an administrator sees: the provider's all; a client's those of the accounts looked after, and those about the company's
 * people who share one of them. Lines of the company as a whole are the headquarters', but for those about people of other accounts alone.
 * That provider staff entered guest data concerns the facility they chose, or every facility of the programme they chose.
 */
function visibleTo(care: Care | null): RawBuilder<unknown> {
  if (care === null) return sql`true`;
  const { companyId, accountIds, headquarters } = care;
  const ofProgramme = sql`exists (select from accounts account where account.id = any(${accountIds}::bigint[])
    and account.programme_account_id = audit_log.account_id)`;
  const membership = sql`from account_users account_user join accounts account on account.id = account_user.account_id
    where account_user.active_status = 'active'
    and account.company_id = ${companyId} and account_user.user_id = case when audit_log.entity = 'users' then audit_log.entity_id
      else audit_log.actor_user_id end`;
  return sql`(audit_log.account_id = any(${accountIds}::bigint[])
    or (audit_log.action = 'enter' and (audit_log.entity_id = any(${accountIds}::bigint[])
    or (audit_log.entity_id = audit_log.account_id and ${ofProgramme})))
    or (audit_log.account_id is null and audit_log.company_id = ${companyId} and (
    exists (select ${membership} and account_user.account_id = any(${accountIds}::bigint[]))
    or (${headquarters} and not exists (select ${membership})))))`;
}

function matching(care: Care | null, filter: Omit<AuditFilter, "page" | "size" | "sort">): RawBuilder<unknown> {
  const conditions = conditionsOf<typeof filter>(filter, {
    // Days are days in Japan.
    from: (day) => sql`audit_log.at >= ${day}::date::timestamp at time zone 'Asia/Tokyo'`,
    to: (day) => sql`audit_log.at < (${day}::date + 1)::timestamp at time zone 'Asia/Tokyo'`,
    actor_user_id: (id) => sql`audit_log.actor_user_id = ${id}`,
    action: (action) => sql`audit_log.action = ${action}`,
    entity: (entity) => sql`audit_log.entity = ${entity}`,
    entity_id: (id) => sql`audit_log.entity_id = ${id}`,
    in_account_id: (id) =>
      sql`(audit_log.account_id = ${id} or (audit_log.action = 'enter' and audit_log.entity_id = ${id}))`,
    company_id: (id) =>
      sql`(audit_log.company_id = ${id} or audit_log.account_id in (select id from accounts where company_id = ${id}))`,
    q: (words) => {
      const term = words.normalize("NFKC").trim();
      return sql`(position(lower(${term}) in audit_log.action || ' ' || audit_log.entity || ' ' || coalesce(host(audit_log.ip), '')) > 0
        or audit_log.actor_user_id in (select id from users where position(lower(${term}) in lower(name)) > 0
          or position(${signInId(term)} in login_id) > 0))`;
    },
  });
  return sql.join([visibleTo(care), ...conditions], sql` and `);
}

// A denied page action ("users/edit") names its section.
const ENTITY_NAME = sql`case split_part(audit_log.entity, '/', 1)
  when 'users' then (select name from users where id = audit_log.entity_id)
  when 'accounts' then (select name from accounts where id = audit_log.entity_id)
  when 'companies' then (select name from companies where id = audit_log.entity_id)
  when 'clients' then (select name from companies where id = audit_log.entity_id)
  when 'groups' then (select name from groups where id = audit_log.entity_id)
  when 'partner_keys' then (select partner_key.name from partner_keys partner_key
    where partner_key.account_id = account.programme_account_id and partner_key.id = audit_log.entity_id)
  when 'feed_keys' then (select feed_key.name from feed_keys feed_key where feed_key.account_id = account.programme_account_id
    and feed_key.id = audit_log.entity_id)
end`;

/** Lines, newest first unless sorted by `at`; read with the product's own reader, so `visibleTo` is what keeps clients apart. */
export async function listAudit(
  tx: Tx,
  viewer: SignedIn,
  { page, size, sort, ...filter }: AuditFilter,
): Promise<{ rows: AuditRow[]; total: number }> {
  const direction = directionOf(sort);
  const care = await careOf(tx, viewer);
  return pageOf(
    tx,
    { page, size },
    {
      from: sql`audit_logs audit_log left join users person on person.id = audit_log.actor_user_id left
        join accounts account on account.id = audit_log.account_id
      left join companies company on company.id = coalesce(audit_log.company_id, account.company_id) where ${matching(care, filter)}`,
      // As the index has it.
      order: sql`audit_log.at ${direction}, audit_log.id ${direction}`,
      rows: (cut) => sql<AuditRow>`select audit_log.id, audit_log.at, person.id as actor_id, person.name as actor_name,
        person.login_id as actor_login_id,
      (select partner_key.name from partner_keys partner_key where partner_key.account_id = account.programme_account_id
        and partner_key.id = case audit_log.action when 'ask_guests' then audit_log.entity_id
          else audit_log.partner_key_id end) as actor_key,
      host(audit_log.ip) as ip, audit_log.action, audit_log.entity, audit_log.entity_id, ${ENTITY_NAME} as entity_name,
        account.id as account_id, account.name as account_name,
      company.id as company_id, company.name as company_name, audit_log.before, audit_log.after ${cut}`,
    },
  );
}

/** Names of those of the accounts that the viewer looks after. */
export async function accountNamesInReach(
  tx: Tx,
  viewer: SignedIn,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const reach = (await careOf(tx, viewer))?.accountIds ?? ids;
  const found = await tx.all<{ id: number; name: string }>`select id, name from accounts
    where id = any(${ids}::bigint[]) and id = any(${reach}::bigint[])`;
  return new Map(found.map((row) => [row.id, row.name]));
}

/** Actions and entities that occur in the lines the viewer sees. */
export async function auditWords(tx: Tx, viewer: SignedIn): Promise<{ actions: string[]; entities: string[] }> {
  const care = await careOf(tx, viewer);
  const found = await tx.one<{ actions: string[] | null; entities: string[] | null }>`
    select array_agg(distinct audit_log.action order by audit_log.action) as actions,
      array_agg(distinct audit_log.entity order by audit_log.entity) as entities
    from audit_logs audit_log where ${visibleTo(care)}`;
  return { actions: found.actions ?? [], entities: found.entities ?? [] };
}
