import type { clientDetail } from "@okaeri/contract/clients";
import { clientList } from "@okaeri/contract/lists/clients";
import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { isProvider } from "@okaeri/domain/permissions/roles";
import { readsContracts, readsPeople } from "@okaeri/domain/permissions/row-actions";
import { type RawBuilder, sql } from "kysely";
import { inContract } from "../../database/active-version.ts";
import type { Tx } from "../../database/connection.ts";
import {
  conditionsOf,
  type Listed,
  type ListFilter,
  normaliseSearchTerm,
  orderOf,
  sortColumns,
} from "../../database/list-page.ts";
import type { RowOf } from "../../database/row-of.ts";
import { type By, changes, newRecord } from "../../database/statements.ts";
import type { SignedIn } from "../../session/session-store.ts";
import { viewerOf } from "../../session/viewer.ts";

export type ClientRow = RowOf<typeof clientDetail, "page_actions" | "may_add_accounts" | "accounts" | "reads_billing">;
export type ClientFilter = ListFilter<typeof clientList>;

/** `id`: this one alone. */
type ClientQuery = ClientFilter & { id?: number };

/** Companies with what they have: provider staff all, client staff their own (specification §6, clients list). */
function summary(signedIn: SignedIn, today: CalendarDate): RawBuilder<unknown> {
  const viewer = viewerOf(signedIn);
  const everywhere = isProvider(signedIn.role);
  const reach = sql`${signedIn.accounts.map((account) => account.id)}::bigint[]`;
  const contract = readsContracts(viewer)
    ? sql`a.contract_state, case when a.open_end then null else a.contract_ended_at end as contract_ended_at`
    : sql`null::text as contract_state, null::date as contract_ended_at`;
  return sql`select company.id, company.name, company.is_provider, company.active_status, company.version, company.created_at,
    company.updated_at,
      coalesce(a.account_count, 0) as account_count, case when ${readsPeople(viewer)} then coalesce(u.user_count, 0) end as user_count,
        ${contract}
    from companies company
    left join (
      select company_id, count(*)::int as account_count, max(contract_ended_at) as contract_ended_at,
        bool_or(contract_ended_at is null) as open_end,
        case when bool_or(${inContract(today)}) then 'running'
          when bool_or(contract_started_at > ${today}) then 'before' else 'ended' end as contract_state
      from accounts account where active_status = 'active' and (${everywhere} or id = any(${reach})) group by company_id
    ) a on a.company_id = company.id
    left join (
      select company_id, count(*)::int as user_count from users person where status <> 'inactive' and (${everywhere} or exists (
        select from account_users account_user where account_user.user_id = person.id and account_user.active_status = 'active'
          and account_user.account_id = any(${reach})))
      group by company_id
    ) u on u.company_id = company.id
    where ${everywhere} or company.id = ${signedIn.companyId}`;
}

/** The list as it is paged, and as it is taken out as a file. */
export function clientsMatching(
  viewer: SignedIn,
  { sort, ...filter }: ClientQuery,
  today: CalendarDate,
): Listed<ClientRow> {
  const conditions = conditionsOf<Omit<ClientQuery, "sort">>(filter, {
    id: (id) => sql`s.id = ${id}`,
    q: (words) => sql`position(${normaliseSearchTerm(words)} in lower(s.name)) > 0`,
    active_status: (status) => sql`s.active_status = ${status}`,
    contract_state: (state) => sql`s.contract_state = ${state}`,
  });
  return {
    from: sql`(${summary(viewer, today)}) s where ${sql.join([sql`true`, ...conditions], sql` and `)}`,
    order: orderOf<typeof clientList>(sort, sortColumns(clientList, "s"), sql`s.id`),
    rows: (cut) => sql<ClientRow>`select s.* ${cut}`,
  };
}

export type LockedClient = Pick<ClientRow, "id" | "name" | "version" | "active_status" | "is_provider">;

/** The company's row, locked for a change. */
export function lockClient(tx: Tx, id: number): Promise<LockedClient | undefined> {
  return tx.maybe`select id, name, version, active_status, is_provider from companies where id = ${id} for update`;
}

export function insertClient(tx: Tx, by: By, name: string): Promise<{ id: number; company_id: number }> {
  return tx.one`insert into companies ${newRecord({ name }, by)} returning id, id as company_id`;
}

export async function updateClient(tx: Tx, by: By, id: number, values: { name?: string; active_status?: string }) {
  await tx.run`update companies set ${changes(values, by)} where id = ${id}`;
}
