import type { ResultDimension } from "@okaeri/contract/campaigns/results/result-figures";
import { sharesOfAction } from "@okaeri/domain/campaigns/variants/variants";
import { isMessage } from "@okaeri/domain/pushes/next-steps";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { PeriodPicker } from "../../../parts/periods/PeriodPicker.tsx";
import { periodOf } from "../../../parts/periods/period.ts";
import { periodRefusal } from "../../../parts/periods/period-refusal.ts";
import { Card } from "../../../ui/Card.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { PeriodText } from "../../../ui/values.tsx";
import { type CampaignDetail, campaignSiteQuery, resultsQuery } from "../campaigns.api.ts";
import type { CampaignSearchParams } from "../campaigns.search.ts";
import { SendSummary } from "../delivery/SendSummary.tsx";
import { ComingRuns } from "../schedule/ComingRuns.tsx";
import { MissedRuns } from "../schedule/MissedRuns.tsx";
import { DailyBookings } from "./DailyBookings.tsx";
import { LiftCard } from "./LiftCard.tsx";
import { ResultFunnel } from "./ResultFunnel.tsx";
import { ResultGuests } from "./ResultGuests.tsx";
import { ResultsBy } from "./ResultsBy.tsx";
import styles from "./results.module.css";
import { useRowName } from "./row-name.ts";
import { ToDos } from "./ToDos.tsx";
import { VariantComparison } from "./VariantComparison.tsx";

type ResultsTabProps = {
  campaign: CampaignDetail;
  search: CampaignSearchParams;
  onShow: (change: CampaignSearchParams) => void;
};

/** What came of a campaign: from the send to the stay, what is to be done, day by day, and by what it consists of. */
export function ResultsTab({ campaign, search, onShow }: ResultsTabProps) {
  const { t } = useTranslation("campaigns");
  const nameOf = useRowName();
  const { data: site } = useQuery(campaignSiteQuery());
  const { preset, from, to, figure, key } = search;
  // Days of one's own go as they are, either may be open; a preset as its days; without a choice all of its time.
  const byName = preset && site && from === undefined && to === undefined;
  const period = byName ? periodOf({ preset }, site.today) : { ...(from && { from }), ...(to && { to }) };
  const whole = preset === undefined && from === undefined && to === undefined;
  const offered = dimensionsOf(campaign);
  const by = search.by !== undefined && offered.includes(search.by) ? search.by : "action";
  const question = { id: campaign.id, ...period };
  const daily = useQuery(resultsQuery({ ...question, by: "day" }, campaign.sending));
  const parts = useQuery(resultsQuery({ ...question, by }, campaign.sending));
  const messages = campaign.totals.some(({ type }) => isMessage(type));
  const way = messages ? "messages" : campaign.type === "basic" ? "stays" : "benefits";
  const { data } = daily;
  const row = parts.data?.rows.find((one) => String(one.key) === key);
  return (
    <div className={styles.page}>
      <Card
        flush
        note={data ? <PeriodText from={data.from} to={data.to} /> : undefined}
        title={t(way === "stays" ? "results.titleOfStays" : "results.title")}
        aside={
          <PeriodPicker
            search={search}
            period={data && { from: data.from, to: data.to }}
            onChange={onShow}
            presets={["month", "quarter"]}
            whole
          />
        }
      >
        {daily.isError ? (
          <ErrorState message={periodRefusal(daily.error)} onRetry={() => void daily.refetch()} />
        ) : data === undefined ? (
          <div className={styles.waiting} role="status" aria-label={t("results.loading")} />
        ) : (
          <div aria-busy={daily.isPlaceholderData}>
            <ResultFunnel
              results={data}
              way={way}
              whole={whole}
              onOpen={(open) => onShow({ figure: open, key: undefined })}
            />
          </div>
        )}
      </Card>
      <VariantComparison campaign={campaign} />
      <div className={styles.two}>
        <LiftCard campaign={campaign} />
        <ToDos campaign={campaign} />
      </div>
      {way === "stays" ? null : (
        <div className={styles.two}>
          {data ? <DailyBookings results={data} messages={messages} /> : null}
          <div className={styles.side}>
            <ComingRuns campaign={campaign} />
            <MissedRuns campaign={campaign} />
          </div>
        </div>
      )}
      <ResultsBy
        id={campaign.id}
        period={period}
        answer={parts}
        way={way}
        by={by}
        offered={offered}
        onBy={(next) => onShow({ by: next })}
        onOpen={(open, of) => onShow({ figure: open, key: of, by })}
      />
      <SendSummary campaign={campaign} onShow={onShow} />
      {figure === undefined ? null : (
        <ResultGuests
          question={{ ...question, by, figure, ...(key === undefined ? {} : { key }) }}
          name={row && nameOf(by, row).name}
          search={search}
          onShow={(turned) => onShow({ figure, key, ...turned })}
          onClose={() => onShow({ figure: undefined, key: undefined })}
        />
      )}
    </div>
  );
}

/** What this campaign's results can be told by. */
function dimensionsOf({ segments }: CampaignDetail): ResultDimension[] {
  const compares = segments.some(({ actions }) => actions.some((action) => sharesOfAction(action).length > 1));
  return [
    "action",
    ...(compares ? (["variant"] as const) : []),
    ...(segments.length > 1 ? (["segment"] as const) : []),
    "facility",
    "day",
  ];
}
