import { guardNavigation } from "@okaeri/domain/auth/navigation-guard";
import { type HistoryState, useRouter } from "@tanstack/react-router";
import { appError } from "../api/app-error.ts";
import { splitLocale, withLocale } from "../i18n/locales.ts";
import type { Session } from "./session.ts";

export type SearchParams = Record<string, string | number | boolean | string[] | undefined>;

/** specification §2, guards. Undefined = go on; a path = go there instead; an error page is thrown. */
export function guardedPath(pathname: string, session: Session): string | undefined {
  const { locale, path } = splitLocale(pathname);
  const decision = guardNavigation({ path, session });
  if (decision.kind === "error") throw appError({ status: decision.status, message: decision.message });
  return decision.kind === "redirect" ? withLocale(decision.to, locale) : undefined;
}

/** Moves inside the app by plain paths such as /customers/12; locale and working account come along. */
export function useGo() {
  const router = useRouter();
  return (path: string, search: SearchParams = {}, options: { replace?: boolean; state?: HistoryState } = {}) => {
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
