import { mayAddAccounts, rowAllows } from "@okaeri/domain/permissions/row-actions";
import type { Tx } from "../../database/connection.ts";
import { CallError, fieldError } from "../../http/errors.ts";
import { byOf } from "../../http/records.ts";
import { viewerOf } from "../../session/viewer.ts";
import { createDefaultRfm } from "../rfms/create-default-rfm.ts";
import { type AccountContext, auditAccount, viewAccount } from "./account-access.ts";
import { accountIdsOfCompany } from "./accounts.read.ts";
import { assignProgrammes } from "./assign-programmes.ts";
import { type Basics, refuseBadPeriod, refuseTakenCode } from "./save-account.ts";
import { type OptionEdit, refuseBadOptions, writeOptions } from "./save-options.ts";

export type NewAccount = Basics & { company_id: number; options: readonly Omit<OptionEdit, "id">[] };

/**
 * A facility or headquarters of a client, with its options, or a branch of the provider; its programme account is decided here (product §1).
 * @throws CallError INVALID_INPUT with the fields at fault, FORBIDDEN beneath an account one may not change.
 */
export async function createAccount(context: AccountContext, input: NewAccount): Promise<number> {
  const { app, signedIn } = context;
  const by = byOf(context);
  refuseBadPeriod(input);
  const options = input.options.map((option) => ({ ...option, id: null }));
  refuseBadOptions(options, input.parent_id);
  await refuseForeignParent(context, input);
  const accountId = await app.database.asSystem(async (tx) => {
    const found = await tx.maybe<{
      is_provider: boolean;
      active_status: string;
    }>`select is_provider, active_status
      from companies
      where id = ${input.company_id} for update`;
    if (found?.active_status !== "active" || !mayAddAccounts(viewerOf(signedIn), found))
      throw fieldError("company_id", { code: "not_a_choice" });
    if (found.is_provider) refuseWrongBranch(input);
    return nextAccountId(tx);
  });
  const known = await app.database.asSystem((tx) => accountIdsOfCompany(tx, input.company_id));
  await app.database.inScope({ accountIds: [...known, accountId] }, async (tx) => {
    await refuseTakenCode(tx, input.code, null);
    await tx.run`insert into accounts (id, code, name, company_id, parent_id, contract_started_at, contract_ended_at, created_by,
        updated_by, created_at, updated_at) overriding system value
      values (${accountId}, ${input.code}, ${input.name}, ${input.company_id}, ${input.parent_id}, ${input.contract_started_at},
        ${input.contract_ended_at}, ${by.userId}, ${by.userId}, ${by.now}, ${by.now})`;
    await writeOptions(tx, by, accountId, options);
    await auditAccount(tx, context, "create", accountId, { after: input });
    const moved = await assignProgrammes(tx, context, accountId);
    if (!moved.some((each) => each.id === accountId)) await createDefaultRfm(tx, accountId);
  });
  return accountId;
}

async function refuseForeignParent(context: AccountContext, { parent_id, company_id }: NewAccount): Promise<void> {
  if (parent_id === null) return;
  const parent = await viewAccount(context, parent_id).catch(() => null);
  if (parent === null || parent.row.company_id !== company_id || parent.row.active_status !== "active")
    throw fieldError("parent_id", { code: "same_client" });
  // Whoever registers the provider's branches only reads its accounts (specification §6, accounts list).
  const isBranch = company_id === context.signedIn.companyId;
  if (!isBranch && !rowAllows(parent.actions, "create")) throw new CallError("FORBIDDEN");
}

/** The provider's top-level account is made when the product is set up, and no guests belong to it. */
function refuseWrongBranch({ parent_id, options }: NewAccount): void {
  if (parent_id === null) throw fieldError("parent_id", { code: "provider_branch" });
  if (options.length > 0) throw fieldError("options", { code: "provider_options" });
}

/** The id is known before the row, because the row's own tables are closed to a transaction that does not name it. */
async function nextAccountId(tx: Tx): Promise<number> {
  const { id } = await tx.one<{ id: number }>`select nextval(pg_get_serial_sequence('accounts', 'id')) as id`;
  return id;
}
