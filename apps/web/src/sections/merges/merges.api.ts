import type { ListSearch } from "@okaeri/contract/lists/list";
import { mergeList } from "@okaeri/contract/lists/merges";
import type { Winners } from "@okaeri/domain/customers/merge-fields";
import { keepPreviousData } from "@tanstack/react-query";
import { api, type client } from "../../api/client.ts";
import { type Answer, askAgain, type ItemOf, listOptions } from "../../api/records.ts";

export type MergeCandidate = ItemOf<typeof client.merges.list>;
export type CandidateDetail = Answer<typeof client.merges.get>;
export type MergePreview = Answer<typeof client.merges.preview>;
export type Someone = NonNullable<MergeCandidate["customer"]>;
export type MergeSearch = ListSearch<typeof mergeList>;

export const mergeListQuery = (search: MergeSearch) => api.merges.list.queryOptions(listOptions(mergeList, search));

export function candidateQuery(id: number) {
  return api.merges.get.queryOptions({ input: { id } });
}

/** What the merge would do, asked anew with each choice. */
export function mergePreviewQuery(survivor_id: number, source_id: number, fields: Partial<Winners>) {
  return api.merges.preview.queryOptions({
    input: { survivor_id, source_id, fields },
    placeholderData: keepPreviousData,
  });
}

/** After a decision: whoever waits, and every customer, is asked for again. */
export function decided(): void {
  void askAgain(api.merges.key(), api.customers.key());
}
