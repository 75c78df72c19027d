import { createFileRoute } from "@tanstack/react-router";
import { loadWords } from "../../../../../i18n/i18n.ts";
import { SenderTab } from "../../../../../sections/accounts/settings/SenderTab.tsx";
import { senderQuery } from "../../../../../sections/accounts/settings/settings.api.ts";

export const Route = createFileRoute("/{-$locale}/_app/accounts/$id/sender")({
  loader: async ({ context, params }) => {
    void context.queryClient.prefetchQuery(senderQuery(Number(params.id)));
    await loadWords("accountSettings");
  },
  component: Tab,
});

function Tab() {
  return <SenderTab id={Number(Route.useParams().id)} />;
}
