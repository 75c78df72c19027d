import { Button } from "@mantine/core";
import { customerList } from "@okaeri/contract/lists/customers";
import { IconUsers } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useCustomerColumns } from "../../parts/customers/customer-columns.tsx";
import { ListExport } from "../../parts/lists/ListExport.tsx";
import { ListPage } from "../../parts/lists/ListPage.tsx";
import { useGo } from "../../shell/navigation.ts";
import { notify } from "../../shell/toasts.tsx";
import { useMay } from "../../shell/use-may.ts";
import { formatCount } from "../../ui/format.ts";
import { ReasonedButton } from "../../ui/ReasonedButton.tsx";
import { customerFilters } from "./customer-filters.ts";
import { quickViews } from "./customer-views.ts";
import {
  type CustomerSearch,
  customerCountQuery,
  customerListQuery,
  customerSiteQuery,
  filterOptionsQuery,
  waitingGrantsQuery,
  waitingQuery,
} from "./customers.api.ts";
import { ListViews } from "./ListViews.tsx";
import { SelectionBar } from "./SelectionBar.tsx";
import { useCampaignFor } from "./use-campaign-for.ts";
import { ALL_CUSTOMERS, useSelection } from "./use-selection.ts";

/** Every customer in the person's reach, narrowed by conditions that live in the URL. */
export function CustomerListPage({ search }: { search: CustomerSearch }) {
  const { t } = useTranslation(["customers", "ui"]);
  const go = useGo();
  const rows = useQuery(customerListQuery(search));
  const options = useQuery(filterOptionsQuery());
  const everybody = useQuery(customerCountQuery());
  const { data: site } = useQuery(customerSiteQuery());
  const waiting = useQuery(waitingQuery());
  const waitingGrants = useQuery(waitingGrantsQuery());
  const mayImport = useMay("customers/create");
  const mayCampaign = useMay("campaigns/create");
  const total = rows.data?.total;
  const campaign = useCampaignFor(search, total ?? 0);
  const { selection, choose, select } = useSelection(search, rows.data?.items ?? [], {
    row: (name) => t("select.row", { name }),
    page: t("select.page"),
    full: (most) => notify("warning", t("select.full", { most: formatCount(most, "people") })),
  });
  return (
    <ListPage
      list={customerList}
      search={search}
      rows={rows}
      title={t("title")}
      searchLabel={t("search")}
      empty={t("empty")}
      unit="people"
      filters={customerFilters(options.data, t)}
      columns={useCustomerColumns()}
      minWidth={(columns) => 240 + 105 * (columns - 1)}
      icon={<IconUsers size={24} aria-hidden />}
      submit={t("searchSubmit")}
      selection={{
        select,
        bar: (
          <SelectionBar
            search={search}
            selection={selection}
            total={total ?? 0}
            types={options.data?.customer_types ?? []}
            onChoose={choose}
          />
        ),
      }}
      actions={
        <>
          {mayImport ? <Button onClick={() => void go("/customers/new")}>{t("form.new")}</Button> : null}
          {waiting.data?.waiting ? (
            <Button onClick={() => void go("/customers/merges")}>
              {t("waiting", { count: waiting.data.waiting })}
            </Button>
          ) : null}
          {waitingGrants.data?.total ? (
            <Button onClick={() => void go("/customers/point-requests")}>
              {t("waitingGrants", { count: waitingGrants.data.total })}
            </Button>
          ) : null}
          {mayImport ? <Button onClick={() => void go("/customers/imports")}>{t("import")}</Button> : null}
          <ListExport list={customerList} search={search} people="customers" />
          {!mayCampaign ? null : campaign.filtered && total !== 0 ? (
            <ReasonedButton
              variant="filled"
              reason={campaign.reason(ALL_CUSTOMERS)}
              loading={campaign.busy || total === undefined}
              onClick={() => void campaign.start(ALL_CUSTOMERS)}
            >
              {t("newCampaignFor", { count: formatCount(total ?? 0, "people") })}
            </ReasonedButton>
          ) : (
            <Button variant="filled" onClick={() => void go("/campaigns/new")}>
              {t("newCampaign")}
            </Button>
          )}
        </>
      }
      emptyAction={
        mayImport ? <Button onClick={() => void go("/customers/imports/new")}>{t("emptyAction")}</Button> : undefined
      }
      around={(content) => (
        <ListViews
          list={customerList}
          search={search}
          views={quickViews(options.data, site?.today, everybody.data?.total, t)}
          label={t("view.label")}
          own={{ label: t("view.custom"), count: total }}
        >
          {content}
        </ListViews>
      )}
    />
  );
}
