import { plainPath } from "@okaeri/domain/auth/routes";
import { EVERYTHING } from "@okaeri/domain/permissions/actions";
import { heldFor } from "@okaeri/domain/permissions/can";
import { hashKey } from "@tanstack/react-query";
import { accountOf } from "../../api/account.ts";
import { queryClient } from "../../api/query-client.ts";
import { splitLocale } from "../../i18n/locales.ts";
import { ownAccountsQuery } from "../own-accounts.ts";
import { currentSession } from "../session.ts";

/** Clears the cache of the account that is left, so that none of it stays on screen; one's own accounts are the same in each. */
export const leaveAccount = () =>
  queryClient.resetQueries({ predicate: ({ queryHash }) => queryHash !== hashKey(ownAccountsQuery().queryKey) });

type Own = { id: number; parent_id: number | null };
type Search = { account_id?: number | undefined };

/** Links keep the working account. One that is not the person's own is dropped: every way out would lead back to it. */
export function keepOwnAccount<S extends Search>({ search, next }: { search: S; next: (search: S) => S }): S {
  const result = next(search);
  const { account_id } = search;
  if ("account_id" in result || !isOwn(account_id)) return result;
  return { ...result, account_id };
}

/** While one's own accounts are not known, each call of the page is checked by the server. */
function isOwn(account: unknown): boolean {
  if (typeof account !== "number") return false;
  const { data, status } = queryClient.getQueryState<{ items: Own[] }>(ownAccountsQuery().queryKey) ?? {};
  return data?.items.some(({ id }) => id === account) ?? status === "error";
}

/** Whether the person may work in the account that the address names. It may be newer than what is known of one's own. */
export async function holdsAccount(account: number | undefined): Promise<boolean> {
  if (account === undefined) return true;
  if (typeof account !== "number") return false;
  await queryClient.ensureQueryData(ownAccountsQuery()).catch(() => undefined);
  if (!isOwn(account)) await queryClient.fetchQuery({ ...ownAccountsQuery(), staleTime: 0 }).catch(() => undefined);
  return isOwn(account);
}

/** The section of a record's page, and the call that reads the record: imports and merges have calls of their own. */
function recordOf(pathname: string): { section: string; call: string } | undefined {
  const path = plainPath(splitLocale(pathname).path);
  const [page, section = ""] = /^\/(\w+)(?:\/(?:imports|inbox|merges|groups))?\/\d+(?=\/|$)/.exec(path) ?? [];
  return page === undefined ? undefined : { section, call: page.replace(/^\/customers(?=\/(imports|merges))/, "") };
}

/** As the router has read it, before a route says what it means. */
type Address = { pathname: string; search: { account_id?: unknown } };

/** Whether the address names an account that is none of one's own. */
export function namesForeignAccount({ search }: Address): boolean {
  const named = accountOf(search.account_id);
  return named !== undefined && !isOwn(named);
}

/**
 * A missing record may be in another of the person's accounts when the address names none of them, as in a colleague's link. Undefined
 * where there is nothing to look for. Each account is asked by the rules of all other calls.
 */
export function elsewhere(address: Address): (() => Promise<number | undefined>) | undefined {
  const record = recordOf(address.pathname);
  if (record === undefined) return undefined;
  const named = accountOf(address.search.account_id);
  // An address that names one's own account means it, and one that names no account at all is broken.
  if (named !== undefined && (typeof named !== "number" || isOwn(named))) return undefined;
  return async () => {
    const own = await queryClient.ensureQueryData(ownAccountsQuery()).catch(() => undefined);
    const others = own?.items.filter(({ id }) => id !== (named ?? own.default_account_id));
    return accountThatSees(record, others ?? []);
  };
}

async function accountThatSees({ section, call }: { section: string; call: string }, accounts: readonly Own[]) {
  const { permitted_page_actions: held } = await currentSession();
  const mayRead = [EVERYTHING, `${section}/read`];
  const needed = accounts.filter(({ id, parent_id }) =>
    [...heldFor(held, id), ...heldFor(held, parent_id ?? id)].some((action) => mayRead.includes(action)),
  );
  const seen = await Promise.all(
    needed.map(({ id }) =>
      fetch(`/api${call}?account_id=${id}`, { method: "HEAD" }).then(
        ({ ok }) => ok,
        () => false,
      ),
    ),
  );
  return needed.find((_, n) => seen[n])?.id;
}
