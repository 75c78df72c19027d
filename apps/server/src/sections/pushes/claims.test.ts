import { sql } from "kysely";
import { expect, test } from "vitest";
import { makeGuests, pointAction, promotion } from "../campaigns/campaigns.fixture.ts";
import { openPipeline } from "../campaigns/pipeline.fixture.ts";

test("handing a send over reads each recipient a few times, not all of them for each", async () => {
  const p = await openPipeline();
  try {
    const guests = 1_500;
    await makeGuests(p.t.app, p.inn.accountId, { count: guests, mail: null });
    await p.rules({ grace_above_count: null });
    await p.query(sql`update account_settings set standing_control_rate = 5`);
    // What the planner knows is of before the send: nothing.
    await p.t.past.pool.query("alter table push_action_targets set (autovacuum_enabled = off)");
    const segments = promotion().segments.map((one) => ({ ...one, actions: [pointAction(10)] }));
    const { id } = await p.frozen(promotion({ segments, control_rate: 10 }));
    const rowsRead = async () => {
      await p.t.past.pool.query("select pg_stat_force_next_flush()");
      const { rows } = await p.t.past.pool.query<{ n: number }>(
        `select sum(seq_tup_read + idx_tup_fetch)::int as n
         from pg_stat_user_tables where relname in ('push_action_targets', 'control_guests')`,
      );
      return rows[0]?.n ?? 0;
    };
    const before = await rowsRead();
    await p.drain();
    const [push] = (await p.detail(id)).pushes;
    expect(push.sent).toBeGreaterThan(guests * 0.7);
    expect((await rowsRead()) - before).toBeLessThan(guests * 40);
  } finally {
    await p.close();
  }
});
