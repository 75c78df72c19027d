import { type MailDetail, mailDetail } from "@okaeri/contract/campaigns/actions/mail/mail";
import { type RawBuilder, sql } from "kysely";
import { objectOf, sqlValuesOf, takenOver, unqualifiedColumns } from "../../../../database/columns.ts";
import type { Tx } from "../../../../database/connection.ts";
import { mailBlocksSql, writeBlocks } from "../../../messaging/mail-blocks.ts";
import { withoutBookkeeping } from "../approval-fingerprint.ts";

/** Columns of mails that hold what the contract says of an action's mail, beside its blocks. */
const COLUMNS = Object.keys(mailDetail.shape).filter((field) => field !== "blocks");

const detail = sql`${objectOf("mail", COLUMNS)}::jsonb || jsonb_build_object('blocks', ${mailBlocksSql("mail")})`;
const ofAction = sql`mail.account_id = action.account_id and mail.campaign_action_id = action.id and mail.active_status = 'active'`;

/** SQL over campaign actions `action`: the mail of the action as JSON, null where it has none. */
export const mailOfAction = sql`(select ${detail} from mails mail where ${ofAction} and mail.seq = 1)`;

/** SQL over campaign actions `action`: the same mail in other languages and by other letters. */
export const otherMailsOfAction = sql`coalesce((select jsonb_agg(${detail} order by mail.seq)
  from mails mail
  where ${ofAction} and mail.seq > 1), '[]')`;

/** A mail as approvals know it that were given while it was plain text in Japanese. */
const plain = sql`${withoutBookkeeping(sql`mail`)} - array['preheader', 'language', 'seq', 'variant', 'share']`;
/** What makes it another: nothing for such a mail. */
const written = sql`jsonb_build_array(mail.preheader, mail.language, ${mailBlocksSql("mail")})`;
const made = sql`nullif(case when mail.variant = 'A' and mail.share is null then ${written}
  else ${written} || jsonb_build_array(mail.variant, mail.share) end, '["", "ja", []]')`;

/** The last of three places, as approvals have it that were given while all kinds were hashed side by side. */
export const mailFingerprint: RawBuilder<unknown> = sql`jsonb_build_array(null, null,
  (select ${plain} from mails mail where ${ofAction} and mail.seq = 1))
  || coalesce((select jsonb_agg(case when mail.seq = 1 then ${made} else jsonb_build_array(${plain}, ${made}) end order by mail.seq)
    from mails mail
    where ${ofAction} and (mail.seq > 1 or ${made} is not null)), '[]')`;

/** Makes the action's mails what the document says. What a letter said in a language comes back with its figures when it is said again. */
export async function writeMail(
  tx: Tx,
  scope: { accountId: number; userId: number },
  actionId: number,
  mail: MailDetail | null,
  others: readonly MailDetail[],
): Promise<void> {
  const { accountId, userId } = scope;
  const mails = mail === null ? [] : [mail, ...others];
  await tx.run`update mails mail
    set active_status = 'inactive', updated_by = ${userId}, updated_at = now()
    where mail.account_id = ${accountId} and mail.campaign_action_id = ${actionId} and mail.active_status = 'active'
      and mail.variant || mail.language <> all(${mails.map(placeOf)}::text[])`;
  if (mails.length === 0) return;
  const rows = mails.map(
    (one, at) =>
      sql`(${accountId}, ${actionId}, ${at + 1}, ${sqlValuesOf(COLUMNS, one)}, ${userId}::bigint, ${userId}::bigint)`,
  );
  const saved = await tx.all<{ id: number } & Place>`insert into mails (account_id, campaign_action_id, seq,
      ${unqualifiedColumns(COLUMNS)}, created_by, updated_by)
    values ${sql.join(rows)}
    on conflict (account_id, campaign_action_id, variant, language) do update set ${takenOver([...COLUMNS, "seq"])},
      active_status = 'active', version = mails.version + 1, updated_by = excluded.updated_by, updated_at = now()
    returning id, variant, language`;
  const ids = new Map(saved.map((row) => [placeOf(row), row.id]));
  const owners = mails.map((mail) => ({ id: ids.get(placeOf(mail)) as number, blocks: mail.blocks }));
  await writeBlocks(tx, scope, "mail", owners);
}

type Place = Pick<MailDetail, "variant" | "language">;
/** What tells the mails of an action apart. */
const placeOf = ({ variant, language }: Place) => variant + language;

export async function removeMails(tx: Tx, accountId: number, actionIds: readonly number[]): Promise<void> {
  await tx.run`delete from mails where account_id = ${accountId} and campaign_action_id = any(${actionIds}::bigint[])`;
}

/** The mails of a saved action, its own first. */
export async function mailsOfAction(
  tx: Tx,
  accountId: number,
  actionId: number,
): Promise<(MailDetail & { id: number })[]> {
  const rows = await tx.all<{ id: number; detail: MailDetail }>`select mail.id, ${detail} as detail
    from mails mail
    where mail.account_id = ${accountId} and mail.campaign_action_id = ${actionId} and mail.active_status = 'active'
    order by mail.seq`;
  return rows.map((row) => ({ ...row.detail, id: row.id }));
}
