import { mayCall, usableActions } from "@okaeri/domain/permissions/can";
import { programmeActions } from "@okaeri/domain/permissions/row-actions";
import type { Definition } from "@okaeri/domain/ranks/definition";
import { todayOf } from "../../clock.ts";
import type { Tx } from "../../database/connection.ts";
import type { Paging } from "../../database/list-page.ts";
import type { Binder, CallContext } from "../../http/binder.ts";
import { CallError } from "../../http/errors.ts";
import { type AddressedCustomer, type GuestStaff, guestCalls } from "../../http/guest-calls.ts";
import { workState } from "../../jobs/account-work.ts";
import { checkDefinition, firstDay, knownTiers } from "./check-rank-edit.ts";
import { judgingOf } from "./evaluate-ranks.ts";
import { evaluateSoon } from "./evaluate-soon.ts";
import { previewRanks } from "./preview-ranks.ts";
import { progressOfGuest } from "./progress-of-guest.ts";
import { proposeRanks } from "./propose-ranks.ts";
import { endGivenRank, giveRank, undoRankByHand } from "./rank-by-hand.ts";
import { rankMonths } from "./rank-months.queries.ts";
import { rankOfGuest } from "./rank-of-guest.queries.ts";
import { type RankGuestsSql, type RankRow, ranksWithDistribution } from "./ranks.queries.ts";
import { createRank, type RankEdit, type RankEditContext, removeRank, updateRank } from "./save-rank.ts";

export function ranksRoutes(os: Binder, guests: RankGuestsSql, addressedCustomer: AddressedCustomer) {
  const calls = os.ranks;
  const guest = guestCalls(addressedCustomer);
  const guestRank = async (tx: Tx, { scope, today }: GuestStaff, id: number) => ({
    ...(await rankOfGuest(tx, scope.accountId, id, today)),
    progress: await progressOfGuest(tx, scope.accountId, id, today),
    page_actions: usableActions(scope.subject, "customers").filter((action) => ["read", "edit"].includes(action)),
  });
  const writerOf = ({ scope, ip, app }: CallContext): RankEditContext => ({
    scope,
    ip,
    guests,
    today: todayOf(app.clock),
  });
  return {
    list: calls.list.handler(({ context }) =>
      context.inScope(async (tx) => {
        const items = await itemsOf(tx, context, guests);
        return { items, total: items.length, page: 1, size: Math.max(items.length, 20) };
      }),
    ),
    get: calls.get.handler(({ input, context }) => context.inScope((tx) => itemOf(tx, context, guests, input.id))),
    suggest: calls.suggest.handler(({ input, context }) =>
      context.inScope((tx) => proposeRanks(tx, context.scope.accountId, input, todayOf(context.app.clock))),
    ),
    create: calls.create.handler(({ input, context }) =>
      context.inScope(async (tx) => itemOf(tx, context, guests, await createRank(tx, writerOf(context), input))),
    ),
    previewNew: calls.previewNew.handler(({ input, context }) =>
      context.inScope((tx) => triedOut(tx, context, null, input)),
    ),
    update: calls.update.handler(({ input, context }) =>
      context.inScope(async (tx) => {
        await updateRank(tx, writerOf(context), input);
        return itemOf(tx, context, guests, input.id);
      }),
    ),
    preview: calls.preview.handler(({ input, context }) =>
      context.inScope(async (tx) => triedOut(tx, context, await rowOf(tx, context, guests, input.id), input)),
    ),
    evaluate: calls.evaluate.handler(({ input, context }) =>
      context.inScope(async (tx) => {
        await evaluateSoon(tx, context, input.id);
        return itemOf(tx, context, guests, input.id);
      }),
    ),
    remove: calls.remove.handler(({ input, context }) =>
      context.inScope(async (tx) => {
        await removeRank(tx, writerOf(context), input);
        return { id: input.id };
      }),
    ),
    months: calls.months.handler(({ input, context }) =>
      context.reading(async (tx) => {
        const found = await rankMonths(tx, context.scope.accountId, input.id);
        if (!found) throw new CallError("NOT_FOUND");
        return found;
      }),
    ),
    ofGuest: calls.ofGuest.handler(({ input, context }) =>
      guest.ofGuest(context, input, (tx, staff, { id }) => guestRank(tx, staff, id)),
    ),
    give: calls.give.handler(({ input, context }) =>
      guest.write(context, "give_rank", input, async (tx, staff, filter) => {
        await giveRank(tx, staff, filter);
        return guestRank(tx, staff, filter.id);
      }),
    ),
    endGiven: calls.endGiven.handler(({ input, context }) =>
      guest.write(context, "end_rank", input, async (tx, staff, filter) => {
        await endGivenRank(tx, staff, filter);
        return guestRank(tx, staff, filter.id);
      }),
    ),
    undoGiven: calls.undoGiven.handler(({ input, context }) =>
      guest.write(context, "undo_rank", input, async (tx, staff, filter) => {
        await undoRankByHand(tx, staff, filter);
        return guestRank(tx, staff, filter.id);
      }),
    ),
  };
}

async function itemsOf(tx: Tx, { scope, app }: CallContext, guests: RankGuestsSql, id?: number) {
  const page_actions = programmeActions(scope.subject, scope.programme, "ranks");
  const rows = await ranksWithDistribution(tx, scope, { ...guests, today: todayOf(app.clock) }, id);
  const jobs = await app.jobs.evaluations(tx, scope.accountId);
  return rows.map(({ evaluated_at, ...row }) => ({ ...row, evaluation: workState(jobs, evaluated_at), page_actions }));
}

async function itemOf(tx: Tx, context: CallContext, guests: RankGuestsSql, id: number) {
  const [item] = await itemsOf(tx, context, guests, id);
  if (!item) throw new CallError("NOT_FOUND");
  return item;
}

async function rowOf(tx: Tx, { scope, app }: CallContext, guests: RankGuestsSql, id: number): Promise<RankRow> {
  const [row] = await ranksWithDistribution(tx, scope, { ...guests, today: todayOf(app.clock) }, id);
  if (!row) throw new CallError("NOT_FOUND");
  return row;
}

async function triedOut(tx: Tx, context: CallContext, row: RankRow | null, input: RankEdit & Paging) {
  const { scope, app } = context;
  const { page, size, valid_from, ...edit } = input;
  const day = firstDay(valid_from, todayOf(app.clock));
  checkDefinition(edit as Definition, knownTiers(row));
  const judging = row && (await judgingOf(tx, scope.accountId, row.id));
  const names = new Map(row?.details.map((tier) => [tier.id, tier.name]));
  const tried = {
    current: judging && { ...judging, names },
    edit,
    day,
    named: mayCall(scope.subject, "customers/read"),
  };
  return previewRanks(tx, scope, tried, { page, size });
}
