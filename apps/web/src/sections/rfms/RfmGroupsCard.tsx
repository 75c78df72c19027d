import { useTranslation } from "react-i18next";
import { CampaignFor } from "../../parts/customers/CampaignFor.tsx";
import { useGo, useHref } from "../../shell/navigation.ts";
import { useMay } from "../../shell/use-may.ts";
import { Card } from "../../ui/Card.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { drawBars } from "../../ui/pictures/draw-bars.tsx";
import { ShareBars } from "../../ui/ShareBars.tsx";
import { RfmFile } from "./RfmFile.tsx";
import type { Rfm } from "./rfms.api.ts";
import { areasInWords } from "./threshold-text.ts";

/** How the scored customers divide into the named groups, in the order in which the groups are tried. */
export function RfmGroupsCard({ rfm }: { rfm: Rfm }) {
  const { t } = useTranslation(["rfms", "ui"]);
  const go = useGo();
  const href = useHref();
  const mayOpen = useMay("customers/read");
  const outside = rfm.customers_scored - rfm.groups.reduce((sum, group) => sum + group.count, 0);
  // Rows of one name are one group; its guests are in the first.
  const leads = rfm.groups.filter((group, at) => rfm.groups.findIndex(({ name }) => name === group.name) === at);
  const opening = (id: number | null) => {
    const filter = { rfm_group_id: String(id) };
    return { href: href("/customers", filter), open: () => void go("/customers", filter) };
  };
  const shown = {
    unit: "people" as const,
    whole: rfm.customers_scored,
    bars: [
      ...leads.map((group) => ({
        key: group.id ?? group.name,
        label: group.name,
        note: areasInWords(
          t,
          rfm.groups.filter(({ name }) => name === group.name),
        ),
        value: group.count,
        ...(mayOpen && group.count > 0 ? { link: opening(group.id) } : {}),
        action: (
          <CampaignFor
            conditions={{ rfm_group_id: String(group.id) }}
            count={group.count}
            label={t("groups.campaign", { name: group.name })}
          />
        ),
      })),
      ...(outside > 0 ? [{ key: "none", label: t("groups.none"), value: outside, tone: "quiet" as const }] : []),
    ],
  };
  return (
    <Card
      title={t("groups.title")}
      note={t("groups.note")}
      aside={
        <RfmFile
          rfm={rfm}
          file="groups"
          title={t("groups.title")}
          draw={(colour) => drawBars({ ...shown, percent: (n) => t("ui:percent", { n }) }, colour)}
        />
      }
    >
      {rfm.groups.length === 0 ? (
        <EmptyState sentence={t("groups.empty")} />
      ) : (
        <ShareBars label={t("groups.list")} {...shown} />
      )}
    </Card>
  );
}
