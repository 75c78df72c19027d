import { createFileRoute } from "@tanstack/react-router";
import * as v from "valibot";
import { loadWords } from "../../../../i18n/i18n.ts";
import { AuditPage } from "../../../../sections/audit/AuditPage.tsx";
import { auditQuery } from "../../../../sections/audit/audit.api.ts";
import { dayInSearch, idInSearch, pageInSearch, wordsInSearch } from "../../../-list-search.ts";

/** The guard has made sure that an administrator asks. */
export const Route = createFileRoute("/{-$locale}/_app/audit/")({
  validateSearch: v.object({
    ...pageInSearch,
    q: wordsInSearch,
    from: dayInSearch,
    to: dayInSearch,
    actor_user_id: idInSearch,
    action: wordsInSearch,
    entity: wordsInSearch,
    in_account_id: idInSearch,
    company_id: idInSearch,
  }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    await loadWords("audit");
    void context.queryClient.prefetchQuery(auditQuery(deps));
  },
  component: Audit,
});

function Audit() {
  return <AuditPage search={Route.useSearch()} />;
}
