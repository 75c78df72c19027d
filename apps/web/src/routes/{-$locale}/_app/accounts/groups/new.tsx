import { createFileRoute } from "@tanstack/react-router";
import * as v from "valibot";
import { NewGroupPage } from "../../../../../sections/accounts/groups/GroupForm.tsx";
import { idInSearch } from "../../../../-list-search.ts";
import { listPage } from "../../../../-pages.tsx";

export const Route = createFileRoute("/{-$locale}/_app/accounts/groups/new")({
  validateSearch: v.object({ company_id: idInSearch }),
  component: listPage(NewGroupPage),
});
