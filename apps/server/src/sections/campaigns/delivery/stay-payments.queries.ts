import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { Tx } from "../../../database/connection.ts";

export type PaymentRow = {
  id: number;
  from_on: CalendarDate;
  to_on: CalendarDate;
  state: "waiting" | "running" | "done" | "refused";
  refused_because: string | null;
  stays: number;
  points: number;
  created_by_name: string;
  created_at: Date;
};

type NewPayment = {
  campaignId: number;
  campaignVersion: number;
  from: CalendarDate;
  to: CalendarDate;
  stays: number;
  points: number;
  userId: number;
  now: Date;
};

/** An upsert of the waiting payment: a new one, or the one that is open for the same days already. */
export async function addPayment(
  tx: Tx,
  accountId: number,
  order: NewPayment,
): Promise<{ id: number; is_new: boolean } | undefined> {
  return tx.one<{
    id: number;
    is_new: boolean;
  }>`insert into stay_payments (account_id, campaign_id, campaign_version, from_on, to_on, stays, points, created_by, created_at)
    values (${accountId}, ${order.campaignId}, ${order.campaignVersion}, ${order.from}, ${order.to}, ${order.stays}, ${order.points},
      ${order.userId}, ${order.now})
    on conflict (account_id, campaign_id, from_on, to_on) where state in ('waiting', 'running') do update set finished_at = null
    returning id, xmax = 0 as is_new`;
}

export type OpenPayment = {
  campaign_id: number;
  campaign_version: number;
  from_on: CalendarDate;
  to_on: CalendarDate;
  state: "waiting" | "running";
  created_by: number;
};

/** A payment that is neither done nor refused, locked until commit. */
export async function openPayment(tx: Tx, accountId: number, id: number): Promise<OpenPayment | null> {
  const found = await tx.maybe<OpenPayment>`select campaign_id, campaign_version, from_on, to_on, state, created_by
    from stay_payments
    where account_id = ${accountId} and id = ${id} and state in ('waiting', 'running') for update`;
  return found ?? null;
}

export async function setPayment(
  tx: Tx,
  accountId: number,
  id: number,
  change: { state: "running" | "done" | "refused"; reason?: string; now: Date },
): Promise<void> {
  const finished = change.state === "running" ? null : change.now;
  await tx.run`update stay_payments
    set state = ${change.state}, refused_because = ${change.reason ?? null}, finished_at = ${finished}
    where account_id = ${accountId} and id = ${id}`;
}

/** The newest ones of a campaign. */
export async function stayPaymentsOf(tx: Tx, accountId: number, campaignId: number): Promise<PaymentRow[]> {
  return tx.all<PaymentRow>`select stay_payment.id, stay_payment.from_on, stay_payment.to_on, stay_payment.state,
      stay_payment.refused_because, stay_payment.stays, stay_payment.points, person.name as created_by_name, stay_payment.created_at
    from stay_payments stay_payment
    join users person on person.id = stay_payment.created_by
    where stay_payment.account_id = ${accountId} and stay_payment.campaign_id = ${campaignId}
    order by stay_payment.id desc limit 10`;
}

/** Whether these days were requested under this version already, and not refused. */
export async function arePaid(
  tx: Tx,
  accountId: number,
  order: { campaignId: number; campaignVersion: number; from: CalendarDate; to: CalendarDate },
): Promise<boolean> {
  const found = await tx.all`select from stay_payments
    where account_id = ${accountId} and campaign_id = ${order.campaignId}
      and campaign_version = ${order.campaignVersion} and from_on <= ${order.from}::date and to_on >= ${order.to}::date
      and state = 'done'`;
  return found.length > 0;
}
