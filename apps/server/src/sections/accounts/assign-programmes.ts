import type { Tx } from "../../database/connection.ts";
import { byOf } from "../../http/records.ts";
import { createDefaultRfm } from "../rfms/create-default-rfm.ts";
import { type AccountContext, auditAccount } from "./account-access.ts";

/**
 * Decides the programme account of every account in the tree of `accountId` (product §1): the top-level account where it has
 * crm_option_parent, else the account itself. An account that has guest data, itself or at its present programme, stays where it is: rows
 * never move between tenants; only a facility's keys and card settings follow it (0001_baseline.sql). The transaction's scope must hold the
 * whole tree. @returns what moved.
 */
export async function assignProgrammes(
  tx: Tx,
  context: AccountContext,
  accountId: number,
): Promise<{ id: number; programme_account_id: number }[]> {
  const by = byOf(context);
  const moved = await tx.all<{ id: number; programme_account_id: number }>`with recursive up (id, parent_id) as (
      select id, parent_id
      from accounts
      where id = ${accountId}
      union all
      select account.id, account.parent_id
      from accounts account
      join up on account.id = up.parent_id
    ), root as (
      select r.id,
        exists (select from account_options account_option
          where account_option.account_id = r.id
            and account_option.option_type = 'crm_option_parent' and account_option.active_status = 'active') as is_programme
      from up r
      where r.parent_id is null
    ), tree (id) as (
      select id
      from root
      union all
      select account.id
      from accounts account
      join tree on account.parent_id = tree.id
    ), wanted as (
      select account.id, case when root.is_programme then root.id else account.id end as programme
      from tree
      join accounts account on account.id = tree.id, root
      where account.programme_account_id <> case when root.is_programme then root.id else account.id end
    )
    update accounts account
    set programme_account_id = w.programme, version = version + 1, updated_by = ${by.userId}, updated_at = ${by.now}
    from wanted w
    where account.id = w.id
      and not exists (select from customers customer where customer.account_id = account.id)
      and not exists (select from campaigns campaign where campaign.account_id = account.id)
      and not facility_is_used(account.programme_account_id, account.id)
    returning account.id, account.programme_account_id`;
  for (const { id, programme_account_id } of moved) {
    await auditAccount(tx, context, "programme", id, { after: { programme_account_id } });
    // A loyalty programme starts with the usual scores.
    if (programme_account_id === id) await createDefaultRfm(tx, id);
  }
  return moved;
}
