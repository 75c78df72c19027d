import type { QuietHours } from "@okaeri/domain/pushes/quiet-hours";
import { DEFAULT_SEND_RULES, type SendRules } from "@okaeri/domain/pushes/send-rules";
import type { Tx } from "../../database/connection.ts";

type Row = {
  approval_above_count: number | null;
  grace_above_count: number | null;
  grace_seconds: number;
  quiet_from: string | null;
  quiet_until: string | null;
  missed_run_hours: number;
};

/** What a programme account asks of its sends. */
export async function sendRulesOf(tx: Tx, accountId: number): Promise<SendRules> {
  const row =
    await tx.maybe<Row>`select approval_above_count, grace_above_count, grace_seconds, left(quiet_from::text, 5) as quiet_from,
        left(quiet_until::text, 5) as quiet_until, missed_run_hours
      from account_settings
      where account_id = ${accountId}`;
  if (!row) return DEFAULT_SEND_RULES;
  const { quiet_from: from, quiet_until: until } = row;
  const quiet: QuietHours | null = from === null || until === null ? null : { from, until };
  return {
    approvalAbove: row.approval_above_count,
    carefulAbove: row.grace_above_count,
    graceSeconds: row.grace_seconds,
    quiet,
    missedRunHours: row.missed_run_hours,
  };
}
