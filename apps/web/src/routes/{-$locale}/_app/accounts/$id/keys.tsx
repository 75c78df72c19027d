import { createFileRoute } from "@tanstack/react-router";
import { loadWords } from "../../../../../i18n/i18n.ts";
import { KeysTab } from "../../../../../sections/accounts/settings/KeysTab.tsx";
import { keysQuery } from "../../../../../sections/accounts/settings/settings.api.ts";

export const Route = createFileRoute("/{-$locale}/_app/accounts/$id/keys")({
  loader: async ({ context, params }) => {
    void context.queryClient.prefetchQuery(keysQuery(Number(params.id)));
    await loadWords("accountSettings");
  },
  component: Tab,
});

function Tab() {
  return <KeysTab id={Number(Route.useParams().id)} />;
}
