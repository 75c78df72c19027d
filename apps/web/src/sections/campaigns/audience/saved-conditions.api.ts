import { api, type client } from "../../../api/client.ts";
import { queryClient } from "../../../api/query-client.ts";
import type { Answer } from "../../../api/records.ts";

type All = Answer<typeof client.savedConditions.list>;
export type SavedCondition = All["items"][number];

/** Cached for a minute. A segment can do without them: they are left out when they fail to load. */
export function savedConditionsQuery() {
  return api.savedConditions.list.queryOptions({ staleTime: 60_000, throwOnError: false });
}

/** Every change answers all of them. */
export function savedConditionsChanged(answer: All): void {
  queryClient.setQueryData(savedConditionsQuery().queryKey, answer);
}
