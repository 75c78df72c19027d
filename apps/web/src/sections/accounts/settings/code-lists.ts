import { api, client } from "../../../api/client.ts";
import { queryClient } from "../../../api/query-client.ts";
import type { BookingChannel, CustomerType } from "./settings.api.ts";

/** Customer types and booking channels: the same list, but that channels also know mail domains. */
export type CodeList = "types" | "channels";
export type CodeItem = CustomerType & Partial<Pick<BookingChannel, "masked_email_domains">>;
export type CodeEdit = Omit<CodeItem, "id" | "version" | "used_by">;
/** A code as it was read; null = it is new. */
export type CodePlace = { id: number; version: number } | null;

/** Steps between two places of a list, so that most moves write one row. */
const STEP = 10;
const LAST = 10_000;

export function codeListQuery(list: CodeList, id: number) {
  const input = { input: { id } };
  return list === "types"
    ? api.accountSettings.customerTypes.queryOptions(input)
    : api.accountSettings.bookingChannels.queryOptions(input);
}

/** Saves one code of an account. @throws AppError with `fields` */
export function saveCode(list: CodeList, id: number, place: CodePlace, edit: CodeEdit): Promise<CodeItem> {
  const calls = client.accountSettings;
  const { masked_email_domains = [], ...plain } = edit;
  if (list === "types") {
    return place === null
      ? calls.createCustomerType({ id, ...plain })
      : calls.updateCustomerType({ id, type_id: place.id, version: place.version, ...plain });
  }
  const whole = { ...plain, masked_email_domains };
  return place === null
    ? calls.createBookingChannel({ id, ...whole })
    : calls.updateBookingChannel({ id, channel_id: place.id, version: place.version, ...whole });
}

export function editOf({ id: _id, version: _version, used_by: _used, ...edit }: CodeItem): CodeEdit {
  return edit;
}

/** After any change: this list and what filters customers by it. */
export async function codesChanged(list: CodeList, id: number): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: codeListQuery(list, id).queryKey }),
    queryClient.invalidateQueries({ queryKey: api.customers.filters.key(), refetchType: "none" }),
  ]);
}

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
