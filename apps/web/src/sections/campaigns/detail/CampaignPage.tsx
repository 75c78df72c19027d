import type { SendFigure } from "@okaeri/contract/campaigns/figure-words";
import type { Reaction } from "@okaeri/contract/campaigns/reactions";
import { isMessage } from "@okaeri/domain/pushes/next-steps";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useProgrammeLabel } from "../../../parts/accounts/use-programme-label.ts";
import { RecordPage } from "../../../parts/records/RecordPage.tsx";
import { AppLink } from "../../../shell/AppLink.tsx";
import { useGo } from "../../../shell/navigation.ts";
import { formatCount } from "../../../ui/format.ts";
import { SummaryStrip } from "../../../ui/SummaryStrip.tsx";
import { Tag } from "../../../ui/Tag.tsx";
import { ALL_KINDS, sentKind } from "../actions/kinds.ts";
import { campaignState, STATE_KINDS, totalCounts } from "../campaign-state.ts";
import type { CampaignDetail } from "../campaigns.api.ts";
import { siteQuery } from "../campaigns.api.ts";
import { CAMPAIGN_TABS, type CampaignSearchParams } from "../campaigns.search.ts";
import { benefitsOnlyWords } from "../editor/audience/benefits-only.ts";
import { Figure } from "../Figure.tsx";
import { Runs } from "../runs/Runs.tsx";
import text from "../text.module.css";
import { type Reach, useReach } from "../use-reach.ts";
import { BookingTable } from "./BookingTable.tsx";
import { CampaignActions } from "./CampaignActions.tsx";
import { CampaignContent } from "./CampaignContent.tsx";
import { RecipientTable } from "./RecipientTable.tsx";
import { ResultTable } from "./ResultTable.tsx";
import { Sends } from "./Sends.tsx";
import { StayPayments } from "./StayPayments.tsx";
import styles from "./send.module.css";
import { TakeBacks } from "./TakeBacks.tsx";

type CampaignPageProps = { record: UseQueryResult<CampaignDetail>; search: CampaignSearchParams };

/** One campaign: its state, its figures, what went out to whom, and what it says. */
export function CampaignPage({ record, search }: CampaignPageProps) {
  const { t } = useTranslation("campaigns");
  const { data: site } = useQuery(siteQuery());
  const tabOf = ({ pushes }: CampaignDetail) => search.tab ?? (pushes.length > 0 ? "results" : "content");
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
      above={(campaign) => <Situation campaign={campaign} search={search} />}
      tabs={(campaign) =>
        campaign.pushes.length === 0
          ? undefined
          : {
              label: t("detail.tabs"),
              current: tabOf(campaign),
              tabs: CAMPAIGN_TABS.map((key) => ({
                key,
                label: t(`detail.tab.${key}`),
                path: `/campaigns/${campaign.id}`,
                search: { tab: key, size: search.size },
              })),
            }
      }
    >
      {(campaign) => <Shown campaign={campaign} tab={tabOf(campaign)} search={search} />}
    </RecordPage>
  );
}

/** The figures, and what goes on or was decided. */
function Situation({ campaign, search }: { campaign: CampaignDetail; search: CampaignSearchParams }) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const named = useProgrammeLabel();
  const now = useReach(campaign);
  const go = useGo();
  const show = (what: CampaignSearchParams) =>
    void go(`/campaigns/${campaign.id}`, { size: search.size, ...what }, { replace: true });
  const stopReason = campaign.pushes.find((push) => push.stop_reason !== null)?.stop_reason;
  return (
    <>
      <SummaryStrip items={summary(campaign, now, t, show).map((item) => ({ ...item, label: named(item.label) }))} />
      {campaign.figures?.clicked || campaign.figures?.machine_opened ? (
        <p className={styles.note}>{t("detail.machinesNote")}</p>
      ) : null}
      {stopReason ? (
        <div className={styles.notice} role="status">
          <p>{stopReason}</p>
        </div>
      ) : null}
      <Sends campaign={campaign} />
      <Runs campaign={campaign} />
      <StayPayments campaign={campaign} />
      <TakeBacks campaign={campaign} />
      {ALL_KINDS.map(({ type, CampaignPanel }) =>
        CampaignPanel && campaign.segments.some(({ actions }) => actions.some((one) => one.type === type)) ? (
          <CampaignPanel key={type} campaign={campaign} />
        ) : null,
      )}
    </>
  );
}

type ShownProps = { campaign: CampaignDetail; tab: (typeof CAMPAIGN_TABS)[number]; search: CampaignSearchParams };

