import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { App } from "../../../app.ts";
import { recordAudit } from "../../../audit/record-audit.ts";
import type { Tx } from "../../../database/connection.ts";
import { recheckPermission } from "../../../session/recheck-permission.ts";
import { recordRuleVersion } from "../../points/record-rule-version.ts";
import { lockCampaign } from "../campaigns.queries.ts";
import { type OpenPayment, openPayment, setPayment } from "./stay-payments.queries.ts";

type PaymentRef = { accountId: number; paymentId: number };

/**
 * Begins a payment: checks the person's right once more, and adds the paying version to the campaign's rule history. Until then nothing has
 * been granted. Afterwards the rules owe the points, even if the person loses the right, and a worker that takes the job again goes on.
 * @returns the days whose stays are to be settled; null when nothing is to be done.
 */
export async function beginStayPayment(
  app: App,
  { accountId, paymentId }: PaymentRef,
): Promise<{ from: CalendarDate; to: CalendarDate } | null> {
  const inScope = <T>(work: (tx: Tx) => Promise<T>) => app.database.inScope({ accountIds: [accountId] }, work);
  const payment = await inScope((tx) => openPayment(tx, accountId, paymentId));
  if (payment === null) return null;
  const may = await recheckPermission(app, payment.created_by, { action: "campaigns/edit", accountIds: [accountId] });
  return inScope(async (tx) => {
    // Lock order: the campaign first, as in asking, editing and stopping (no deadlock).
    const campaign = await lockCampaign(tx, accountId, payment.campaign_id);
    const open = await openPayment(tx, accountId, paymentId);
    if (open === null) return null;
    const days = { from: open.from_on, to: open.to_on };
    if (open.state === "running") return days;
    const asCounted = campaign?.status === "active" && campaign.version === open.campaign_version;
    const reason = !may ? "initiator_lost_right" : asCounted ? null : "campaign_changed";
    if (reason !== null) {
      await refuse(tx, app, { accountId, paymentId }, open, reason);
      return null;
    }
    const version = { campaignId: open.campaign_id, ...days, pays: true };
    await recordRuleVersion(tx, { accountId, userId: open.created_by }, version);
    await setPayment(tx, accountId, paymentId, { state: "running", now: app.clock.now() });
    return days;
  });
}

async function refuse(tx: Tx, app: App, { accountId, paymentId }: PaymentRef, open: OpenPayment, reason: string) {
  await setPayment(tx, accountId, paymentId, { state: "refused", reason, now: app.clock.now() });
  await recordAudit(tx, {
    actorUserId: null,
    accountId,
    action: "pay_stays_refused",
    entity: "campaigns",
    entityId: open.campaign_id,
    after: { from: open.from_on, to: open.to_on, reason },
  });
}

export function endStayPayment(app: App, { accountId, paymentId }: PaymentRef): Promise<void> {
  return app.database.inScope({ accountIds: [accountId] }, (tx) =>
    setPayment(tx, accountId, paymentId, { state: "done", now: app.clock.now() }),
  );
}
