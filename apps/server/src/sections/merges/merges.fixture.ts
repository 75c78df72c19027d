import { MERGE_FIELDS, type Winners } from "@okaeri/domain/customers/merge-fields";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import type { MergeContext } from "./merge-context.ts";
import { mergeCustomers } from "./merge-customers.ts";

export const keepSurvivor = Object.fromEntries(MERGE_FIELDS.map((field) => [field, "survivor"])) as Winners;

/** Merges by ids, whatever the versions are. */
export async function mergeIds(
  tx: Tx,
  ctx: MergeContext,
  survivor: number,
  source: number,
  winners: Partial<Winners> = {},
): Promise<number> {
  const versions = await tx.all<{ id: number; version: number }>`select id, version from customers
    where account_id = ${ctx.accountId} and id = any(${[survivor, source]}::bigint[])`;
  const side = (id: number) => ({ id, version: versions.find((one) => one.id === id)?.version ?? 0 });
  return mergeCustomers(tx, ctx, {
    survivor: side(survivor),
    source: side(source),
    winners: { ...keepSurvivor, ...winners },
  });
}

/** Tables whose rows are about customers, and the ledgers among them: those only grow. */
const STATES = [
  "customers",
  "customer_totals",
  "customer_facilities",
  "customer_types",
  "customer_ranks",
  "customer_rfms",
  "customer_rfm_histories",
  "customer_keys",
  "customer_merge_candidates",
  "point_accounts",
  "point_lots",
  "stay_reservations",
  "stay_reservation_customers",
  "stay_transactions",
  "stay_customers",
  "stay_effects",
  "push_action_targets",
  "suppressions",
  "acquire_coupons",
  "use_coupon_cases",
  "use_point_cases",
  "use_points",
];

/** Every row of the account that belongs to customers, without times and counters of changes. */
export async function everyRow(tx: Tx, accountId: number): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {};
  for (const table of STATES) {
    // A grant that was taken back whole has an empty lot and says nothing.
    const onlySpent = sql`and (select sum(point_grant.grant_point) from grant_points point_grant where point_grant.account_id = t.account_id
      and t.grant_point_id in (point_grant.id, point_grant.reverses_grant_point_id)) > 0`;
    const found = await sql<{ row: Record<string, unknown> }>`select to_jsonb(t) as row from ${sql.table(table)} t
      where account_id = ${accountId} ${table === "point_lots" ? onlySpent : sql``}`.execute(tx.db);
    rows[table] = found.rows.map(({ row }) => text(row)).sort();
  }
  // An account without points is a lock's place and says nothing.
  rows.point_accounts = rows.point_accounts?.filter((row) => !/"balance",0\].*"debt",0\]/.test(row)) ?? [];
  const consents = await sql<{
    row: Record<string, unknown>;
  }>`select to_jsonb(consent) as row from customer_consents consent
    where account_id = ${accountId} and source <> 'merge'`.execute(tx.db);
  rows.customer_consents = consents.rows.map(({ row }) => text(row)).sort();
  // Corrections of a merge and of its undoing cancel each other out: what is left of each grant of a customer.
  const ledger = await sql<{
    line: string;
  }>`select concat_ws('|', customer_id, stay_transaction_id, action_id, campaign_id, grant_date,
      expiration_date, sum(grant_point)) as line from grant_points where account_id = ${accountId}
    group by customer_id, stay_transaction_id, action_id, campaign_id, grant_date, expiration_date having sum(grant_point) <> 0`.execute(
    tx.db,
  );
  rows.grant_points = ledger.rows.map((one) => one.line).sort();
  return rows;
}

const CHANGES = ["version", "updated_at", "updated_by", "search", "search_spaced"];

function text(row: Record<string, unknown>): string {
  return JSON.stringify(
    Object.entries(row)
      .filter(([name]) => !CHANGES.includes(name))
      .sort(),
  );
}
