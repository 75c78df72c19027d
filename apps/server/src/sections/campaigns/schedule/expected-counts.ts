import type { expectedCounts } from "@okaeri/contract/campaigns/schedule/runs";
import { addDays, type CalendarDate } from "@okaeri/domain/calendar-date";
import { baseDay } from "@okaeri/domain/campaigns/triggers/occasion";
import type { z } from "zod";
import type { Tx } from "../../../database/connection.ts";
import { CallError } from "../../../http/errors.ts";
import type { Scope } from "../../../session/scope.ts";
import { segmentsOf } from "../audience/read-segments.ts";
import { findCampaign } from "../campaigns.queries.ts";
import { type CampaignEditContext, campaignContextOf } from "../save-campaign.ts";
import { basisOf, expectedMeetings, guestsOfAction, sayable } from "../triggers/expected-meetings.ts";
import { savedTriggers } from "../triggers/running-triggers.ts";
import { forecastRuns } from "./forecast-runs.ts";

/** For how many the saved campaign's next runs and triggers are. @throws CallError NOT_FOUND. */
export async function expectedOf(
  tx: Tx,
  scope: Scope,
  id: number,
  writer: CampaignEditContext,
): Promise<z.output<typeof expectedCounts>> {
  const campaign = await findCampaign(tx, scope.accountId, id);
  if (!campaign) throw new CallError("NOT_FOUND");
  const segments = await segmentsOf(tx, writer.kinds, scope.accountId, id);
  const forecast = await forecastRuns(tx, scope, { ...campaign, segments }, writer);
  const schedule = forecast.map(({ at, ...run }) => ({ ...run, at: at.toISOString() }));
  return { schedule, triggers: await expectedOfTriggers(tx, scope, id, writer) };
}

/** Today and the six days after it. */
const DAYS = 7;

async function expectedOfTriggers(
  tx: Tx,
  { accountId, facilityIds }: Scope,
  id: number,
  writer: CampaignEditContext,
): Promise<z.output<typeof expectedCounts>["triggers"]> {
  const { now, today } = writer;
  const actions = await savedTriggers(tx, accountId, id, { now, facilityIds });
  const days = Array.from({ length: DAYS }, (_, n) => addDays(today, n));
  const asking = campaignContextOf({ accountId, facilityIds }, writer);
  const meetings = await expectedMeetings(tx, asking, writer.kinds, actions, days);
  const byAction = Map.groupBy(meetings, ({ actionId }) => actionId);
  return actions.map((action) => {
    const { action_id } = action;
    const basis = basisOf(action.base, baseDay(action, days.at(-1) as CalendarDate), today);
    const own = byAction.get(action_id) ?? [];
    const ofToday = own.filter(({ metOn }) => metOn === today);
    return { action_id, today: guestsOfAction(ofToday), next_7_days: sayable(guestsOfAction(own), basis), basis };
  });
}
