import { mailTemplateList } from "@okaeri/contract/lists/mail-templates";
import { createFileRoute } from "@tanstack/react-router";
import { templateListQuery } from "../../../../../sections/campaigns/templates/mail-templates.api.ts";
import { TemplateListTab } from "../../../../../sections/campaigns/templates/TemplateListTab.tsx";
import { listSearch } from "../../../../-list-search.ts";
import { addressed, listLoader } from "../../../../-pages.tsx";
import { workingIn } from "../../../../-working-in.ts";

export const Route = createFileRoute("/{-$locale}/_app/accounts/$id/mail-templates")({
  validateSearch: listSearch(mailTemplateList),
  beforeLoad: (at) => workingIn(at),
  loaderDeps: ({ search }) => search,
  loader: listLoader(templateListQuery),
  component: addressed(TemplateListTab),
});
