import type { ResultDimension, ResultFigure } from "@okaeri/contract/campaigns/results/result-figures";
import { ID_TEXT } from "@okaeri/contract/paging";
import { type CalendarDate, calendarDate, parseDate } from "@okaeri/domain/calendar-date";
import { VARIANTS } from "@okaeri/domain/pushes/variants";
import type { Tx } from "../../../database/connection.ts";
import type { Paging } from "../../../database/list-page.ts";
import { fieldError } from "../../../http/errors.ts";
import type { Scope } from "../../../session/scope.ts";
import { sendCounts, variantCounts } from "../../pushes/result-entries.read.ts";
import { seenBy } from "../../stays/guests.read.ts";
import type { ActionKinds } from "../actions/action-kind.ts";
import {
  entriesBehind,
  facilityNames,
  type InView,
  type ReportedAction,
  reportedActions,
  resultCells,
} from "./results.queries.ts";
import { cellsOfSends, cellsOfVariants, rowsBy, sendsThen, totalOf } from "./results.rows.ts";

export type ResultsRequest = {
  id: number;
  from?: string | undefined;
  to?: string | undefined;
  by: ResultDimension;
};

/** What came of a campaign on days of Japan (contract/campaigns/results/results.ts). @throws CallError INVALID_INPUT where the days end before they begin. */
export async function readResults(
  tx: Tx,
  kinds: ActionKinds,
  scope: Scope,
  question: ResultsRequest,
  today: CalendarDate,
) {
  const { by } = question;
  const actions = await reportedActions(tx, kinds, scope.accountId, question.id);
  const asked = askedOf(scope, question, actions);
  const sends = await sendCounts(tx, asked);
  const ofSends = by === "variant" ? cellsOfVariants(sends, await variantCounts(tx, asked)) : cellsOfSends(sends, by);
  const cells = [...ofSends, ...(await resultCells(tx, kinds, asked, by))];
  const days = cells.flatMap((cell) => [cell.first_day, cell.last_day]).toSorted();
  // Bookings may be told for days to come: over all days, everything counts.
  const to = asked.days.to ?? [today, ...days].reduce((last, day) => (day > last ? day : last));
  const from = asked.days.from ?? days[0] ?? to;
  if (to < from) throw fieldError("to", { code: "before_start" });
  const ids = by === "facility" ? cells.flatMap(({ key }) => (key === null ? [] : [Number(key)])) : [];
  const facilities = ids.length > 0 ? await facilityNames(tx, ids) : new Map<number, string>();
  return {
    from,
    to,
    sends: sendsThen(sends),
    rows: rowsBy(by, cells, { kinds, actions, facilities }),
    total: totalOf(cells),
  };
}

/** What stands behind one of these figures. @throws CallError INVALID_INPUT as above, and where `key` is none of such rows. */
export async function readResultGuests(
  tx: Tx,
  kinds: ActionKinds,
  scope: Scope,
  question: ResultsRequest & Paging & { figure: ResultFigure; key?: string | undefined },
) {
  const { by, key, figure, page, size } = question;
  if (key !== undefined && !KEYS[by](key)) throw fieldError("key", { code: "wrong_form" });
  const actions = await reportedActions(tx, kinds, scope.accountId, question.id);
  const named = key === undefined ? actions : actions.filter((action) => isIn(by, key, action));
  const narrowed = key !== undefined && (by === "day" || by === "facility" || by === "variant") ? key : null;
  const own = key !== undefined && (by === "action" || by === "variant");
  const asked = askedOf(scope, question, named);
  const { rows, total } = await entriesBehind(tx, kinds, {
    ...asked,
    page,
    size,
    figure,
    own,
    by,
    key: narrowed,
  });
  const items = rows.map(({ at, day, ...row }) => ({ ...row, at: at?.toISOString() ?? day }));
  return { items, total, page, size };
}

const isId = (text: string) => ID_TEXT.test(text);
/** Whether a text is in the form of the keys of rows that are told by this. */
const KEYS: Record<ResultDimension, (text: string) => boolean> = {
  day: (text) => parseDate(text) !== undefined,
  segment: isId,
  action: isId,
  variant: (text) => {
    const [action = "", variantName = VARIANTS[0], ...more] = text.split("-");
    return isId(action) && VARIANTS.some((one) => one === variantName) && more.length === 0;
  },
  facility: isId,
};

/** Whether what an action tells can be part of the row of this key. */
function isIn(by: ResultDimension, key: string, { id, segment_id }: ReportedAction): boolean {
  if (by === "segment") return `${segment_id}` === key;
  if (by === "variant") return `${id}` === key.split("-")[0];
  return by === "action" ? `${id}` === key : true;
}

function askedOf(scope: Scope, question: ResultsRequest, actions: readonly ReportedAction[]): InView {
  const day = (text: string | undefined) => (text === undefined ? null : calendarDate(text));
  const { from, to } = question;
  if (from !== undefined && to !== undefined && to < from) throw fieldError("to", { code: "before_start" });
  return {
    ...seenBy(scope),
    campaignId: question.id,
    actionIds: actions.map(({ id }) => id),
    days: { from: day(from), to: day(to) },
  };
}
