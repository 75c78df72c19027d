import { isMessage } from "@okaeri/domain/pushes/next-steps";
import { parseTarget } from "@okaeri/domain/segments/target";
import { useQuery } from "@tanstack/react-query";
import { hasSent } from "../campaign-state.ts";
import { audienceQuery, type CampaignDetail } from "../campaigns.api.ts";
import { audienceQuestion, doneFor, sendReach } from "./audience-question.ts";

/** `message`: everybody in it gets one. */
export type CampaignReach = { people: number; message: boolean };

/** Whom a campaign without a send is for right now; `undefined` while counting and while its conditions are unfinished. */
export function useReach(campaign: CampaignDetail): CampaignReach | undefined {
  // Counting belongs to making a campaign; whoever only reads it is not told.
  const unsent = !hasSent(campaign) && campaign.page_actions.includes("edit");
  const complete = campaign.segments.every(({ target }) => parseTarget(target).ok);
  const question = audienceQuestion(campaign.type, campaign.segments, { id: campaign.id, terms: campaign });
  const { data } = useQuery(audienceQuery(unsent && complete ? question : undefined));
  if (!unsent || !complete || data === undefined) return undefined;
  const done = campaign.segments.map((segment) => doneFor(campaign.type, segment));
  return { people: sendReach(done, data).people, message: done.every(({ types }) => types.some(isMessage)) };
}
