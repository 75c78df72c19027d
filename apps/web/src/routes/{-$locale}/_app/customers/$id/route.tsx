import { createFileRoute, Outlet, redirect, useParams } from "@tanstack/react-router";
import * as v from "valibot";
import { CustomerFrame } from "../../../../../sections/customers/CustomerFrame.tsx";
import { customerDetailQuery } from "../../../../../sections/customers/customers.api.ts";
import { idInSearch, oneOfInSearch, pageInSearch } from "../../../../-list-search.ts";

/** One customer and the histories below; the guard has made sure that the id is all digits (specification §5). */
export const Route = createFileRoute("/{-$locale}/_app/customers/$id")({
  validateSearch: v.object({
    ...pageInSearch,
    tab: oneOfInSearch(["timeline", "reservations", "stays", "messages", "campaigns"]),
    message: idInSearch,
    got: oneOfInSearch(["got", "not"]),
  }),
  loader: async ({ context, params, location }) => {
    const customer = await context.queryClient.ensureQueryData(customerDetailQuery(Number(params.id)));
    // Who was merged lives on under another number: the address says so, too.
    if (customer.id === Number(params.id)) return;
    const to = location.pathname.replace(`/customers/${params.id}`, `/customers/${customer.id}`);
    throw redirect({ to, search: location.search, replace: true });
  },
  component: Customer,
});

function Customer() {
  const { id } = Route.useParams();
  const { tab } = Route.useSearch();
  // The page of one reservation stands beneath the guest's reservations.
  const { reservationId } = useParams({ strict: false });
  return (
    <CustomerFrame id={Number(id)} tab={reservationId === undefined ? tab : "reservations"}>
      <Outlet />
    </CustomerFrame>
  );
}
