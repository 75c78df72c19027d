import type { accountDetail, accountItem } from "@okaeri/contract/accounts";
import type { Payment, RunningOption } from "@okaeri/contract/billing";
import { accountList } from "@okaeri/contract/lists/accounts";
import type { ListConditions } from "@okaeri/contract/lists/list";
import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { PLAN } from "@okaeri/domain/permissions/plan-options";
import { isProvider } from "@okaeri/domain/permissions/roles";
import { readsContracts } from "@okaeri/domain/permissions/row-actions";
import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import { optionRuns } from "../../database/active-version.ts";
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
import type { SignedIn } from "../../session/session-store.ts";
import { viewerOf } from "../../session/viewer.ts";
import { PAYMENT_COLUMNS, runningOptions } from "./accounts.read.ts";

type Detail = z.output<typeof accountDetail>;
export type AccountRow = RowOf<typeof accountItem, "depth" | "contract_state" | "options" | "page_actions"> &
  Pick<Detail, "version" | "programme_account_name"> & {
    ancestor_ids: number[];
    payment_id: number | null;
    created_at: Date;
    /** Active today. */
    options: RunningOption[];
  };
export type AccountFilter = ListFilter<typeof accountList>;

// Each client with its accounts from the top down.
const ORDER = { ...sortColumns(accountList, "s"), hierarchy: sql`s.company_name` };

/** Accounts with their place in the hierarchy: provider staff all, client staff those in reach (specification §6, accounts list). */
function visible(viewer: SignedIn, today: CalendarDate): RawBuilder<unknown> {
  const reach = viewer.accounts.map((account) => account.id);
  // Nobody sorts or filters by what they may not read.
  const contract = readsContracts(viewerOf(viewer))
    ? sql`account.contract_started_at, account.contract_ended_at, coalesce(o.options, '[]') as options, o.types,
      case when account.contract_started_at > ${today} then 'before'
        when account.contract_ended_at < ${today} then 'ended'
        else 'running' end as contract_state`
    : sql`null::date as contract_started_at, null::date as contract_ended_at, '[]'::json as options, null::text[] as types,
      null::text as contract_state`;
  return sql`select account.id, account.code, account.name, account.company_id, company.name as company_name, account.parent_id,
      parent_account.name as parent_name, tree.above as ancestor_ids, tree.place, account.programme_account_id,
      programme_account.name as programme_account_name, ${contract}, account.payment_id, account.active_status, account.version,
      account.created_at, account.updated_at
    from accounts account
    join tree on tree.id = account.id
    join companies company on company.id = account.company_id
    join accounts programme_account on programme_account.id = account.programme_account_id
    left join accounts parent_account on parent_account.id = account.parent_id
    left join (${runningOptions(today)}) o on o.account_id = account.id
    where ${isProvider(viewer.role)} or account.id = any(${reach}::bigint[])`;
}

const TREE = sql`with recursive tree (id, above, place) as (
    select id, '{}'::bigint[], array[id]
    from accounts
    where parent_id is null
    union all
    select account.id, tree.above || account.parent_id, tree.place || account.id
    from accounts account
    join tree on tree.id = account.parent_id
  )`;

/** The list as it is paged, and as it is taken out as a file. */
export function accountsMatching(viewer: SignedIn, filter: AccountFilter, today: CalendarDate): Listed<AccountRow> {
  return {
    before: TREE,
    from: matching(viewer, filter, today),
    order: inOrder(filter),
    rows: (cut) => sql<AccountRow>`${TREE} select s.* ${cut}`,
  };
}

function matching(
  viewer: SignedIn,
  { sort: _sort, ...filter }: AccountFilter,
  today: CalendarDate,
): RawBuilder<unknown> {
  const conditions = conditionsOf<ListConditions<typeof accountList>>(filter, {
    q: (words) =>
      sql`position(${normaliseSearchTerm(words)} in lower(s.code || ' ' || s.name || ' ' || s.company_name)) > 0`,
    company_id: (id) => sql`s.company_id = ${id}`,
    active_status: (status) => sql`s.active_status = ${status}`,
    contract_state: (state) => sql`s.contract_state = ${state}`,
    option_type: (type) => sql`${type} = any(s.types)`,
  });
  return sql`(${visible(viewer, today)}) s where ${sql.join([sql`true`, ...conditions], sql` and `)}`;
}

function inOrder({ sort }: AccountFilter): RawBuilder<unknown> {
  const tie = sort.endsWith("hierarchy") ? sql`s.company_id, s.place` : sql`s.id`;
  return orderOf<typeof accountList>(sort, ORDER, tie);
}

export async function findAccount(
  tx: Tx,
  viewer: SignedIn,
  id: number,
  today: CalendarDate,
): Promise<AccountRow | undefined> {
  return tx.maybe<AccountRow>`${TREE} select s.* from (${visible(viewer, today)}) s where s.id = ${id}`;
}

/** Whether any account of the person's whole list has a CRM option that runs (specification §6, accounts list: admin). */
export async function anyListedCrmActive(tx: Tx, viewer: SignedIn, today: CalendarDate): Promise<boolean> {
  const reach = viewer.accounts.map((account) => account.id);
  const found = await tx.one<{ any: boolean }>`select exists (select from account_options account_option
        where account_option.account_id = any(${reach}::bigint[]) and account_option.option_type = any(${PLAN.own_settings}::text[])
          and ${optionRuns(today)}) as any`;
  return found.any;
}

export type OptionRow = Omit<Detail["account_options"][number], "is_active_today">;

export async function optionsOfAccount(tx: Tx, accountId: number): Promise<OptionRow[]> {
  return tx.all<OptionRow>`select id, option_type, option_started_at, option_ended_at, option_item
    from account_options
    where account_id = ${accountId} and active_status = 'active'
    order by option_started_at, id`;
}

export async function paymentOf(tx: Tx, paymentId: number): Promise<Payment | undefined> {
  return tx.maybe<Payment>`select ${PAYMENT_COLUMNS} from payments payment where payment.id = ${paymentId}`;
}

type Around = Pick<Detail, "children" | "groups"> & { user_count: number };

/** Children, groups and number of people, for the detail page; only what the viewer reaches. */
export async function around(tx: Tx, viewer: SignedIn, accountId: number): Promise<Around> {
  const reach = viewer.accounts.map((account) => account.id);
  const all = isProvider(viewer.role);
  return tx.one<Around>`select (select coalesce(json_agg(json_build_object('id', id, 'code', code, 'name', name) order by id), '[]')
        from accounts
        where parent_id = ${accountId} and (${all} or id = any(${reach}::bigint[]))) as children,
      (select coalesce(json_agg(json_build_object('id', company_group.id, 'name', company_group.name) order by company_group.id), '[]')
        from account_groups account_group
        join groups company_group on company_group.id = account_group.group_id
        where account_group.account_id = ${accountId}
          and account_group.active_status = 'active' and company_group.active_status = 'active') as groups,
      (select count(*)::int
        from account_users account_user
        join users person on person.id = account_user.user_id
        where account_user.account_id = ${accountId} and account_user.active_status = 'active'
          and person.status <> 'inactive') as user_count`;
}
