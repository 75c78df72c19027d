import { type MailDetail, mailDetail } from "@okaeri/contract/campaigns/actions/mail";
import { type RawBuilder, sql } from "kysely";
import { namesOf, objectOf, takenOver, valuesOf } from "../../../database/columns.ts";
import type { Tx } from "../../../database/connection.ts";
import { withoutBookkeeping } from "../../actions/hashed.ts";

/** Columns of mails that hold what the contract says of an action's mail. */
const COLUMNS = Object.keys(mailDetail.shape);

/** SQL over campaign actions `action`: the mail of the action as JSON, null where it has none. */
export const mailOfAction = sql`(select ${objectOf("mail", COLUMNS)}
  from mails mail
  where mail.account_id = action.account_id and mail.campaign_action_id = action.id)`;

/** The last of three places, as approvals have it that were given while all kinds were hashed side by side. */
export const hashedMail: RawBuilder<unknown> = sql`jsonb_build_array(null, null,
  (select ${withoutBookkeeping(sql`mail`)}
    from mails mail
    where mail.account_id = action.account_id and mail.campaign_action_id = action.id))`;

/** Makes the action's mail what the document says. */
export async function writeMail(
  tx: Tx,
  { accountId, userId }: { accountId: number; userId: number },
  actionId: number,
  mail: MailDetail | null,
): Promise<void> {
  if (mail === null) return removeMails(tx, accountId, [actionId]);
  await tx.run`insert into mails (account_id, campaign_action_id, ${namesOf(COLUMNS)}, created_by, updated_by)
    values (${accountId}, ${actionId}, ${valuesOf(COLUMNS, mail)}, ${userId}, ${userId})
    on conflict (account_id, campaign_action_id) do update set ${takenOver(COLUMNS)}, version = mails.version + 1,
      updated_by = excluded.updated_by, updated_at = now()`;
}

export async function removeMails(tx: Tx, accountId: number, actionIds: readonly number[]): Promise<void> {
  await tx.run`delete from mails where account_id = ${accountId} and campaign_action_id = any(${actionIds}::bigint[])`;
}
