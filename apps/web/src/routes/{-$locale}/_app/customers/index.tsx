import { customerList } from "@okaeri/contract/lists/customers";
import { createFileRoute } from "@tanstack/react-router";
import { loadWords } from "../../../../i18n/i18n.ts";
import { CustomerListPage } from "../../../../sections/customers/CustomerListPage.tsx";
import { customerListQuery, filterOptionsQuery } from "../../../../sections/customers/customers.api.ts";
import { listSearch } from "../../../-list-search.ts";

export const Route = createFileRoute("/{-$locale}/_app/customers/")({
  validateSearch: listSearch(customerList),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    await loadWords("customers");
    // The list shows its own skeleton, so the page does not wait for the rows.
    void context.queryClient.prefetchQuery(customerListQuery(deps));
    void context.queryClient.prefetchQuery(filterOptionsQuery());
  },
  component: CustomerList,
});

function CustomerList() {
  return <CustomerListPage search={Route.useSearch()} />;
}
