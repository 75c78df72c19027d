import { inboxList } from "@okaeri/contract/lists/inbox";
import { createFileRoute } from "@tanstack/react-router";
import { InboxListPage } from "../../../../../sections/inbox/InboxListPage.tsx";
import { inboxQuery } from "../../../../../sections/inbox/inbox.api.ts";
import { listSearch } from "../../../../-list-search.ts";
import { listLoader, listPage } from "../../../../-pages.tsx";

export const Route = createFileRoute("/{-$locale}/_app/customers/inbox/")({
  validateSearch: listSearch(inboxList),
  loaderDeps: ({ search }) => search,
  loader: listLoader(inboxQuery),
  component: listPage(InboxListPage),
});
