import { guardNavigation } from "@okaeri/domain/auth/navigation-guard";
import { isRouteId, plainPath } from "@okaeri/domain/auth/routes";
import { isClient } from "@okaeri/domain/permissions/roles";
import { type HistoryState, useRouter } from "@tanstack/react-router";
import { appError } from "../api/app-error.ts";
import { splitLocale, withLocale } from "../i18n/locales.ts";
import type { RowLink } from "../ui/DataTable.tsx";
import { isSignedIn, type Session } from "./session.ts";

export type SearchParams = Record<string, string | number | boolean | string[] | undefined>;

/**
 * specification §2, guards. Undefined = go on; a path = go there instead; an error page is thrown.
 * `rowActions`: page_actions of the row an edit page shows, once it is known.
 */
export function guardedPath(
  { pathname, searchStr }: { pathname: string; searchStr: string },
  session: Session,
  rowActions?: readonly string[] | undefined,
): string | undefined {
  const { locale, path } = splitLocale(pathname);
  const accountId = new URLSearchParams(searchStr).getAll("account_id").join() || undefined;
  const decision = guardNavigation({ path, session, accountId, rowActions });
  if (decision.kind === "error") throw appError({ status: decision.status, message: decision.message });
  return decision.kind === "redirect" ? withLocale(decision.to, locale) : undefined;
}

/**
 * The account whose edit page client staff ask for: they come to it through its row's actions alone (product §1), so the
 * guard cannot decide without them.
 */
export function accountToAsk(pathname: string, session: Session): number | undefined {
  if (!isSignedIn(session) || session.pwdUpdateRequired || session.role === null || !isClient(session.role)) return;
  const id = /^\/accounts\/([^/]+)\/edit$/.exec(plainPath(splitLocale(pathname).path))?.[1];
  return id !== undefined && isRouteId(id) ? Number(id) : undefined;
}

/** Moves inside the app by plain paths such as /customers/12; locale and working account come along. */
export function useGo() {
  const router = useRouter();
  return (
    path: string,
    search: SearchParams = {},
    options: { replace?: boolean; state?: HistoryState; ignoreBlocker?: boolean } = {},
  ) => {
    const { locale } = splitLocale(router.state.location.pathname);
    return router.navigate({ to: withLocale(path, locale), search: search as never, ...options });
  };
}

/** The address a path has in the browser, for links outside the router (table rows, new tabs). */
export function useHref() {
  const router = useRouter();
  return (path: string, search: SearchParams = {}) => {
    const { locale } = splitLocale(router.state.location.pathname);
    return router.buildLocation({ to: withLocale(path, locale), search: search as never }).href;
  };
}

/** Where the rows of a table lead. */
export function useRowLink() {
  const go = useGo();
  const href = useHref();
  return <Row>(path: (row: Row) => string): RowLink<Row> => ({
    href: (row) => href(path(row)),
    open: (row) => void go(path(row)),
  });
}
