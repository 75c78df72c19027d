import type pg from "pg";

/** How many sends of every programme are under way or wait for their time, as the owner may count them (grants.sql, `whole_backup`). */
export async function countOpenPushes(owner: pg.Client): Promise<number> {
  await owner.query("set app.backup = 'on'");
  const found = await owner.query<{ n: number }>(
    "select count(*)::int as n from push_actions where push_status in ('standby', 'doing')",
  );
  return found.rows[0]?.n ?? 0;
}
