import type { accountGroup } from "@okaeri/contract/account-groups";
import type { accountGroupList } from "@okaeri/contract/lists/account-groups";
import { isProvider } from "@okaeri/domain/permissions/roles";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { conditionsOf, type Listed, type ListFilter, normaliseSearchTerm, orderOf } from "../../database/list-page.ts";
import type { RowOf } from "../../database/row-of.ts";
import { type By, changes, newRecord } from "../../database/statements.ts";
import type { SignedIn } from "../../session/session-store.ts";

export type AccountGroupRow = RowOf<typeof accountGroup, "page_actions">;
/** `id`: this one alone. */
export type GroupFilter = ListFilter<typeof accountGroupList> & { in_account_id?: number | undefined; id?: number };

// Only these reach the ORDER BY.
const ORDER = {
  name: sql`company_group.name`,
  company_name: sql`company.name`,
  updated_at: sql`company_group.updated_at`,
};

/**
 * Groups the viewer may see: provider staff all, client staff those with an account in reach. Asked within the scope of all accounts
 * concerned, for membership is a tenant's row.
 */
export function groupsMatching(viewer: SignedIn, { sort, ...filter }: GroupFilter): Listed<AccountGroupRow> {
  const reach = sql`(${isProvider(viewer.role)} or account_group.account_id = any(${viewer.accounts.map((one) => one.id)}::bigint[]))`;
  const members = sql`account_groups account_group
    where account_group.group_id = company_group.id
      and account_group.active_status = 'active'`;
  const member = (more: RawBuilder<unknown>) => sql`exists (select from ${members} and ${more})`;
  const seen = sql`(${isProvider(viewer.role)} or (company_group.company_id = ${viewer.companyId} and ${member(reach)}))`;
  const conditions = conditionsOf<Omit<GroupFilter, "sort">>(filter, {
    id: (id) => sql`company_group.id = ${id}`,
    q: (words) =>
      sql`position(${normaliseSearchTerm(words)}
        in lower(company_group.name || ' ' || company_group.description || ' ' || company.name)) > 0`,
    company_id: (id) => sql`company_group.company_id = ${id}`,
    active_status: (status) => sql`company_group.active_status = ${status}`,
    in_account_id: (id) => member(sql`account_group.account_id = ${id}`),
  });
  return {
    from: sql`groups company_group
      join companies company on company.id = company_group.company_id
      where ${sql.join([seen, ...conditions], sql` and `)}`,
    order: orderOf<typeof accountGroupList>(sort, ORDER, sql`company_group.id`),
    rows: (
      cut,
    ) => sql<AccountGroupRow>`select company_group.id, company_group.name, company_group.description, company_group.company_id,
        company.name as company_name, company_group.active_status, company_group.version, company_group.updated_at,
        (select coalesce(json_agg(json_build_object('id', account.id, 'code', account.code, 'name', account.name) order by account.id),
            '[]')
          from accounts account
          where account.id in (select account_group.account_id from ${members} and ${reach})) as members ${cut}`,
  };
}

/** Every account of the installation for provider staff, the reach for client staff: the scope in which groups are read. */
export async function groupScope(tx: Tx, viewer: SignedIn): Promise<number[]> {
  if (!isProvider(viewer.role)) return viewer.accounts.map((account) => account.id);
  const found = await tx.all<{ id: number }>`select id from accounts`;
  return found.map((row) => row.id);
}

export type WantedMember = { id: number; company_id: number; company_is_provider: boolean };

export function wantedMembers(tx: Tx, ids: readonly number[]): Promise<WantedMember[]> {
  return tx.all`select account.id, account.company_id, company.is_provider as company_is_provider
    from accounts account
    join companies company on company.id = account.company_id
    where account.id = any(${ids}::bigint[])
      and account.active_status = 'active'`;
}

type Values = Pick<AccountGroupRow, "company_id" | "name" | "description" | "active_status">;

export function insertGroup(
  tx: Tx,
  by: By,
  values: Omit<Values, "active_status">,
): Promise<{ id: number; company_id: number }> {
  return tx.one`insert into groups ${newRecord(values, by)} returning id, company_id`;
}

export async function updateGroup(tx: Tx, by: By, id: number, values: Partial<Values>): Promise<void> {
  await tx.run`update groups set ${changes(values, by)} where id = ${id}`;
}

export async function writeMembers(tx: Tx, by: By, groupId: number, accountIds: readonly number[]): Promise<void> {
  await tx.run`update account_groups
    set active_status = 'inactive', updated_by = ${by.userId}, updated_at = ${by.now}
    where group_id = ${groupId} and active_status = 'active' and not account_id = any(${accountIds}::bigint[])`;
  await tx.run`insert into account_groups as account_group (account_id, group_id, created_by, updated_by, created_at, updated_at)
    select distinct id, ${groupId}::bigint, ${by.userId}::bigint, ${by.userId}::bigint, ${by.now}::timestamptz, ${by.now}::timestamptz
    from unnest(${accountIds}::bigint[]) as id
    on conflict (account_id, group_id) do update set active_status = 'active', updated_by = excluded.updated_by,
      updated_at = excluded.updated_at
    where account_group.active_status <> 'active'`;
}
