import { createFileRoute } from "@tanstack/react-router";
import { CustomerEdit } from "../../../../../sections/customers/CustomerForm.tsx";
import { customerDetailQuery, filterOptionsQuery } from "../../../../../sections/customers/customers.api.ts";
import { editable } from "../../../../-editable.ts";

export const Route = createFileRoute("/{-$locale}/_app/customers/$id/edit")({
  loader: ({ context, params, location }) =>
    editable(
      location,
      context.queryClient.fetchQuery(customerDetailQuery(Number(params.id))),
      context.queryClient.ensureQueryData(filterOptionsQuery()),
    ),
  component: Edit,
});

function Edit() {
  return <CustomerEdit id={Number(Route.useParams().id)} />;
}
