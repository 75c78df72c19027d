import { createFileRoute } from "@tanstack/react-router";
import { loadWords } from "../../../../../i18n/i18n.ts";
import { LineTab } from "../../../../../sections/accounts/settings/LineTab.tsx";
import { lineQuery } from "../../../../../sections/accounts/settings/settings.api.ts";

export const Route = createFileRoute("/{-$locale}/_app/accounts/$id/line")({
  loader: async ({ context, params }) => {
    void context.queryClient.prefetchQuery(lineQuery(Number(params.id)));
    await loadWords("accountSettings");
  },
  component: Tab,
});

function Tab() {
  return <LineTab id={Number(Route.useParams().id)} />;
}
