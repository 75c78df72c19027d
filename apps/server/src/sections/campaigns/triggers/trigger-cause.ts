import type { EventCause } from "../../pushes/ports.ts";
import { dropMet, noLonger } from "./no-longer.ts";
import { TRIGGER } from "./process-trigger-events.ts";

/**
 * Triggers of campaigns, as the engine of pushes knows them: a campaign that was stopped meanwhile sends nothing. One that is over gives back
 * what belongs to a stay that came back (docs/adr/0501).
 */
export const TRIGGER_CAUSE: EventCause & { kind: string } = {
  kind: TRIGGER,
  async goesOn(tx, accountId, campaignId) {
    const found = await tx.all`select from campaigns
      where account_id = ${accountId} and id = ${campaignId} and status <> 'stopped'`;
    return found.length > 0;
  },
  noLonger: { reason: noLonger, dropped: dropMet },
};
