import type { ListSearch } from "@okaeri/contract/lists/list";
import { grantPointList, usePointList } from "@okaeri/contract/lists/points";
import { api, type client } from "../../api/client.ts";
import { type Answer, askAgain, type ItemOf, listOptions, type PageSearch, turned } from "../../api/records.ts";
import type { FigureInput } from "../../ui/fields/field-props.ts";

export type GuestPointSummary = Answer<typeof client.points.standing>;
export type Grant = ItemOf<typeof client.points.grants>;
export type Use = ItemOf<typeof client.points.uses>;

export type GrantRequest = ItemOf<typeof client.points.requests>;

export type GrantSearch = ListSearch<typeof grantPointList>;
export type UseSearch = ListSearch<typeof usePointList>;

export function pointSummaryQuery(id: number) {
  return api.points.standing.queryOptions({ input: { id } });
}

export const grantsQuery = (id: number, search: GrantSearch) =>
  api.points.grants.queryOptions(listOptions(grantPointList, search, { id }));

export const usesQuery = (id: number, search: UseSearch) =>
  api.points.uses.queryOptions(listOptions(usePointList, search, { id }));

export const grantRequestsQuery = (id: number, search: PageSearch) =>
  api.points.requests.queryOptions(turned({ id }, search));

export const programmeRequestsQuery = (search: PageSearch) =>
  api.points.programmeRequests.queryOptions(turned({}, search));

/** After a change of a guest's points: everything that shows them asks again. */
export async function pointsChanged(): Promise<void> {
  await askAgain(api.points.key(), api.customers.key());
}

/** Whole points of 1 or more, or nothing that can be booked yet. */
export function pointsOf(value: FigureInput): number {
  return typeof value === "number" ? value : 0;
}
