import { isProvider } from "@okaeri/domain/permissions/roles";
import { createFileRoute } from "@tanstack/react-router";
import { appError } from "../../../../../api/app-error.ts";
import { AccountPayment } from "../../../../../sections/accounts/AccountPayment.tsx";
import { currentSession } from "../../../../../shell/session.ts";

export const Route = createFileRoute("/{-$locale}/_app/accounts/$id/payment")({
  loader: async () => {
    const session = await currentSession();
    // Billing is the provider's: the server keeps it from client staff, and an empty form would say something false.
    if (session.role === null || !isProvider(session.role)) throw appError({ status: 403 });
  },
  component: Tab,
});

function Tab() {
  return <AccountPayment id={Number(Route.useParams().id)} />;
}
