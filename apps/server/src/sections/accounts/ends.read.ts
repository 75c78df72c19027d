import { NOTICE_DAYS } from "@okaeri/domain/accounts/ends";
import { addDays, type CalendarDate, daysBetween } from "@okaeri/domain/calendar-date";
import type { OptionType } from "@okaeri/domain/permissions/plan-options";
import { isAdmin, isProvider } from "@okaeri/domain/permissions/roles";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import type { SignedIn } from "../../session/session-store.ts";

/** A contract or an option that ends soon or ended lately. */
export type ContractEnd = {
  account_id: number;
  account_name: string;
  company_id: number;
  company_name: string;
  subject: "contract" | OptionType;
  /** The last day. */
  ends_on: CalendarDate;
};

/**
 * Ends from a week ago to 30 days from now of accounts in use; `accountIds` null: of all. An option that goes on in a later period does not
 * end.
 */
export async function endsAround(
  tx: Tx,
  today: CalendarDate,
  accountIds: readonly number[] | null,
): Promise<ContractEnd[]> {
  const from = addDays(today, -NOTICE_DAYS.after);
  const to = addDays(today, NOTICE_DAYS.before);
  return tx.all<ContractEnd>`select account.id as account_id, account.name as account_name, company.id as company_id,
      company.name as company_name, e.subject, e.ends_on
    from accounts account
    join companies company on company.id = account.company_id
    join lateral (
      select 'contract' as subject, account.contract_ended_at as ends_on
      union all
      select account_option.option_type, account_option.option_ended_at
      from account_options account_option
      where account_option.account_id = account.id and account_option.active_status = 'active'
        and not exists (select from account_options later_account_option
          where later_account_option.account_id = account.id
            and later_account_option.active_status = 'active' and later_account_option.option_type = account_option.option_type
            and later_account_option.id <> account_option.id
            and later_account_option.option_started_at <= account_option.option_ended_at + 1
            and (later_account_option.option_ended_at is null or later_account_option.option_ended_at > account_option.option_ended_at))
    ) e on e.ends_on between ${from}::date and ${to}::date
    where account.active_status = 'active' and company.active_status = 'active'
      and ${accountIds === null ? sql`true` : sql`account.id = any(${accountIds}::bigint[])`}
    order by e.ends_on, account.id, e.subject`;
}

/** Ends that concern the person: the provider's people all, an administrator's those of own accounts and all beneath them, in force or not. */
export async function endsFor(tx: Tx, viewer: SignedIn, today: CalendarDate) {
  const reach = viewer.accounts.map(({ id }) => id);
  const concerned = isProvider(viewer.role) ? null : isAdmin(viewer.role) ? await withBeneath(tx, reach) : reach;
  const found = await endsAround(tx, today, concerned);
  return found.map(({ company_id: _company, ...end }) => ({ ...end, days_left: daysBetween(today, end.ends_on) }));
}

async function withBeneath(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const found = await tx.all<{ id: number }>`with recursive below (id) as (
      select id
      from accounts
      where id = any(${ids}::bigint[])
      union
      select account.id
      from accounts account
      join below b on account.parent_id = b.id
    )
    select id
    from below`;
  return found.map(({ id }) => id);
}
