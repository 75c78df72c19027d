import { signInId } from "@okaeri/domain/auth/sign-in-id";
import { defaultPermissions } from "@okaeri/domain/permissions/can";
import type { App } from "../../app.ts";
import { recordAudit } from "../../audit/record-audit.ts";
import { namePerson, PRODUCT_ITSELF, type Tx } from "../../database/connection.ts";
import { endSessionsAsChanged } from "../../session/session-store.ts";
import { issueToken, voidTokens } from "./account-tokens.ts";

type Setup = Pick<App, "database" | "realClock" | "origin" | "config">;
export type ProviderInvitation = { link: string } | { administrators: number };

/** What an installation's first account is called, until the provider adds branches beneath it. */
const PROVIDER_CODE = "PROVIDER";
/** Until the person puts their own name on the profile. */
const FIRST_NAME = "管理者";

/** Whether nobody has ever been registered: the start of a new installation, which prints its link by itself. */
export async function isEmptyInstallation({ database }: Pick<App, "database">): Promise<boolean> {
  const found = await database.asSystem(
    (tx) => tx.one<{ is_empty: boolean }>`select not exists (select from users) as is_empty`,
  );
  return found.is_empty;
}

/**
 * A sign-up link for the provider's first administrator; an earlier one stops working. Company and account are made when they are missing.
 * Once an administrator is active, nothing is made and no secret is shown: more people are invited in the product.
 */
export async function inviteProvider(setup: Setup, mail?: string): Promise<ProviderInvitation> {
  const accountId = await setup.database.asSystem(async (tx) => {
    await lockProvider(tx);
    return providerAccount(tx, setup);
  });
  return setup.database.inScope({ accountIds: [accountId], actor: PRODUCT_ITSELF }, async (tx) => {
    await lockProvider(tx);
    const administrators = await activeAdministrators(tx);
    if (administrators.length > 0) return { administrators: administrators.length };
    const { id, companyId } = await waitingAdministrator(tx, setup, accountId, mail);
    const now = setup.realClock.now();
    const { token } = await issueToken(tx, { userId: id, purpose: "invitation", now, createdBy: null });
    await recordAudit(tx, { actorUserId: null, action: "invite", entity: "users", entityId: id, companyId });
    return { link: `${setup.origin}/login/signup?token=${token}` };
  });
}

/**
 * Closes the sign-in of an administrator who has lost everything, so that a new one can be invited.
 * @returns whether there was such an administrator.
 */
export async function closeLostAdministrator({ database, realClock }: Setup, loginId: string): Promise<boolean> {
  return database.asSystem(
    async (tx) => {
      await lockProvider(tx);
      const lost = (await activeAdministrators(tx)).find((each) => each.login_id === signInId(loginId));
      if (!lost) return false;
      await namePerson(tx, lost.id);
      const now = realClock.now();
      await tx.run`update users set status = 'inactive', version = version + 1, updated_at = ${now} where id = ${lost.id}`;
      await endSessionsAsChanged(tx, lost.id, now);
      await voidTokens(tx, lost.id, ["invitation", "reset", "email", "tfa"], now);
      const values = { before: { status: "active" }, after: { status: "inactive" } };
      const entry = { actorUserId: null, action: "deactivate", entity: "users", entityId: lost.id };
      await recordAudit(tx, { ...entry, companyId: lost.company_id, ...values });
      return true;
    },
    { actor: PRODUCT_ITSELF },
  );
}

/** An advisory lock: several processes may start on one empty database, and take turns. */
async function lockProvider(tx: Tx): Promise<void> {
  await tx.run`select pg_advisory_xact_lock(hashtext('okaeri.provider'))`;
}

async function activeAdministrators(tx: Tx): Promise<{ id: number; login_id: string; company_id: number }[]> {
  return tx.all<{
    id: number;
    login_id: string;
    company_id: number;
  }>`select id, login_id, company_id
    from users
    where role = 'role_vc_admin' and status = 'active'
    order by id`;
}

/** The provider's top-level account, made with its company when there is none. */
async function providerAccount(tx: Tx, { config, realClock }: Setup): Promise<number> {
  const { name } = config.provider;
  const now = realClock.now();
  await tx.run`insert into companies (name, is_provider, created_at, updated_at)
    select ${name}, true, ${now}, ${now}
    where not exists (select from companies where is_provider)`;
  await tx.run`insert into accounts (code, name, company_id, created_at, updated_at)
    select ${PROVIDER_CODE}, ${name}, company.id, ${now}, ${now}
    from companies company
    where company.is_provider and not exists (select from accounts account where account.company_id = company.id)`;
  const found = await tx.maybe<{
    id: number;
  }>`select account.id
    from accounts account
    join companies company on company.id = account.company_id
    where company.is_provider and account.parent_id is null
    order by account.id limit 1`;
  if (!found) throw new Error("the provider has no top-level account");
  return found.id;
}

/** The administrator who was invited before and has not signed up, or a new one. Name and address can be put right on the profile. */
async function waitingAdministrator(
  tx: Tx,
  { origin, realClock }: Setup,
  accountId: number,
  mail: string | undefined,
): Promise<{ id: number; companyId: number }> {
  const now = realClock.now();
  const known = await tx.maybe<{ id: number; company_id: number }>`select person.id, person.company_id
    from users person
    join account_users account_user on account_user.user_id = person.id and account_user.account_id = ${accountId}
      and account_user.active_status = 'active'
    where person.role = 'role_vc_admin' and person.status = 'pending'
    order by person.id limit 1`;
  if (known) {
    await namePerson(tx, known.id);
    if (mail !== undefined)
      await tx.run`update users set user_email = ${mail}, version = version + 1, updated_at = ${now} where id = ${known.id}`;
    return { id: known.id, companyId: known.company_id };
  }
  const address = mail ?? `admin@${new URL(origin).hostname}`;
  const person = await tx.maybe<{
    id: number;
    company_id: number;
  }>`insert into users (company_id, name, user_email, role, status, created_at, updated_at)
    select company_id, ${FIRST_NAME}, ${address}, 'role_vc_admin', 'pending', ${now}, ${now}
    from accounts
    where id = ${accountId}
    returning id, company_id`;
  if (!person) throw new Error(`no account ${accountId}`);
  await namePerson(tx, person.id);
  await tx.run`insert into account_users (account_id, user_id, permissions, created_at, updated_at)
    values (${accountId}, ${person.id}, ${defaultPermissions("role_vc_admin")}::text[], ${now}, ${now})`;
  return { id: person.id, companyId: person.company_id };
}
