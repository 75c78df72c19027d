import { sql } from "kysely";
import type { App } from "../../../../app.ts";
import { todayOf } from "../../../../clock.ts";
import { lockProgramme } from "../../../../database/lock-programme.ts";
import { type ActionGrantResult, grantActionPoints } from "../../../points/grant-points.ts";
import { type Channel, campaignOf, type DeliveredInside, recipientOf } from "../../../pushes/ports.ts";

/** Everybody is eligible. Only a guest who really has the points counts as reached. */
export function pointChannel(app: Pick<App, "clock">): Channel {
  const everybody = { joins: sql``, reason: sql<null>`null::text` };
  return {
    eligibility: async () => () => everybody,
    open: async (opening, push) => {
      const { campaignId, campaignActionId: actionId } = campaignOf(push);
      const named = await opening.maybe<{ name: string }>`select name
        from campaigns
        where account_id = ${push.accountId} and id = ${campaignId}`;
      const remarks = named?.name ?? "";
      return {
        kind: "inside",
        size: 500,
        lock: (tx) => lockProgramme(tx, push.accountId),
        refused: "grant_refused",
        recheckAtSend: () => ({ ...everybody, columns: sql`null as nothing_else` }),
        async deliver(tx, recipients) {
          const { accountId } = push;
          const results = await grantActionPoints(
            tx,
            { accountId, today: todayOf(app.clock), userId: null },
            {
              actionId,
              campaignId,
              facilityAccountId: accountId,
              recipients: recipients.map(recipientOf),
              remarks,
            },
          );
          return results.map(outcomeOf);
        },
      };
    },
  };
}

function outcomeOf({ customer_id, push_action_id, result, points }: ActionGrantResult): DeliveredInside {
  const recipient = { pushActionId: push_action_id, customerId: customer_id };
  if (result === "granted") return { ...recipient, outcome: "sent", reason: null, grantedPoints: points };
  // Points that would already have expired are not granted.
  if (result === "expired_at_once") return { ...recipient, outcome: "skipped", reason: result, grantedPoints: null };
  return { ...recipient, outcome: "failed", reason: "grant_refused", grantedPoints: null };
}
