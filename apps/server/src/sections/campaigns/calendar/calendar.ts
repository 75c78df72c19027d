import type { calendarItem, calendarQuestion } from "@okaeri/contract/campaigns/schedule/runs";
import { MAX_CALENDAR_DAYS } from "@okaeri/contract/campaigns/schedule/runs";
import type { Language } from "@okaeri/contract/errors";
import { missedRunText } from "@okaeri/contract/problems/stored-reasons";
import { addDays, type CalendarDate, daysBetween, todayInTokyo } from "@okaeri/domain/calendar-date";
import { runsAfter } from "@okaeri/domain/campaigns/schedule/runs";
import { dueOn } from "@okaeri/domain/campaigns/triggers/occasion";
import type { ActionType } from "@okaeri/domain/enumerations";
import { quietUntil } from "@okaeri/domain/pushes/quiet-hours";
import type { z } from "zod";
import type { Tx } from "../../../database/connection.ts";
import { fieldError } from "../../../http/errors.ts";
import { sentBetween } from "../../pushes/pushes.read.ts";
import { sendRulesOf } from "../../pushes/send-rules.read.ts";
import type { CampaignEditContext } from "../save-campaign.ts";
import { plannedActions } from "../schedule/plans.read.ts";
import { basisOf, expectedMeetings, guestsOfAction, sayable } from "../triggers/expected-meetings.ts";
import { isInPeriod, runningTriggers } from "../triggers/running-triggers.ts";

type Item = z.output<typeof calendarItem>;
type Happening = Pick<Item, "campaign_id" | "action_id" | "segment_id" | "kind"> &
  Partial<Pick<Item, "count" | "reason" | "omitted" | "trigger" | "basis">> & {
    action_type: ActionType;
    at: Date;
    planned?: Date;
  };
/** Moments from `start` on, before `end`. */
type Span = { start: Date; end: Date; now: Date };

/** What comes and what came on these days, in order. @throws CallError INVALID_INPUT. */
export async function calendarOf(
  tx: Tx,
  accountId: number,
  { from, to }: z.output<typeof calendarQuestion>,
  { now, language, origin, kinds }: { now: Date; language: Language } & Pick<CampaignEditContext, "origin" | "kinds">,
): Promise<Item[]> {
  const [first, last] = [from as CalendarDate, to as CalendarDate];
  if (last < first) throw fieldError("to", { code: "before_start" });
  if (daysBetween(first, last) >= MAX_CALENDAR_DAYS)
    throw fieldError("to", { code: "too_many_days", max: MAX_CALENDAR_DAYS });
  const span = { start: startOf(first), end: startOf(addDays(last, 1)), now };
  const forecast = { origin, kinds };
  const happenings = [
    ...(await runsToCome(tx, accountId, span)),
    ...(await triggersToCome(tx, accountId, { first, last }, { ...span, ...forecast })),
    ...(await notMade(tx, accountId, span, language)),
    ...(await sentThen(tx, accountId, span)),
  ];
  const names = await namesOf(tx, accountId, [...new Set(happenings.map(({ campaign_id }) => campaign_id))]);
  const { quiet } = await sendRulesOf(tx, accountId);
  return happenings
    .sort((a, b) => a.at.getTime() - b.at.getTime() || a.campaign_id - b.campaign_id || a.action_id - b.action_id)
    .map(({ at, planned = at, ...item }) => ({
      count: null,
      reason: null,
      omitted: false,
      trigger: null,
      basis: null,
      ...item,
      campaign_name: names.get(item.campaign_id) ?? "",
      at: at.toISOString(),
      planned_at: planned.toISOString(),
      quiet: quietUntil(quiet, at) !== null,
    }));
}

const startOf = (day: CalendarDate) => new Date(`${day}T00:00:00+09:00`);
const later = (a: Date, b: Date) => (a > b ? a : b);

