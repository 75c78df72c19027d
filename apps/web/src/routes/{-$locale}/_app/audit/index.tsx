import { auditList } from "@okaeri/contract/lists/audit";
import { createFileRoute } from "@tanstack/react-router";
import { AuditPage } from "../../../../sections/audit/AuditPage.tsx";
import { auditQuery } from "../../../../sections/audit/audit.api.ts";
import { listSearch } from "../../../-list-search.ts";
import { listLoader, listPage } from "../../../-pages.tsx";

/** The guard has made sure that an administrator asks. */
export const Route = createFileRoute("/{-$locale}/_app/audit/")({
  validateSearch: listSearch(auditList),
  loaderDeps: ({ search }) => search,
  loader: listLoader(auditQuery),
  component: listPage(AuditPage),
});
