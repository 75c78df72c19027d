import type { memberNumbering } from "@okaeri/contract/account-settings";
import type { z } from "zod";
import type { App } from "../../app.ts";
import type { Tx } from "../../database/connection.ts";
import { staleVersion } from "../../http/errors.ts";
import { type AccountContext, auditAccount, changeSettings } from "./account-access.ts";
import type { MemberNumberRule } from "./member-number-form.read.ts";
import { SETTINGS_ACTS, saveSettingsRow } from "./settings-row.ts";

export type MemberSettings = {
  /** Share of a booking's price that points may pay, percent. */
  point_share_percent: number;
  /** Grants by hand of more points need a second person's approval; null: none does. */
  point_approval_above: number | null;
  member_number_issue: MemberNumberRule["issue"];
  member_number_prefix: string;
  member_number_digits: number;
  member_number_check: MemberNumberRule["check"];
};

/** The account's row, or what an account starts with (version 0). */
export function memberSettingsOf(tx: Tx, accountId: number): Promise<MemberSettings & { version: number }> {
  return tx.one<MemberSettings & { version: number }>`select coalesce(setting.version, 0) as version,
      coalesce(setting.point_share_percent, 100) as point_share_percent,
      setting.point_approval_above,
      coalesce(setting.member_number_issue, 'off') as member_number_issue,
      coalesce(setting.member_number_prefix, '') as member_number_prefix,
      coalesce(setting.member_number_digits, 8)::int as member_number_digits,
      coalesce(setting.member_number_check, 'none') as member_number_check
    from accounts account
    left join account_settings setting on setting.account_id = account.id
    where account.id = ${accountId}`;
}

/** Saves what holds for all members of a programme account. @throws CallError STALE_VERSION, and what `changeSettings` throws. */
export function saveMemberSettings(
  context: AccountContext,
  input: Omit<MemberSettings, "point_approval_above"> & {
    id: number;
    version: number;
    point_approval_above?: number | null | undefined;
  },
): Promise<void> {
  const { id, version, ...asked } = input;
  return changeSettings(context, id, "settings", async (tx) => {
    const { version: stored, ...before } = await memberSettingsOf(tx, id);
    if (stored !== version) throw staleVersion("accounts", id, SETTINGS_ACTS);
    const { point_approval_above = before.point_approval_above } = asked;
    const edit = { ...asked, point_approval_above };
    await saveSettingsRow(tx, context, id, edit);
    await auditAccount(tx, context, "update_members", id, { before, after: edit });
  });
}

/** How customers without a member number get one; the section of customers does it (main/router.ts). */
export type MemberNumbers = {
  stateOf(app: App, tx: Tx, accountId: number): Promise<Numbering>;
  /** Returns how many guests will get one; null: it is under way, or nobody is without. */
  start(app: App, tx: Tx, accountId: number, userId: number): Promise<number | null>;
};
type Numbering = z.infer<typeof memberNumbering>;

/** Has all guests without a member number get one. @throws as `changeSettings` and `start`. */
export function numberMembers(context: AccountContext, id: number, numbers: MemberNumbers): Promise<void> {
  return changeSettings(context, id, "settings", async (tx) => {
    const guests = await numbers.start(context.app, tx, id, context.signedIn.userId);
    if (guests !== null) await auditAccount(tx, context, "number_members", id, { after: { guests } });
  });
}
