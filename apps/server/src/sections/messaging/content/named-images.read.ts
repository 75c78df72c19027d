import { type RawBuilder, sql } from "kysely";
import { IMAGES_IN_DOCUMENT } from "../../images/images-in-document.ts";

/** SQL: hashes of pictures that a mail of a campaign or a template shows, or showed when it was sent or kept. */
export const imagesOfMails = (accountId: number): RawBuilder<unknown> => sql`select mail_block.image_hash
  from mail_blocks mail_block
  where mail_block.account_id = ${accountId} and mail_block.image_hash is not null
  union all
  select unnest(mail_content.image_hashes)
  from mail_contents mail_content
  where mail_content.account_id = ${accountId}
  union all
  select found[1]
  from mail_template_versions mail_template_version
  cross join lateral regexp_matches(mail_template_version.document::text, ${IMAGES_IN_DOCUMENT}, 'g') found
  where mail_template_version.account_id = ${accountId}`;
