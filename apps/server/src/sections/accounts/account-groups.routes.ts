import { isClient } from "@okaeri/domain/permissions/roles";
import { groupsRowActions } from "@okaeri/domain/permissions/row-actions";
import { todayOf } from "../../clock.ts";
import type { Tx } from "../../database/connection.ts";
import { pageOf, wholeOf } from "../../database/list-page.ts";
import type { Binder } from "../../http/binder.ts";
import { CallError, fieldError } from "../../http/errors.ts";
import { byOf, type RecordContext, recordsOf } from "../../http/records.ts";
import type { SignedIn } from "../../session/session-store.ts";
import { viewerOf } from "../../session/viewer.ts";
import { keepMembers } from "../rfms/rfm-versions.ts";
import {
  type AccountGroupRow,
  groupScope,
  groupsMatching,
  insertGroup,
  updateGroup,
  wantedMembers,
  writeMembers,
} from "./account-groups.queries.ts";

export function accountGroupsRoutes(os: Binder) {
  const calls = os.accountGroups;
  return {
    list: calls.list.handler(async ({ input: { page, size, ...filter }, context }) => {
      const matching = groupsMatching(context.signedIn, filter);
      const { rows, total } = await inGroups(context, (tx) => pageOf(tx, { page, size }, matching));
      return { items: rows.map((row) => groupItem(row, context.signedIn)), total, page, size };
    }),

    get: calls.get.handler(({ input, context }) => groups.get(context, input.id)),

    create: calls.create.handler(({ input, context }) => {
      if (isClient(context.signedIn.role)) throw new CallError("FORBIDDEN");
      return groups.create(context, input, async (tx, by) => {
        const { account_ids, ...values } = input;
        const company_id = await companyOfMembers(tx, account_ids, null);
        const made = await insertGroup(tx, by, { ...values, company_id });
        await writeMembers(tx, by, made.id, account_ids);
        return made;
      });
    }),

    update: calls.update.handler(({ input: { id, version, account_ids, ...values }, context }) =>
      groups.update(context, { id, version }, async (tx, row) => {
        await companyOfMembers(tx, account_ids, row.company_id);
        await updateGroup(tx, byOf(context), id, values);
        await writeMembers(tx, byOf(context), id, account_ids);
        await keepMembers(tx, id, { userId: context.signedIn.userId, today: todayOf(context.app.clock) });
        const before = { name: row.name, description: row.description, account_ids: row.members.map((one) => one.id) };
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
  lock: async (tx, { signedIn }, id) => {
    await tx.run`select from groups where id = ${id} for update`;
    return tx.maybe(wholeOf(groupsMatching(signedIn, { id, sort: "name" })));
  },
  actions: ({ signedIn }, _row: AccountGroupRow) => groupsRowActions(viewerOf(signedIn)),
  companyOf: (row) => row.company_id,
  setStatus: (tx, by, { id }, active_status) => updateGroup(tx, by, id, { active_status }),
  read: (context, id) =>
    inGroups(context, async (tx) => {
      const row = await tx.maybe(wholeOf(groupsMatching(context.signedIn, { id, sort: "name" })));
      return row && groupItem(row, context.signedIn);
    }),
});

function groupItem({ updated_at, ...row }: AccountGroupRow, signedIn: SignedIn) {
  return { ...row, updated_at: updated_at.toISOString(), page_actions: groupsRowActions(viewerOf(signedIn)) };
}

async function inGroups<T>({ app, signedIn }: RecordContext, work: (tx: Tx) => Promise<T>): Promise<T> {
  const accountIds = await app.database.asSystem((tx) => groupScope(tx, signedIn));
  return app.database.inScope({ accountIds }, work);
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
