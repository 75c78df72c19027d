import { heldOverall, mayCall } from "@okaeri/domain/permissions/can";
import { createFileRoute } from "@tanstack/react-router";
import * as v from "valibot";
import { appError } from "../../../../../api/app-error.ts";
import { loadWords } from "../../../../../i18n/i18n.ts";
import { NewGroupPage } from "../../../../../sections/accounts/groups/GroupForm.tsx";
import { groupCompaniesQuery } from "../../../../../sections/accounts/groups/groups.api.ts";
import { currentSession } from "../../../../../shell/session.ts";
import { idInSearch } from "../../../../-list-search.ts";
import { listPage } from "../../../../-pages.tsx";

export const Route = createFileRoute("/{-$locale}/_app/accounts/groups/new")({
  validateSearch: v.object({ company_id: idInSearch }),
  loader: async ({ context }) => {
    const { role, planOptions, permitted_page_actions } = await currentSession();
    const held = heldOverall(permitted_page_actions);
    // As /accounts/new (specification §2): forbidden without the permission to create.
    if (role === null || !mayCall({ role, planOptions, held }, "accounts/create")) throw appError({ status: 403 });
    await Promise.all([
      loadWords("accountGroups", "accountSettings", "accounts", "fields"),
      context.queryClient.ensureQueryData(groupCompaniesQuery()),
    ]);
  },
  component: listPage(NewGroupPage),
});
