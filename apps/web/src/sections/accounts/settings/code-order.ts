/** Steps between two places of a list, so that most moves write one row. */
const STEP = 10;
const LAST = 10_000;

/** Where a new code goes: behind all others. */
export function placeAtEnd(items: readonly { sort_order: number }[]): number {
  return Math.min(LAST, Math.max(0, ...items.map((item) => item.sort_order)) + STEP);
}

/**
 * The rows to write so that the one at `from` moves one place up (-1) or down (1): the moved one alone where there is room,
 * else every row whose place is not its number already.
 */
export function rowsToMove<T extends { sort_order: number }>(items: readonly T[], from: number, step: 1 | -1): T[] {
  const moving = items[from];
  const to = from + step;
  if (moving === undefined || to < 0 || to >= items.length) return [];
  const order = items.filter((item) => item !== moving);
  order.splice(to, 0, moving);
  const between = middle(order[to - 1]?.sort_order, order[to + 1]?.sort_order);
  if (between !== undefined) return [{ ...moving, sort_order: between }];
  return order.flatMap((item, index) => {
    const sort_order = (index + 1) * STEP;
    return item.sort_order === sort_order ? [] : [{ ...item, sort_order }];
  });
}

function middle(before: number | undefined, after: number | undefined): number | undefined {
  if (after === undefined) return before === undefined || before + STEP > LAST ? undefined : before + STEP;
  const low = before ?? -1;
  return after - low >= 2 ? Math.floor((low + after) / 2) : undefined;
}
