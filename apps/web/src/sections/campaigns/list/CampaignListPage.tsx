import { campaignList } from "@okaeri/contract/lists/campaigns";
import { TYPES_TO_CHOOSE } from "@okaeri/domain/campaigns/actions/offered-types";
import { IconSpeakerphone } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { filtersIn } from "../../../api/list-input.ts";
import { useProgrammeLabel } from "../../../parts/accounts/use-programme-label.ts";
import { ListPage } from "../../../parts/lists/ListPage.tsx";
import { useMay } from "../../../shell/use-may.ts";
import { CalendarPage } from "../calendar/CalendarPage.tsx";
import { campaignListQuery, campaignSiteQuery } from "../campaigns.api.ts";
import type { CampaignListSearch } from "../campaigns.search.ts";
import { CampaignViews } from "./CampaignViews.tsx";
import { CreateCampaign } from "./CreateCampaign.tsx";
import { campaignColumns } from "./campaign-columns.tsx";

/** All campaigns of the account: by status and type, or by the days on which they run. */
export function CampaignListPage({ search }: { search: CampaignListSearch }) {
  return search.show === "calendar" ? <CalendarPage search={search} /> : <List search={search} />;
}

function List({ search }: { search: CampaignListSearch }) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const named = useProgrammeLabel();
  const mayCreate = useMay("campaigns/create");
  const rows = useQuery(campaignListQuery(search));
  const { data: site } = useQuery(campaignSiteQuery());
  const filtered = Object.keys(filtersIn(campaignList, search)).length > 0;
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
      minWidth={() => 1300}
      icon={<IconSpeakerphone size={24} aria-hidden />}
      submit={t("list.submit")}
      // Where nothing is yet, the button stands in the middle.
      actions={filtered || rows.data?.total !== 0 ? <CreateCampaign /> : undefined}
      emptyAction={<CreateCampaign />}
      around={(content) => <CampaignViews search={search}>{content}</CampaignViews>}
    />
  );
}
