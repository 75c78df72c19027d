import { usableActions } from "@okaeri/domain/permissions/can";
import { recordAudit } from "../../audit/record-audit.ts";
import { todayOf } from "../../clock.ts";
import type { Tx } from "../../database/connection.ts";
import type { Binder, CallContext } from "../../http/binder.ts";
import { CallError, staleVersion } from "../../http/errors.ts";
import { addressedCustomer } from "../customers/customers.read.ts";
import { expectedGrants } from "../points/expected-points.read.ts";
import { judgedBy } from "../points/judged-by.read.ts";
import { excludeStay } from "../stays/exclude-stay.ts";
import { reservationState } from "../stays/reservation-state.ts";
import { stayPage } from "./stay-page.queries.ts";

type At = { id: number; reservation_id: number };

export function staysRoutes(os: Binder) {
  return {
    get: os.stays.get.handler(({ input, context }) => context.inScope((tx) => shown(tx, context, input))),
    setExcluded: os.stays.setExcluded.handler(({ input, context }) =>
      context.inScope(async (tx) => {
        const { scope, app, ip } = context;
        const { facility_account_id: accountId } = await found(tx, context, input);
        const ctx = { accountId: scope.accountId, userId: scope.userId, today: todayOf(app.clock) };
        const { excluded, version, reservation_id: reservationId } = input;
        const before = await excludeStay(tx, ctx, { reservationId, excluded, version });
        if (before === null) throw staleVersion("stay_reservations", reservationId);
        const after = await shown(tx, context, input);
        if (before !== after.grant_status)
          await recordAudit(tx, {
            actorUserId: scope.userId,
            ip,
            action: "update",
            entity: "stay_reservations",
            entityId: reservationId,
            accountId,
            before: { grant_status: before },
            after: { grant_status: after.grant_status },
          });
        return after;
      }),
    ),
  };
}

async function found(tx: Tx, { scope }: CallContext, at: At) {
  const id = await addressedCustomer(tx, scope, at.id);
  const row = id === undefined ? undefined : await stayPage(tx, scope, { ...at, id });
  if (!row) throw new CallError("NOT_FOUND");
  return row;
}

async function shown(tx: Tx, context: CallContext, at: At) {
  const row = await found(tx, context, at);
  const { is_no_show, facility_account_id, ...rest } = row;
  const today = todayOf(context.app.clock);
  const expected = await expectedGrants(tx, context.scope.accountId, row.customer_id, today);
  return {
    ...rest,
    expected_points: expected
      .filter((grant) => grant.reservation_id === row.id)
      .map(({ campaign_name, points, expiration_date }) => ({ campaign_name, points, expiration_date })),
    judged_by: row.stay && (await judgedBy(tx, context.scope.accountId, row.stay)),
    state: reservationState({ ...row, confirmed: row.stay !== null }, today),
    source_updated_at: row.source_updated_at?.toISOString() ?? null,
    page_actions: usableActions(context.scope.subject, "customers"),
  };
}
