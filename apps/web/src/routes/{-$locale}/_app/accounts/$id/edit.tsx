import { createFileRoute } from "@tanstack/react-router";
import { loadWords } from "../../../../../i18n/i18n.ts";
import { AccountBasicsEdit } from "../../../../../sections/accounts/AccountBasicsEdit.tsx";
import { accountQuery } from "../../../../../sections/accounts/accounts.api.ts";
import { editable } from "../../../../-editable.ts";

export const Route = createFileRoute("/{-$locale}/_app/accounts/$id/edit")({
  loader: ({ context, params, location }) =>
    editable(
      location,
      context.queryClient.fetchQuery(accountQuery(Number(params.id))),
      loadWords("accounts", "accountSettings", "fields"),
    ),
  component: Edit,
});

function Edit() {
  return <AccountBasicsEdit id={Number(Route.useParams().id)} />;
}
