import { createFileRoute } from "@tanstack/react-router";
import { loadWords } from "../../../../../i18n/i18n.ts";
import { CustomerEdit } from "../../../../../sections/customers/CustomerForm.tsx";
import { customerQuery, filterOptionsQuery } from "../../../../../sections/customers/customers.api.ts";
import { guardedPath } from "../../../../../shell/navigation.ts";
import { currentSession } from "../../../../../shell/session.ts";

export const Route = createFileRoute("/{-$locale}/_app/customers/$id/edit")({
  loader: async ({ context, params, location }) => {
    const [customer, session] = await Promise.all([
      context.queryClient.fetchQuery(customerQuery(Number(params.id))),
      currentSession(),
      context.queryClient.ensureQueryData(filterOptionsQuery()),
      loadWords("customers", "fields"),
    ]);
    guardedPath(location, session, customer.page_actions);
  },
  component: Edit,
});

function Edit() {
  return <CustomerEdit id={Number(Route.useParams().id)} />;
}
