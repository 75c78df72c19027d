import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { StateTags } from "../../parts/accounts/contract-tags.tsx";
import { StopEditing } from "../../parts/records/RecordButtons.tsx";
import { RecordPage } from "../../parts/records/RecordPage.tsx";
import { AppLink } from "../../shell/AppLink.tsx";
import { AccountActions } from "./AccountActions.tsx";
import { type AccountDetail, accountQuery } from "./accounts.api.ts";

/** The tabs of an account in their order (product §3); `path` comes after /accounts/{id}. */
const ACCOUNT_TABS = [
  { key: "basics", path: "" },
  { key: "payment", path: "/payment" },
  { key: "options", path: "/options" },
  { key: "users", path: "/users" },
  { key: "groups", path: "/groups" },
  { key: "types", path: "/types" },
  { key: "channels", path: "/channels" },
  { key: "members", path: "/members" },
  { key: "sender", path: "/sender" },
  { key: "templates", path: "/mail-templates" },
  { key: "line", path: "/line" },
  { key: "card", path: "/card" },
  { key: "keys", path: "/keys" },
  { key: "history", path: "/history" },
] as const;

type AccountTab = (typeof ACCOUNT_TABS)[number];

/** The tabs a person finds. */
function tabsFor({ readable_parts }: AccountDetail): AccountTab[] {
  return ACCOUNT_TABS.filter(({ key }) => readable_parts.includes(key));
}

/** One account: which one, its state, what may be done with it, and the tabs around what is shown below. */
export function AccountFrame({ id, children }: { id: number; children: ReactNode }) {
  const { t } = useTranslation("accounts");
  const path = `/accounts/${id}`;
  return (
    <RecordPage
      record={useQuery(accountQuery(id))}
      head={(account, at) => ({
        title: account.name,
        count: account.company_name,
        caption: t("frame.code", { code: account.code }),
        state: <StateTags of={account} />,
        crumbs: [
          <AppLink key="list" to="/accounts">
            {t("title")}
          </AppLink>,
          ...(account.parent_id === null
            ? []
            : [
                <AppLink key="parent" to={`/accounts/${account.parent_id}`}>
                  {account.parent_name}
                </AppLink>,
              ]),
        ],
        actions:
          at === `${path}/edit` ? (
            <StopEditing to={path} />
          ) : (
            <AccountActions account={account} withEdit={at === path} />
          ),
      })}
      tabs={(account) => ({
        label: t("frame.tabs"),
        tabs: tabsFor(account).map((tab) => ({ key: tab.key, label: t(`tab.${tab.key}`), path: path + tab.path })),
      })}
    >
      {children}
    </RecordPage>
  );
}
