import type { FieldProblem } from "@okaeri/contract/problems/problems";
import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { recordAudit } from "../../../audit/record-audit.ts";
import type { Tx } from "../../../database/connection.ts";
import { CallError, refuseProblems } from "../../../http/errors.ts";
import type { Jobs } from "../../../jobs/jobs.ts";
import type { Scope } from "../../../session/scope.ts";
import { countOlderStays, type PaidStays } from "../../stays/count-older-stays.ts";
import { type LockedCampaign, lockCampaign } from "../campaigns.queries.ts";
import type { CampaignEditContext } from "../save-campaign.ts";
import { addPayment, arePaid } from "./stay-payments.queries.ts";

export type PayStaysInput = { id: number; from: string; to: string; preview: boolean };

/**
 * Pays stays from before a basic campaign was switched on, or from while it was stopped: an act of its own, never a side effect. A job does
 * it, and checks the person's right again (begin-stay-payment.ts). Idempotent: requested twice, it is done once.
 * @throws CallError NOT_FOUND, WRONG_STATE (not a running basic campaign), INVALID_INPUT with `from` or `to`.
 */
export async function payStays(
  tx: Tx,
  jobs: Jobs,
  scope: Scope,
  input: PayStaysInput,
  writer: CampaignEditContext,
): Promise<PaidStays> {
  const campaign = await lockCampaign(tx, scope.accountId, input.id);
  if (!campaign) throw new CallError("NOT_FOUND");
  if (campaign.type !== "basic" || campaign.status !== "active") throw new CallError("WRONG_STATE");
  refuseProblems(problemsOf(campaign, input, writer.today));
  const period = { campaignId: input.id, from: input.from as CalendarDate, to: input.to as CalendarDate };
  const counted = await countOlderStays(tx, scope.accountId, period);
  if (input.preview) return counted;
  // Days without a stay are paid too, because a stay of theirs may still be imported. Asking for them twice changes nothing.
  const version = { ...period, campaignVersion: campaign.version };
  if (counted.stays === 0 && (await arePaid(tx, scope.accountId, version))) return counted;
  const { stays, points } = counted;
  const of = { campaignVersion: campaign.version, stays, points, userId: scope.userId, now: writer.now };
  const payment = await addPayment(tx, scope.accountId, { ...period, ...of });
  if (payment === undefined) throw new Error("an insert that returns answers one row");
  // Also for a payment that is open already: its job may have been given up, and then this starts it again.
  await jobs.add(tx, "pay-stays", { account_id: scope.accountId, stay_payment_id: payment.id });
  if (!payment.is_new) return counted;
  await recordAudit(tx, {
    actorUserId: scope.userId,
    ip: writer.ip,
    accountId: scope.accountId,
    action: "pay_stays",
    entity: "campaigns",
    entityId: input.id,
    after: { from: input.from, to: input.to, ...counted },
  });
  return counted;
}

function problemsOf(campaign: LockedCampaign, { from, to }: PayStaysInput, today: CalendarDate): FieldProblem[] {
  const { campaign_start_dt: start, campaign_end_dt: end } = campaign;
  if (to < from) return [{ path: "to", code: "before_start" }];
  if (to > today) return [{ path: "to", code: "in_future" }];
  if (start !== null && to < start) return [{ path: "to", code: "outside_period" }];
  return end !== null && from > end ? [{ path: "from", code: "outside_period" }] : [];
}
