import { type RawBuilder, sql } from "kysely";
import { daysBefore, type Term } from "../../jobs/terms.ts";

/** Long enough for a mail that is written over weeks, or put back. */
const DAYS = 30;
/** A picture is large. */
const STEP = 200;

/** SQL: hashes of pictures of a programme that something shows. */
export type NamedImages = (accountId: number) => RawBuilder<unknown>;

/** Pictures that no mail and no template shows, and none that was sent. */
export function unusedImages(named: readonly NamedImages[]): Term {
  return {
    table: "images",
    of: "programmes",
    steps:
      (accountId) =>
      async (tx, { now, most }) => {
        if (accountId === null) return { ended: 0, more: false };
        const limit = Math.min(most, STEP);
        const shown = sql.join(
          named.map((of) => of(accountId)),
          sql` union all `,
        );
        const ended = await tx.run`delete from images image
          where image.account_id = ${accountId} and image.hash in (select old_image.hash
            from images old_image
            where old_image.account_id = ${accountId} and old_image.uploaded_at < ${daysBefore(now, DAYS)}
              and old_image.hash not in (${shown})
            order by old_image.uploaded_at limit ${limit})`;
        return { ended, more: ended === limit };
      },
  };
}
