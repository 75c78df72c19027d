import type { GuestCampaign } from "@okaeri/contract/campaigns/delivery/guest-campaigns";
import { GUEST_CAMPAIGN_DAYS } from "@okaeri/contract/campaigns/delivery/why-not";
import { addDays } from "@okaeri/domain/calendar-date";
import { todayOf } from "../../../clock.ts";
import type { Binder } from "../../../http/binder.ts";
import { CallError } from "../../../http/errors.ts";
import { daysBefore } from "../../../jobs/terms.ts";
import { addressedCustomer } from "../../customers/customers.read.ts";
import { explainCampaigns } from "./explain-campaigns.ts";
import { campaignsOfGuest, eventsOfGuest, type GuestCampaignRow, guestWithMerged } from "./guest-campaigns.queries.ts";

/** Why a guest got campaigns or did not (docs/adr/0567). Of one who was merged: the survivor's. */
export function guestCampaignsRoutes(os: Binder) {
  return {
    list: os.guestCampaigns.list.handler(({ input: { page, size, got, id: asked }, context }) =>
      context.inScope(async (tx) => {
        const { scope, app, language } = context;
        const { accountId } = scope;
        const id = await addressedCustomer(tx, scope, asked);
        if (id === undefined) throw new CallError("NOT_FOUND");
        const moment = { today: todayOf(app.clock), now: app.clock.now() };
        const since = daysBefore(moment.now, GUEST_CAMPAIGN_DAYS);
        const guest = await guestWithMerged(tx, accountId, id);
        const { rows, total } = await campaignsOfGuest(tx, accountId, guest, {
          made: await eventsOfGuest(tx, accountId, guest, since),
          since,
          sinceDay: addDays(moment.today, -GUEST_CAMPAIGN_DAYS),
          got: got === undefined ? undefined : got === "true",
          page,
          size,
        });
        const whys = await explainCampaigns(tx, { accountId, guest, moment, language }, rows);
        return { items: rows.map((row, at) => ({ ...itemOf(row), ...whys[at]! })), total, page, size };
      }),
    ),
  };
}

function itemOf(row: GuestCampaignRow): Omit<GuestCampaign, "reason" | "detail" | "judged_by" | "unmet"> {
  return {
    key: row.push_action_id === null ? `stay-${row.stay_id}-${row.action_id}` : `push-${row.push_action_id}`,
    campaign_id: row.campaign_id,
    campaign_name: row.campaign_name,
    action_id: row.action_id,
    action_type: row.action_type,
    at: row.at.toISOString(),
    got: row.outcome === "sent",
    points: row.points,
    guest_message_id: row.guest_message_id,
    stay_on: row.stay_on,
  };
}
