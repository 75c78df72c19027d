import { Button } from "@mantine/core";
import { accountGroupList } from "@okaeri/contract/lists/account-groups";
import { isProvider } from "@okaeri/domain/permissions/roles";
import { IconPlus, IconStack2 } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { ListPage } from "../../../shell/ListPage.tsx";
import { useGo } from "../../../shell/navigation.ts";
import { useStatusFilter } from "../../../shell/record-columns.tsx";
import { useSession } from "../../../shell/session.ts";
import { useMay } from "../../../shell/use-may.ts";
import type { ColumnParts } from "../../../ui/list-columns.ts";
import { Stacked } from "../../../ui/Stacked.tsx";
import { Tag } from "../../../ui/Tag.tsx";
import { DateText } from "../../../ui/values.tsx";
import { type AccountGroup, type GroupSearch, groupCompaniesQuery, groupListQuery } from "./groups.api.ts";
import { listCrumb } from "./NewGroupPage.tsx";

const SHOWN_MEMBERS = 3;
type Words = TFunction<["accountGroups", "fields", "ui"]>;

/** Named sets of accounts: the provider's for every client, a client's own for its people. */
export function GroupListPage({ search }: { search: GroupSearch }) {
  const { t } = useTranslation(["accountGroups", "fields", "ui"]);
  const go = useGo();
  const { role } = useSession();
  const provider = role !== null && isProvider(role);
  const mayCreate = useMay("accounts/create");
  const rows = useQuery(groupListQuery(search));
  const { data: companies = [] } = useQuery({ ...groupCompaniesQuery(), enabled: provider });
  const { company_id } = search;
  const toNew = () => void go("/accounts/groups/new", company_id === undefined ? {} : { company_id });
  return (
    <ListPage
      list={accountGroupList}
      search={search}
      rows={rows}
      words={(word) => t(word === "empty" && !mayCreate ? "emptyReadOnly" : word)}
      unit="items"
      filters={{
        company_id: provider
          ? {
              label: t("field.company"),
              pinned: true,
              choices: companies.map((one) => ({ value: String(one.id), label: one.name })),
              unknown: t("unknownCompany"),
            }
          : undefined,
        active_status: useStatusFilter(),
      }}
      columns={groupColumns(t, provider)}
      minWidth={() => 820}
      icon={<IconStack2 size={24} aria-hidden />}
      crumbs={listCrumb}
      caption={t("lead")}
      actions={
        mayCreate ? (
          <Button variant="filled" leftSection={<IconPlus size={16} aria-hidden />} onClick={toNew}>
            {t("createNew")}
          </Button>
        ) : undefined
      }
      emptyAction={mayCreate ? <Button onClick={toNew}>{t("createNew")}</Button> : undefined}
    />
  );
}

function groupColumns(t: Words, provider: boolean): ColumnParts<typeof accountGroupList, AccountGroup> {
  return {
    name: {
      title: t("field.name"),
      render: (group) => <Stacked main={<strong>{group.name}</strong>} sub={firstLine(group.description)} />,
    },
    company: provider ? { title: t("field.company"), render: (group) => group.company_name } : undefined,
    members: {
      title: t("field.members"),
      render: ({ members }) => {
        const names = members.slice(0, SHOWN_MEMBERS).map((member) => member.name);
        const more = members.length - names.length;
        const text = names.join(t("ui:save.separator"));
        return (
          <Stacked
            main={t("members.count", { n: members.length })}
            sub={more > 0 ? t("members.more", { names: text, n: more }) : text}
          />
        );
      },
    },
    status: {
      title: t("fields:record.status"),
      render: ({ active_status: status }) => (
        <Tag kind={status === "active" ? "success" : "neutral"}>{t(`ui:activeStatus.${status}`)}</Tag>
      ),
    },
    updated: { title: t("field.updated"), render: (group) => <DateText value={group.updated_at} withTime /> },
  };
}

function firstLine(text: string): string {
  const [line = ""] = text.trim().split("\n");
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
}
