import { usableActions } from "@okaeri/domain/permissions/can";
import type { App } from "../../app.ts";
import { todayOf } from "../../clock.ts";
import type { Tx } from "../../database/connection.ts";
import type { Binder, CallContext } from "../../http/binder.ts";
import { CallError } from "../../http/errors.ts";
import { addressedCustomer } from "../customers/customers.read.ts";
import { waitingGuest } from "../stays/waiting-guests.read.ts";
import { joinGuest, markSeparate, proposePair, setAside } from "./decide-candidate.ts";
import type { MergeContext } from "./merge-context.ts";
import { mergeCustomers } from "./merge-customers.ts";
import {
  alikeOfGuest,
  type CandidateRow,
  countWaiting,
  findCandidate,
  listCandidates,
  mergeOfPair,
  mergesOf,
} from "./merges.queries.ts";
import { previewMerge, proposedWinners } from "./preview-merge.ts";
import { undoMerge } from "./undo-merge.ts";

export function mergesRoutes(os: Binder) {
  const calls = os.merges;
  return {
    list: calls.list.handler(async ({ input, context }) => {
      const { rows, total } = await context.inScope((tx) => listCandidates(tx, context.scope, input));
      return { items: rows.map((row) => itemOf(row, context)), total, page: input.page, size: input.size };
    }),
    count: calls.count.handler(async ({ input, context }) => ({
      waiting: await context.inScope((tx) => countWaiting(tx, context.scope, input)),
    })),
    get: calls.get.handler(({ input, context }) => context.inScope((tx) => detailOf(tx, context, input.id))),
    propose: calls.propose.handler(({ input, context }) =>
      context.inScope(async (tx) => ({
        id: await proposePair(tx, contextOf(context), input.customer_id, input.other_customer_id),
      })),
    ),
    preview: calls.preview.handler(({ input, context }) =>
      context.inScope((tx) => previewMerge(tx, context.scope, contextOf(context), input)),
    ),
    merge: calls.merge.handler(({ input, context }) =>
      context.inScope(async (tx) => {
        const ctx = contextOf(context);
        const proposed = await proposedWinners(tx, context.scope, ctx, input.survivor_id, input.source_id);
        const merge_id = await mergeCustomers(tx, ctx, {
          survivor: { id: input.survivor_id, version: input.survivor_version },
          source: { id: input.source_id, version: input.source_version },
          winners: { ...proposed, ...input.fields },
        });
        return { merge_id, customer_id: input.survivor_id };
      }),
    ),
    undo: calls.undo.handler(({ input, context }) =>
      context.inScope(async (tx) => {
        const { survivor, source } = await undoMerge(tx, contextOf(context), input.id);
        return { survivor_id: survivor, source_id: source };
      }),
    ),
    ofCustomer: calls.ofCustomer.handler(({ input, context }) =>
      context.inScope(async (tx) => {
        const id = await addressedCustomer(tx, context.scope, input.id);
        if (id === undefined) throw new CallError("NOT_FOUND");
        const rows = await mergesOf(tx, context.scope, id);
        return { items: rows.map((row) => ({ ...row, merged_at: row.merged_at.toISOString() })) };
      }),
    ),
    markSeparate: calls.markSeparate.handler(({ input, context }) =>
      context.inScope(async (tx) => {
        await markSeparate(tx, contextOf(context), input.id);
        return { id: input.id, customer_id: null };
      }),
    ),
    join: calls.join.handler(({ input, context }) =>
      context.inScope(async (tx) => ({
        id: input.id,
        customer_id: await joinGuest(tx, contextOf(context), input.id, input.customer_id),
      })),
    ),
    createCustomer: calls.createCustomer.handler(({ input, context }) =>
      context.inScope(async (tx) => ({
        id: input.id,
        customer_id: await joinGuest(tx, contextOf(context), input.id, null),
      })),
    ),
    setAside: calls.setAside.handler(({ input, context }) =>
      context.inScope(async (tx) => {
        await setAside(tx, contextOf(context), input.id);
        return { id: input.id, customer_id: null };
      }),
    ),
  };
}

async function detailOf(tx: Tx, context: CallContext, id: number) {
  const { scope } = context;
  const row = await findCandidate(tx, scope, id);
  if (!row) throw new CallError("NOT_FOUND");
  const waiting = row.guest ? await waitingGuest(tx, scope.accountId, row.guest.id) : undefined;
  const alike = row.guest ? await alikeOfGuest(tx, scope, row.guest.id) : [];
  const merge_id =
    row.customer && row.other ? await mergeOfPair(tx, scope.accountId, row.customer.id, row.other.id) : null;
  const details = Object.entries(waiting?.details ?? {}).map(([name, value]) => [name, String(value)]);
  return { ...itemOf(row, context), details: Object.fromEntries(details), alike, merge_id };
}

/** Deciding is a matter of the whole programme. */
function itemOf(row: CandidateRow, { scope }: CallContext) {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
    page_actions: usableActions(scope.programme, "customers"),
  };
}

function contextOf({ app, ip, scope }: CallContext): MergeContext & Pick<App, "cipher"> {
  return {
    cipher: app.cipher,
    accountId: scope.accountId,
    userId: scope.userId,
    ip,
    today: todayOf(app.clock),
    now: app.clock.now(),
  };
}
