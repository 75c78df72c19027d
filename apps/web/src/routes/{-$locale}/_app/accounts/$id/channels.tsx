import { createFileRoute } from "@tanstack/react-router";
import { loadWords } from "../../../../../i18n/i18n.ts";
import { CodeListTab } from "../../../../../sections/accounts/settings/CodeListTab.tsx";
import { codeListQuery } from "../../../../../sections/accounts/settings/code-lists.ts";

export const Route = createFileRoute("/{-$locale}/_app/accounts/$id/channels")({
  loader: async ({ context, params }) => {
    void context.queryClient.prefetchQuery(codeListQuery("channels", Number(params.id)) as never);
    await loadWords("accountSettings");
  },
  component: Tab,
});

function Tab() {
  return <CodeListTab list="channels" id={Number(Route.useParams().id)} />;
}
