import { api, client } from "../../../api/client.ts";
import { queryClient } from "../../../api/query-client.ts";
import type { BookingChannel, CustomerType } from "./settings.api.ts";

/** Customer types and booking channels: the same list, but that channels also know mail domains. */
export type CodeListName = "types" | "channels";
export type CodeItem = CustomerType & Partial<Pick<BookingChannel, "masked_email_domains">>;
export type CodeEdit = Omit<CodeItem, "id" | "version" | "used_by">;
/** A code as it was read; null = it is new. */
export type CodePlace = { id: number; version: number } | null;

export function codeListQuery(list: CodeListName, id: number) {
  const input = { input: { id } };
  return list === "types"
    ? api.accountSettings.customerTypes.queryOptions(input)
    : api.accountSettings.bookingChannels.queryOptions(input);
}

/** Saves one code of an account. @throws AppError with `fields` */
export function saveCodeItem(list: CodeListName, id: number, place: CodePlace, edit: CodeEdit): Promise<CodeItem> {
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

export function codeEditOf({ id: _id, version: _version, used_by: _used, ...edit }: CodeItem): CodeEdit {
  return edit;
}

/** After any change: this list and what filters customers by it. */
export async function codesChanged(list: CodeListName, id: number): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: codeListQuery(list, id).queryKey }),
    queryClient.invalidateQueries({ queryKey: api.customers.filters.key(), refetchType: "none" }),
    queryClient.invalidateQueries({ queryKey: api.campaigns.conditionNames.key(), refetchType: "none" }),
  ]);
}
