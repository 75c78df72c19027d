import { Button } from "@mantine/core";
import type { ListSearch } from "@okaeri/contract/lists/list";
import { mailTemplateList } from "@okaeri/contract/lists/mail-templates";
import { IconTemplate } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ListTools } from "../../../parts/lists/ListPage.tsx";
import { useListAddress } from "../../../parts/lists/list-address.ts";
import { listColumns } from "../../../parts/lists/list-columns.ts";
import { CreateButton } from "../../../parts/records/RecordButtons.tsx";
import { useRowLink } from "../../../shell/navigation.ts";
import { Cards } from "../../../ui/Cards.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { ListTable } from "../../../ui/ListTable.tsx";
import { Stacked } from "../../../ui/Stacked.tsx";
import { Tag } from "../../../ui/Tag.tsx";
import { CountText, DateText } from "../../../ui/values.tsx";
import { MailTextView } from "../actions/mail/MailTextView.tsx";
import { type TemplateItem, type TemplateSearch, templateListQuery } from "./mail-templates.api.ts";
import { TemplateTools } from "./TemplateTools.tsx";

/** The mails to begin from, on the page of the programme's account. */
export function TemplateListTab({ id, search }: { id: number; search: TemplateSearch }) {
  const { t } = useTranslation(["mailTemplates", "ui"]);
  const path = `/accounts/${id}/mail-templates`;
  const rows = useQuery(templateListQuery(search));
  const rowLink = useRowLink();
  const { show, only } = useListAddress(mailTemplateList, search, path);
  const create = { to: `${path}/new`, action: "campaigns/edit", label: t("createNew") } as const;
  const { q, label, feature_type } = search;
  const narrowed = [q, label, feature_type].some((one) => one !== undefined);
  const columns = listColumns<typeof mailTemplateList, TemplateItem>(mailTemplateList, {
    name: {
      title: t("column.name"),
      render: (one) => (
        <Stacked
          main={
            <>
              <strong>{one.name}</strong> {one.language === "ja" ? null : <Tag>{t(`language.${one.language}`)}</Tag>}
            </>
          }
          sub={one.title === "" ? undefined : <MailTextView words={one.title} />}
        />
      ),
    },
    label: { title: t("column.label"), render: (one) => (one.label === "" ? t("ui:none") : <Tag>{one.label}</Tag>) },
    feature_type: { title: t("column.feature_type"), render: (one) => t(`featureType.${one.feature_type}`) },
    used: { title: t("column.used"), render: (one) => <CountText value={one.used} unit="items" /> },
    updated_at: {
      title: t("column.updated_at"),
      render: (one) => <Stacked main={<DateText value={one.updated_at} withTime />} sub={one.updated_by_name} />,
    },
    actions: { title: t("column.actions"), render: (one) => <TemplateTools account={id} template={one} /> },
  });
  return (
    <Cards>
      <ListTools
        list={mailTemplateList}
        search={search}
        path={path}
        label={t("search")}
        filters={{
          label: {
            label: t("column.label"),
            pinned: true,
            choices: (rows.data?.labels ?? []).map((one) => ({ value: one, label: one })),
            unknown: label ?? t("unknownLabel"),
          },
          feature_type: { label: t("column.feature_type"), word: (one) => t(`featureType.${one}`) },
        }}
      />
      <ListTable
        caption={t("title")}
        title={t("title")}
        note={t("lead")}
        aside={<CreateButton {...create} />}
        rows={rows}
        columns={columns}
        rowKey={(one) => one.id}
        row={rowLink((one: TemplateItem) => `${path}/${one.id}`)}
        search={search}
        sort={search.sort ?? mailTemplateList.sort}
        unit="items"
        onShow={(change) => show(change as ListSearch<typeof mailTemplateList>)}
        minWidth={820}
        skeletonRows={5}
        empty={
          <EmptyState
            icon={<IconTemplate size={24} aria-hidden />}
            sentence={t(narrowed ? "ui:list.noMatch" : "empty")}
            action={narrowed ? <ClearButton onClick={() => only({})} /> : <CreateButton {...create} plain />}
          />
        }
      />
    </Cards>
  );
}

function ClearButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation("ui");
  return <Button onClick={onClick}>{t("filter.clear")}</Button>;
}
