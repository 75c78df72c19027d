import { type RawBuilder, sql } from "kysely";
import { IMAGES_IN_DOCUMENT } from "../images/images-in-document.ts";

/** SQL: hashes of pictures in what was replaced in the last hour, which can be put back. */
export const imagesOfEdits = (accountId: number): RawBuilder<unknown> => sql`select found[1]
  from campaign_edits campaign_edit
  cross join lateral regexp_matches(campaign_edit.document::text, ${IMAGES_IN_DOCUMENT}, 'g') found
  where campaign_edit.account_id = ${accountId}`;
