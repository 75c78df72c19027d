import { mayCall } from "@okaeri/domain/permissions/can";
import { PLAN } from "@okaeri/domain/permissions/plan-options";
import { todayOf } from "../../clock.ts";
import { inForce, optionRuns } from "../../database/active-version.ts";
import type { CallContext } from "../../http/binder.ts";
import type { SignedIn } from "../../session/session-store.ts";

type Named = { id: number; name: string };
/** `planned`: RFM is in its plan today. What is not planned takes no part: nothing is asked of it and nothing written for it. */
export type Programme = Named & { planned: boolean };
/** An account group as its RFM sees it (docs/adr/0147). */
export type RfmAccountGroup = {
  id: number;
  name: string;
  members: (Named & { programme_account_id: number })[];
  programmes: Programme[];
};

type WithPerson = Pick<CallContext, "app" | "signedIn">;

/** Active account groups of the person's company, whosever accounts are in them; who may do what is asked apart. */
export async function accountGroupsOf({ app, signedIn }: WithPerson, groupId?: number): Promise<RfmAccountGroup[]> {
  const today = todayOf(app.clock);
  const accountIds = await companyAccounts({ app, signedIn });
  return app.database.inScope(
    { accountIds },
    (tx) => tx.all<RfmAccountGroup>`select company_group.id, company_group.name,
        (select json_agg(json_build_object('id', account.id, 'name', account.name, 'programme_account_id', account.programme_account_id)
            order by account.id)
          from account_groups account_group
          join accounts account on account.id = account_group.account_id
          where account_group.group_id = company_group.id and account_group.active_status = 'active') as members,
        (select json_agg(json_build_object('id', account.id, 'name', account.name, 'planned', ${inForce(today)}
            and exists (select from account_options account_option
              where account_option.account_id = account.id
                and account_option.option_type = any(${PLAN.rfm}::text[]) and ${optionRuns(today)}))
            order by account.id)
          from accounts account
          where account.id in (select member_account.programme_account_id
              from account_groups account_group
              join accounts member_account on member_account.id = account_group.account_id
              where account_group.group_id = company_group.id and account_group.active_status = 'active')) as programmes
      from groups company_group
      where company_group.company_id = ${signedIn.companyId}
        and (${groupId ?? null}::bigint is null or company_group.id = ${groupId ?? null})
        and company_group.active_status = 'active'
        and exists (select from account_groups account_group
          where account_group.group_id = company_group.id
            and account_group.active_status = 'active')
      order by company_group.name, company_group.id`,
  );
}

async function companyAccounts({ app, signedIn }: WithPerson): Promise<number[]> {
  const found = await app.database.asSystem(
    (tx) => tx.all<{ id: number }>`select id from accounts where company_id = ${signedIn.companyId}`,
  );
  return found.map((row) => row.id);
}

/** Programmes of the group where the person lacks the right: it is required in every one that has RFM in its plan. */
export function closedProgrammes(
  { accounts, role }: SignedIn,
  { programmes }: RfmAccountGroup,
  action: "create" | "edit" | "delete",
): Programme[] {
  return programmes.filter(({ id, planned }) => {
    const reached = accounts.find((account) => account.id === id);
    const subject = reached && { role, planOptions: reached.plan_options, held: reached.held };
    return planned && !(subject && mayCall(subject, `rfms/${action}`));
  });
}

/** Those that have RFM in their plan. */
export const plannedIn = ({ programmes }: RfmAccountGroup): number[] =>
  programmes.filter(({ planned }) => planned).map(({ id }) => id);

/** What a statement about the group must be able to see: its programmes, and its facilities, whose memberships say what counts. */
export function scopeOfGroup({ programmes, members }: RfmAccountGroup): { accountIds: number[] } {
  return { accountIds: [...new Set([...programmes, ...members].map(({ id }) => id))] };
}
