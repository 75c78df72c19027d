import type { Tx } from "../../database/connection.ts";
import { staleVersion } from "../../http/errors.ts";
import { type AccountContext, auditAccount, changeSettings } from "./account-access.ts";
import { SETTINGS_ACTS, saveSettingsRow } from "./settings-row.ts";

export type MemberSettings = {
  /** Share of a booking's price that points may pay, percent. */
  point_share_percent: number;
};

/** The account's row, or what an account starts with (version 0). */
export function memberSettingsOf(tx: Tx, accountId: number): Promise<MemberSettings & { version: number }> {
  return tx.one<MemberSettings & { version: number }>`select coalesce(s.version, 0) as version,
      coalesce(s.point_share_percent, 100) as point_share_percent
    from accounts a left join account_settings s on s.account_id = a.id where a.id = ${accountId}`;
}

/** Saves what holds for all members of a programme account. @throws CallError STALE_VERSION, and what `changeSettings` throws. */
export function saveMemberSettings(
  context: AccountContext,
  input: MemberSettings & { id: number; version: number },
): Promise<void> {
  const { id, version, ...edit } = input;
  return changeSettings(context, id, "settings", async (tx) => {
    const { version: stored, ...before } = await memberSettingsOf(tx, id);
    if (stored !== version) throw staleVersion("accounts", id, SETTINGS_ACTS);
    await saveSettingsRow(tx, context, id, edit);
    await auditAccount(tx, context, "update_members", id, { before, after: edit });
  });
}
