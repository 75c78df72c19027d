import { inboxList } from "@okaeri/contract/lists/inbox";
import { createFileRoute } from "@tanstack/react-router";
import { loadWords } from "../../../../../i18n/i18n.ts";
import { InboxListPage } from "../../../../../sections/inbox/InboxListPage.tsx";
import { inboxQuery } from "../../../../../sections/inbox/inbox.api.ts";
import { listSearch } from "../../../../-list-search.ts";

export const Route = createFileRoute("/{-$locale}/_app/customers/inbox/")({
  validateSearch: listSearch(inboxList),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    await loadWords("inbox");
    void context.queryClient.prefetchQuery(inboxQuery(deps));
  },
  component: Inbox,
});

function Inbox() {
  return <InboxListPage search={Route.useSearch()} />;
}
