import { createFileRoute } from "@tanstack/react-router";
import { templateQuery } from "../../../../../../sections/campaigns/templates/mail-templates.api.ts";
import { TemplatePage } from "../../../../../../sections/campaigns/templates/TemplatePage.tsx";
import { workingIn } from "../../../../../-working-in.ts";

export const Route = createFileRoute("/{-$locale}/_app/accounts/$id_/mail-templates/$template")({
  beforeLoad: (at) => workingIn(at),
  loader: async ({ context, params }) => {
    await context.queryClient.ensureQueryData(templateQuery(Number(params.template)));
  },
  component: Template,
});

function Template() {
  const { id, template } = Route.useParams();
  return <TemplatePage key={template} account={Number(id)} id={Number(template)} />;
}
