import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { PageSearch } from "../../api/records.ts";
import { AppLink } from "../../shell/AppLink.tsx";
import { useGo } from "../../shell/navigation.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { GrantRequestTable } from "./GrantRequests.tsx";
import { programmeRequestsQuery } from "./points.api.ts";

/** Grants of the programme that wait for a second person, and what was decided about earlier ones. */
export function GrantRequestsPage({ search }: { search: PageSearch }) {
  const { t } = useTranslation(["points", "ui"]);
  const go = useGo();
  const rows = useQuery(programmeRequestsQuery(search));
  return (
    <>
      <PageHeader title={t("request.title")} crumbs={<AppLink to="/customers">{t("request.customers")}</AppLink>} />
      <GrantRequestTable
        rows={rows}
        search={search}
        onShow={(change) => void go("/customers/point-requests", { ...search, ...change })}
      />
    </>
  );
}
