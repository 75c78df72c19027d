import { defaultPermissions } from "@okaeri/domain/permissions/can";
import { ungrantable } from "@okaeri/domain/permissions/permission-list";
import { adminRoleOf, isProvider, mayAssignRole, ROLES } from "@okaeri/domain/permissions/roles";
import type { Binder } from "../../http/binder.ts";
import { CallError } from "../../http/errors.ts";
import { withDenials } from "../../http/with-denials.ts";
import type { SignedIn } from "../../session/session-store.ts";
import { historyOf } from "../audit/audit.read.ts";
import type { UserContext } from "./change-user.ts";
import { activateUser, deactivateUser, forcePasswordChange, reinviteUser, resetTfa } from "./change-user-state.ts";
import { companyAccounts, createUser, updateUser } from "./save-user.ts";
import { offeredFor, subjectIn, valuesFor } from "./user-rights.ts";
import { administratorIds, findUser, listUsers } from "./users.queries.ts";
import { toUserDetail, toUserItem } from "./users.rows.ts";

export function usersRoutes(os: Binder) {
  return {
    list: os.users.list.handler(async ({ input, context: { app, signedIn } }) => {
      const { rows, total } = await app.database.asSystem((tx) => listUsers(tx, signedIn, input));
      return { items: rows.map((row) => toUserItem(row, signedIn)), total, page: input.page, size: input.size };
    }),

    offers: os.users.offers.handler(async ({ input, context }) => {
      const { signedIn } = context;
      const roles = ROLES.filter((role) => mayAssignRole(signedIn.role, role));
      const companyId = isProvider(signedIn.role) ? (input.company_id ?? signedIn.companyId) : signedIn.companyId;
      const accounts = (await companyAccounts(context, companyId)).filter(
        ({ id, is_provider }) =>
          is_provider === isProvider(input.role) && signedIn.accounts.some((account) => account.id === id),
      );
      return {
        roles,
        companies: companiesOf(signedIn),
        default_permissions: defaultPermissions(input.role),
        accounts: accounts.map((given) => {
          const { is_provider: _provider, plan_options: _options, ...account } = given;
          const allowed = valuesFor(input.role, given);
          const beyond = new Set(ungrantable(subjectIn(signedIn, account.id), allowed));
          return {
            ...account,
            allowed,
            offered: offeredFor(input.role, given),
            grantable: allowed.filter((value) => !beyond.has(value)),
            can_export: signedIn.accounts.some((each) => each.id === account.id && each.can_export),
          };
        }),
      };
    }),

    get: os.users.get.handler(({ input, context }) => detail(context, input.id)),

    create: os.users.create.handler(({ input, context }) =>
      withDenials(context, { entity: "users/create" }, async () => detail(context, await createUser(context, input))),
    ),

    update: os.users.update.handler(({ input, context }) =>
      withDenials(context, { entity: "users/edit", entityId: input.id }, async () => {
        await updateUser(context, input);
        return detail(context, input.id);
      }),
    ),

    reinvite: os.users.reinvite.handler(({ input, context }) => act(context, input.id, reinviteUser)),
    deactivate: os.users.deactivate.handler(({ input, context }) => act(context, input.id, deactivateUser)),
    activate: os.users.activate.handler(({ input, context }) => act(context, input.id, activateUser)),
    forcePassword: os.users.forcePassword.handler(({ input, context }) => act(context, input.id, forcePasswordChange)),
    resetTfa: os.users.resetTfa.handler(({ input, context }) => act(context, input.id, resetTfa)),

    history: os.users.history.handler(async ({ input, context }) => {
      await detail(context, input.id);
      return historyOf(context.app, context.signedIn, { entity: "users", id: input.id }, input);
    }),
  };
}

/** The companies of the accounts in reach, one's own first. */
function companiesOf({ accounts, companyId, role }: SignedIn) {
  const names = new Map(accounts.map((account) => [account.company_id, account.company_name]));
  return [...names]
    .map(([id, name]) => ({ id, name, is_provider: isProvider(role) && id === companyId }))
    .sort((a, b) => Number(b.id === companyId) - Number(a.id === companyId) || a.name.localeCompare(b.name, "ja"));
}

function act(context: UserContext, id: number, command: (context: UserContext, id: number) => Promise<void>) {
  return withDenials(context, { entity: "users/edit", entityId: id }, async () => {
    await command(context, id);
    return detail(context, id);
  });
}

async function detail({ app, signedIn }: UserContext, id: number) {
  return app.database.asSystem(async (tx) => {
    const row = await findUser(tx, signedIn, id);
    if (!row) throw new CallError("NOT_FOUND");
    return toUserDetail(row, signedIn, await administratorIds(tx, row.company_id, adminRoleOf(row.role)));
  });
}
