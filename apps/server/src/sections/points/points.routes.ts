import { usableActions } from "@okaeri/domain/permissions/can";
import { rowAllows } from "@okaeri/domain/permissions/row-actions";
import { todayOf } from "../../clock.ts";
import type { Tx } from "../../database/connection.ts";
import type { Binder, CallContext } from "../../http/binder.ts";
import { CallError } from "../../http/errors.ts";
import { answerOnce, idempotencyKeyOf } from "../../http/idempotency.ts";
import { withDenials } from "../../http/with-denials.ts";
import type { Scope } from "../../session/scope.ts";
import { cancelByHand, grantByHand, type Staff, useByHand } from "./book-by-hand.ts";
import {
  bookableFacilities,
  bookableReservations,
  expiringOf,
  type HeldRanks,
  standingOf,
  totalsOf,
} from "./by-hand.queries.ts";
import { grantsOf, usesOf } from "./point-histories.queries.ts";
import { brokenProofs, proveLedger } from "./prove-ledger.ts";

/** What stands above points and is asked all the same: which guest in reach an address means, and who holds which rank. */
export type Guests = {
  addressedCustomer: (tx: Tx, scope: Scope, id: number) => Promise<number | undefined>;
  heldRanks: HeldRanks;
};

export function pointsRoutes(os: Binder, guests: Guests) {
  const calls = os.points;
  const { ofGuest, write } = withGuests(guests);
  return {
    standing: calls.standing.handler(({ input, context }) =>
      ofGuest(context, input, async (tx, staff, { id }) => {
        const { scope, today } = staff;
        const { rank_name, use_point_unit, min_use_point, max_use_point, balance, debt } = await standingOf(
          tx,
          scope,
          id,
          staff,
        );
        return {
          ...{ balance, debt, rank_name, use_point_unit, min_use_point, max_use_point },
          ...(await totalsOf(tx, scope.accountId, id, today)),
          expiring: await expiringOf(tx, scope.accountId, id, today),
          facilities: await bookableFacilities(tx, scope),
          reservations: await bookableReservations(tx, scope, id),
          page_actions: usableActions(scope.subject, "customers"),
        };
      }),
    ),

    grants: calls.grants.handler(({ input, context }) =>
      ofGuest(context, input, async (tx, { scope, today }, asked) => {
        const { rows, total } = await grantsOf(tx, scope, asked, today);
        const items = rows.map(({ correctable, ...row }) => ({
          ...row,
          page_actions: actionsOn(context, correctable),
        }));
        return { items, total, page: input.page, size: input.size };
      }),
    ),

    uses: calls.uses.handler(({ input, context }) =>
      ofGuest(context, input, async (tx, { scope, today }, asked) => {
        const { rows, total } = await usesOf(tx, scope, asked, today);
        const items = rows.map(({ own, ...row }) => ({
          ...row,
          page_actions: actionsOn(context, own && row.cancel_date === null),
        }));
        return { items, total, page: input.page, size: input.size };
      }),
    ),

    grant: calls.grant.handler(({ input, context }) => write(context, "grant", input, grantByHand)),
    use: calls.use.handler(({ input, context }) => write(context, "use", input, useByHand)),
    cancelUse: calls.cancelUse.handler(({ input, context }) =>
      withDenials(context, { entity: "customers/edit", entityId: input.id }, () =>
        write(context, "cancel", input, cancelByHand),
      ),
    ),

    proofs: calls.proofs.handler(async ({ context: { app, signedIn } }) => {
      const accountIds = [...new Set(signedIn.accounts.map((account) => account.programme_account_id))];
      return app.database.inScope({ accountIds }, async (tx) => {
        const found = await brokenProofs(tx, accountIds);
        // Mended meanwhile: the notice goes at once and not only after the night.
        for (const { account_id } of found) await proveLedger(tx, account_id, app.clock.now());
        const broken = found.length === 0 ? [] : await brokenProofs(tx, accountIds);
        return { broken: broken.map((each) => ({ ...each, proven_at: each.proven_at.toISOString() })) };
      });
    }),
  };
}

/** What the person may do with a row of a guest's history. */
function actionsOn({ scope }: CallContext, changeable: boolean): string[] {
  const actions = usableActions(scope.subject, "customers").filter((action) => ["read", "edit"].includes(action));
  return changeable ? actions : actions.filter((action) => !rowAllows([action], "edit"));
}

function withGuests({ addressedCustomer, heldRanks }: Guests) {
  /** Work about a guest in the person's reach; who was merged is who lives on. @throws CallError NOT_FOUND. */
  const ofGuest = <Input extends { id: number }, T>(
    context: CallContext,
    input: Input,
    work: (tx: Tx, staff: Staff, input: Input) => Promise<T>,
  ): Promise<T> => {
    const staff = { scope: context.scope, today: todayOf(context.app.clock), ip: context.ip, heldRanks };
    return context.inScope(async (tx) => {
      const id = await addressedCustomer(tx, context.scope, input.id);
      if (id === undefined) throw new CallError("NOT_FOUND");
      return work(tx, staff, { ...input, id });
    });
  };

  /** A writing call: with an Idempotency-Key it is done once, and asked again answered with the first answer. */
  const write = <Input extends { id: number }, Answer extends object>(
    context: CallContext,
    act: string,
    input: Input,
    command: (tx: Tx, staff: Staff, input: Input) => Promise<Answer>,
  ): Promise<Answer> => {
    const header = context.idempotencyKey;
    const key = header === undefined ? undefined : idempotencyKeyOf(header);
    return ofGuest(context, input, async (tx, staff, living) => {
      if (key === undefined) return command(tx, staff, living);
      const { accountId, userId } = context.scope;
      const request = { key, text: `${act}\n${JSON.stringify(input)}`, now: context.app.clock.now() };
      const answer = await answerOnce(tx, { accountId, kind: "user", id: userId }, request, async () => ({
        status: 200,
        body: await command(tx, staff, living),
      }));
      return answer.body as Answer;
    });
  };
  return { ofGuest, write };
}
