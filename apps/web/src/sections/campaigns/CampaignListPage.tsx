import { Button } from "@mantine/core";
import { campaignList } from "@okaeri/contract/lists/campaigns";
import { TYPES_TO_CHOOSE } from "@okaeri/domain/campaigns/offered-types";
import { IconPlus, IconSpeakerphone } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { filtersIn } from "../../api/list-input.ts";
import { useProgrammeLabel } from "../../parts/accounts/use-programme-label.ts";
import { ListPage } from "../../parts/lists/ListPage.tsx";
import { useGo } from "../../shell/navigation.ts";
import { useMay } from "../../shell/use-may.ts";
import { campaignColumns } from "./campaign-columns.tsx";
import { type CampaignSearch, campaignListQuery, siteQuery } from "./campaigns.api.ts";

/** All campaigns of the account by status and type. */
export function CampaignListPage({ search }: { search: CampaignSearch }) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const named = useProgrammeLabel();
  const go = useGo();
  const mayCreate = useMay("campaigns/create");
  const rows = useQuery(campaignListQuery(search));
  const { data: site } = useQuery(siteQuery());
  const filtered = Object.keys(filtersIn(campaignList, search)).length > 0;
  const create = mayCreate ? (
    <Button variant="filled" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => void go("/campaigns/new")}>
      {t("list.create")}
    </Button>
  ) : undefined;
  return (
    <ListPage
      list={campaignList}
      search={search}
      rows={rows}
      title={t("title")}
      searchLabel={t("list.search")}
      empty={t(mayCreate ? "list.empty" : "list.emptyReadOnly")}
      unit="items"
      filters={{
        status: { label: t("column.state"), pinned: true, word: (status) => t(`status.${status}`) },
        type: {
          label: t("column.type"),
          pinned: true,
          word: (type) => t(`type.${type}.name`),
          offers: TYPES_TO_CHOOSE,
        },
        preset_type: { label: t("field.preset_type"), word: (preset) => t(`preset.${preset}`) },
      }}
      columns={campaignColumns(t, site?.today, named, mayCreate)}
      minWidth={() => 1160}
      icon={<IconSpeakerphone size={24} aria-hidden />}
      submit={t("list.submit")}
      // Where nothing is yet, the button stands in the middle.
      actions={filtered || rows.data?.total !== 0 ? create : undefined}
      emptyAction={create}
    />
  );
}
