import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import type { Shape } from "../../database/form-sql.ts";
import type { CampaignTerms } from "./campaign-terms.read.ts";

// Who is left out of sends to be compared with: chosen after everything else that leaves guests out, by a number that each guest has for the
// campaign, and another for all of them; whoever was left out once is kept (docs/adr/0510).

/** `standing_control`: left out of everything that advertises. `control_group`: of one campaign. */
export const CONTROL_REASONS = ["standing_control", "control_group"] as const;
export type ControlReason = (typeof CONTROL_REASONS)[number];

/** `campaignId` null: it is not saved yet, and only how many will be left out can be told. */
export type ControlTerms = Pick<CampaignTerms, "purpose" | "controlRate" | "standingRate"> & {
  accountId: number;
  campaignId: number | null;
};

/** SQL over customers `customer`: why one who could get the campaign is left out of it; null: gets it. */
export function controlReason(shape: Shape, compared: ControlTerms): RawBuilder<ControlReason | null> {
  const { accountId, campaignId, purpose } = compared;
  const rate = (percent: number) => sql`${purpose === "service" ? 0 : percent}::int`;
  const [standing, own] = [rate(compared.standingRate), rate(compared.controlRate)];
  const isDrawn = sql<boolean>`${drawn(sql`${campaignId ?? 0}::bigint`)} < ${own}`;
  const isInGroup =
    campaignId === null
      ? isDrawn
      : sql`(${isHeld(shape, accountId, campaignId)} or ${isDrawn} and not ${wasReached(shape, accountId, campaignId)})`;
  return sql<ControlReason | null>`case
    when ${standing} > 0 and (${drawn(sql`'standing'`)} < ${standing} or ${isHeld(shape, accountId, null)}) then 'standing_control'
    when ${own} > 0 and ${isInGroup} then 'control_group' end`;
}

/** Whether one guest is left out, and why; undefined: nobody is. */
export async function controlOf(
  tx: Tx,
  compared: ControlTerms,
  customerId: number,
): Promise<ControlReason | null | undefined> {
  const { purpose, controlRate, standingRate, accountId } = compared;
  if (purpose === "service" || controlRate + standingRate === 0) return undefined;
  const { reason } = await tx.one<{ reason: ControlReason | null }>`select ${controlReason("row", compared)} as reason
    from customers customer
    where customer.account_id = ${accountId} and customer.id = ${customerId}`;
  return reason;
}

/** A number from 0 to 99 that a guest keeps for what is compared; the numbers of two comparisons say nothing of each other. */
const drawn = (compared: RawBuilder<unknown>) =>
  sql<number>`(('x' || left(md5(concat_ws('/', customer.account_id, ${compared}, customer.id)), 8))::bit(32)::bigint % 100)`;

/**
 * SQL: a row that fits is there of the customer `customer`, or of somebody merged into it: two looks by keys, for one over the ids of both
 * reads every guest. The limit holds the planner to that order; where it knows nothing of a table yet, it begins with all that fits. `row`: SQL that finds it by the columns of a customer.
 */
function ofOne(
  row: (account: RawBuilder<unknown>, id: RawBuilder<unknown>) => RawBuilder<unknown>,
): RawBuilder<boolean> {
  const merged = row(sql`merged_customer.account_id`, sql`merged_customer.id`);
  return sql<boolean>`(exists (select from ${row(sql`customer.account_id`, sql`customer.id`)})
    or exists (select from customers merged_customer
      cross join lateral (select from ${merged} limit 1) found
      where merged_customer.account_id = customer.account_id and merged_customer.merged_into = customer.id))`;
}

/** Was left out of it before. */
function isHeld(shape: Shape, accountId: number, campaignId: number | null): RawBuilder<boolean> {
  const whole =
    campaignId === null ? sql`control_guest.campaign_id is null` : sql`control_guest.campaign_id = ${campaignId}`;
  if (shape === "row")
    return ofOne(
      (account, id) => sql`control_guests control_guest
      where control_guest.account_id = ${account} and control_guest.customer_id = ${id} and ${whole}`,
    );
  return sql<boolean>`(customer.id in (select coalesce(held_customer.merged_into, held_customer.id)
    from control_guests control_guest
    join customers held_customer on held_customer.account_id = control_guest.account_id and held_customer.id = control_guest.customer_id
    where control_guest.account_id = ${accountId} and ${whole}))`;
}

/** Got something of it before, or may have: when the share was smaller, or none. */
function wasReached(shape: Shape, accountId: number, campaignId: number): RawBuilder<boolean> {
  const got = sql`target.campaign_id = ${campaignId} and target.sent_at is not null`;
  if (shape === "row")
    return ofOne(
      (account, id) => sql`push_action_targets target
      where target.account_id = ${account} and target.customer_id = ${id} and ${got}`,
    );
  return sql<boolean>`(customer.id in (select coalesce(reached_customer.merged_into, reached_customer.id)
    from push_action_targets target
    join customers reached_customer on reached_customer.account_id = target.account_id and reached_customer.id = target.customer_id
    where target.account_id = ${accountId} and ${got}))`;
}

/** Notes whom a push leaves out to be compared with: they stay left out, whatever the share becomes. */
export async function holdControl(tx: Tx, accountId: number, pushActionId: number, now: Date): Promise<void> {
  await tx.run`${held(
    sql`select target.account_id, target.campaign_id, target.customer_id, target.reason
      from push_action_targets target
      where target.account_id = ${accountId} and target.push_action_id = ${pushActionId} and target.outcome = 'skipped'`,
    now,
  )}`;
}

/**
 * SQL that notes those among rows (account_id, campaign_id, customer_id, reason) who are left out. Who is it by somebody merged into them
 * is it no more when that is undone. In the order of their numbers: two sends that are fixed at once would else deadlock.
 */
export const held = (rows: RawBuilder<unknown>, now: Date): RawBuilder<unknown> =>
  sql`insert into control_guests (account_id, campaign_id, customer_id, since)
    select r.account_id, case r.reason when 'control_group' then r.campaign_id end, r.customer_id, ${now}::timestamptz
    from (${rows}) r
    where r.reason = any(${CONTROL_REASONS}::text[]) and not exists (select from customers merged_customer
      cross join lateral (select from control_guests control_guest
        where control_guest.account_id = merged_customer.account_id and control_guest.customer_id = merged_customer.id
          and control_guest.campaign_id is not distinct from case r.reason when 'control_group' then r.campaign_id end
        limit 1) found
      where merged_customer.account_id = r.account_id and merged_customer.merged_into = r.customer_id)
    order by r.customer_id
    on conflict (account_id, customer_id, campaign_id) do nothing`;

/** SQL number over campaigns `campaign`: guests who are left out of it to be compared with. */
export const controlCount: RawBuilder<number> = sql<number>`(select
    count(distinct coalesce(held_customer.merged_into, held_customer.id))::int
  from control_guests control_guest
  join customers held_customer on held_customer.account_id = control_guest.account_id and held_customer.id = control_guest.customer_id
  where control_guest.account_id = campaign.account_id and control_guest.campaign_id = campaign.id)`;
