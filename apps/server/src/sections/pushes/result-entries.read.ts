import type { ResultFigure } from "@okaeri/contract/campaigns/results/result-figures";
import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { Variant } from "@okaeri/domain/pushes/variants";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { momentWithin, type OpenDayRange, type Seen } from "../../database/narrowed.ts";
import { deliveredAt, reactedAt } from "./reactions.read.ts";
import { countedPushes, sentMoment, withReach } from "./send-figures.read.ts";

// Messages in the results of a campaign: by what each push counts, and the recipients behind it, who are as many.

type OfCampaign = Seen & {
  campaignId: number;
  days: OpenDayRange;
  actionIds: readonly number[];
};

const pushesOf = (asked: OfCampaign) =>
  withReach(
    countedPushes(
      asked,
      sql`push.campaign_id = ${asked.campaignId} and push.campaign_action_id = any(${asked.actionIds}::bigint[])
        and ${momentWithin(asked.days, sentMoment)}`,
    ),
  );

/** What a figure counts of a push `p`, and when a recipient `target` counts in it. */
const COUNTED = {
  sent: {
    of: sql`p.sent + p.failed + p.unknown`,
    at: sql`case when target.outcome in ('sent', 'failed', 'unknown') then coalesce(target.sent_at, p.moment) end`,
  },
  delivered: {
    of: sql`case when p.reports_deliveries then p.delivered else p.sent end`,
    at: deliveredAt(sql`p.reports_deliveries`),
  },
  opened: { of: sql`p.opened`, at: reactedAt("opened") },
  machine_opened: { of: sql`p.machine_opened`, at: reactedAt("machine_opened") },
  clicked: { of: sql`p.clicked`, at: reactedAt("clicked") },
  unsubscribed: { of: sql`p.unsubscribed`, at: reactedAt("unsubscribed") },
} as const satisfies Partial<Record<ResultFigure, object>>;
type SendFigure = keyof typeof COUNTED;
export const COUNTED_SEND_FIGURES = Object.keys(COUNTED) as SendFigure[];
export const isOfSends = (figure: ResultFigure): figure is SendFigure => figure in COUNTED;

/**
 * What one action of a send came to, or of what events sent on one day. `send` tells sends apart, `at` is when it went out, and
 * `tells_reach` is false where another action of the segment counts the same guests.
 */
export type SendCount = Record<SendFigure, number> & {
  action_id: number;
  day: CalendarDate;
  send: string;
  at: Date;
  tells_reach: boolean;
};

/** The sends of a campaign on these days by their actions, the first of them first. */
export async function sendCounts(tx: Tx, asked: OfCampaign): Promise<SendCount[]> {
  const sums = COUNTED_SEND_FIGURES.map((figure) => sql`sum(${COUNTED[figure].of})::int as ${sql.ref(figure)}`);
  return tx.all<SendCount>`select p.campaign_action_id as action_id, p.day,
      case when p.in_sets then p.day::text else p.trigger_key end as send, min(p.moment) as at, p.tells_reach, ${sql.join(sums)}
    from (${pushesOf(asked)}) p
    group by 1, 2, 3, p.tells_reach
    order by at`;
}

/** The same of each of several texts, of the guests who got it. Whom they had before there were several is in none. */
export async function variantCounts(tx: Tx, asked: OfCampaign): Promise<(SendCount & { variant: Variant })[]> {
  const counts = COUNTED_SEND_FIGURES.map((figure) => sql`count(${COUNTED[figure].at})::int as ${sql.ref(figure)}`);
  return tx.all<
    SendCount & { variant: Variant }
  >`select p.campaign_action_id as action_id, target.variant as variant, p.day,
      case when p.in_sets then p.day::text else p.trigger_key end as send, min(p.moment) as at, p.tells_reach, ${sql.join(counts)}
    from (${pushesOf(asked)}) p
    join push_action_targets target on target.account_id = ${asked.accountId} and target.push_action_id = p.id
      and target.variant is not null
    where ${asked.within(sql`target.customer_id`)}
    group by 1, 2, 3, 4, p.tells_reach`;
}

/** SQL: entries of one figure of sends, one for each recipient. `own`: of each action by itself, also who counts with another one. */
export function recipientsBehind(asked: OfCampaign & { figure: SendFigure; own: boolean }): RawBuilder<unknown> {
  const { at } = COUNTED[asked.figure];
  return sql`select p.campaign_action_id as action_id, null::bigint as facility_id, p.day, ${at} as at, target.customer_id,
      null::bigint as reservation_id, 1::bigint as amount, p.id as place, target.variant as variant
    from (${pushesOf(asked)}) p
    join push_action_targets target on target.account_id = ${asked.accountId} and target.push_action_id = p.id
    where (p.tells_reach or ${asked.own}) and ${at} is not null and ${asked.within(sql`target.customer_id`)}`;
}
