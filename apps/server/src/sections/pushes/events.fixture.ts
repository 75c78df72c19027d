import { sql } from "kysely";
import type { App } from "../../app.ts";
import type { Tx } from "../../database/connection.ts";
import { pushEngine } from "../../main/push-engine.ts";
import { mailAction, pointAction, promotion } from "../campaigns/campaigns.fixture.ts";
import { FAST, type Pipeline } from "../campaigns/pipeline.fixture.ts";
import type { Cause, PushEngine } from "./ports.ts";
import { type Events, type Happened, startEvents } from "./start-events.ts";

// A cause that the product does not have: something happens to guests at full moon.

export const FULL_MOON = "full_moon";

/** The engine with one more cause, which gives and says what campaigns do. */
export function moonlit(app: App, pace: Parameters<typeof pushEngine>[1] = FAST): PushEngine {
  const engine = pushEngine(app, pace);
  const moon: Cause = {
    kind: FULL_MOON,
    channels: engine.causes[0]?.channels ?? {},
    async goesOn(tx, accountId, campaignId) {
      const found =
        await tx.all`select from campaigns where account_id = ${accountId} and id = ${campaignId} and status = 'active'`;
      return found.length > 0;
    },
  };
  return { ...engine, causes: [...engine.causes, moon] };
}

export type MoonCampaign = { id: number; content: Events["content"] };

/** A running campaign that gives 100 points and mentions them in a mail. */
export async function makeMoonCampaign(p: Pipeline, actions = [pointAction(100), mailAction()]): Promise<MoonCampaign> {
  const segments = [
    { ...promotion().segments[0], id: null, priority_seq: 1, target: promotion().segments[0]?.target, actions },
  ];
  const { id } = await p.call("POST", "/campaigns", { ...promotion(), segments });
  await p.query(sql`update campaigns set status = 'active' where id = ${id}`);
  const rows = await p.query<{
    id: number;
    segment: number;
    type: "point" | "coupon" | "mail";
  }>(sql`select action.id, segment.id as segment, action.type
    from campaign_actions action
    join campaign_segments segment on segment.account_id = action.account_id
      and segment.id = action.campaign_segment_id
    where segment.campaign_id = ${id}
    order by action.seq`);
  return {
    id,
    content: rows.map((row) => ({
      channel: row.type,
      campaign: { campaignId: id, campaignSegmentId: row.segment, campaignActionId: row.id },
    })),
  };
}

/** The moon rises over these guests. Returns how many recipients that made. */
export function rise(
  p: Pipeline,
  { content }: Pick<MoonCampaign, "content">,
  happened: readonly Happened[],
): Promise<number> {
  return p.t.app.database.inScope({ accountIds: [p.inn.accountId] }, (tx: Tx) =>
    startEvents(tx, p.t.app.jobs, p.inn.accountId, { kind: FULL_MOON, content, happened, now: p.t.app.clock.now() }),
  );
}

export const nights = (guests: readonly number[], key = "night"): Happened[] =>
  guests.map((customerId) => ({ key: `${key}-${customerId}`, customerId }));
