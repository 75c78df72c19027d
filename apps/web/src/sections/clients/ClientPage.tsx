import { Button } from "@mantine/core";
import { isAdmin } from "@okaeri/domain/permissions/roles";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { AppLink } from "../../shell/AppLink.tsx";
import { useGo } from "../../shell/navigation.ts";
import { RecordPage } from "../../shell/RecordPage.tsx";
import { useSession } from "../../shell/session.ts";
import { StateTags } from "../../ui/contract-tags.tsx";
import { ClientActions } from "./ClientActions.tsx";
import { clientQuery } from "./clients.api.ts";

/** One client: who, its state, what may be done with it, and its tabs. */
export function ClientPage({ id, children }: { id: number; children: ReactNode }) {
  const { t } = useTranslation(["clients", "fields"]);
  const go = useGo();
  const { role } = useSession();
  const path = `/clients/${id}`;
  const facts = { key: "facts", label: t("tab.facts"), path };
  const history = { key: "history", label: t("fields:recordHistory"), path: `${path}/history` };
  return (
    <RecordPage
      record={useQuery(clientQuery(id))}
      head={(client, at) => ({
        title: client.name,
        count: client.is_provider ? t("provider") : undefined,
        state: <StateTags of={client} />,
        crumbs: <AppLink to="/clients">{t("title")}</AppLink>,
        actions:
          at === `${path}/edit` ? (
            <Button onClick={() => void go(path)}>{t("form.cancelEdit")}</Button>
          ) : (
            <ClientActions client={client} />
          ),
      })}
      // The call for the history is for administrators.
      tabs={() => ({ label: t("tab.label"), tabs: role !== null && isAdmin(role) ? [facts, history] : [facts] })}
    >
      {children}
    </RecordPage>
  );
}
