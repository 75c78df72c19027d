import { programmeActions } from "@okaeri/domain/permissions/row-actions";
import { toRfmDetails } from "@okaeri/domain/rfms/score";
import { todayOf } from "../../clock.ts";
import type { Tx } from "../../database/connection.ts";
import type { Binder, CallContext } from "../../http/binder.ts";
import { CallError } from "../../http/errors.ts";
import { groupsOf, thresholdsOf } from "./check-rfm-edit.ts";
import { countCombinations, distributionOf, suggestThresholds } from "./preview-rfm.ts";
import type { RfmBasis } from "./rfm-figures.ts";
import { countCustomers, type RfmRow, rfmsOf, scoredCells } from "./rfms.queries.ts";
import { rfmItem } from "./rfms.rows.ts";
import { updateRfm } from "./update-rfm.ts";

export function rfmsRoutes(os: Binder) {
  const calls = os.rfms;
  return {
    list: calls.list.handler(({ context }) =>
      context.inScope(async (tx) => {
        const items = await readItems(tx, context);
        return { items, total: items.length, page: 1, size: Math.max(items.length, 20) };
      }),
    ),

    get: calls.get.handler(({ input, context }) => context.inScope((tx) => readItem(tx, context, input.id))),

    preview: calls.preview.handler(({ input, context }) =>
      context.inScope(async (tx) => {
        const row = await existingRow(tx, context, input.id);
        const thresholds = thresholdsOf(input);
        const groups = groupsOf(
          input,
          row.groups.map((group) => group.id),
        );
        return distributionOf(
          await countCombinations(tx, basisOf(row, input), thresholds, todayOf(context.app.clock)),
          groups,
        );
      }),
    ),

    suggest: calls.suggest.handler(({ input, context }) =>
      context.inScope(async (tx) => {
        const row = await existingRow(tx, context, input.id);
        const thresholds = await suggestThresholds(tx, basisOf(row, input), todayOf(context.app.clock));
        if (!thresholds) throw new CallError("WRONG_STATE", { because: { code: "too_few_stayed" } });
        return { details: toRfmDetails(thresholds) };
      }),
    ),

    update: calls.update.handler(({ input, context }) =>
      context.inScope(async (tx) => {
        await existingRow(tx, context, input.id);
        const { app, ip } = context;
        await updateRfm(tx, context.scope, input, { today: todayOf(app.clock), now: app.clock.now(), ip });
        return readItem(tx, context, input.id);
      }),
    ),
  };
}

async function readItems(tx: Tx, context: CallContext, id?: number) {
  const rows = await rfmsOf(tx, context.scope, id);
  const cells = await scoredCells(tx, context.scope);
  const customers = await countCustomers(tx, context.scope);
  const { subject, programme } = context.scope;
  return rows.map((row) => rfmItem(row, cells, customers, programmeActions(subject, programme, "rfms")));
}

async function readItem(tx: Tx, context: CallContext, id: number) {
  const [item] = await readItems(tx, context, id);
  if (!item) throw new CallError("NOT_FOUND");
  return item;
}

async function existingRow(tx: Tx, context: CallContext, id: number): Promise<RfmRow> {
  const [row] = await rfmsOf(tx, context.scope, id);
  if (!row) throw new CallError("NOT_FOUND");
  return row;
}

function basisOf(
  row: RfmRow,
  years: { frequency_aggregation_years: number; monetary_aggregation_years: number },
): RfmBasis {
  return {
    accountId: row.account_id,
    groupId: row.group_id,
    frequencyYears: years.frequency_aggregation_years,
    monetaryYears: years.monetary_aggregation_years,
  };
}
