import { auditList } from "@okaeri/contract/lists/audit";
import { createFileRoute } from "@tanstack/react-router";
import { loadWords } from "../../../../i18n/i18n.ts";
import { AuditPage } from "../../../../sections/audit/AuditPage.tsx";
import { auditQuery } from "../../../../sections/audit/audit.api.ts";
import { listSearch } from "../../../-list-search.ts";

/** The guard has made sure that an administrator asks. */
export const Route = createFileRoute("/{-$locale}/_app/audit/")({
  validateSearch: listSearch(auditList),
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
