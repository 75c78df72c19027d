import fc from "fast-check";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeGuests } from "../campaigns.fixture.ts";
import { openPipeline, type Pipeline } from "../pipeline.fixture.ts";
import { type Outcome, recounted } from "./send-figures.fixture.ts";

// Whatever became of a send's guests, each of them falls under one figure: the rows of the report add up.

let p: Pipeline;
beforeEach(async () => {
  p = await openPipeline();
});
afterEach(() => p.close());

const OUTCOMES = ["sent", "failed", "unknown", "waiting", "skipped", "stopped"] as const;
const message = fc.constantFrom(...OUTCOMES);
/** Of one guest, by the message and by the points beside it. */
const guest = fc.tuple(message, fc.constantFrom("sent", "skipped", "stopped", "waiting"));
const send = fc.record({
  hasMessage: fc.boolean(),
  /** A person called it off, its campaign ended, or it goes on. */
  end: fc.constantFrom("called_off", "over", "open"),
  guests: fc.array(guest, { minLength: 1, maxLength: 6 }),
});

test("targets are who was reached, failed, is unknown, waits, was called off, left out or got benefits alone", async () => {
  const customers = await makeGuests(p.t.app, p.inn.accountId, { count: 6, mail: "g" });
  // Numbers of runs and not of milliseconds: each is a handful of statements.
  for (const drawn of fc.sample(send, { numRuns: 40, seed: 4_202 })) {
    const { hasMessage, end } = drawn;
    // What ended leaves nobody waiting; what goes on has called nobody off.
    const settled = (outcome: string) =>
      end === "open" ? (outcome === "stopped" ? "waiting" : outcome) : outcome === "waiting" ? "stopped" : outcome;
    const [{ id: campaign }] = (await p.query(sql`insert into campaigns (account_id, name, type, status)
      values (${p.inn.accountId}, 'x', 'repeat_promotion', 'inactive') returning id`)) as [{ id: number }];
    const [{ id: segment }] = (await p.query(sql`insert into campaign_segments (account_id, campaign_id, priority_seq)
      values (${p.inn.accountId}, ${campaign}, 1) returning id`)) as [{ id: number }];
    const rows: Outcome[] = [];
    for (const [seq, type] of (hasMessage ? (["mail", "point"] as const) : (["point"] as const)).entries()) {
      const own = drawn.guests.map(([mail, point], at) => {
        const outcome = settled(type === "mail" ? mail : point);
        const skipped = outcome === "stopped" || outcome === "skipped";
        return {
          customer_id: customers[at] ?? 0,
          type,
          outcome: skipped ? "skipped" : outcome,
          reason: outcome === "stopped" ? "stopped" : outcome === "skipped" ? "no_consent" : null,
        };
      });
      rows.push(...own);
      const count = (name: string) => own.filter(({ outcome }) => outcome === name).length;
      await p.query(sql`with a as (insert into campaign_actions (account_id, campaign_segment_id, seq, type)
          values (${p.inn.accountId}, ${segment}, ${seq + 1}, ${type}) returning id),
        s as (insert into push_actions (account_id, campaign_id, campaign_segment_id, campaign_action_id, channel, started_by,
            trigger_key, push_status, push_sent_time, frozen_at, called_off_by, called_off_at, error,
            target_count, sent_count, failed_count,
            unknown_count, skipped_count)
          select ${p.inn.accountId}, ${campaign}, ${segment}, a.id, ${type}, 'by_hand', 'x', ${end === "open" ? "doing" : "done"},
            now(), now(), case when ${end === "called_off"} then (select min(id) from users) end,
            case when ${end === "called_off"} then now() end, case when ${end === "over"} then 'over' end,
            ${own.length}, ${count("sent")}, ${count("failed")}, ${count("unknown")}, ${count("skipped")}
          from a returning id)
        insert into push_action_targets (account_id, push_action_id, campaign_id, campaign_segment_id, customer_id, outcome, reason,
            sent_at)
        select ${p.inn.accountId}, s.id, ${campaign}, ${segment}, t.id, t.outcome, t.reason, case when t.outcome = 'sent' then now() end
        from s, unnest(${own.map((one) => one.customer_id)}::bigint[], ${own.map((one) => one.outcome)}::text[],
          ${own.map((one) => one.reason)}::text[]) t (id, outcome, reason)`);
    }
    const { figures } = await p.detail(campaign);
    const { targets, reached, benefits_only, omitted, failed, unknown, waiting, called_off } = figures;
    const parts = { reached, benefits_only, omitted, failed, unknown, waiting, called_off };
    expect(Object.values(parts).reduce((sum, n) => sum + n, 0)).toBe(targets);
    expect(Object.values(parts).filter((n) => n < 0)).toEqual([]);
    // Without a message the figures are those of its one benefit.
    if (!hasMessage) expect({ targets, ...parts }).toEqual({ ...recountedBenefit(rows) });
    else
      expect({ called_off: called_off + benefits_only + omitted, reached, failed, unknown, waiting, targets }).toEqual(
        sumsOf(rows),
      );
  }
});

/** A segment without a message counts all outcomes of what it gives. */
function recountedBenefit(rows: readonly Outcome[]) {
  const asMail = rows.map((one) => ({ ...one, type: "mail" }));
  return recounted(asMail);
}

/** How many benefits come without a message is worked out of counts, so these three are compared together. */
function sumsOf(rows: readonly Outcome[]) {
  const { called_off, benefits_only, omitted, ...others } = recounted(rows);
  return { called_off: called_off + benefits_only + omitted, ...others };
}
