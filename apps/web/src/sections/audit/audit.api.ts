import { keepPreviousData } from "@tanstack/react-query";
import { api } from "../../api/client.ts";

/** What the screen keeps in its URL, named as the call names it. */
export type AuditSearch = {
  page?: number | undefined;
  size?: number | undefined;
  q?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  actor_user_id?: number | undefined;
  action?: string | undefined;
  entity?: string | undefined;
  in_account_id?: number | undefined;
  company_id?: number | undefined;
};

/** The conditions alone, without those that are not set. */
export function filtersIn(search: AuditSearch): Omit<AuditSearch, "page" | "size"> {
  const { page: _page, size: _size, ...filters } = search;
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
}

/** Newest first; what happened since the last look belongs to it, so nothing old is shown as if it were all. */
export function auditQuery(search: AuditSearch) {
  const { q, from, to, actor_user_id, action, entity, in_account_id, company_id } = search;
  const filters = filtersIn({ q, from, to, actor_user_id, action, entity, in_account_id, company_id });
  const { page = 1, size = 50 } = search;
  return api.audit.list.queryOptions({
    input: { ...filters, page, size: size as 50 },
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

/** Actions and things that occur in the log. */
export function auditWordsQuery() {
  return api.audit.words.queryOptions({});
}

export function accountChoicesQuery() {
  return api.accounts.picker.queryOptions({ staleTime: Number.POSITIVE_INFINITY });
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
