import { mayCall } from "@okaeri/domain/permissions/can";
import { PLAN } from "@okaeri/domain/permissions/plan-options";
import { todayOf } from "../../clock.ts";
import { inForce, optionRuns } from "../../database/in-force.ts";
import type { CallContext } from "../../http/binder.ts";
import type { SignedIn } from "../../session/session-store.ts";

type Named = { id: number; name: string };
/** `planned`: RFM is in its plan today. What is not planned takes no part: nothing is asked of it and nothing written for it. */
export type Programme = Named & { planned: boolean };
/** An account group as its RFM sees it (docs/adr/0147). */
export type AccountGroup = {
  id: number;
  name: string;
  members: (Named & { programme_account_id: number })[];
  programmes: Programme[];
};

type WithPerson = Pick<CallContext, "app" | "signedIn">;

/** Active account groups of the person's company, whosever accounts are in them; who may do what is asked apart. */
export async function accountGroupsOf({ app, signedIn }: WithPerson, groupId?: number): Promise<AccountGroup[]> {
  const today = todayOf(app.clock);
  const accountIds = await companyAccounts({ app, signedIn });
  return app.database.inScope(
    { accountIds },
    (tx) => tx.all<AccountGroup>`select g.id, g.name,
        (select json_agg(json_build_object('id', a.id, 'name', a.name, 'programme_account_id', a.programme_account_id) order by a.id)
          from account_groups m join accounts a on a.id = m.account_id where m.group_id = g.id and m.active_status = 'active') as members,
        (select json_agg(json_build_object('id', a.id, 'name', a.name, 'planned', ${inForce(today)}
            and exists (select from account_options o where o.account_id = a.id
              and o.option_type = any(${PLAN.rfm}::text[]) and ${optionRuns(today)})) order by a.id)
          from accounts a where a.id in (select p.programme_account_id from account_groups m join accounts p on p.id = m.account_id
            where m.group_id = g.id and m.active_status = 'active')) as programmes
      from groups g
      where g.company_id = ${signedIn.companyId} and (${groupId ?? null}::bigint is null or g.id = ${groupId ?? null})
        and g.active_status = 'active'
        and exists (select from account_groups m where m.group_id = g.id and m.active_status = 'active')
      order by g.name, g.id`,
  );
}

async function companyAccounts({ app, signedIn }: WithPerson): Promise<number[]> {
  const found = await app.database.asSystem(
    (tx) => tx.all<{ id: number }>`select id from accounts where company_id = ${signedIn.companyId}`,
  );
  return found.map((row) => row.id);
}

/** Programmes of the group where the person may not: the action is asked on every one that has RFM in its plan. */
export function closedProgrammes(
  { accounts, role }: SignedIn,
  { programmes }: AccountGroup,
  action: "create" | "edit" | "delete",
): Programme[] {
  return programmes.filter(({ id, planned }) => {
    const reached = accounts.find((account) => account.id === id);
    const subject = reached && { role, planOptions: reached.plan_options, held: reached.held };
    return planned && !(subject && mayCall(subject, `rfms/${action}`));
  });
}

/** Those that have RFM in their plan. */
export const plannedIn = ({ programmes }: AccountGroup): number[] =>
  programmes.filter(({ planned }) => planned).map(({ id }) => id);

/** What a statement about the group must be able to see: its programmes, and its facilities, whose memberships say what counts. */
export function scopeOfGroup({ programmes, members }: AccountGroup): { accountIds: number[] } {
  return { accountIds: [...new Set([...programmes, ...members].map(({ id }) => id))] };
}
