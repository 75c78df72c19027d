import { createFileRoute } from "@tanstack/react-router";
import { loadWords } from "../../../../i18n/i18n.ts";
import { CustomerNewPage } from "../../../../sections/customers/CustomerForm.tsx";
import { filterOptionsQuery } from "../../../../sections/customers/customers.api.ts";

export const Route = createFileRoute("/{-$locale}/_app/customers/new")({
  loader: ({ context }) =>
    Promise.all([loadWords("customers", "fields"), context.queryClient.ensureQueryData(filterOptionsQuery())]).then(
      () => undefined,
    ),
  component: CustomerNewPage,
});
