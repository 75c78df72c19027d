import type { contract } from "@okaeri/contract/contract";
import type { ListSearch } from "@okaeri/contract/lists/list";
import { mergeList } from "@okaeri/contract/lists/merges";
import type { Winners } from "@okaeri/domain/customers/merge-fields";
import type { ContractRouterClient } from "@orpc/contract";
import type { JsonifiedClient } from "@orpc/openapi-client";
import { keepPreviousData } from "@tanstack/react-query";
import { api } from "../../api/client.ts";
import { listInput } from "../../api/list-input.ts";
import { queryClient } from "../../api/query-client.ts";

type Calls = JsonifiedClient<ContractRouterClient<typeof contract>>["merges"];
export type Candidate = Awaited<ReturnType<Calls["list"]>>["items"][number];
export type CandidateDetail = Awaited<ReturnType<Calls["get"]>>;
export type MergePreview = Awaited<ReturnType<Calls["preview"]>>;
export type Someone = NonNullable<Candidate["customer"]>;
export type MergeSearch = ListSearch<typeof mergeList>;

export function mergeListQuery(search: MergeSearch) {
  return api.merges.list.queryOptions({ input: listInput(mergeList, search), placeholderData: keepPreviousData });
}

export function candidateQuery(id: number) {
  return api.merges.get.queryOptions({ input: { id } });
}

/** What the merge would do, asked anew with each choice. */
export function previewQuery(survivor_id: number, source_id: number, fields: Partial<Winners>) {
  return api.merges.preview.queryOptions({
    input: { survivor_id, source_id, fields },
    placeholderData: keepPreviousData,
  });
}

/** After a decision: whoever waits, and every customer, is asked for again. */
export function decided(): void {
  for (const queryKey of [api.merges.key(), api.customers.key()]) void queryClient.invalidateQueries({ queryKey });
}
