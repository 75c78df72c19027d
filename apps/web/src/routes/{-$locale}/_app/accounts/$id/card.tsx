import { createFileRoute } from "@tanstack/react-router";
import { loadWords } from "../../../../../i18n/i18n.ts";
import { CardTab } from "../../../../../sections/accounts/settings/CardTab.tsx";
import { cardQuery } from "../../../../../sections/accounts/settings/settings.api.ts";

export const Route = createFileRoute("/{-$locale}/_app/accounts/$id/card")({
  loader: async ({ context, params }) => {
    void context.queryClient.prefetchQuery(cardQuery(Number(params.id)));
    await loadWords("accountSettings");
  },
  component: Tab,
});

function Tab() {
  return <CardTab id={Number(Route.useParams().id)} />;
}
