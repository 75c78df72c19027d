import { ACTION_TYPES } from "@okaeri/domain/enumerations";
import { z } from "zod";
import { call, needsBoth } from "../../call.ts";
import { id, listOf, pageNumber, sizeOf } from "../../paging.ts";
import { conditionNode } from "../audience/condition.ts";
import { WHY_NOT } from "./why-not.ts";

/** One action of one send, or one stay that an always-on campaign paid, and what of it came to the guest. */
const item = z.object({
  key: z.string(),
  campaign_id: z.number().int(),
  campaign_name: z.string(),
  action_id: z.number().int(),
  action_type: z.enum(ACTION_TYPES),
  /** When it was sent, else the moment planned for it; of a stay its check-out day. */
  at: z.string(),
  got: z.boolean(),
  /** Null: the guest got it. */
  reason: z.enum(WHY_NOT).nullable(),
  /** A sentence. */
  detail: z.string().nullable(),
  /** Not kept, but worked out from the guest as they are now: by the conditions of then, or of today where those were not kept yet. */
  judged_by: z.enum(["then", "today"]).nullable(),
  /** Conditions that the guest does not meet, where that is what was judged. */
  unmet: z.array(conditionNode),
  /** Points that the guest got by it, less what was taken back of a stay's. */
  points: z.number().int().nullable(),
  /** Under which number the guest's messages have it. */
  guest_message_id: z.number().int().nullable(),
  /** Check-out day of the stay that was paid. */
  stay_on: z.string().nullable(),
});
export type GuestCampaign = z.output<typeof item>;

/** Why a guest got a campaign, or did not (docs/adr/0567). */
export const guestCampaigns = {
  list: call(needsBoth("customers/read", "campaigns/read"))
    .route({
      method: "GET",
      path: "/customers/{id}/campaigns",
      summary: "お客様に届いたキャンペーンと、届かなかった理由",
    })
    .input(z.object({ id, page: pageNumber, size: sizeOf, got: z.enum(["true", "false"]).optional() }))
    .output(listOf(item)),
};
