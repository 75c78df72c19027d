import type { Payment } from "@okaeri/contract/billing";
import type { Tx } from "../../database/connection.ts";
import { assignments, type By, changes } from "../../database/statements.ts";
import { CallError, fieldError, staleVersion } from "../../http/errors.ts";
import { byOf, switchTo } from "../../http/records.ts";
import { ACCOUNT_ACTS, type AccountContext, auditAccount, changeAccount, viewAccount } from "./account-access.ts";
import { type AccountRow, paymentOf } from "./accounts.queries.ts";
import { accountIdsOfCompany } from "./accounts.read.ts";
import { assignProgrammes } from "./assign-programmes.ts";

export type Basics = {
  code: string;
  name: string;
  parent_id: number | null;
  contract_started_at: string | null;
  contract_ended_at: string | null;
};

/** @throws CallError INVALID_INPUT: the contract ends before it starts. */
export function refuseBadPeriod({ contract_started_at: from, contract_ended_at: to }: Basics) {
  if (from !== null && to !== null && to < from) throw fieldError("contract_ended_at", { code: "before_start" });
}

/**
 * Codes are unique in the whole installation, whatever their case and width. An advisory lock on the code makes two who want the same one
 * take turns, so that the second is refused and no unique violation is raised.
 */
export async function refuseTakenCode(tx: Tx, code: string, ownId: number | null) {
  await tx.run`select pg_advisory_xact_lock(hashtextextended('account-code/' || code_key(${code}), 0))`;
  const found =
    await tx.all`select from accounts where code_key(code) = code_key(${code}) and id is distinct from ${ownId}::bigint`;
  if (found.length > 0) throw fieldError("code", { code: "taken" });
}

/** Counts the version up for a change that is kept in another table. */
export async function raiseAccountVersion(tx: Tx, by: By, accountId: number): Promise<void> {
  await tx.run`update accounts set ${changes({}, by)} where id = ${accountId}`;
}

const basicsOf = ({ code, name, parent_id, contract_started_at, contract_ended_at }: Basics): Basics => ({
  code,
  name,
  parent_id,
  contract_started_at,
  contract_ended_at,
});

/**
 * Saves basics and contract. Client administrators change the name only.
 * @throws CallError NOT_FOUND, FORBIDDEN, STALE_VERSION, INVALID_INPUT (taken code, cycle, another client's parent, end before start).
 */
export async function updateAccount(
  context: AccountContext,
  input: Basics & { id: number; version: number },
): Promise<void> {
  const { row: seen } = await viewAccount(context, input.id);
  const moreAccountIds = await context.app.database.asSystem((tx) => accountIdsOfCompany(tx, seen.company_id));
  await changeAccount(
    context,
    input.id,
    { action: "edit", part: "name", moreAccountIds },
    async (tx, { row, parts }) => {
      if (row.version !== input.version) throw staleVersion("accounts", input.id, ACCOUNT_ACTS);
      const was = basicsOf(row);
      const will = basicsOf(input);
      const changed = (Object.keys(was) as (keyof Basics)[]).filter((key) => was[key] !== will[key]);
      if (changed.length === 0) return;
      if (!parts.includes("basics") && changed.some((key) => key !== "name")) throw new CallError("FORBIDDEN");
      refuseBadPeriod(will);
      if (changed.includes("code")) await refuseTakenCode(tx, will.code, input.id);
      if (changed.includes("parent_id")) await refuseBadParent(tx, row, will.parent_id);
      await tx.run`update accounts set ${changes(will, byOf(context))} where id = ${input.id}`;
      await auditAccount(tx, context, "update", input.id, { before: was, after: will });
      if (changed.includes("parent_id")) await assignProgrammes(tx, context, input.id);
    },
  );
}

async function refuseBadParent(tx: Tx, row: AccountRow, parentId: number | null) {
  if (parentId === null) return;
  const found = await tx.maybe<{ is_below: boolean }>`with recursive up (id, parent_id) as (
      select id, parent_id
      from accounts
      where id = ${parentId}
      union
      select account.id, account.parent_id
      from accounts account
      join up on account.id = up.parent_id
    )
    select exists (select from up where id = ${row.id}) as is_below
    from accounts
    where id = ${parentId} and company_id = ${row.company_id} and active_status = 'active'`;
  if (!found) throw fieldError("parent_id", { code: "same_client" });
  if (found.is_below) throw fieldError("parent_id", { code: "beneath_itself" });
}

/** Saves whom the provider bills, with the discount's period. */
export async function updatePayment(
  context: AccountContext,
  input: Payment & { id: number; version: number },
): Promise<void> {
  const by = byOf(context);
  const { id, version, ...payment } = input;
  await changeAccount(context, id, { action: "edit", part: "payment" }, async (tx, { row }) => {
    if (row.version !== version) throw staleVersion("accounts", id, ACCOUNT_ACTS);
    const { discount_started_at: from, discount_ended_at: to } = payment;
    if (from !== null && to !== null && to < from) throw fieldError("discount_ended_at", { code: "before_start" });
    const before = row.payment_id === null ? undefined : await paymentOf(tx, row.payment_id);
    const paymentId = row.payment_id ?? (await newPayment(tx, by, id));
    const columns = assignments({ ...payment, updated_by: by.userId, updated_at: by.now });
    await tx.run`update payments set ${columns} where id = ${paymentId}`;
    await raiseAccountVersion(tx, by, id);
    await auditAccount(tx, context, "update_payment", id, { before, after: payment });
  });
}

/** Its id is known before the row, which nobody reads before an account in scope names it. */
async function newPayment(tx: Tx, by: By, accountId: number): Promise<number> {
  const { id } = await tx.one<{ id: number }>`select nextval(pg_get_serial_sequence('payments', 'id')) as id`;
  await tx.run`insert into payments (id, created_by, created_at) overriding system value values (${id}, ${by.userId}, ${by.now})`;
  await tx.run`update accounts set payment_id = ${id} where id = ${accountId}`;
  return id;
}

/** Deactivating (a soft delete) lets nobody in and keeps all data. An account with active ones beneath it cannot be deactivated. */
export async function setAccountStatus(
  context: AccountContext,
  id: number,
  status: "active" | "inactive",
): Promise<void> {
  const wanted =
    status === "inactive" ? { action: "delete" as const } : { action: "edit" as const, part: "basics" as const };
  await changeAccount(context, id, wanted, (tx, { row }) =>
    switchTo(row, status, async (action, values) => {
      await refuseBrokenTree(tx, row, status);
      await tx.run`update accounts set ${changes(values.after, byOf(context))} where id = ${id}`;
      await auditAccount(tx, context, action, id, values);
    }),
  );
}

async function refuseBrokenTree(tx: Tx, row: AccountRow, status: "active" | "inactive") {
  if (status === "inactive") {
    const below = await tx.all`select from accounts where parent_id = ${row.id} and active_status = 'active'`;
    if (below.length > 0) throw new CallError("WRONG_STATE", { because: { code: "active_beneath" } });
  } else if (row.parent_id !== null) {
    const above = await tx.all`select from accounts where id = ${row.parent_id} and active_status = 'inactive'`;
    if (above.length > 0) throw new CallError("WRONG_STATE", { because: { code: "inactive_above" } });
  }
}
