import { customerList } from "@okaeri/contract/lists/customers";
import { createFileRoute } from "@tanstack/react-router";
import { CustomerListPage } from "../../../../sections/customers/CustomerListPage.tsx";
import { customerListQuery } from "../../../../sections/customers/customers.api.ts";
import { listSearch } from "../../../-list-search.ts";
import { listLoader, listPage } from "../../../-pages.tsx";

export const Route = createFileRoute("/{-$locale}/_app/customers/")({
  validateSearch: listSearch(customerList),
  loaderDeps: ({ search }) => search,
  loader: listLoader(customerListQuery),
  component: listPage(CustomerListPage),
});
