import { isAllowedAction, type SectionAction } from "@okaeri/domain/permissions/actions";
import { mayCall } from "@okaeri/domain/permissions/can";
import type { Role } from "@okaeri/domain/permissions/roles";
import type { App } from "../app.ts";
import { accountsInReach } from "./session-store.ts";

/**
 * Whether the person who started long work may still do it when a worker takes it up, perhaps hours later: active, in reach of one
 * of these accounts, and holding the action there.
 */
export async function recheckPermission(
  { database, clock }: Pick<App, "database" | "clock">,
  userId: number,
  { action, accountIds }: { action: SectionAction; accountIds: readonly number[] },
): Promise<boolean> {
  const found = await personInReach({ database, clock }, userId);
  if (found === undefined) return false;
  const { role, accounts } = found;
  return accounts.some(({ id, held, plan_options: planOptions }) => {
    const subject = { role, planOptions, held };
    return accountIds.includes(id) && isAllowedAction(role, planOptions, action) && mayCall(subject, action);
  });
}

/** Whether a person is still active and has one of the programme's accounts in reach. */
export async function stillReaches(
  app: Pick<App, "database" | "clock">,
  userId: number,
  programmeId: number,
): Promise<boolean> {
  const found = await personInReach(app, userId);
  return found?.accounts.some((account) => account.programme_account_id === programmeId) ?? false;
}

function personInReach({ database, clock }: Pick<App, "database" | "clock">, userId: number) {
  return database.asSystem(async (tx) => {
    const person = await tx.maybe<{ role: Role; company_id: number }>`select role, company_id
      from users
      where id = ${userId} and status = 'active'`;
    if (!person) return undefined;
    const { accounts } = await accountsInReach(tx, clock, userId, person.role, person.company_id);
    return { role: person.role, accounts };
  });
}
