import type { KindName } from "@okaeri/contract/campaigns/actions/kinds";
import { isMessage } from "@okaeri/domain/pushes/next-steps";
import { sql } from "kysely";
import type { Tx } from "../../../database/connection.ts";
import type { ActionKinds, Asking, MessageEligibility } from "../../actions/action-kind.ts";
import { standingRateOf } from "../../pushes/campaign-terms.read.ts";
import { controlReason } from "../../pushes/control.ts";
import type { Meeting } from "./meetings.ts";
import type { TriggeredAction } from "./running-triggers.ts";

/** A meeting of a forecast. `standsIn`: the guest stands in for another one, whose messages are not known. */
type Met = { action: TriggeredAction; meeting: Meeting; standsIn: boolean };

/** A segment's message tells of nothing that a forecast could know before it is given. */
const TELLS_OF_NOTHING = { tells_of: null, coupons: [] };

/**
 * Returns which of the meetings, by their places, bring their guest nothing: the guest is in a control group, the message cannot reach them,
 * or no message reaches them and benefits go to those alone whom one reaches. Two statements and one for each kind.
 */
export async function unreachedMeetings(
  tx: Tx,
  asking: Asking,
  kinds: ActionKinds,
  met: readonly Met[],
): Promise<ReadonlySet<number>> {
  const { accountId } = asking;
  if (met.length === 0) return new Set();
  const eligible = new Map<KindName, MessageEligibility>();
  for (const kind of kinds) {
    const of = await kind.eligibility?.(tx, asking);
    if (of !== undefined) eligible.set(kind.type, of);
  }
  const standingRate = await standingRateOf(tx, accountId);
  const byAction = [...Map.groupBy(met, ({ action }) => action)];
  const asked = byAction.map(([action, own], place) => {
    const { purpose, priority, mail_kind: mailKind, control_rate: controlRate, campaign_id: campaignId } = action;
    const terms = { purpose, priority, mailKind, plannedAt: asking.now, pushActionId: null };
    const eligibility = eligible.get(action.type as KindName)?.(TELLS_OF_NOTHING, terms, asking)("row");
    const control = controlReason("row", { accountId, campaignId, purpose, controlRate, standingRate });
    const ids = [...new Set(own.map(({ meeting }) => meeting.customerId))];
    return sql`select ${place}::int as place, customer.id, ${eligibility?.reason ?? sql`null::text`} as reason, ${control} as control
      from customers customer ${eligibility?.joins ?? sql``}
      where customer.account_id = ${accountId} and customer.id = any(${ids}::bigint[])`;
  });
  const rows = await tx.all<{ place: number; id: number; reason: string | null; control: string | null }>`${sql.join(
    asked,
    sql` union all `,
  )}`;
  const reasons = new Map(rows.map((row) => [`${byAction[row.place]?.[0].action_id} ${row.id}`, row]));
  const found = met.map(({ action, meeting, standsIn }) => {
    const { reason = null, control = null } = reasons.get(`${action.action_id} ${meeting.customerId}`) ?? {};
    // Stand-ins have just had the message, which says nothing of those to come.
    return control ?? (standsIn && reason === "capped" ? null : reason);
  });
  const reached = new Set(
    met.flatMap(({ action, meeting }, at) =>
      isMessage(action.type) && found[at] === null ? [occasionOf(action, meeting)] : [],
    ),
  );
  const withMessage = new Set(met.flatMap(({ action }) => (isMessage(action.type) ? [action.segment_id] : [])));
  return new Set(
    met.flatMap(({ action, meeting }, at) => {
      const waits = !isMessage(action.type) && action.benefits_to_reached && withMessage.has(action.segment_id);
      return found[at] !== null || (waits && !reached.has(occasionOf(action, meeting))) ? [at] : [];
    }),
  );
}

const occasionOf = ({ segment_id }: TriggeredAction, { customerId, metOn }: Meeting) =>
  `${segment_id} ${customerId} ${metOn}`;
