import { can, heldOverall } from "@okaeri/domain/permissions/can";
import { isClient } from "@okaeri/domain/permissions/roles";
import { recordAudit } from "../../audit/record-audit.ts";
import { todayOf } from "../../clock.ts";
import type { Tx } from "../../database/connection.ts";
import type { Binder } from "../../http/binder.ts";
import { CallError, fieldError, staleVersion } from "../../http/errors.ts";
import { withDenials } from "../../http/with-denials.ts";
import type { SignedIn } from "../../session/session-store.ts";
import { viewerOf } from "../../session/viewer.ts";
import { keepMembers } from "../rfms/rfm-versions.ts";
import type { AccountContext } from "./account-access.ts";
import {
  type GroupRow,
  groupScope,
  insertGroup,
  listGroups,
  updateGroup,
  wantedMembers,
  writeMembers,
} from "./account-groups.queries.ts";

type Edit = { name: string; description: string; account_ids: readonly number[] };

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
      refuseClient(context);
      const id = await inGroups(context, async (tx) => {
        const companyId = await companyOfMembers(tx, input, null);
        const made = await insertGroup(tx, by(context), { ...input, companyId });
        await writeMembers(tx, by(context), made, input.account_ids);
        await audit(tx, context, "create", made, companyId, { after: input });
        return made;
      });
      return detail(context, id);
    }),

    update: calls.update.handler(({ input, context }) =>
      change(context, input.id, "edit", async (tx, row) => {
        if (row.version !== input.version) throw staleVersion("groups", input.id);
        await companyOfMembers(tx, input, row.company_id);
        const { id, version: _version, ...after } = input;
        await updateGroup(tx, by(context), { ...after, id, active_status: row.active_status });
        await writeMembers(tx, by(context), id, input.account_ids);
        await keepMembers(tx, id, { userId: context.signedIn.userId, today: todayOf(context.app.clock) });
        const { name, description, members } = row;
        const before = { name, description, account_ids: members.map((member) => member.id) };
        await audit(tx, context, "update", id, row.company_id, { before, after });
      }),
    ),

    deactivate: calls.deactivate.handler(({ input, context }) => setStatus(context, input.id, "inactive")),
    activate: calls.activate.handler(({ input, context }) => setStatus(context, input.id, "active")),
  };
}

const by = ({ app, signedIn }: AccountContext) => ({ userId: signedIn.userId, now: app.clock.now() });

/** Groups span accounts: the provider makes them. Client staff read those their accounts are in. */
function groupItem({ updated_at, ...row }: GroupRow, signedIn: SignedIn) {
  const held = heldOverall(viewerOf(signedIn).permitted_page_actions);
  const subject = { role: signedIn.role, planOptions: signedIn.planOptions, held };
  const actions = ["read", "edit", "delete"] as const;
  const page_actions = isClient(signedIn.role)
    ? ["read"]
    : actions.filter((action) => can(subject, `accounts/${action}`));
  return { ...row, updated_at: updated_at.toISOString(), page_actions };
}

function refuseClient({ signedIn }: AccountContext): void {
  if (isClient(signedIn.role)) throw new CallError("FORBIDDEN");
}

async function inGroups<T>({ app, signedIn }: AccountContext, work: (tx: Tx) => Promise<T>): Promise<T> {
  const accountIds = await app.database.asSystem((tx) => groupScope(tx, signedIn));
  return app.database.inScope({ accountIds }, work);
}

async function findGroup(tx: Tx, { signedIn }: AccountContext, id: number): Promise<GroupRow> {
  const { rows } = await listGroups(tx, signedIn, { id, sort: "name", page: 1, size: 1 });
  if (!rows[0]) throw new CallError("NOT_FOUND");
  return rows[0];
}

async function detail(context: AccountContext, id: number) {
  return groupItem(await inGroups(context, (tx) => findGroup(tx, context, id)), context.signedIn);
}

function change(
  context: AccountContext,
  id: number,
  action: "edit" | "delete",
  work: (tx: Tx, row: GroupRow) => Promise<void>,
) {
  return withDenials(context, { entity: `accounts/${action}`, entityId: id }, async () => {
    await inGroups(context, async (tx) => {
      await tx.run`select from groups where id = ${id} for update`;
      const row = await findGroup(tx, context, id);
      refuseClient(context);
      await work(tx, row);
    });
    return detail(context, id);
  });
}

/** What is so already stays as it is and writes nothing. */
function setStatus(context: AccountContext, id: number, status: GroupRow["active_status"]) {
  return change(context, id, status === "active" ? "edit" : "delete", async (tx, row) => {
    if (row.active_status === status) return;
    await updateGroup(tx, by(context), { ...row, active_status: status });
    await audit(tx, context, status === "active" ? "activate" : "deactivate", id, row.company_id);
  });
}

/** All members are active accounts of one client, and of the group's own where it exists already. */
async function companyOfMembers(tx: Tx, edit: Edit, companyId: number | null): Promise<number> {
  const found = new Map((await wantedMembers(tx, edit.account_ids)).map((each) => [each.id, each]));
  const first = companyId ?? found.get(edit.account_ids[0] ?? 0)?.company_id;
  edit.account_ids.forEach((id, index) => {
    const member = found.get(id);
    const name = `account_ids.${index}`;
    if (!member || member.company_is_provider) throw fieldError(name, { code: "not_a_choice" });
    if (member.company_id !== first) throw fieldError(name, { code: "one_client" });
  });
  return first ?? 0;
}

function audit(
  tx: Tx,
  { signedIn, ip }: AccountContext,
  action: string,
  id: number,
  companyId: number,
  values: { before?: unknown; after?: unknown } = {},
) {
  return recordAudit(tx, {
    actorUserId: signedIn.userId,
    ip,
    action,
    entity: "groups",
    entityId: id,
    companyId,
    ...values,
  });
}
