import { Button } from "@mantine/core";
import { isAdmin } from "@okaeri/domain/permissions/roles";
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { splitLocale } from "../../i18n/locales.ts";
import { AppLink } from "../../shell/AppLink.tsx";
import { useGo } from "../../shell/navigation.ts";
import { useSession } from "../../shell/session.ts";
import { StateTags } from "../../ui/contract-tags.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { ClientActions } from "./ClientActions.tsx";
import { clientQuery } from "./clients.api.ts";

/** One client: who, its state, what may be done with it, and its tabs. */
export function ClientFrame({ id, children }: { id: number; children: ReactNode }) {
  const { t } = useTranslation("clients");
  const go = useGo();
  const { role } = useSession();
  const client = useQuery(clientQuery(id));
  const path = useLocation({ select: (location) => splitLocale(location.pathname).path });
  if (client.data === undefined) {
    return client.isError ? <ErrorState message={client.error.message} onRetry={() => void client.refetch()} /> : null;
  }
  const { data } = client;
  const tabs = [
    { key: "facts", label: t("tab.facts"), path: `/clients/${id}` },
    // The call is for administrators.
    ...(role !== null && isAdmin(role)
      ? [{ key: "history", label: t("tab.history"), path: `/clients/${id}/history` }]
      : []),
  ];
  return (
    <>
      <PageHeader
        title={data.name}
        count={data.is_provider ? t("provider") : undefined}
        state={<StateTags of={data} />}
        crumbs={<AppLink to="/clients">{t("title")}</AppLink>}
        actions={
          path === `/clients/${id}/edit` ? (
            <Button onClick={() => void go(`/clients/${id}`)}>{t("form.cancelEdit")}</Button>
          ) : (
            <ClientActions client={data} />
          )
        }
      />
      <Tabs
        label={t("tab.label")}
        tabs={tabs}
        current={path === `/clients/${id}/history` ? "history" : "facts"}
        onChange={(key) => {
          const chosen = tabs.find((tab) => tab.key === key);
          if (chosen) void go(chosen.path);
        }}
      >
        {children}
      </Tabs>
    </>
  );
}