function Shown({ campaign, tab, search }: ShownProps) {
  const go = useGo();
  const show = (change: CampaignSearchParams) =>
    void go(`/campaigns/${campaign.id}`, { ...search, page: undefined, ...change }, { replace: true });
  if (campaign.pushes.length === 0 || tab === "content") return <CampaignContent campaign={campaign} />;
  if (tab === "bookings") return <BookingTable id={campaign.id} search={search} onShow={show} />;
  return tab === "results" ? (
    <ResultTable campaign={campaign} search={search} onShow={show} />
  ) : (
    <RecipientTable campaign={campaign} search={search} onShow={show} />
  );
}

/** A figure that opens the guests behind it, where there are any. */
function GuestsLink({ opens, children }: { opens: (() => void) | false; children: ReactNode }) {
  if (!opens) return children;
  return (
    <button type="button" className={text.textLink} onClick={opens}>
      {children}
    </button>
  );
}

type T = ReturnType<typeof useTranslation<["campaigns", "ui"]>>["t"];

/**
 * Each kind is counted in its own unit. Without a send it shows whom it is for now and, when it grants points with every
 * stay, who got them so far.
 */
function summary(campaign: CampaignDetail, now: Reach | undefined, t: T, show: (what: CampaignSearchParams) => void) {
  const points = {
    label: t("column.points"),
    value: <Figure value={campaign.points_granted} unit="points" />,
    note:
      campaign.points_reversed > 0
        ? t("column.reversed", { n: formatCount(campaign.points_reversed, "points") })
        : undefined,
  };
  const { figures } = campaign;
  if (figures === null) {
    const target = {
      label: t(now?.message ? "audience.title" : "audience.titleBasic"),
      value: now === undefined ? t("ui:none") : <Figure value={now.people} unit="people" />,
      note: t("detail.targetNote"),
    };
    if (campaign.type !== "basic") return [target];
    return [
      { label: t("detail.gotPoints"), value: <Figure value={campaign.paid_guests} unit="people" /> },
      points,
      target,
    ];
  }
  const shown = (name: SendFigure) => ({
    label: t(`figure.${name}`),
    value: <Figure value={figures[name]} unit="people" />,
  });
  const reacted = (name: Reaction) => ({
    label: t(`figure.${name}`),
    value: (
      <GuestsLink opens={figures[name] > 0 && (() => show({ tab: "recipients", reaction: name }))}>
        <Figure value={figures[name]} unit="people" />
      </GuestsLink>
    ),
  });
  const brought = (name: "reserved" | "transacted", amount: "reserved_price" | "use_price") => {
    const found = campaign.brought;
    if (found === null) return [];
    const value = (
      <GuestsLink opens={found[name] > 0 && (() => show({ tab: "bookings" }))}>
        <Figure value={found[name]} unit="items" />
      </GuestsLink>
    );
    return [{ label: t(`brought.${name}`), value, note: formatCount(found[amount], "yen") }];
  };
  const sentKinds = campaign.totals.flatMap(({ type }) => sentKind(type)?.type ?? []);
  const messages = totalCounts(campaign.totals.filter(({ type }) => isMessage(type))).sent;
  const given = ALL_KINDS.flatMap(({ type, unit: own, givenWords }) => {
    const totals = campaign.totals.filter((total) => total.type === type);
    if (givenWords === undefined || totals.length === 0) return [];
    return [{ label: givenWords(t), value: <Figure value={totalCounts(totals).sent} unit={own} /> }];
  });
  return [
    figures.sends > 1 ? { ...shown("targets"), label: t("figure.targets_of_sends") } : shown("targets"),
    { ...shown("reached"), note: messages > 0 ? formatCount(messages, "mails") : undefined },
    ...(figures.benefits_only > 0 ? [{ ...shown("benefits_only"), label: benefitsOnlyWords(t, sentKinds) }] : []),
    ...(["left_out", "failed", "waiting"] as const).filter((name) => figures[name] > 0).map(shown),
    ...(figures.unknown > 0 ? [{ ...shown("unknown"), note: t("detail.unknownNote") }] : []),
    ...(messages > 0 ? [reacted("opened"), reacted("clicked")] : []),
    ...(["machine_opened", "unsubscribed", "bounced", "complained"] as const)
      .filter((name) => figures[name] > 0)
      .map(reacted),
    ...given,
    points,
    ...brought("reserved", "reserved_price"),
    ...brought("transacted", "use_price"),
  ];
}
