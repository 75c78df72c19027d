import { type RawBuilder, sql } from "kysely";
import { firstNotNull } from "../../database/first-not-null.ts";

/**
 * SQL over `import_batch` (import_batches): the order in which reports were read. A file waits for somebody who starts it, and a batch of a
 * feed for its worker: each gets a number of the same sequence then.
 */
export const TURN = sql<number>`(${firstNotNull(sql`import_batch.turn`, sql`import_batch.id`)})`;

/** SQL over stay_reservations `reservation`: it names this import, or one that was read after it. */
export const isReportedSince = ({
  accountId,
  importId,
}: {
  accountId: number;
  importId: number;
}): RawBuilder<boolean> =>
  sql`exists (select from import_batches import_batch
    where import_batch.account_id = reservation.account_id and import_batch.id = reservation.import_batch_id
      and ${TURN} >= ${turnOf(accountId, importId)})`;

/** SQL: the turn of one import. */
export const turnOf = (accountId: number, importId: number): RawBuilder<number> => sql`(select ${TURN}
  from import_batches import_batch
  where import_batch.account_id = ${accountId} and import_batch.id = ${importId})`;
