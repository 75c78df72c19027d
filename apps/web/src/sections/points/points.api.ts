import type { contract } from "@okaeri/contract/contract";
import type { ListSearch } from "@okaeri/contract/lists/list";
import { grantPointList, usePointList } from "@okaeri/contract/lists/points";
import type { ContractRouterClient } from "@orpc/contract";
import type { JsonifiedClient } from "@orpc/openapi-client";
import { keepPreviousData } from "@tanstack/react-query";
import { api } from "../../api/client.ts";
import { listInput } from "../../api/list-input.ts";
import { queryClient } from "../../api/query-client.ts";
import type { Figure } from "../../ui/fields/field-props.ts";

type Calls = JsonifiedClient<ContractRouterClient<typeof contract>>["points"];
export type Standing = Awaited<ReturnType<Calls["standing"]>>;
export type Grant = Awaited<ReturnType<Calls["grants"]>>["items"][number];
export type Use = Awaited<ReturnType<Calls["uses"]>>["items"][number];

export type GrantSearch = ListSearch<typeof grantPointList>;
export type UseSearch = ListSearch<typeof usePointList>;

export function standingQuery(id: number) {
  return api.points.standing.queryOptions({ input: { id } });
}

export function grantsQuery(id: number, search: GrantSearch) {
  return api.points.grants.queryOptions({
    input: { id, ...listInput(grantPointList, search) },
    placeholderData: keepPreviousData,
  });
}

export function usesQuery(id: number, search: UseSearch) {
  return api.points.uses.queryOptions({
    input: { id, ...listInput(usePointList, search) },
    placeholderData: keepPreviousData,
  });
}

/** After a change of a guest's points: everything that shows them asks again. */
export async function pointsChanged(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: api.points.key() }),
    queryClient.invalidateQueries({ queryKey: api.customers.key() }),
  ]);
}

/** Whole points of 1 or more, or nothing that can be booked yet. */
export function pointsOf(value: Figure): number {
  return typeof value === "number" ? value : 0;
}
