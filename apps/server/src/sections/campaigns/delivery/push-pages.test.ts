import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { EVERYBODY, makeGuests, pointAction, promotion } from "../campaigns.fixture.ts";
import { openPipeline, type Pipeline } from "../pipeline.fixture.ts";

let p: Pipeline;
beforeEach(async () => {
  p = await openPipeline();
});
afterEach(() => p.close());

test("after more sends than fit on a page all of them are counted, found in pages, and can be taken back", async () => {
  await makeGuests(p.t.app, p.inn.accountId, { count: 2, mail: null });
  const segments = [{ id: null, priority_seq: 1, target: EVERYBODY, actions: [pointAction(100)] }];
  const id = await p.started(promotion({ segments }));
  await p.drain();
  // As two hundred and twenty more presses of the button would have left them.
  await p.query(sql`insert into push_actions (account_id, campaign_id, campaign_segment_id, campaign_action_id, channel, started_by,
    trigger_key,
      push_status, push_scheduled_time, frozen_at, finished_at, wave, target_count, sent_count, skipped_count, granted_points)
    select account_id, campaign_id, campaign_segment_id, campaign_action_id, channel, started_by, 'by-hand:earlier:' || n, push_status,
      push_scheduled_time - make_interval(days => 221 - n), frozen_at, finished_at, 'main', 3, 2, 1, 200
    from push_actions, generate_series(1, 220) n returning id`);
  const detail = await p.detail(id);
  expect(detail.pushes).toHaveLength(1);
  expect(detail.totals).toEqual([
    { type: "point", targets: 2 + 220 * 3, waiting: 0, sent: 2 + 220 * 2, skipped: 220, failed: 0, unknown: 0 },
  ]);
  expect(detail.returnable).toHaveLength(221);
  const page = (n: number) => p.call("GET", `/campaigns/${id}/pushes?page=${n}&size=100`);
  const pages = [await page(1), await page(2), await page(3)];
  expect(pages.map(({ items, total }) => [items.length, total])).toEqual([
    [100, 221],
    [100, 221],
    [21, 221],
  ]);
  const ids: number[] = pages.flatMap(({ items }) => items.map((push: { id: number }) => push.id));
  expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => b - a));
  expect(pages[2].items.at(-1)).toMatchObject({ type: "point", priority_seq: 1, is_revocable: true });
  const oldest = detail.returnable.at(-1).push_action_id;
  expect(await p.call("GET", `/campaigns/${id}/revoke?push_action_id=${oldest}`)).toMatchObject({ coupons: 0 });
  const other = await p.staff({ method: "GET", url: `/api/campaigns/${id + 1}/pushes` });
  expect(other.statusCode).toBe(404);
});
