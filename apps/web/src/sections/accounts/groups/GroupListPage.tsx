import { accountGroupList } from "@okaeri/contract/lists/account-groups";
import { IconStack2 } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ListPage } from "../../../parts/lists/ListPage.tsx";
import { useStatusColumn, useStatusFilter } from "../../../parts/records/record-columns.tsx";
import { AppLink } from "../../../shell/AppLink.tsx";
import { useSide } from "../../../shell/use-may.ts";
import { Stacked } from "../../../ui/Stacked.tsx";
import { CountText, DateText } from "../../../ui/values.tsx";
import { type AccountGroup, type GroupSearch, groupCompaniesQuery, groupListQuery } from "./groups.api.ts";

const SHOWN_MEMBERS = 3;

/** Named sets of accounts: the provider's for every client, a client's own for its people. */
export function GroupListPage({ search }: { search: GroupSearch }) {
  const { t } = useTranslation(["accountGroups", "ui"]);
  const { provider } = useSide();
  const { data: companies = [] } = useQuery({ ...groupCompaniesQuery(), enabled: provider });
  const { company_id } = search;
  const rows = useQuery(groupListQuery(search));
  const label = t("field.company");
  const choices = companies.map((one) => ({ value: String(one.id), label: one.name }));
  return (
    <ListPage
      list={accountGroupList}
      search={search}
      rows={rows}
      title={t("title")}
      searchLabel={t("search")}
      empty={t(provider ? "empty" : "emptyReadOnly")}
      unit="items"
      filters={{
        company_id: provider ? { label, pinned: true, choices, unknown: t("unknownCompany") } : undefined,
        active_status: useStatusFilter(),
      }}
      columns={{
        name: {
          title: t("field.name"),
          render: ({ name, description }) => <Stacked main={<strong>{name}</strong>} sub={firstLine(description)} />,
        },
        company: provider ? { title: label, render: (group) => group.company_name } : undefined,
        members: { title: t("field.members"), render: (group) => <Members of={group} /> },
        status: useStatusColumn(),
        updated: { title: t("field.updated"), render: (group) => <DateText value={group.updated_at} withTime /> },
      }}
      minWidth={() => 820}
      icon={<IconStack2 size={24} aria-hidden />}
      crumbs={<AppLink to="/accounts">{t("crumb.accounts")}</AppLink>}
      caption={t("lead")}
      create={
        provider
          ? { to: "/accounts/groups/new", search: { company_id }, action: "accounts/create", label: t("createNew") }
          : undefined
      }
    />
  );
}

function Members({ of: { members } }: { of: AccountGroup }) {
  const { t } = useTranslation(["accountGroups", "ui"]);
  const shown = members.slice(0, SHOWN_MEMBERS).map((member) => member.name);
  const names = shown.join(t("ui:save.separator"));
  const n = members.length - shown.length;
  return (
    <Stacked
      main={<CountText value={members.length} unit="items" />}
      sub={n > 0 ? t("members.more", { names, n }) : names}
    />
  );
}

function firstLine(text: string): string {
  const [line = ""] = text.trim().split("\n");
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
}
