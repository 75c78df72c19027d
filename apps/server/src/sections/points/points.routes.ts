import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { usableActions } from "@okaeri/domain/permissions/can";
import { todayOf } from "../../clock.ts";
import type { Tx } from "../../database/connection.ts";
import type { Binder, CallContext } from "../../http/binder.ts";
import { type AddressedCustomer, guestCalls, historyActions } from "../../http/guest-calls.ts";
import { withDenials } from "../../http/with-denials.ts";
import type { Scope } from "../../session/scope.ts";
import { balanceAndLimits, type HeldRanks, type JudgeByPoints } from "./balance-and-limits.read.ts";
import { cancelPointsByHand, grantByHand, previewGrant, usePointsByHand } from "./book-by-hand.ts";
import { type BookableReservation, bookableReservations } from "./bookable.read.ts";
import { bookableFacilities, expiringOf, pointTotalsOf } from "./by-hand.queries.ts";
import { type ExpectedGrant, expectedGrants } from "./expected-points.read.ts";
import { grantsOf } from "./grant-history.queries.ts";
import { approvalAbove, requestsPage } from "./grant-requests.queries.ts";
import { approveRequest, rejectRequest, requesterMay, requestGrant } from "./grant-requests.ts";
import { payablesOf } from "./paid-bookings.ts";
import { brokenProofs, proveLedger } from "./prove-ledger.ts";
import { pointUsesOf } from "./use-history.queries.ts";

/**
 * Passed in, because points may not import the sections above them: which guest in reach an address means, who holds which rank, and who
 * rises.
 */
export type Guests = { addressedCustomer: AddressedCustomer; heldRanks: HeldRanks; judgeByPoints: JudgeByPoints };

async function withPayable(tx: Tx, { accountId }: Scope, reservations: readonly BookableReservation[]) {
  const bookings = reservations.map(({ facility_account_id: facilityId, original_reservation_code: code }) => ({
    facilityId,
    code,
  }));
  const payables = await payablesOf(tx, accountId, bookings);
  return reservations.map((one, index) => ({ ...one, payable: payables[index]?.payable ?? null }));
}

function expectedSum(grants: readonly ExpectedGrant[]) {
  const points = grants.reduce((sum, grant) => sum + grant.points, 0);
  return { points, reservations: new Set(grants.map((grant) => grant.reservation_id)).size };
}

async function requestsOf(
  tx: Tx,
  { scope }: CallContext,
  asked: Parameters<typeof requestsPage>[2],
  today: CalendarDate,
) {
  const { rows, total } = await requestsPage(tx, scope, asked, today);
  const mayDecide = usableActions(scope.programme, "customers").includes("edit");
  const items = rows.map(({ own, ...row }) => ({
    ...row,
    own,
    page_actions: mayDecide && !own && row.state === "waiting" ? ["read", "edit"] : ["read"],
  }));
  return { items, total, page: asked.page, size: asked.size };
}

/** Does the work and takes all of it back; returns what the work kept. */
async function rolledBack<T>(work: (keep: (answer: T) => never) => Promise<never>): Promise<T> {
  const undone = new Error("rolled back");
  const answers: T[] = [];
  try {
    return await work((answer) => {
      answers.push(answer);
      throw undone;
    });
  } catch (error) {
    const [answer] = answers;
    if (error === undone && answer !== undefined) return answer;
    throw error;
  }
}

