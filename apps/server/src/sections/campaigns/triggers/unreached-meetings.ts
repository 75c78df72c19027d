import type { KindName } from "@okaeri/contract/campaigns/actions/kinds";
import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { isMessage } from "@okaeri/domain/pushes/next-steps";
import { sql } from "kysely";
import type { Tx } from "../../../database/connection.ts";
import { standingRateOf } from "../../pushes/campaign-terms.read.ts";
import { controlReason } from "../../pushes/control.ts";
import type { ActionKinds, CampaignContext, MessageEligibility } from "../actions/action-kind.ts";
import type { Meeting } from "./meetings.ts";
import { type LimitedMessage, messagesOverLimit } from "./messages-over-limit.ts";
import type { TriggeredAction } from "./running-triggers.ts";

/** A meeting of a forecast. `standsIn`: the guest stands in for another one, whose messages are not known. */
type Met = { action: TriggeredAction; meeting: Meeting; standsIn: boolean };

/** A segment's message tells of nothing that a forecast could know before it is given. */
const TELLS_OF_NOTHING = { tells_of: null, coupons: [] };

/**
 * Returns which of the meetings, by their places, bring their guest nothing: the guest is in a control group, the message cannot reach them
 * or is one too many, or no message reaches them and benefits go to those alone whom one reaches. The meetings are in the order of their
 * moments, and each is decided on its own day. Four statements and one for each kind.
 */
export async function unreachedMeetings(
  tx: Tx,
  asking: CampaignContext,
  kinds: ActionKinds,
  met: readonly Met[],
): Promise<ReadonlySet<number>> {
  const { accountId } = asking;
  if (met.length === 0) return new Set();
  const eligible = new Map<KindName, MessageEligibility>();
  for (const kind of kinds) {
    const of = await kind.delivery?.eligibility?.(tx, asking);
    if (of !== undefined) eligible.set(kind.type, of);
  }
  const standingRate = await standingRateOf(tx, accountId);
  const byAction = [...Map.groupBy(met, ({ action }) => action)];
  const asked = byAction.map(([action, own], place) => {
    const {
      purpose,
      priority,
      message_class: messageClass,
      control_rate: controlRate,
      campaign_id: campaignId,
    } = action;
    const terms = {
      purpose,
      priority,
      messageClass,
      plannedAt: asking.now,
      pushActionId: null,
      forecast: "caller" as const,
    };
    const moment = { today: sql<CalendarDate>`m.met_on`, now: asking.now };
    const eligibility = eligible.get(action.type as KindName)?.(TELLS_OF_NOTHING, terms, moment)("row");
    const control = controlReason("row", { accountId, campaignId, purpose, controlRate, standingRate });
    const ids = own.map(({ meeting }) => meeting.customerId);
    const days = own.map(({ meeting }) => meeting.metOn);
    return sql`select ${place}::int as place, customer.id, m.met_on, ${eligibility?.reason ?? sql`null::text`} as reason,
        ${control} as control
      from (select distinct u.id, u.met_on from unnest(${ids}::bigint[], ${days}::date[]) u (id, met_on)) m
      join customers customer on customer.account_id = ${accountId} and customer.id = m.id ${eligibility?.joins ?? sql``}`;
  });
  type Row = { place: number; id: number; met_on: CalendarDate; reason: string | null; control: string | null };
  const rows = await tx.all<Row>`${sql.join(asked, sql` union all `)}`;
  const reasons = new Map(rows.map((row) => [`${byAction[row.place]?.[0].action_id} ${row.id} ${row.met_on}`, row]));
  const found = met.map(({ action, meeting }) => {
    const { reason = null, control = null } =
      reasons.get(`${action.action_id} ${meeting.customerId} ${meeting.metOn}`) ?? {};
    return control ?? reason;
  });
  const messages = met.flatMap(({ action, meeting, standsIn }, at): LimitedMessage[] =>
    // Stand-ins have just had the message, which says nothing of those to come.
    !standsIn && found[at] === null && isMessage(action.type) && action.purpose === "marketing"
      ? [{ at, campaignId: action.campaign_id, customerId: meeting.customerId, plannedAt: meeting.plannedAt }]
      : [],
  );
  for (const at of await messagesOverLimit(tx, asking, messages)) found[at] = "capped";
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
