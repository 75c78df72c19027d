import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { touchedRows } from "../../test/touched-rows.ts";
import { makeGuests, promotion } from "../campaigns/campaigns.fixture.ts";
import { openPipeline, type Pipeline } from "../campaigns/pipeline.fixture.ts";
import { settleConversions } from "./conversions.jobs.ts";

// Work grows with its input, not with its square: what the statements touch for four times the guests is at most five times as much, also for
// an account that the planner has not seen yet.

const GUESTS = Number(process.env.LINEAR_GUESTS ?? 125);
let p: Pipeline;
let pushId = 0;
beforeAll(async () => {
  p = await openPipeline();
  await p.rules({ quiet_from: null, quiet_until: null, grace_above_count: null });
  await makeGuests(p.t.app, p.inn.accountId, { count: 1, mail: "first" });
  await p.started(promotion());
  await p.drain();
  [{ id: pushId } = { id: 0 }] = await p.query(sql<{ id: number }>`select id from push_actions`);
});
afterAll(() => p.close());

/** Guests with six bookings and stays, three messages, and two clicks in one of them. */
async function addGuests(count: number): Promise<void> {
  const accountId = p.inn.accountId;
  const guests = await makeGuests(p.t.app, accountId, { count, mail: `m${Math.random()}` });
  const own = (statement: string) => p.t.past.pool.query(statement, [accountId, guests]);
  await own(`insert into stay_reservations (account_id, facility_account_id, customer_id, original_reservation_code,
      check_in_date, check_out_date, reserved_date, reserved_price)
    select $1, $1, id, 'R' || id || '-' || n, date '2026-11-20' + n, date '2026-11-21' + n, date '2026-11-18' + n % 2, 10000
    from unnest($2::bigint[]) id, generate_series(1, 6) n`);
  await own(`insert into push_action_targets (account_id, push_action_id, customer_id, campaign_id, outcome, sent_at, wave)
    select push.account_id, push.id, g.id, push.campaign_id, 'sent', timestamptz '2026-11-10 10:00+09', 2
    from push_actions push, unnest($2::bigint[]) g (id) where push.account_id = $1 and push.id = ${pushId}`);
  await own(`insert into mail_events (account_id, provider_event_id, kind, happened_at, push_action_id, customer_id, is_machine, detail)
    select $1, 'c' || g.id || '-' || n, case n when 0 then 'delivered' else 'clicked' end,
      timestamptz '2026-11-10 10:00+09' + make_interval(hours => n), ${pushId}, g.id, false, '{}'
    from unnest($2::bigint[]) g (id), generate_series(0, 2) n`);
}

const settle = () => settleConversions(p.t.app, { signal: new AbortController().signal } as never);

async function touchedFor(count: number): Promise<Map<string, number>> {
  await addGuests(count);
  return touchedRows(settle);
}

test.each(["before", "after"])(
  "settling bookings grows with its guests, %s the planner looked at them",
  async (when) => {
    if (when === "after") await p.t.past.pool.query("analyze");
    const few = await touchedFor(GUESTS);
    const many = await touchedFor(4 * GUESTS);
    const [settled] = await p.query(sql<{ n: number }>`select count(*)::int as n from conversion_attributions`);
    expect(settled?.n).toBeGreaterThan(GUESTS);
    const grown = [...many].filter(([text, rows]) => rows > 5 * (few.get(text) ?? 0) + 1_000);
    expect(grown.map(([text, rows]) => [rows, few.get(text), text.slice(0, 80)])).toEqual([]);
  },
);
