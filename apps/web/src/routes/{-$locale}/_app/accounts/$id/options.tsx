import { createFileRoute } from "@tanstack/react-router";
import { loadWords } from "../../../../../i18n/i18n.ts";
import { AccountOptions } from "../../../../../sections/accounts/AccountOptions.tsx";

export const Route = createFileRoute("/{-$locale}/_app/accounts/$id/options")({
  loader: () => loadWords("accounts", "accountSettings"),
  component: Tab,
});

function Tab() {
  return <AccountOptions id={Number(Route.useParams().id)} />;
}
