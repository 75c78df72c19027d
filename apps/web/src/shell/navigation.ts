import { guardNavigation } from "@okaeri/domain/auth/navigation-guard";
import { isRouteId, plainPath } from "@okaeri/domain/auth/routes";
import { isClient } from "@okaeri/domain/permissions/roles";
import { type HistoryState, notFound, rootRouteId, useRouter } from "@tanstack/react-router";
import { splitLocale, withLocale } from "../i18n/locales.ts";
import type { RowLink } from "../ui/table-props.ts";
import { isSignedIn, type Session } from "./session.ts";

export type SearchParams = Record<string, string | number | boolean | string[] | undefined>;

type Address = { pathname: string; searchStr: string };

function decisionFor({ pathname, searchStr }: Address, session: Session, rowActions?: readonly string[]) {
  const { path } = splitLocale(pathname);
  const accountId = new URLSearchParams(searchStr).getAll("account_id").join() || undefined;
  return guardNavigation({ path, session, accountId, rowActions });
}

/** specification §2, guards: where to go instead. Page-not-found is the router's own answer; what is forbidden is asked beside it. */
export function guardedPath(address: Address, session: Session): string | undefined {
  const decision = decisionFor(address, session);
  if (decision.kind === "error" && decision.status === 404) throw notFound({ routeId: rootRouteId });
  return decision.kind === "redirect" ? withLocale(decision.to, splitLocale(address.pathname).locale) : undefined;
}

/** specification §2, "Forbidden when". `rowActions`: page_actions of the row an edit page shows, once it is known. */
export function isForbidden(address: Address, session: Session, rowActions?: readonly string[]): boolean {
  const decision = decisionFor(address, session, rowActions);
  return decision.kind === "error" && decision.status === 403;
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
