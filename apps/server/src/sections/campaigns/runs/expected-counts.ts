import type { expectedCounts } from "@okaeri/contract/campaigns/runs";
import { addDays } from "@okaeri/domain/calendar-date";
import type { z } from "zod";
import type { Tx } from "../../../database/connection.ts";
import { CallError } from "../../../http/errors.ts";
import type { Scope } from "../../../session/scope.ts";
import type { AudienceCount } from "../../segments/audience.ts";
import { findCampaign } from "../campaigns.queries.ts";
import { kindNamed } from "../document/each-kind.ts";
import { segmentsOf } from "../document/read-segments.ts";
import { countSaved } from "../review/review-campaign.ts";
import type { Writer } from "../save-campaign.ts";
import { expectedMeetings, guestsOfAction } from "../triggers/expected-meetings.ts";
import { savedTriggers } from "../triggers/running-triggers.ts";

/** For how many the saved campaign's schedules and triggers would be, as of now. @throws CallError NOT_FOUND. */
export async function expectedOf(
  tx: Tx,
  scope: Scope,
  id: number,
  writer: Writer,
): Promise<z.output<typeof expectedCounts>> {
  const campaign = await findCampaign(tx, scope.accountId, id);
  if (!campaign) throw new CallError("NOT_FOUND");
  const segments = await segmentsOf(tx, writer.kinds, scope.accountId, id);
  const { audience } = await countSaved(tx, scope, { ...campaign, segments }, writer);
  const schedule = segments.flatMap(({ id: segment_id, actions }, at) => {
    const counted = audience.segments[at] as AudienceCount["segments"][number];
    return actions.flatMap(({ id: action_id, type, schedule: fields }) =>
      fields === null ? [] : [{ action_id, segment_id, count: kindNamed(writer.kinds, type).counts.reaches(counted) }],
    );
  });
  return { schedule, triggers: await expectedOfTriggers(tx, scope, id, writer) };
}

/** Today and the six days after it. */
const DAYS = 7;

async function expectedOfTriggers(
  tx: Tx,
  { accountId, facilityIds }: Scope,
  id: number,
  { now, today }: Writer,
): Promise<z.output<typeof expectedCounts>["triggers"]> {
  const actions = await savedTriggers(tx, accountId, id, { now, facilityIds });
  const days = Array.from({ length: DAYS }, (_, n) => addDays(today, n));
  const meetings = await expectedMeetings(tx, accountId, actions, { days, moment: { now, today } });
  const byAction = Map.groupBy(meetings, ({ actionId }) => actionId);
  return actions.map(({ action_id }) => {
    const own = byAction.get(action_id) ?? [];
    const ofToday = own.filter(({ metOn }) => metOn === today);
    return { action_id, today: guestsOfAction(ofToday), next_7_days: guestsOfAction(own) };
  });
}
