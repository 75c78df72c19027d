import { keepPreviousData } from "@tanstack/react-query";
import { api } from "../../api/client.ts";

export const USER_SORTS = ["name", "login_id", "role", "status"] as const;

export type UserSearch = {
  page?: number | undefined;
  size?: number | undefined;
  sort?: string | undefined;
  q?: string | undefined;
};

/** The users in the person's scope, as the URL asks for them. */
export function userListQuery(search: UserSearch) {
  const { page = 1, size = 50, sort = "name", q } = search;
  return api.users.list.queryOptions({
    input: { page, size: size as 50, sort: sort as "name", ...(q ? { q } : {}) },
    placeholderData: keepPreviousData,
  });
}
