import type { ResultFigure } from "@okaeri/contract/campaigns/result-figures";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { type Days, dayInTokyo, momentWithin, type Seen } from "../../database/narrowed.ts";
import { reactedAt } from "./reactions.read.ts";
import { countedPushes, sentMoment, withReach } from "./send-figures.read.ts";

// Messages in the results of a campaign: by what each push counts, and the recipients behind it, who are as many.

type OfCampaign = Seen & {
  campaignId: number;
  days: Days;
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

/** What a figure counts of a push, and when a recipient `target` counts in it. */
const COUNTED = {
  sent: {
    of: sql`n.sent + n.failed + n.unknown`,
    at: sql`case when target.outcome in ('sent', 'failed', 'unknown') then coalesce(target.sent_at, p.moment) end`,
  },
  delivered: { of: sql`n.sent`, at: sql`case when target.outcome = 'sent' then target.sent_at end` },
  opened: { of: sql`n.opened`, at: reactedAt("opened") },
  machine_opened: { of: sql`n.machine_opened`, at: reactedAt("machine_opened") },
  clicked: { of: sql`n.clicked`, at: reactedAt("clicked") },
  unsubscribed: { of: sql`n.unsubscribed`, at: reactedAt("unsubscribed") },
} as const satisfies Partial<Record<ResultFigure, object>>;
type SendFigure = keyof typeof COUNTED;
const FIGURES = Object.keys(COUNTED) as SendFigure[];
export const isOfSends = (figure: ResultFigure): figure is SendFigure => figure in COUNTED;

/**
 * SQL: entries of all figures of sends (actions/asked-results.ts) with `counts`: the entry is part of the total, as the guests of another
 * action of the same segment are not. On the day of the send.
 */
export function sumsOfSends(asked: OfCampaign): RawBuilder<unknown> {
  const figures = FIGURES.map((figure) => sql`(${sql.lit(figure)}, ${COUNTED[figure].of})`);
  const sums = ["sent", "failed", "unknown", "opened", "machine_opened", "clicked", "unsubscribed"].map(
    (name) => sql`sum(${sql.ref(`p.${name}`)})::bigint as ${sql.ref(name)}`,
  );
  return sql`select v.figure, n.campaign_action_id as action_id, null::bigint as facility_id, n.day, v.amount, n.tells_reach as counts
    from (
      select p.campaign_action_id, p.day, p.tells_reach, ${sql.join(sums)}
      from (${pushesOf(asked)}) p
      group by p.campaign_action_id, p.day, p.tells_reach
    ) n
    cross join lateral (values ${sql.join(figures)}) v (figure, amount)`;
}

/** SQL: entries of one figure of sends, one for each recipient. `own`: of each action by itself, also who counts with another one. */
export function recipientsBehind(asked: OfCampaign & { figure: SendFigure; own: boolean }): RawBuilder<unknown> {
  const { at } = COUNTED[asked.figure];
  return sql`select p.campaign_action_id as action_id, null::bigint as facility_id, p.day, ${at} as at, target.customer_id,
      null::bigint as reservation_id, 1::bigint as amount, p.id as place
    from (${pushesOf(asked)}) p
    join push_action_targets target on target.account_id = ${asked.accountId} and target.push_action_id = p.id
    where (p.tells_reach or ${asked.own}) and ${at} is not null and ${asked.within(sql`target.customer_id`)}`;
}

/** One send, or what events sent on one day. `sent`: to so many guests, whatever became of it. */
export type SendThen = { at: Date; sent: number };

/** The sends of a campaign on these days that went to anybody, the first of them first. */
export async function sendsThen(tx: Tx, asked: OfCampaign): Promise<SendThen[]> {
  return tx.all<SendThen>`select min(p.moment) as at, sum(p.sent + p.failed + p.unknown)::int as sent
    from (${pushesOf(asked)}) p
    where p.tells_reach
    group by case when p.in_sets then ${dayInTokyo(sql`p.moment`)}::text else p.trigger_key end
    having sum(p.sent + p.failed + p.unknown) > 0
    order by 1`;
}
