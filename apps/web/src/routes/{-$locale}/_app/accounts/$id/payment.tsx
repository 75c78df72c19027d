import { createFileRoute } from "@tanstack/react-router";
import { loadWords } from "../../../../../i18n/i18n.ts";
import { AccountPayment } from "../../../../../sections/accounts/AccountPayment.tsx";

export const Route = createFileRoute("/{-$locale}/_app/accounts/$id/payment")({
  loader: () => loadWords("accounts", "accountSettings"),
  component: Tab,
});

function Tab() {
  return <AccountPayment id={Number(Route.useParams().id)} />;
}
