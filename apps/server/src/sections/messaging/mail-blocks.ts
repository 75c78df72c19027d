import type { MailDetailBlock } from "@okaeri/contract/campaigns/actions/mail/mail";
import { checkedTarget } from "@okaeri/domain/segments/target";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";

// Blocks of mails and of templates stand in one table (docs/adr/0525).

/** Whose blocks they are. */
type Owner = "mail" | "mail_template";
const ownerOf = (owner: Owner) => sql.ref(`mail_block.${owner}_id`);

/** SQL over a row of the owner under that name: its blocks as the contract has them, in their order, as JSON. */
export const mailBlocksSql = (owner: Owner): RawBuilder<unknown> =>
  sql`coalesce((select jsonb_agg(jsonb_build_object('seq', mail_block.seq, 'kind', mail_block.kind, 'text', mail_block.text,
        'label', mail_block.label, 'url', mail_block.url, 'image', mail_block.image_hash, 'alt', mail_block.alt,
        'target', mail_block.target) order by mail_block.seq)
      from mail_blocks mail_block
      where mail_block.account_id = ${sql.ref(`${owner}.account_id`)} and ${ownerOf(owner)} = ${sql.ref(`${owner}.id`)}), '[]')`;

/** Makes the blocks of each owner what is said. */
export async function writeBlocks(
  tx: Tx,
  { accountId, userId }: { accountId: number; userId: number },
  owner: Owner,
  owners: readonly { id: number; blocks: readonly MailDetailBlock[] }[],
): Promise<void> {
  const ids = owners.map(({ id }) => id);
  const rows = owners.flatMap(({ id, blocks }) =>
    blocks.map((block) => ({ ...block, owner_id: id, target: block.target && checkedTarget(block.target).stored })),
  );
  await tx.run`delete from mail_blocks mail_block
    where mail_block.account_id = ${accountId} and ${ownerOf(owner)} = any(${ids}::bigint[])`;
  if (rows.length === 0) return;
  await tx.run`insert into mail_blocks (account_id, ${sql.ref(`${owner}_id`)}, seq, kind, text, label, url, image_hash, alt, target,
      created_by, updated_by)
    select ${accountId}, said.owner_id, said.seq, said.kind, said.text, said.label, said.url, said.image, said.alt,
      nullif(said.target, 'null'::jsonb), ${userId}, ${userId}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as said (owner_id bigint, seq smallint, kind text, text text, label text,
      url text, image text, alt text, target jsonb)`;
}
