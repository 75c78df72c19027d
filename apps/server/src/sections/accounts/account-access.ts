import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { type RowAction, rowAllows } from "@okaeri/domain/permissions/row-actions";
import { todayOf } from "../../clock.ts";
import type { Tx } from "../../database/connection.ts";
import { CallError } from "../../http/errors.ts";
import { auditAct, type RecordContext } from "../../http/records.ts";
import { withDenials } from "../../http/with-denials.ts";
import { viewerOf } from "../../session/viewer.ts";
import { type AccountRow, anyListedCrmActive, findAccount } from "./accounts.queries.ts";
import {
  accountRowActions,
  type EditablePart,
  editableParts,
  type ReadablePart,
  readableParts,
} from "./accounts.rows.ts";

export type AccountContext = RecordContext;
export type AccountView = {
  row: AccountRow;
  actions: RowAction[];
  /** What the person may change. */
  parts: EditablePart[];
  readable: ReadablePart[];
  today: CalendarDate;
};

/** The account as the person sees it. @throws CallError NOT_FOUND when it is out of reach: the same as a missing one. */
export async function viewAccount(context: AccountContext, id: number): Promise<AccountView> {
  return context.app.database.asSystem((tx) => seenAccount(tx, context, id));
}

async function seenAccount(tx: Tx, { app, signedIn }: AccountContext, id: number): Promise<AccountView> {
  const today = todayOf(app.clock);
  const row = await findAccount(tx, signedIn, id, today);
  const viewer = viewerOf(signedIn);
  const actions = row ? accountRowActions(row, viewer, await anyListedCrmActive(tx, signedIn, today)) : [];
  if (!row || actions.length === 0) throw new CallError("NOT_FOUND");
  const plan_options = signedIn.accounts.find((account) => account.id === id)?.plan_options ?? [];
  return {
    row,
    actions,
    parts: editableParts(viewer, actions, { ...row, plan_options }),
    readable: readableParts(viewer, row),
    today,
  };
}

/**
 * Reads one part in the scope of an account (and its programme account) that the person sees; a refusal is written down.
 * @throws CallError NOT_FOUND, FORBIDDEN.
 */
export async function readAccountPart<T>(
  context: AccountContext,
  id: number,
  part: ReadablePart,
  work: (tx: Tx, open: AccountView) => Promise<T>,
): Promise<T> {
  return withDenials(context, { entity: "accounts/read", entityId: id }, async () => {
    const open = await viewAccount(context, id);
    if (!open.readable.includes(part)) throw new CallError("FORBIDDEN");
    return context.app.database.inScope({ accountIds: scopeOf(open.row) }, (tx) => work(tx, open));
  });
}

/**
 * One transaction on an account that the person may change in this part. Its row is locked first; a refusal is written down.
 * @throws CallError NOT_FOUND, FORBIDDEN.
 */
export async function changeAccount<T>(
  context: AccountContext,
  id: number,
  wanted: { action: "edit" | "delete"; part?: EditablePart; moreAccountIds?: readonly number[] },
  work: (tx: Tx, open: AccountView) => Promise<T>,
): Promise<T> {
  return withDenials(context, { entity: `accounts/${wanted.action}`, entityId: id }, async () => {
    const open = await viewAccount(context, id);
    const may = wanted.part ? open.parts.includes(wanted.part) : rowAllows(open.actions, wanted.action);
    if (!may) throw new CallError("FORBIDDEN");
    const accountIds = [...scopeOf(open.row), ...(wanted.moreAccountIds ?? [])];
    return context.app.database.inScope({ accountIds }, async (tx) => {
      const locked = await tx.one<Pick<AccountRow, "version" | "active_status">>`
        select version, active_status from accounts where id = ${id} for update`;
      // Changed since it was read: the version (optimistic locking) decides what the caller started from, the status whether anything is
      // left to do.
      return work(tx, { ...open, row: { ...open.row, ...locked } });
    });
  });
}

/**
 * As `changeAccount`, for settings that belong to the programme account: on a facility beneath one they are only shown.
 */
export function changeSettings<T>(
  context: AccountContext,
  id: number,
  part: "settings" | "codes",
  work: (tx: Tx, open: AccountView) => Promise<T>,
): Promise<T> {
  return changeAccount(context, id, { action: "edit", part }, async (tx, open) => {
    if (open.row.programme_account_id === id) return work(tx, open);
    const { programme_account_name: name } = open.row;
    throw new CallError("WRONG_STATE", { because: { code: "set_elsewhere", name } });
  });
}

/** Where the settings belong, and whether they can be changed from here. */
export function settingsOwner({ row, parts }: AccountView) {
  const { programme_account_id: id, programme_account_name: name } = row;
  return { id, name, editable: id === row.id && parts.includes("settings") };
}

/** What gives the account's own row a new version: its settings have versions of their own. */
export const ACCOUNT_ACTS = ["create", "update", "update_options", "update_payment", "deactivate", "activate"];

export function auditAccount(
  tx: Tx,
  context: AccountContext,
  action: string,
  accountId: number,
  values: { before?: unknown; after?: unknown } = {},
): Promise<void> {
  return auditAct(tx, context, { action, entity: "accounts", entityId: accountId, accountId, ...values });
}

function scopeOf(row: AccountRow): number[] {
  return [...new Set([row.id, row.programme_account_id])];
}
