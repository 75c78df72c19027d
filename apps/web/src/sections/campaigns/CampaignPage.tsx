import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useProgrammeLabel } from "../../parts/accounts/use-programme-label.ts";
import { RecordPage } from "../../parts/records/RecordPage.tsx";
import { AppLink } from "../../shell/AppLink.tsx";
import { useGo } from "../../shell/navigation.ts";
import { SummaryStrip } from "../../ui/SummaryStrip.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { ALL_KINDS } from "./actions/kinds.ts";
import { useReach } from "./audience/use-reach.ts";
import { CampaignActions } from "./CampaignActions.tsx";
import { CampaignContent } from "./CampaignContent.tsx";
import { campaignState, hasSent, STATE_KINDS } from "./campaign-state.ts";
import type { CampaignDetail } from "./campaigns.api.ts";
import { campaignSiteQuery } from "./campaigns.api.ts";
import { CAMPAIGN_TABS, type CampaignSearchParams } from "./campaigns.search.ts";
import { RecipientTable } from "./delivery/RecipientTable.tsx";
import { Revocations } from "./delivery/Revocations.tsx";
import { pointsItem } from "./delivery/SendSummary.tsx";
import { Sends } from "./delivery/Sends.tsx";
import { StayPayments } from "./delivery/StayPayments.tsx";
import styles from "./delivery/send.module.css";
import { BookingTable } from "./results/BookingTable.tsx";
import { Figure } from "./results/Figure.tsx";
import { ResultsTab } from "./results/ResultsTab.tsx";
import { ResultTable } from "./results/ResultTable.tsx";
import { Runs } from "./schedule/Runs.tsx";

type CampaignPageProps = { record: UseQueryResult<CampaignDetail>; search: CampaignSearchParams };

/** One campaign: its state, its figures, what went out to whom, and what it says. */
export function CampaignPage({ record, search }: CampaignPageProps) {
  const { t } = useTranslation("campaigns");
  const { data: site } = useQuery(campaignSiteQuery());
  const tabOf = (campaign: CampaignDetail) => {
    const tabs = tabsOf(campaign);
    return tabs.find((tab) => tab === search.tab) ?? tabs[0] ?? "content";
  };
  return (
    <RecordPage
      record={record}
      head={(campaign) => {
        const state = campaignState(campaign, site?.today);
        return {
          title: campaign.name || t("edit.unnamed"),
          state: <Tag kind={STATE_KINDS[state]}>{t(`state.${state}`)}</Tag>,
          crumbs: [
            <AppLink key="list" to="/campaigns">
              {t("title")}
            </AppLink>,
            <span key="type">{t(`type.${campaign.type}.name`)}</span>,
            ...(campaign.preset_type ? [<span key="preset">{t(`preset.${campaign.preset_type}`)}</span>] : []),
          ],
          actions: <CampaignActions campaign={campaign} />,
        };
      }}
      above={(campaign) => <Situation campaign={campaign} tab={tabOf(campaign)} />}
      tabs={(campaign) =>
        tabsOf(campaign).length === 0
          ? undefined
          : {
              label: t("detail.tabs"),
              current: tabOf(campaign),
              tabs: tabsOf(campaign).map((key) => ({
                key,
                label: t(`detail.tab.${key}`),
                path: `/campaigns/${campaign.id}`,
                search: { tab: key, size: search.size, preset: search.preset, from: search.from, to: search.to },
              })),
            }
      }
    >
      {(campaign) => <Shown campaign={campaign} tab={tabOf(campaign)} search={search} />}
    </RecordPage>
  );
}

type CampaignTab = (typeof CAMPAIGN_TABS)[number];

/** Points of stays have no sends and no recipients. Before anything was sent or paid, there is only the content. */
function tabsOf(campaign: CampaignDetail): readonly CampaignTab[] {
  if (hasSent(campaign)) return CAMPAIGN_TABS;
  return campaign.paid_guests > 0 || campaign.points_granted > 0 ? ["results", "content"] : [];
}

/** What goes on or was decided; of what nothing was sent of yet also whom it is for and how it stands. */
function Situation({ campaign, tab }: { campaign: CampaignDetail; tab: CampaignTab }) {
  const stopReason = campaign.pushes.find((push) => push.stop_reason !== null)?.stop_reason;
  return (
    <>
      {stopReason ? (
        <div className={styles.notice} role="status">
          <p>{stopReason}</p>
        </div>
      ) : null}
      <Sends campaign={campaign} />
      {hasSent(campaign) ? null : (
        <>
          <BeforeSends campaign={campaign} tab={tab} />
          <Runs campaign={campaign} />
          <WhatItGave campaign={campaign} />
        </>
      )}
    </>
  );
}

/** What was paid for older stays or taken back, and how what it gives stands. */
function WhatItGave({ campaign }: { campaign: CampaignDetail }) {
  return (
    <>
      <StayPayments campaign={campaign} />
      <Revocations campaign={campaign} />
      {ALL_KINDS.map(({ type, delivery }) =>
        delivery?.CampaignPanel && campaign.segments.some(({ actions }) => actions.some((one) => one.type === type)) ? (
          <delivery.CampaignPanel key={type} campaign={campaign} />
        ) : null,
      )}
    </>
  );
}

/** Whom it is for now and, when it grants points with every stay, who got them so far. The results tell the points themselves. */
function BeforeSends({ campaign, tab }: { campaign: CampaignDetail; tab: CampaignTab }) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const named = useProgrammeLabel();
  const now = useReach(campaign);
  const target = {
    label: t(now?.message ? "audience.title" : "audience.titleBasic"),
    value: now === undefined ? t("ui:none") : <Figure value={now.people} unit="people" />,
    note: t("detail.targetNote"),
  };
  const got = { label: t("detail.gotPoints"), value: <Figure value={campaign.paid_guests} unit="people" /> };
  const points = tab === "results" ? [] : [pointsItem(campaign, t)];
  const items = campaign.type === "basic" ? [got, ...points, target] : [target];
  return <SummaryStrip items={items.map((item) => ({ ...item, label: named(item.label) }))} />;
}

type ShownProps = { campaign: CampaignDetail; tab: CampaignTab; search: CampaignSearchParams };

function Shown({ campaign, tab, search }: ShownProps) {
  const go = useGo();
  const show = (change: CampaignSearchParams) =>
    void go(`/campaigns/${campaign.id}`, { ...search, page: undefined, ...change }, { replace: true });
  const part = { campaign, search, onShow: show };
  if (tab === "content") return <CampaignContent campaign={campaign} />;
  if (tab === "bookings") return <BookingTable id={campaign.id} search={search} onShow={show} />;
  if (tab === "sends") return <ResultTable {...part} />;
  if (tab === "recipients") return <RecipientTable {...part} />;
  return (
    <>
      <ResultsTab {...part} />
      {hasSent(campaign) ? (
        <div className={styles.standing}>
          <WhatItGave campaign={campaign} />
        </div>
      ) : null}
    </>
  );
}
