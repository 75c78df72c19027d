import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { OptionType } from "@okaeri/domain/permissions/plan-options";
import { sql } from "kysely";
import { optionRuns } from "../../database/active-version.ts";
import type { Tx } from "../../database/connection.ts";
import type { By } from "../../database/statements.ts";

/** An account that people may be given, with the options that decide what a permission list may hold there. */
export type GivenAccount = {
  id: number;
  code: string;
  name: string;
  parent_id: number | null;
  company_id: number;
  company_name: string;
  is_provider: boolean;
  /** Active today in the account or in its programme account. */
  plan_options: OptionType[];
};

/** Active accounts, by id or all of a company. Read with the product's own reader (options). */
export async function assignableAccounts(
  tx: Tx,
  wanted: { ids: readonly number[] } | { companyId: number },
  today: CalendarDate,
): Promise<GivenAccount[]> {
  const where =
    "ids" in wanted ? sql`account.id = any(${wanted.ids}::bigint[])` : sql`account.company_id = ${wanted.companyId}`;
  return tx.all<GivenAccount>`select account.id, account.code, account.name, account.parent_id, account.company_id,
      company.name as company_name, company.is_provider, coalesce(o.types, '{}') as plan_options
    from accounts account
    join companies company on company.id = account.company_id
    left join lateral (
      select array_agg(distinct account_option.option_type) as types
      from account_options account_option
      where account_option.account_id in (account.id, account.programme_account_id) and ${optionRuns(today)}
    ) o on true
    where ${where} and account.active_status = 'active' and company.active_status = 'active'
    order by account.parent_id nulls first, account.id`;
}

export type MembershipRow = { account_id: number; permissions: readonly string[]; can_export?: boolean | undefined };

/** Makes the person's memberships these; those left out end up inactive, an unchanged one is not written. */
export async function writeMemberships(tx: Tx, by: By, userId: number, list: readonly MembershipRow[]): Promise<void> {
  const rows = JSON.stringify(list);
  await tx.run`update account_users account_user
    set active_status = 'inactive', updated_by = ${by.userId}, updated_at = ${by.now}
    from accounts account
    where account_user.user_id = ${userId} and account_user.active_status = 'active' and account.id = account_user.account_id
      and account.active_status = 'active' and not account_user.account_id = any(${list.map((entry) => entry.account_id)}::bigint[])`;
  await tx.run`insert into account_users
        as account_user (account_id, user_id, permissions, can_export, created_by, updated_by, created_at, updated_at)
    select l.account_id, ${userId}, l.permissions, coalesce(l.can_export, false), ${by.userId}, ${by.userId}, ${by.now}, ${by.now}
    from jsonb_to_recordset(${rows}::jsonb) as l (account_id bigint, permissions text[], can_export boolean)
    on conflict (account_id, user_id) do update set permissions = excluded.permissions, can_export = excluded.can_export,
      active_status = 'active', updated_by = excluded.updated_by, updated_at = excluded.updated_at
    where account_user.permissions <> excluded.permissions or account_user.can_export <> excluded.can_export
      or account_user.active_status <> 'active'`;
}
