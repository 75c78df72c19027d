import { validateCondition } from "@okaeri/domain/segments/condition";
import { useQuery } from "@tanstack/react-query";
import { audienceQuery, type CampaignDetail } from "./campaigns.api.ts";

export type Reach = { people: number; mail: boolean };

/** Whom a campaign without a send is for right now; `undefined` while counting and while its conditions are unfinished. */
export function useReach(campaign: CampaignDetail): Reach | undefined {
  // Counting belongs to making a campaign; whoever only reads it is not told.
  const unsent = campaign.pushes.length === 0 && campaign.page_actions.includes("edit");
  const complete = campaign.segments.every(({ target }) => validateCondition(target).length === 0);
  const types = campaign.segments.map(({ actions }) => [...new Set(actions.map(({ type }) => type))]);
  const { data } = useQuery(
    audienceQuery(
      unsent && complete
        ? {
            segments: campaign.segments.map(({ target }, index) => ({
              target,
              types: types[index]?.length ? types[index] : [campaign.type === "basic" ? "point" : "mail"],
            })),
          }
        : undefined,
    ),
  );
  if (!unsent || !complete || data === undefined) return undefined;
  const mail = campaign.type !== "basic" && types.every((own) => own.length === 0 || own.includes("mail"));
  return { people: data.segments.reduce((total, one) => total + one.will_receive, 0), mail };
}
