import type { ConditionGroup } from "@okaeri/domain/segments/condition";
import type { QueryClient } from "@tanstack/react-query";
import {
  createRootRouteWithContext,
  notFound,
  Outlet,
  redirect,
  rootRouteId,
  useRouterState,
} from "@tanstack/react-router";
import { useEffect } from "react";
import * as v from "valibot";
import { workIn } from "../api/account.ts";
import { loadWords, speakLanguageOf } from "../i18n/i18n.ts";
import { splitLocale } from "../i18n/locales.ts";
import { failStart, useFatalError } from "../shell/errors/app-failure.ts";
import { FullPageError, FullPageNotFound } from "../shell/errors/FullPageError.tsx";
import { guardedPath } from "../shell/navigation.ts";
import { holdsAccount, keepOwnAccount, leaveAccount } from "../shell/router/working-account.ts";
import { currentSession, isSignedIn } from "../shell/session.ts";
import { accountInSearch } from "./-list-search.ts";

/** The one page that must stay small (docs/adr/0090). */
const isSignIn = (pathname: string) => splitLocale(pathname).path === "/login";

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  validateSearch: v.object({ account_id: accountInSearch }),
  search: { middlewares: [keepOwnAccount] },
  beforeLoad: async ({ location, search, preload }) => {
    // Before anything is said: the guard's messages are in the language of the address.
    if (!preload) await speakLanguageOf(location.pathname);
    // specification §2: the global navigation guard, before every page. Beside it come the words of the parts that pages are made of;
    // the sign-in page has none of them.
    const [session] = await Promise.all([
      currentSession().catch((error: unknown) => {
        failStart(error);
        throw error;
      }),
      isSignIn(location.pathname) ? undefined : loadWords("ui"),
    ]);
    // Asked before anything of the page, or each would say in its own way that nothing of this account is to be seen.
    const foreign = isSignedIn(session) && !session.pwdUpdateRequired && !(await holdsAccount(search.account_id));
    const instead = guardedPath(location, session);
    if (instead !== undefined && instead !== location.pathname) {
      throw redirect({ to: instead, search: {}, replace: true, state: { returnTo: location.href } });
    }
    if (foreign) throw notFound({ routeId: rootRouteId });
    if (!preload && workIn(search.account_id)) await leaveAccount();
  },
  component: Root,
  errorComponent: ({ error }) => <FullPageError error={error} />,
  notFoundComponent: FullPageNotFound,
});

function Root() {
  const failure = useFatalError();
  const other = useRouterState({ select: ({ resolvedLocation: at }) => at !== undefined && !isSignIn(at.pathname) });
  useEffect(() => {
    // Kanji of names and of all other words: wanted on every page, but never before the page itself. Another font serves as well.
    if (other) import("fonts:rest").catch(() => undefined);
  }, [other]);
  return failure === undefined ? <Outlet /> : <FullPageError error={failure} />;
}

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** Where the person wanted to go when sign-in came between. */
    returnTo?: string;
    /** Who was there; somebody else starts at the top. */
    returnFor?: string;
    /** Whom a new campaign is for, as the list of customers says it. */
    target?: ConditionGroup;
    /** A list was opened from the menu: with the view that its person wants there. */
    fromMenu?: boolean;
  }
}
