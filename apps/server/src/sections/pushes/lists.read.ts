import { MESSAGE_JOB_TYPES } from "@okaeri/domain/enumerations";
import type { ListsOf } from "@okaeri/domain/segments/lists";
import { sql } from "kysely";
import { canonicalCustomer } from "../../database/canonical-customer.ts";
import { type ListSql, perItem } from "../../database/list-sql.ts";

const { join, ...whose } = canonicalCustomer("target");

/** What conditions count of the messages to a customer `customer`. */
export const PUSH_LISTS: { [L in ListsOf<"pushes">]: ListSql<L> } = {
  messages: {
    from: sql`push_action_targets target
    ${join}
    join push_actions push on push.account_id = target.account_id and push.id = target.push_action_id`,
    where: sql<boolean>`push.channel = any(${MESSAGE_JOB_TYPES}::text[]) and target.outcome in ('sent', 'skipped', 'failed', 'unknown')`,
    ...whose,
    items: {
      campaign_id: perItem("int8", sql`push.campaign_id`),
      channel: perItem("text", sql`push.channel`),
      sent_on: perItem("date", sql`(target.sent_at at time zone 'Asia/Tokyo')::date`),
      outcome: perItem("text", sql`target.outcome`),
      opened_on: perItem("date", sql`(target.opened_at at time zone 'Asia/Tokyo')::date`),
      clicked_on: perItem("date", sql`(target.clicked_at at time zone 'Asia/Tokyo')::date`),
    },
  },
};