async function runsToCome(tx: Tx, accountId: number, { start, end, now }: Span): Promise<Happening[]> {
  const after = later(new Date(start.getTime() - 1), now);
  if (after >= end) return [];
  const actions = await plannedActions(tx, accountId, { campaignId: null, since: after });
  const until = new Date(end.getTime() - 1);
  return actions
    .filter(({ status }) => status === "active")
    .flatMap(({ campaignId, actionId, segmentId, type, plan }) =>
      runsAfter(plan, after, { count: 24 * MAX_CALENDAR_DAYS, until }).map(({ planned, at }) => ({
        campaign_id: campaignId,
        action_id: actionId,
        segment_id: segmentId,
        action_type: type,
        kind: "schedule" as const,
        at,
        planned,
      })),
    );
}

/** Limits count what is forecast for so many days before the first day. */
const DAYS_BEFORE = MAX_CALENDAR_DAYS;

/** The times of day at which running campaigns look whom their triggers mean, and how many guests that is by what is stored now. */
async function triggersToCome(
  tx: Tx,
  accountId: number,
  { first, last }: { first: CalendarDate; last: CalendarDate },
  { now, end, origin, kinds }: Span & Pick<CampaignEditContext, "origin" | "kinds">,
): Promise<Happening[]> {
  if (now >= end) return [];
  const actions = await runningTriggers(tx, accountId, null);
  const today = todayInTokyo(now);
  const daysFrom = (day: CalendarDate) => Array.from({ length: daysBetween(day, last) + 1 }, (_, n) => addDays(day, n));
  const laterDay = (day: CalendarDate) => (day > today ? day : today);
  const days = daysFrom(laterDay(first));
  const asking = { accountId, origin, now, today };
  const meetings = await expectedMeetings(tx, asking, kinds, actions, daysFrom(laterDay(addDays(first, -DAYS_BEFORE))));
  const met = Map.groupBy(meetings, ({ actionId, metOn }) => `${actionId} ${metOn}`);
  return actions.flatMap((action) =>
    days.flatMap((day) => {
      const { at, day: onDay } = dueOn(action, day);
      if (at <= now || !isInPeriod(action, day)) return [];
      const { campaign_id, action_id, segment_id, type: action_type, base, offset_days } = action;
      const trigger = { base, offset_days };
      const basis = basisOf(base, onDay, today);
      const count = sayable(guestsOfAction(met.get(`${action_id} ${day}`) ?? []), basis);
      return [{ campaign_id, action_id, segment_id, action_type, at, kind: "trigger" as const, trigger, count, basis }];
    }),
  );
}

type NotMade = {
  campaign_id: number;
  action_id: number;
  segment_id: number;
  type: ActionType;
  planned_at: Date;
  at: Date;
  reason: string;
};

/** Runs that were missed, and those that a person left out. */
async function notMade(tx: Tx, accountId: number, { start, end }: Span, language: Language): Promise<Happening[]> {
  const rows = await tx.all<NotMade>`select campaign_run.campaign_id, action.id as action_id,
      action.campaign_segment_id as segment_id, action.type, campaign_run.planned_at,
      coalesce(campaign_run.moved_to, campaign_run.planned_at) as at, coalesce(campaign_run.reason, campaign_run.state) as reason
    from campaign_runs campaign_run
    join campaign_actions action on action.account_id = campaign_run.account_id and action.id = campaign_run.campaign_action_id
    where campaign_run.account_id = ${accountId} and campaign_run.state in ('missed', 'omitted')
      and coalesce(campaign_run.moved_to, campaign_run.planned_at) >= ${start}
      and coalesce(campaign_run.moved_to, campaign_run.planned_at) < ${end}`;
  return rows.map(({ planned_at, reason, type: action_type, ...row }) => ({
    ...row,
    action_type,
    planned: planned_at,
    kind: "missed",
    reason: missedRunText(reason, language),
    omitted: reason === "omitted",
  }));
}

async function sentThen(tx: Tx, accountId: number, { start, end }: Span): Promise<Happening[]> {
  const sent = await sentBetween(tx, accountId, start, end);
  return sent.map((one) => ({ ...one, kind: "done" as const }));
}

async function namesOf(tx: Tx, accountId: number, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await tx.all<{ id: number; name: string }>`select id, name
    from campaigns
    where account_id = ${accountId} and id = any(${ids}::bigint[])`;
  return new Map(rows.map(({ id, name }) => [id, name]));
}
