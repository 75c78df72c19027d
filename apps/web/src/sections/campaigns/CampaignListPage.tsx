import { Button, TextInput } from "@mantine/core";
import { typesToChoose } from "@okaeri/domain/campaigns/offered-types";
import { CAMPAIGN_STATUSES } from "@okaeri/domain/enumerations";
import { IconPlus, IconSpeakerphone } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useGo, useHref } from "../../shell/navigation.ts";
import { useMay } from "../../shell/use-may.ts";
import { useNamed } from "../../shell/use-named.ts";
import { Card } from "../../ui/Card.tsx";
import { DataTable } from "../../ui/DataTable.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { type Filter, FilterChips } from "../../ui/FilterChips.tsx";
import { OneChoiceEditor } from "../../ui/filter-editors.tsx";
import { formatNumber } from "../../ui/format.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Pager } from "../../ui/Pager.tsx";
import { campaignColumns } from "./campaign-columns.tsx";
import { type CampaignSearch, campaignListQuery, siteQuery } from "./campaigns.api.ts";
import styles from "./campaigns.module.css";

/** All campaigns of the account by status and type. */
export function CampaignListPage({ search }: { search: CampaignSearch }) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const named = useNamed();
  const go = useGo();
  const href = useHref();
  const mayCreate = useMay("campaigns/create");
  const list = useQuery(campaignListQuery(search));
  const { data: site } = useQuery(siteQuery());
  const { page = 1, size = 50, sort = "-updated_at", q = "", status, type } = search;
  const items = t("ui:unit.items");
  const show = (change: CampaignSearch) => void go("/campaigns", { ...search, page: undefined, ...change });
  const clear = () => show({ q: undefined, status: undefined, type: undefined });
  const filtered = q !== "" || status !== undefined || type !== undefined;
  const columns = useMemo(() => campaignColumns(t, site?.today, named), [t, site?.today, named]);
  const find = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    show({ q: String(new FormData(event.currentTarget).get("q") ?? "").trim() || undefined });
  };
  const filters: Filter[] = [
    {
      key: "status",
      label: t("column.state"),
      pinned: true,
      value: status && t(`status.${status}`),
      onRemove: () => show({ status: undefined }),
      editor: (close) => (
        <OneChoiceEditor
          options={CAMPAIGN_STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
          value={status}
          onApply={(value) => {
            close();
            show({ status: value as CampaignSearch["status"] });
          }}
        />
      ),
    },
    {
      key: "type",
      label: t("column.type"),
      pinned: true,
      value: type && t(`type.${type}.name`),
      onRemove: () => show({ type: undefined }),
      editor: (close) => (
        <OneChoiceEditor
          options={typesToChoose(type).map((value) => ({ value, label: t(`type.${value}.name`) }))}
          value={type}
          onApply={(value) => {
            close();
            show({ type: value as CampaignSearch["type"] });
          }}
        />
      ),
    },
  ];
  const create = (
    <Button variant="filled" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => void go("/campaigns/new")}>
      {t("list.create")}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t("title")}
        count={list.data ? `${formatNumber(list.data.total)}${items}` : undefined}
        actions={mayCreate && (filtered || list.data?.total !== 0) ? create : undefined}
      />
      <div className={styles.tools}>
        <form className={styles.search} onSubmit={find} key={q}>
          <TextInput
            name="q"
            type="search"
            defaultValue={q}
            aria-label={t("list.search")}
            placeholder={t("list.search")}
            maxLength={200}
          />
          <Button type="submit">{t("list.submit")}</Button>
        </form>
        <FilterChips filters={filters} onClear={clear} />
      </div>
      <Card flush>
        {list.isError ? (
          <ErrorState message={list.error.message} onRetry={() => void list.refetch()} />
        ) : (
          <>
            <DataTable
              caption={t("title")}
              columns={columns}
              rows={list.data?.items}
              rowKey={(one) => one.id}
              row={{
                href: (one) => href(`/campaigns/${one.id}`),
                open: (one) => void go(`/campaigns/${one.id}`),
              }}
              sort={sort}
              onSort={(next) => show({ sort: next })}
              busy={list.isPlaceholderData}
              minWidth={1160}
              empty={
                filtered ? (
                  <EmptyState
                    sentence={t("list.emptyFiltered")}
                    action={<Button onClick={clear}>{t("list.clear")}</Button>}
                  />
                ) : (
                  <EmptyState
                    sentence={t(mayCreate ? "list.empty" : "list.emptyReadOnly")}
                    icon={<IconSpeakerphone size={24} aria-hidden />}
                    action={mayCreate ? create : undefined}
                  />
                )
              }
            />
            {list.data?.total === 0 ? null : (
              <Pager
                page={page}
                size={size}
                total={list.data?.total}
                unit={items}
                onPage={(next) => show({ page: next })}
                onSize={(next) => show({ size: next })}
              />
            )}
          </>
        )}
      </Card>
    </>
  );
}
