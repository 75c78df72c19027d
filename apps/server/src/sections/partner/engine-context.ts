import { randomUUID } from "node:crypto";
import type { Language } from "@okaeri/contract/errors";
import type { Problem } from "@okaeri/contract/problems/problems";
import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { recordAudit } from "../../audit/record-audit.ts";
import type { Tx } from "../../database/connection.ts";
import { CallError } from "../../http/errors.ts";
import type { GuestAsks } from "../accounts/key-budgets.ts";

/** Which key acts, on which day and from where. */
export type EngineContext = {
  readonly accountId: number;
  readonly facilityId: number;
  /** Whose guests the key may ask about; null: the whole programme's. */
  readonly facilityIds: readonly number[] | null;
  readonly asks: GuestAsks;
  readonly partnerKeyId: number;
  readonly userId: null;
  readonly today: CalendarDate;
  readonly ip: string;
  readonly language: Language;
};

/** The ledger's own idempotency keys; the caller's key is handled before (http/idempotency.ts). */
export const ownKey = () => `partner:${randomUUID()}`;

/** The request cannot be done: 422 with every reason, and a replay gives the same answer. */
export const refused = (...reasons: readonly Problem[]) => new CallError("REFUSED", { reasons });

type Act = { action: string; entity: "use_point_cases" | "use_coupon_cases"; id: number; after: object };

/** Its line of the audit log, with the key as who did it. */
export function recordAct(tx: Tx, ctx: EngineContext, { action, entity, id: entityId, after }: Act): Promise<void> {
  const { accountId, partnerKeyId, ip, facilityId: in_account_id } = ctx;
  const what = { ...after, in_account_id };
  return recordAudit(tx, { actorUserId: null, partnerKeyId, ip, accountId, action, entity, entityId, after: what });
}
