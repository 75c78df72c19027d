import { type PointDetail, point } from "@okaeri/contract/campaigns/actions/point/point";
import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { pointCounts } from "@okaeri/domain/campaigns/actions/point/point";
import { expirationErrors, expiresOn } from "@okaeri/domain/points/expiry";
import { sql } from "kysely";
import { countRevocableGrants, revokeGrants } from "../../../points/revoke-grants.ts";
import type { ActionEstimate, ActionKind, ReviewedPlace } from "../action-kind.ts";
import { expiredForAll } from "./expired-for-all.ts";
import { pointChannel } from "./point-channel.ts";
import { pointResults } from "./point-results.ts";
import { pointFingerprint, pointOfAction, removePoints, writePoint } from "./write-point.ts";

/** Points as an action of a campaign: granted with each stay, or once by a send. */
export const pointAction: ActionKind<PointDetail> = {
  type: "point",
  counts: pointCounts,
  rule: point.rule,
  content: {
    missing: async (tx, asking, actions, { next, type }) =>
      // A basic campaign grants points for each stay, so expiry is checked per stay.
      next === "start" && type !== "basic" ? expiredForAll(tx, asking, actions) : actions.map(() => []),
    read: pointOfAction,
    write: writePoint,
    // Stays of past days are judged by the rules of those days, which name their actions.
    inUse: sql<boolean>`(exists (select from grant_points point_grant
        where point_grant.account_id = action.account_id
          and point_grant.action_id = action.id)
      or exists (select from campaign_segments segment
        join campaign_rule_versions rule_version on rule_version.account_id = segment.account_id
          and rule_version.campaign_id = segment.campaign_id
        where segment.account_id = action.account_id and segment.id = action.campaign_segment_id))`,
    purge: removePoints,
    approvalFingerprint: pointFingerprint,
  },
  review: async (_tx, _asking, actions, { type }) => actions.map((action) => estimateOf(action, type !== "basic")),
  delivery: {
    channel: (app) => pointChannel(app),
    results: pointResults,
  },
  revocation: {
    isLeft: (push, _detail, reversed) => push.points_granted > reversed,
    count: countRevocableGrants,
    revoke: async (tx, ctx, { benefits, ...from }) => ({
      ...(await revokeGrants(tx, ctx, { pushes: benefits, ...from })),
      coupons: 0,
      remainingFrom: [],
    }),
  },
};

/** What the points come to. `sent`: granted once to all, and not with each stay. */
function estimateOf({ detail, counted, given }: ReviewedPlace<PointDetail>, sent: boolean): ActionEstimate {
  const { grant_absolute: each, expiration_type } = detail;
  const rule = { ...detail, expiration_date: detail.expiration_date as CalendarDate | null };
  // Counted from the last stay, from each grant or from a trigger's day, it is another day for each guest.
  const isCounted = expiration_type === "days_from_grant" && sent && given.because !== "trigger";
  const hasOneDay = (expiration_type === "date" || isCounted) && expirationErrors(rule).length === 0;
  return {
    total: sent && each !== null ? each * pointCounts.reaches(counted) : null,
    until: hasOneDay ? expiresOn(rule, given.on, null) : null,
    countedFrom: hasOneDay && isCounted ? given : null,
    endless: expiration_type === "none",
    cautions: expiration_type === "none" ? [{ path: "expiration_type", code: "points_endless" }] : [],
  };
}
