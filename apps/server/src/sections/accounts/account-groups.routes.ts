import { can, heldOverall } from "@okaeri/domain/permissions/can";
import { isClient } from "@okaeri/domain/permissions/roles";
import type { RowAction } from "@okaeri/domain/permissions/row-actions";
import { todayOf } from "../../clock.ts";
import type { Tx } from "../../database/connection.ts";
import type { Binder } from "../../http/binder.ts";
import { CallError, fieldError } from "../../http/errors.ts";
import { auditAct, byOf, type RecordContext, recordsOf } from "../../http/records.ts";
import type { SignedIn } from "../../session/session-store.ts";
import { viewerOf } from "../../session/viewer.ts";
import { keepMembers } from "../rfms/rfm-versions.ts";
import {
  type GroupRow,
  groupScope,
  insertGroup,
  listGroups,
  updateGroup,
  wantedMembers,
  writeMembers,
} from "./account-groups.queries.ts";

export function accountGroupsRoutes(os: Binder) {
  const calls = os.accountGroups;
  return {
    list: calls.list.handler(async ({ input, context }) => {
      const { rows, total } = await inGroups(context, (tx) => listGroups(tx, context.signedIn, input));
      const items = rows.map((row) => groupItem(row, context.signedIn));
      return { items, total, page: input.page, size: input.size };
    }),

    get: calls.get.handler(({ input, context }) => detail(context, input.id)),

    create: calls.create.handler(async ({ input, context }) => {
      if (isClient(context.signedIn.role)) throw new CallError("FORBIDDEN");
      const { account_ids, ...values } = input;
      const id = await inGroups(context, async (tx) => {
        const companyId = await companyOfMembers(tx, account_ids, null);
        const made = await insertGroup(tx, byOf(context), { ...values, company_id: companyId });
        await writeMembers(tx, byOf(context), made, account_ids);
        await auditAct(tx, context, { action: "create", entity: "groups", entityId: made, companyId, after: input });
        return made;
      });
      return detail(context, id);
    }),

    update: calls.update.handler(({ input: { version, ...input }, context }) =>
      groups.update(context, { id: input.id, version }, async (tx, row) => {
        const { id, account_ids, ...values } = input;
        await companyOfMembers(tx, account_ids, row.company_id);
        await updateGroup(tx, byOf(context), id, values);
        await writeMembers(tx, byOf(context), id, account_ids);
        await keepMembers(tx, id, { userId: context.signedIn.userId, today: todayOf(context.app.clock) });
        const { name, description, members } = row;
        const before = { name, description, account_ids: members.map((member) => member.id) };
        return { before, after: { ...values, account_ids } };
      }),
    ),

    deactivate: calls.deactivate.handler(({ input, context }) => groups.switchTo(context, input.id, "inactive")),
    activate: calls.activate.handler(({ input, context }) => groups.switchTo(context, input.id, "active")),
  };
}

const groups = recordsOf({
  section: "accounts",
  entity: "groups",
  within: inGroups,
  lock: async (tx, context, id) => {
    await tx.run`select from groups where id = ${id} for update`;
    return findGroup(tx, context, id);
  },
  actions: ({ signedIn }, _row: GroupRow) => groupActions(signedIn),
  companyOf: (row) => row.company_id,
  setStatus: (tx, by, { id }, active_status) => updateGroup(tx, by, id, { active_status }),
  detail,
});

/** Groups span accounts: the provider makes them. Client staff read those their accounts are in. */
function groupActions(signedIn: SignedIn): RowAction[] {
  if (isClient(signedIn.role)) return ["read"];
  const held = heldOverall(viewerOf(signedIn).permitted_page_actions);
  const subject = { role: signedIn.role, planOptions: signedIn.planOptions, held };
  return (["read", "edit", "delete"] as const).filter((action) => can(subject, `accounts/${action}`));
}

function groupItem({ updated_at, ...row }: GroupRow, signedIn: SignedIn) {
  return { ...row, updated_at: updated_at.toISOString(), page_actions: groupActions(signedIn) };
}

async function inGroups<T>({ app, signedIn }: RecordContext, work: (tx: Tx) => Promise<T>): Promise<T> {
  const accountIds = await app.database.asSystem((tx) => groupScope(tx, signedIn));
  return app.database.inScope({ accountIds }, work);
}

async function findGroup(tx: Tx, { signedIn }: RecordContext, id: number): Promise<GroupRow | undefined> {
  const { rows } = await listGroups(tx, signedIn, { id, sort: "name", page: 1, size: 1 });
  return rows[0];
}

async function detail(context: RecordContext, id: number) {
  const row = await inGroups(context, (tx) => findGroup(tx, context, id));
  if (!row) throw new CallError("NOT_FOUND");
  return groupItem(row, context.signedIn);
}

/** All members are active accounts of one client, and of the group's own where it exists already. */
async function companyOfMembers(tx: Tx, ids: readonly number[], companyId: number | null): Promise<number> {
  const found = new Map((await wantedMembers(tx, ids)).map((each) => [each.id, each]));
  const first = companyId ?? found.get(ids[0] ?? 0)?.company_id;
  ids.forEach((id, index) => {
    const member = found.get(id);
    const name = `account_ids.${index}`;
    if (!member || member.company_is_provider) throw fieldError(name, { code: "not_a_choice" });
    if (member.company_id !== first) throw fieldError(name, { code: "one_client" });
  });
  return first ?? 0;
}
