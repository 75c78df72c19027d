import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { StateTags } from "../../parts/accounts/contract-tags.tsx";
import { StopEditing } from "../../parts/records/RecordButtons.tsx";
import { RecordPage } from "../../parts/records/RecordPage.tsx";
import { AppLink } from "../../shell/AppLink.tsx";
import { useSide } from "../../shell/use-may.ts";
import { ClientActions } from "./ClientActions.tsx";
import { clientQuery } from "./clients.api.ts";

/** One client: who, its state, what may be done with it, and its tabs. */
export function ClientPage({ id, children }: { id: number; children: ReactNode }) {
  const { t } = useTranslation(["clients", "fields"]);
  // The call for the history is for administrators.
  const { administrator } = useSide();
  const path = `/clients/${id}`;
  const facts = { key: "facts", label: t("tab.facts"), path };
  const history = { key: "history", label: t("fields:record.history"), path: `${path}/history` };
  return (
    <RecordPage
      record={useQuery(clientQuery(id))}
      head={(client, at) => ({
        title: client.name,
        count: client.is_provider ? t("provider") : undefined,
        state: <StateTags of={client} />,
        crumbs: <AppLink to="/clients">{t("title")}</AppLink>,
        actions: at === `${path}/edit` ? <StopEditing to={path} /> : <ClientActions client={client} />,
      })}
      tabs={() => ({ label: t("tab.label"), tabs: administrator ? [facts, history] : [facts] })}
    >
      {children}
    </RecordPage>
  );
}
