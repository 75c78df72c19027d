import type { EventCause } from "../../pushes/ports.ts";
import { TRIGGER } from "./meet-occasions.ts";
import { forgetMet, noLonger } from "./no-longer.ts";

/** Triggers of campaigns, as the engine of pushes knows them: a campaign that was stopped meanwhile sends nothing. */
export const TRIGGER_CAUSE: EventCause & { kind: string } = {
  kind: TRIGGER,
  async goesOn(tx, accountId, campaignId) {
    const found = await tx.all`select from campaigns
      where account_id = ${accountId} and id = ${campaignId} and status = 'active'`;
    return found.length > 0;
  },
  noLonger: { reason: noLonger, dropped: forgetMet },
};
