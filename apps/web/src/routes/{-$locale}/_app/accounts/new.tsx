import { createFileRoute } from "@tanstack/react-router";
import * as v from "valibot";
import { AccountNewPage } from "../../../../sections/accounts/AccountNewPage.tsx";
import { accountSiteQuery } from "../../../../sections/accounts/accounts.api.ts";
import { dayInSearch, idInSearch } from "../../../-list-search.ts";

/** A link from a client or an account brings what the new one has in common with it. */
export const Route = createFileRoute("/{-$locale}/_app/accounts/new")({
  validateSearch: v.object({
    company_id: idInSearch,
    parent_id: idInSearch,
    contract_started_at: dayInSearch,
    contract_ended_at: dayInSearch,
  }),
  loader: ({ context }) => context.queryClient.ensureQueryData(accountSiteQuery()).then(() => undefined),
  component: New,
});

function New() {
  const search = Route.useSearch();
  return <AccountNewPage key={`${search.company_id}/${search.parent_id}`} search={search} />;
}
