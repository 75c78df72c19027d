import { createFileRoute } from "@tanstack/react-router";
import { NewTemplatePage } from "../../../../../../sections/campaigns/templates/TemplatePage.tsx";
import { workingIn } from "../../../../../-working-in.ts";

export const Route = createFileRoute("/{-$locale}/_app/accounts/$id_/mail-templates/new")({
  beforeLoad: (at) => workingIn(at),
  component: NewTemplate,
});

function NewTemplate() {
  const { id } = Route.useParams();
  return <NewTemplatePage account={Number(id)} />;
}
