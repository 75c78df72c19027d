import { auditList } from "@okaeri/contract/lists/audit";
import type { ListSearch } from "@okaeri/contract/lists/list";
import { keepPreviousData } from "@tanstack/react-query";
import { api } from "../../api/client.ts";
import { listOptions } from "../../api/records.ts";

/** What the screen keeps in its URL. */
export type AuditSearch = ListSearch<typeof auditList>;

/** Newest first; what happened since the last look belongs to it, so nothing old is shown as if it were all. */
export function auditQuery(search: AuditSearch) {
  return api.audit.list.queryOptions({ ...listOptions(auditList, search), staleTime: 0 });
}

/** Actions and things that occur in the log. */
export function auditWordsQuery() {
  return api.audit.words.queryOptions({});
}

/** People by name or login id, for the choice of who did it. */
export function peopleQuery(q: string) {
  return api.users.list.queryOptions({
    input: { page: 1, size: 20, sort: "name", ...(q ? { q } : {}) },
    placeholderData: keepPreviousData,
  });
}

export function personQuery(id: number) {
  return api.users.get.queryOptions({ input: { id } });
}
