import { createFileRoute } from "@tanstack/react-router";
import { loadWords } from "../../../../../i18n/i18n.ts";
import { AccountBasicsEdit } from "../../../../../sections/accounts/AccountBasicsEdit.tsx";
import { accountQuery } from "../../../../../sections/accounts/accounts.api.ts";
import { guardedPath } from "../../../../../shell/navigation.ts";
import { currentSession } from "../../../../../shell/session.ts";

export const Route = createFileRoute("/{-$locale}/_app/accounts/$id/edit")({
  loader: async ({ context, params, location }) => {
    const [account, session] = await Promise.all([
      context.queryClient.fetchQuery(accountQuery(Number(params.id))),
      currentSession(),
      loadWords("accounts", "accountSettings"),
    ]);
    // specification §2: the guard again, now that the row's own actions are known.
    guardedPath(location, session, account.page_actions);
  },
  component: Edit,
});

function Edit() {
  return <AccountBasicsEdit id={Number(Route.useParams().id)} />;
}
