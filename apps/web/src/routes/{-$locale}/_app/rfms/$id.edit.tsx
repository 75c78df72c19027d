import { createFileRoute } from "@tanstack/react-router";
import { RfmEditPage } from "../../../../sections/rfms/RfmEditPage.tsx";
import { rfmQuery } from "../../../../sections/rfms/rfms.api.ts";
import { insteadOfPage } from "../../../../shell/router/instead-of-page.ts";

export const Route = createFileRoute("/{-$locale}/_app/rfms/$id/edit")({
  loader: async ({ context, params }) => {
    const rfm = await context.queryClient.fetchQuery(rfmQuery(Number(params.id)));
    // specification §2: forbidden without rfms/edit; a facility's own permission does not reach its headquarters' row.
    if (!rfm.page_actions.includes("edit")) throw insteadOfPage("forbidden");
    return rfm;
  },
  component: RfmEdit,
});

function RfmEdit() {
  const rfm = Route.useLoaderData();
  return <RfmEditPage key={rfm.id} loaded={rfm} />;
}
