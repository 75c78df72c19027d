import { Button } from "@mantine/core";
import { accountGroupList } from "@okaeri/contract/lists/account-groups";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { PageSearch } from "../../api/records.ts";
import { listColumns } from "../../parts/lists/list-columns.ts";
import { AppLink } from "../../shell/AppLink.tsx";
import { useGo, useRowLink } from "../../shell/navigation.ts";
import { useMay } from "../../shell/use-may.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ListTable } from "../../ui/ListTable.tsx";
import { Stacked } from "../../ui/Stacked.tsx";
import { DateText } from "../../ui/values.tsx";
import { type AccountGroupItem, accountGroupsQuery } from "./accounts.api.ts";

/** The groups this account belongs to. */
export function AccountMemberships({ id, search }: { id: number; search: PageSearch }) {
  const { t } = useTranslation(["accounts", "ui"]);
  const go = useGo();
  const rowLink = useRowLink();
  const mayCreate = useMay("accounts/create");
  const list = useQuery(accountGroupsQuery(id, search));
  const columns = listColumns<typeof accountGroupList, AccountGroupItem>(accountGroupList, {
    name: {
      title: t("group.name"),
      render: (group) => <Stacked main={<strong>{group.name}</strong>} sub={group.description} />,
    },
    members: {
      title: t("group.members"),
      render: (group) => (
        <Stacked
          main={t("group.memberCount", { n: group.members.length })}
          sub={group.members.map((member) => member.name).join(t("ui:save.separator"))}
        />
      ),
    },
    updated: { title: t("group.updated"), render: (group) => <DateText value={group.updated_at} withTime /> },
    // The account's own page says the client; the others are shown by the groups' list.
    company: undefined,
    status: undefined,
  });
  return (
    <ListTable
      caption={t("group.title")}
      title={t("group.title")}
      aside={<AppLink to="/accounts/groups">{t("group.toList")}</AppLink>}
      rows={list}
      columns={columns}
      rowKey={(group) => group.id}
      row={rowLink((group: AccountGroupItem) => `/accounts/groups/${group.id}`)}
      search={search}
      unit="items"
      onShow={(change) => void go(`/accounts/${id}/groups`, { ...search, page: undefined, ...change })}
      minWidth={640}
      empty={
        <EmptyState
          sentence={t("group.empty")}
          action={
            mayCreate ? <Button onClick={() => void go("/accounts/groups/new")}>{t("group.create")}</Button> : undefined
          }
        />
      }
    />
  );
}