export function pointsRoutes(os: Binder, { addressedCustomer, heldRanks, judgeByPoints }: Guests) {
  const calls = os.points;
  const { ofGuest, write } = guestCalls(addressedCustomer);
  return {
    standing: calls.standing.handler(({ input, context }) =>
      ofGuest(context, input, async (tx, staff, { id }) => {
        const { scope, today } = staff;
        const { rank_name, use_point_unit, min_use_point, max_use_point, balance, debt } = await balanceAndLimits(
          tx,
          scope,
          id,
          { today, heldRanks },
        );
        return {
          balance,
          debt,
          rank_name,
          use_point_unit,
          min_use_point,
          max_use_point,
          ...(await pointTotalsOf(tx, scope.accountId, id, today)),
          expected: expectedSum(await expectedGrants(tx, scope.accountId, id, today)),
          expiring: await expiringOf(tx, scope.accountId, id, today),
          facilities: await bookableFacilities(tx, scope, { customerId: id, today }),
          reservations: await withPayable(tx, scope, await bookableReservations(tx, scope, id)),
          approval_above: await approvalAbove(tx, scope.accountId),
          today,
          page_actions: usableActions(scope.subject, "customers"),
        };
      }),
    ),

    grants: calls.grants.handler(({ input, context }) =>
      ofGuest(context, input, async (tx, { scope, today }, filter) => {
        const { rows, total } = await grantsOf(tx, scope, filter, today);
        const items = rows.map(({ correctable, ...row }) => ({
          ...row,
          page_actions: historyActions(context, correctable),
        }));
        return { items, total, page: input.page, size: input.size };
      }),
    ),

    uses: calls.uses.handler(({ input, context }) =>
      ofGuest(context, input, async (tx, { scope, today }, filter) => {
        const { rows, total } = await pointUsesOf(tx, scope, filter, today);
        const items = rows.map(({ own, ...row }) => ({
          ...row,
          page_actions: historyActions(context, own && row.cancel_date === null),
        }));
        return { items, total, page: input.page, size: input.size };
      }),
    ),

    grant: calls.grant.handler(({ input, context }) =>
      write(context, "grant", input, (tx, staff, filter) =>
        grantByHand(tx, { ...staff, heldRanks, judgeByPoints, requestGrant, now: context.app.clock.now() }, filter),
      ),
    ),
    previewGrant: calls.previewGrant.handler(({ input, context }) =>
      rolledBack((keep) =>
        ofGuest(context, input, async (tx, staff, filter) =>
          keep(await previewGrant(tx, { ...staff, heldRanks, judgeByPoints }, filter)),
        ),
      ),
    ),
    requests: calls.requests.handler(({ input, context }) =>
      ofGuest(context, input, (tx, { today }, { id, page, size }) =>
        requestsOf(tx, context, { customerId: id, page, size }, today),
      ),
    ),
    programmeRequests: calls.programmeRequests.handler(({ input, context }) =>
      context.inScope((tx) => requestsOf(tx, context, { customerId: null, ...input }, todayOf(context.app.clock))),
    ),
    approveRequest: calls.approveRequest.handler(({ input, context }) =>
      withDenials(context, { entity: "customers/edit", entityId: input.id }, async () => {
        const now = context.app.clock.now();
        const may = await requesterMay(context.app, context.scope, input.request_id);
        return write(context, "approve", input, (tx, staff, filter) =>
          approveRequest(tx, { ...staff, heldRanks, judgeByPoints, now, requesterMay: may }, filter),
        );
      }),
    ),
    rejectRequest: calls.rejectRequest.handler(({ input, context }) =>
      withDenials(context, { entity: "customers/edit", entityId: input.id }, () =>
        write(context, "reject", input, (tx, staff, filter) =>
          rejectRequest(tx, { ...staff, heldRanks, now: context.app.clock.now() }, filter),
        ),
      ),
    ),
    use: calls.use.handler(({ input, context }) =>
      write(context, "use", input, (tx, staff, filter) => usePointsByHand(tx, { ...staff, heldRanks }, filter)),
    ),
    cancelUse: calls.cancelUse.handler(({ input, context }) =>
      withDenials(context, { entity: "customers/edit", entityId: input.id }, () =>
        write(context, "cancel", input, (tx, staff, filter) => cancelPointsByHand(tx, { ...staff, heldRanks }, filter)),
      ),
    ),

    proofs: calls.proofs.handler(async ({ context: { app, signedIn } }) => {
      const accountIds = [...new Set(signedIn.accounts.map((account) => account.programme_account_id))];
      return app.database.inScope({ accountIds }, async (tx) => {
        const found = await brokenProofs(tx, accountIds);
        // Mended meanwhile: the notice disappears at once, not after the night.
        for (const { account_id, customer_ids: again } of found) {
          const proof = {
            now: app.clock.now(),
            today: todayOf(app.clock),
            settled: !(await app.jobs.settling(tx, account_id)),
          };
          await proveLedger(tx, account_id, { ...proof, again });
        }
        const broken = found.length === 0 ? [] : await brokenProofs(tx, accountIds);
        return { broken: broken.map((each) => ({ ...each, proven_at: each.proven_at.toISOString() })) };
      });
    }),
  };
}
