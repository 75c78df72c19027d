import { createFileRoute } from "@tanstack/react-router";
import { CustomerNewPage } from "../../../../sections/customers/CustomerForm.tsx";
import { filterOptionsQuery } from "../../../../sections/customers/customers.api.ts";

export const Route = createFileRoute("/{-$locale}/_app/customers/new")({
  loader: ({ context }) => context.queryClient.ensureQueryData(filterOptionsQuery()).then(() => undefined),
  component: CustomerNewPage,
});
