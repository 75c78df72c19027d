import type { FieldProblem } from "@okaeri/contract/problems/problems";
import { CONVERSION_DAYS } from "@okaeri/domain/campaigns/results/conversion-days";
import { couponMentionedBy, mailTextFaults } from "@okaeri/domain/messaging/mail-text";
import type { Tx } from "../../database/connection.ts";
import { refuseProblems, staleVersion } from "../../http/errors.ts";
import { sendRulesOf } from "../pushes/send-rules.read.ts";
import { type AccountContext, auditAccount, changeSettings } from "./account-access.ts";
import { addressChanged, askFor } from "./mail-delivery/sender-address.ts";
import { SETTINGS_ACTS, saveSettingsRow } from "./settings-row.ts";

export type SenderSettingsRow = {
  display_name: string;
  mail_from_name: string;
  mail_from_address: string;
  mail_signature: string;
  legal_sender_name: string;
  legal_sender_address: string;
  legal_sender_tel: string;
  frequency_cap_count: number | null;
  frequency_cap_days: number;
  approval_above_count: number | null;
  grace_above_count: number | null;
  grace_seconds: number;
  standing_control_rate: number;
  quiet_from: string | null;
  quiet_until: string | null;
  missed_run_hours: number;
  link_utm_source: string;
  conversion_days: number;
};
/** Whoever knows nothing of the newer settings leaves them as they are. */
type Newer = "link_utm_source" | "conversion_days" | "display_name";
type SenderChange = Omit<SenderSettingsRow, Newer> & { [Name in Newer]?: SenderSettingsRow[Name] | undefined };

type Rules =
  | "approval_above_count"
  | "grace_above_count"
  | "grace_seconds"
  | "quiet_from"
  | "quiet_until"
  | "missed_run_hours";
type Own = Omit<SenderSettingsRow, Rules> & { version: number };

/** The account's row, or what an account starts with (version 0). */
export async function senderSettingsOf(tx: Tx, accountId: number): Promise<SenderSettingsRow & { version: number }> {
  const row = await tx.maybe<Own>`select coalesce(setting.version, 0) as version,
        coalesce(setting.display_name, '') as display_name, coalesce(setting.mail_from_name, '') as mail_from_name,
        coalesce(setting.mail_from_address, '') as mail_from_address, coalesce(setting.mail_signature, '') as mail_signature,
        coalesce(setting.legal_sender_name, '') as legal_sender_name, coalesce(setting.legal_sender_address, '') as legal_sender_address,
        coalesce(setting.legal_sender_tel, '') as legal_sender_tel, setting.frequency_cap_count,
        coalesce(setting.frequency_cap_days, 7) as frequency_cap_days,
        coalesce(setting.standing_control_rate, 0) as standing_control_rate,
        coalesce(setting.link_utm_source, '') as link_utm_source,
        coalesce(setting.conversion_days, ${CONVERSION_DAYS}::int) as conversion_days
      from accounts account
      left join account_settings setting on setting.account_id = account.id
      where account.id = ${accountId}`;
  if (!row) throw new Error(`no account ${accountId}`);
  const { approvalAbove, carefulAbove, graceSeconds, quiet, missedRunHours } = await sendRulesOf(tx, accountId);
  return {
    ...row,
    approval_above_count: approvalAbove,
    grace_above_count: carefulAbove,
    grace_seconds: graceSeconds,
    quiet_from: quiet?.from ?? null,
    quiet_until: quiet?.until ?? null,
    missed_run_hours: missedRunHours,
  };
}

/** Saves sender and delivery rules of a programme account. @throws CallError STALE_VERSION, and what `changeSettings` throws. */
export async function saveSenderSettings(
  context: AccountContext,
  input: SenderChange & { id: number; version: number },
): Promise<void> {
  const { id, version, ...change } = input;
  const toAsk = await changeSettings(context, id, "settings", async (tx) => {
    const { version: stored, ...before } = await senderSettingsOf(tx, id);
    if (stored !== version) throw staleVersion("accounts", id, SETTINGS_ACTS);
    const edit = {
      ...change,
      link_utm_source: change.link_utm_source ?? before.link_utm_source,
      conversion_days: change.conversion_days ?? before.conversion_days,
      display_name: change.display_name ?? before.display_name,
    };
    refuseProblems(quietHoursProblems(edit));
    // Mails without a signature of their own end with it, placeholders and all.
    const text = { title: "", body: "", signature: edit.mail_signature };
    refuseProblems(mailTextFaults(text).map((fault) => ({ ...fault, path: "mail_signature" })));
    // Who has no coupon would get no mail at all.
    if (couponMentionedBy(text).mentioned) refuseProblems([{ path: "mail_signature", code: "coupon_in_signature" }]);
    await saveSettingsRow(tx, context, id, edit);
    await auditAccount(tx, context, "update_sender", id, { before, after: edit });
    return edit.mail_from_address === before.mail_from_address ? null : addressChanged(tx, id);
  });
  // Beyond the limit the change is saved all the same: the link can be asked for later.
  if (toAsk !== null) await askFor(context, id, toAsk);
}

/** Both hours or none, and not the same: it would be unclear whether always or never is meant. */
function quietHoursProblems({ quiet_from: from, quiet_until: until }: SenderSettingsRow): FieldProblem[] {
  if (from === null && until !== null) return [{ path: "quiet_from", code: "required" }];
  if (until === null && from !== null) return [{ path: "quiet_until", code: "required" }];
  return from !== null && from === until ? [{ path: "quiet_until", code: "same_time" }] : [];
}
