import { matchRoute } from "@okaeri/domain/auth/routes";
import { CLIENT_SECTIONS, type Section } from "@okaeri/domain/permissions/actions";
import { createFileRoute, Outlet, useLocation } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { api } from "../../api/client.ts";
import { loadWords } from "../../i18n/i18n.ts";
import { splitLocale } from "../../i18n/locales.ts";
import { ClientChooser } from "../../sections/clients/ClientChooser.tsx";
import { useNotFound } from "../../shell/errors/app-failure.ts";
import { InAppError } from "../../shell/errors/ErrorDisplay.tsx";
import { Forbidden } from "../../shell/errors/Forbidden.tsx";
import { AppFrame } from "../../shell/frame/AppFrame.tsx";
import { accountToAsk, isForbidden } from "../../shell/navigation.ts";
import { asksForClient } from "../../shell/router/client-choice.ts";
import { insteadOfPage } from "../../shell/router/instead-of-page.ts";
import { currentSession } from "../../shell/session.ts";
import { useMay } from "../../shell/use-may.ts";

/** Pages with header, menu and footer. */
export const Route = createFileRoute("/{-$locale}/_app")({
  beforeLoad: async ({ context, location, search }) => {
    try {
      const session = await currentSession();
      const accountId = accountToAsk(location.pathname, session);
      const row =
        accountId === undefined
          ? undefined
          : await context.queryClient.ensureQueryData(api.accounts.get.queryOptions({ input: { id: accountId } }));
      if (isForbidden(location, session, row?.page_actions)) throw insteadOfPage("forbidden");
      if (search.account_id === undefined && asksForClient(location.pathname, session))
        throw insteadOfPage("client_choice");
    } catch (instead) {
      // The router does not run the loader below when this throws. The page shown instead needs the same words.
      await loadWords("signedIn");
      throw instead;
    }
  },
  // Not with the frame but before it: the words of all pages come beside frame and page, whichever page is the first.
  codeSplitGroupings: [["component", "errorComponent", "notFoundComponent"]],
  loader: () => loadWords("signedIn"),
  component: Framed,
  notFoundComponent: ({ data }) => <AppFrame>{data === "client_choice" ? <ClientChooser /> : <Forbidden />}</AppFrame>,
  errorComponent: ({ error }) => (
    <AppFrame>
      <InAppError error={error} />
    </AppFrame>
  ),
});

function Framed() {
  const gone = useNotFound();
  const section = useLocation({
    select: ({ pathname }) => {
      const route = matchRoute(splitLocale(pathname).path);
      // What the menu leads to and greys out; clients and accounts are reached by row rules as well (product §1).
      return CLIENT_SECTIONS.find((one) => one === route?.section && route.pattern === `/${one}`);
    },
  });
  return (
    <AppFrame>
      {gone !== undefined ? (
        <InAppError error={gone} />
      ) : section === undefined ? (
        <Outlet />
      ) : (
        <Readable section={section}>
          <Outlet />
        </Readable>
      )}
    </AppFrame>
  );
}

/** A list one may not read is said to be so at once, instead of filters and buttons that could only fail (specification §8, 403). */
function Readable({ section, children }: { section: Section; children: ReactNode }) {
  return useMay(`${section}/read`) ? children : <Forbidden />;
}
