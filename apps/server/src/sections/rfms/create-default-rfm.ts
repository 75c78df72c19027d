import { DEFAULT_AGGREGATION_YEARS, DEFAULT_GROUPS, DEFAULT_THRESHOLDS } from "@okaeri/domain/rfms/groups";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { one } from "../../database/statements.ts";
import { writeDetails, writeGroups } from "./write-rfm.queries.ts";

/** The RFM a new programme account starts with; its id, also when the account already has one. Nobody is scored yet. */
export async function createDefaultRfm(tx: Tx, accountId: number, userId: number | null = null): Promise<number> {
  const made = await sql<{
    id: number;
  }>`insert into rfms (account_id, frequency_aggregation_years, monetary_aggregation_years, created_by, updated_by)
    values (${accountId}, ${DEFAULT_AGGREGATION_YEARS}, ${DEFAULT_AGGREGATION_YEARS}, ${userId}, ${userId})
    on conflict do nothing returning id`.execute(tx.db);
  const rfmId = made.rows[0]?.id;
  if (rfmId === undefined) {
    const { id } = await one(
      tx,
      sql<{
        id: number;
      }>`select id from rfms where account_id = ${accountId} and group_id is null and active_status = 'active'`,
    );
    return id;
  }
  const key = { accountId, rfmId, userId };
  await writeDetails(tx, key, DEFAULT_THRESHOLDS);
  await writeGroups(
    tx,
    key,
    DEFAULT_GROUPS.map((group) => ({ ...group, id: null })),
  );
  return rfmId;
}
