import { problemText } from "@okaeri/contract/problems/problems";
import { programmeActions } from "@okaeri/domain/permissions/row-actions";
import { toRfmDetails } from "@okaeri/domain/rfms/score";
import { todayOf } from "../../clock.ts";
import type { Binder, CallContext } from "../../http/binder.ts";
import { CallError } from "../../http/errors.ts";
import { accountGroupsOf, closedProgrammes, type RfmAccountGroup } from "./account-group.ts";
import { groupsOf, thresholdsOf } from "./check-rfm-edit.ts";
import { movementOf } from "./movement.ts";
import { countCombinations, distributionOf, suggestThresholds } from "./preview-rfm.ts";
import { groupToCreateFor, rfmRefusalOf, withinDefinition } from "./rfm-access.ts";
import type { RfmBasis } from "./rfm-figures.ts";
import { countCustomers, type RfmGuestsSql, type RfmRow, rfmsOf, scoredCells } from "./rfms.queries.ts";
import { rfmItem } from "./rfms.rows.ts";
import { scoreOnRequest } from "./score-soon.ts";
import { createForGroup, removeForGroup } from "./share-rfm.ts";
import { updateRfm } from "./update-rfm.ts";

export function rfmsRoutes(os: Binder, guests: RfmGuestsSql) {
  const calls = os.rfms;
  return {
    list: calls.list.handler(async ({ context }) => {
      const items = await readItems(context, guests);
      return { items, total: items.length, page: 1, size: Math.max(items.length, 20) };
    }),

    candidates: calls.candidates.handler(async ({ context }) => {
      const rows = await context.inScope((tx) => rfmsOf(tx, context.scope));
      const taken = new Set(rows.map((row) => row.group_id));
      const groups = (await accountGroupsOf(context)).filter(
        (group) => !taken.has(group.id) && group.programmes.some(({ id }) => id === context.scope.accountId),
      );
      return { items: groups.map((group) => candidateItem(context, group)) };
    }),

    create: calls.create.handler(async ({ input, context }) => {
      const { group, scope } = await groupToCreateFor(context, input.group_id);
      const made = await context.app.database.inScope(scope, (tx) =>
        createForGroup(tx, writerOf(context), { ...group, ownId: context.scope.accountId }),
      );
      return readItem(context, guests, made);
    }),

    get: calls.get.handler(({ input, context }) => readItem(context, guests, input.id)),

    movement: calls.movement.handler(({ input, context }) =>
      context.reading((tx) => movementOf(tx, context.scope, guests, input, todayOf(context.app.clock))),
    ),

    preview: calls.preview.handler(({ input, context }) =>
      withinDefinition(context, input.id, "edit", async (tx, row, programmeIds) => {
        const thresholds = thresholdsOf(input);
        const groups = groupsOf(
          input,
          row.groups.map((group) => group.id),
        );
        const bases = basesOf(row.group_id, programmeIds, input);
        return distributionOf(await countCombinations(tx, bases, thresholds, todayOf(context.app.clock)), groups);
      }),
    ),

    suggest: calls.suggest.handler(({ input, context }) =>
      withinDefinition(context, input.id, "edit", async (tx, row, programmeIds) => {
        const bases = basesOf(row.group_id, programmeIds, input);
        const found = await suggestThresholds(tx, bases, todayOf(context.app.clock));
        if (!found) throw new CallError("WRONG_STATE", { because: { code: "too_few_stayed" } });
        return { details: toRfmDetails(found.thresholds), ties: found.ties };
      }),
    ),

    update: calls.update.handler(async ({ input, context }) => {
      await withinDefinition(context, input.id, "edit", (tx, _row, programmeIds) =>
        updateRfm(tx, { accountId: context.scope.accountId, programmeIds }, input, writerOf(context)),
      );
      return readItem(context, guests, input.id);
    }),

    score: calls.score.handler(async ({ input, context }) => {
      await withinDefinition(context, input.id, "edit", (tx, row, programmeIds) =>
        scoreOnRequest(tx, context, row, programmeIds),
      );
      return readItem(context, guests, input.id);
    }),

    remove: calls.remove.handler(({ input, context }) =>
      withinDefinition(context, input.id, "delete", async (tx, row, programmeIds) => {
        if (row.group_id === null) throw new CallError("WRONG_STATE", { because: { code: "rfm_is_own" } });
        await removeForGroup(tx, writerOf(context), { ...input, accountId: context.scope.accountId, programmeIds });
        return { id: input.id };
      }),
    ),
  };
}

const writerOf = ({ app, ip, scope }: CallContext) => ({
  userId: scope.userId,
  ip,
  today: todayOf(app.clock),
  now: app.clock.now(),
});

function candidateItem(context: CallContext, group: RfmAccountGroup) {
  const because = rfmRefusalOf(context, group);
  return {
    group_id: group.id,
    name: group.name,
    accounts: group.members.map(({ name }) => name),
    refusal: because ? problemText(because, context.language) : null,
  };
}

async function readItems(context: CallContext, guests: RfmGuestsSql, id?: number) {
  const { scope, signedIn } = context;
  const { rows, ...facts } = await context.inScope(async (tx) => ({
    rows: await rfmsOf(tx, scope, id),
    cells: await scoredCells(tx, scope, guests),
    customers: await countCustomers(tx, scope, guests),
    jobs: await context.app.jobs.scorings(tx, scope.accountId),
  }));
  const actions = programmeActions(scope.subject, scope.programme, "rfms");
  const groups = rows.some((row) => row.group_id !== null) ? await accountGroupsOf(context) : [];
  // What a group shares is changed with the right on all its programmes.
  const closed = (row: RfmRow, action: "edit" | "delete") =>
    groups.some((group) => group.id === row.group_id && closedProgrammes(signedIn, group, action).length > 0);
  return rows.map((row) => {
    const may = actions.filter((action) => (action === "edit" || action === "delete" ? !closed(row, action) : true));
    return rfmItem(row, facts, may);
  });
}

async function readItem(context: CallContext, guests: RfmGuestsSql, id: number) {
  const [item] = await readItems(context, guests, id);
  if (!item) throw new CallError("NOT_FOUND");
  return item;
}

type Years = { frequency_aggregation_years: number; monetary_aggregation_years: number };

function basesOf(groupId: number | null, programmeIds: readonly number[], years: Years): RfmBasis[] {
  return programmeIds.map((accountId) => ({
    accountId,
    groupId,
    frequencyYears: years.frequency_aggregation_years,
    monetaryYears: years.monetary_aggregation_years,
  }));
}
