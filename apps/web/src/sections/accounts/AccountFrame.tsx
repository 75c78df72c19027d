import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { splitLocale } from "../../i18n/locales.ts";
import { AppLink } from "../../shell/AppLink.tsx";
import { useGo } from "../../shell/navigation.ts";
import { StateTags } from "../../ui/contract-tags.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { AccountActions } from "./AccountActions.tsx";
import { tabAt, tabsFor } from "./account-tabs.ts";

import { accountQuery } from "./accounts.api.ts";

/** One account: which one, its state, what may be done with it, and the tabs around what is shown below. */
export function AccountFrame({ id, children }: { id: number; children: ReactNode }) {
  const { t } = useTranslation("accounts");
  const go = useGo();
  const account = useQuery(accountQuery(id));
  const path = useLocation({ select: (location) => splitLocale(location.pathname).path });
  if (account.data === undefined) {
    return account.isError ? (
      <ErrorState message={account.error.message} onRetry={() => void account.refetch()} />
    ) : null;
  }
  const { data } = account;
  const tabs = tabsFor(data);
  return (
    <>
      <PageHeader
        title={data.name}
        count={data.company_name}
        caption={t("frame.code", { code: data.code })}
        state={<StateTags of={data} />}
        crumbs={[
          <AppLink key="list" to="/accounts">
            {t("title")}
          </AppLink>,
          ...(data.parent_id === null
            ? []
            : [
                <AppLink key="parent" to={`/accounts/${data.parent_id}`}>
                  {data.parent_name}
                </AppLink>,
              ]),
        ]}
        actions={
          path === `/accounts/${id}/edit` ? (
            <Button onClick={() => void go(`/accounts/${id}`)}>{t("basics.cancel")}</Button>
          ) : (
            <AccountActions account={data} withEdit={tabAt(path, id) === "basics"} />
          )
        }
      />
      <Tabs
        label={t("frame.tabs")}
        tabs={tabs.map(({ key }) => ({ key, label: t(`tab.${key}`) }))}
        current={tabAt(path, id)}
        onChange={(key) => {
          const chosen = tabs.find((tab) => tab.key === key);
          if (chosen) void go(`/accounts/${id}${chosen.path}`);
        }}
      >
        {children}
      </Tabs>
    </>
  );
}
