import type { expectedCounts } from "@okaeri/contract/campaigns/runs";
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

/** For how many the saved campaign's schedules would be at this moment. @throws CallError NOT_FOUND. */
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
  return { schedule, triggers: [] };
}
