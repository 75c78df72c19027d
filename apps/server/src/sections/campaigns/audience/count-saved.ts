import type { KindName } from "@okaeri/contract/campaigns/actions/kinds";
import { todayInTokyo } from "@okaeri/domain/calendar-date";
import { type AudienceCounting, countingOf } from "@okaeri/domain/campaigns/audience/counting";
import { messageClassOf } from "@okaeri/domain/campaigns/delivery/message-class";
import { occasionsOf } from "@okaeri/domain/campaigns/triggers/occasions";
import { isMessage } from "@okaeri/domain/pushes/next-steps";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../../database/connection.ts";
import type { Scope } from "../../../session/scope.ts";
import type { ForecastMessages } from "../../pushes/campaign-terms.read.ts";
import { alreadyReceivedSql, type FrequencyLimit } from "../../pushes/frequency-limit.ts";
import { type AudienceCount, audienceOf } from "../../segments/audience.ts";
import type { AudienceSetSegment } from "../../segments/audience-sets.ts";
import { kindNamed } from "../actions/each-kind.ts";
import type { CampaignRow } from "../campaigns.queries.ts";
import type { CampaignEditContext } from "../save-campaign.ts";
import { segmentsToCount } from "./count-audience.ts";
import type { SavedAction, SavedSegment } from "./read-segments.ts";

export type CountedCampaign = Pick<
  CampaignRow,
  "id" | "type" | "preset_type" | "purpose" | "priority" | "control_rate"
> & { segments: readonly SavedSegment[] };

/**
 * A coming run. `metBy`: guests whom forecasts of runs before it let an action meet, as far as its limit counts them. `messages`: what those
 * runs send.
 */
export type ComingRun = {
  at: Date;
  metBy(action: SavedAction): readonly number[];
  messages: readonly ForecastMessages[];
};

type Counted = {
  asked: AudienceCounting<KindName>[];
  toCount: AudienceSetSegment[];
  moment: { now: Date; today: CampaignEditContext["today"] };
};

/** What is counted of each segment of the saved campaign: as of now, or of a coming run by the rules that decide then. */
export async function savedToCount(
  tx: Tx,
  scope: Scope,
  campaign: CountedCampaign,
  writer: CampaignEditContext,
  run: ComingRun | null,
): Promise<Counted> {
  const { id: campaign_id, type, purpose, priority, control_rate, segments } = campaign;
  const asked = segments.map(({ actions }) =>
    countingOf(type, actions, (kind) => kindNamed(writer.kinds, kind).counts),
  );
  const questions = segments.map((segment, at) => ({
    ...(asked[at] as AudienceCounting<KindName>),
    target: segment.target as Parameters<typeof segmentsToCount>[2]["segments"][number]["target"],
    benefits_to_reached: segment.benefits_to_reached,
    occasions: [...occasionsOf({ type, segments }, segment)],
  }));
  const message_class = messageClassOf({ ...campaign, segments });
  const forecast = run?.messages ?? [];
  const question = { campaign_id, type, purpose, priority, message_class, control_rate, segments: questions, forecast };
  const moment = run === null ? writer : { now: run.at, today: todayInTokyo(run.at) };
  const toCount = await segmentsToCount(tx, scope, question, { ...writer, ...moment });
  const limited = toCount.map((one, at) => ({
    ...one,
    met: run === null ? null : metOf(scope.accountId, (segments[at] as SavedSegment).actions, run),
  }));
  return { asked, toCount: limited, moment };
}

/** How many guests each segment of the saved campaign reaches, and what of it was counted. */
export async function countSaved(
  tx: Tx,
  scope: Scope,
  campaign: CountedCampaign,
  writer: CampaignEditContext,
  run: ComingRun | null = null,
): Promise<{ asked: AudienceCounting<KindName>[]; audience: AudienceCount }> {
  const { asked, toCount, moment } = await savedToCount(tx, scope, campaign, writer, run);
  return { asked, audience: await audienceOf(tx, scope, toCount, moment) };
}

/** Whom the limits of a segment's schedules keep from its message, and from what it gives. */
function metOf(accountId: number, actions: readonly SavedAction[], run: ComingRun): AudienceSetSegment["met"] {
  const scheduled = actions.filter(({ schedule_once }) => schedule_once !== null);
  const message = scheduled.find(({ type }) => isMessage(type));
  const benefit = scheduled.find(({ type }) => !isMessage(type));
  if (message === undefined && benefit === undefined) return null;
  return { message: metByAction(accountId, message, run), benefits: metByAction(accountId, benefit, run) };
}

function metByAction(accountId: number, action: SavedAction | undefined, run: ComingRun): RawBuilder<boolean> {
  const once = action === undefined ? null : frequencyLimitOf(action);
  if (action === undefined || once === null) return sql<boolean>`false`;
  const before = alreadyReceivedSql(once, { accountId, campaignActionId: action.id, plannedAt: run.at });
  const forecast = run.metBy(action);
  if (forecast.length === 0) return before;
  return sql<boolean>`(${before} or customer.id in (select unnest(${forecast}::bigint[])))`;
}

/** How often a schedule's action meets one guest. */
export const frequencyLimitOf = ({ schedule_once: once }: Pick<SavedAction, "schedule_once">): FrequencyLimit =>
  once && { per: once.once_per, days: once.once_days };
