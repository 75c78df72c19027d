import { overlappingOptions } from "@okaeri/domain/accounts/option-periods";
import { calendarDate } from "@okaeri/domain/calendar-date";
import type { Tx } from "../../database/connection.ts";
import type { By } from "../../database/statements.ts";
import { fieldError, staleVersion } from "../../http/errors.ts";
import { byOf } from "../../http/records.ts";
import { ACCOUNT_ACTS, type AccountContext, auditAccount, changeAccount, viewAccount } from "./account-access.ts";
import { type OptionRow, optionsOfAccount } from "./accounts.queries.ts";
import { accountIdsOfCompany } from "./accounts.read.ts";
import { assignProgrammes } from "./assign-programmes.ts";
import { raiseAccountVersion } from "./save-account.ts";

export type OptionEdit = Omit<OptionRow, "id"> & { id: number | null };

/** @throws CallError INVALID_INPUT: an end before its start, two periods of one type on one day, a parent's option beneath a parent. */
export function refuseBadOptions(options: readonly OptionEdit[], parentId: number | null): void {
  options.forEach(({ option_started_at, option_ended_at, option_type }, index) => {
    if (option_ended_at !== null && option_ended_at < option_started_at) {
      const name = `options.${index}.option_ended_at`;
      throw fieldError(name, { code: "before_start" });
    }
    if (option_type === "crm_option_parent" && parentId !== null) {
      const name = `options.${index}.option_type`;
      throw fieldError(name, { code: "top_level_only" });
    }
  });
  const periods = options.map((option) => ({
    option_type: option.option_type,
    option_started_at: calendarDate(option.option_started_at),
    option_ended_at: option.option_ended_at === null ? null : calendarDate(option.option_ended_at),
  }));
  const [clash] = overlappingOptions(periods);
  if (clash !== undefined) {
    const name = `options.${clash}.option_started_at`;
    throw fieldError(name, { code: "periods_overlap" });
  }
}

/** Makes the account's options these: named ones are updated, new ones added, those left out become inactive (soft delete). */
export async function writeOptions(tx: Tx, by: By, accountId: number, options: readonly OptionEdit[]): Promise<void> {
  const remainingIds = options.flatMap((option) => (option.id === null ? [] : [option.id]));
  await tx.run`update account_options
    set active_status = 'inactive', updated_by = ${by.userId}, updated_at = ${by.now}
    where account_id = ${accountId} and active_status = 'active' and not id = any(${remainingIds}::bigint[])`;
  await tx.run`update account_options account_option
    set option_type = l.option_type, option_started_at = l.option_started_at, option_ended_at = l.option_ended_at,
      option_item = l.option_item, updated_by = ${by.userId}, updated_at = ${by.now}
    from jsonb_to_recordset(${JSON.stringify(options)}::jsonb)
        as l (id bigint, option_type text, option_started_at date, option_ended_at date, option_item text)
    where account_option.account_id = ${accountId} and account_option.id = l.id`;
  await tx.run`insert into account_options (account_id, option_type, option_started_at, option_ended_at, option_item, created_by,
      updated_by, created_at, updated_at)
    select ${accountId}, l.option_type, l.option_started_at, l.option_ended_at, l.option_item, ${by.userId}, ${by.userId}, ${by.now},
      ${by.now}
    from jsonb_to_recordset(${JSON.stringify(options.filter((option) => option.id === null))}::jsonb)
        as l (option_type text, option_started_at date, option_ended_at date, option_item text)`;
}

/** Saves the whole list of periods. A new parent's option draws the facilities beneath that have no guest data of their own into the programme. */
export async function updateOptions(
  context: AccountContext,
  input: { id: number; version: number; options: readonly OptionEdit[] },
): Promise<void> {
  const by = byOf(context);
  const { row: seen } = await viewAccount(context, input.id);
  const moreAccountIds = await context.app.database.asSystem((tx) => accountIdsOfCompany(tx, seen.company_id));
  await changeAccount(context, input.id, { action: "edit", part: "options", moreAccountIds }, async (tx, { row }) => {
    if (row.version !== input.version) throw staleVersion("accounts", input.id, ACCOUNT_ACTS);
    refuseBadOptions(input.options, row.parent_id);
    const before = await optionsOfAccount(tx, input.id);
    const foreign = input.options.findIndex((o) => o.id !== null && !before.some((each) => each.id === o.id));
    if (foreign !== -1) throw fieldError(`options.${foreign}.id`, { code: "not_a_choice" });
    await writeOptions(tx, by, input.id, input.options);
    await raiseAccountVersion(tx, by, input.id);
    await auditAccount(tx, context, "update_options", input.id, { before, after: input.options });
    await assignProgrammes(tx, context, input.id);
  });
}
