import { Button } from "@mantine/core";
import { IconLayoutGrid, IconPencil } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { useGo } from "../../shell/navigation.ts";
import { useMay } from "../../shell/use-may.ts";
import { Card } from "../../ui/Card.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { formatCount } from "../../ui/format.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { SummaryStrip } from "../../ui/SummaryStrip.tsx";
import { DateText } from "../../ui/values.tsx";
import { MovementCard } from "./MovementCard.tsx";
import { NewGroupRfm } from "./NewGroupRfm.tsx";
import { RemoveGroupRfm } from "./RemoveGroupRfm.tsx";
import { RfmGroupsCard } from "./RfmGroupsCard.tsx";
import { RfmMapCard } from "./RfmMapCard.tsx";
import { rfmNameOf } from "./rfm-name.ts";
import { type Rfm, rfmListQuery } from "./rfms.api.ts";
import styles from "./rfms.module.css";
import { ScoreAgain, ScoringNotice } from "./ScoringNotice.tsx";
import { ThresholdsCard } from "./ThresholdsCard.tsx";

/** Every definition of the programme: who is where, and what the scores mean (product §3, RFMs). */
export function RfmListPage() {
  const { t } = useTranslation(["rfms", "ui"]);
  const go = useGo();
  const list = useQuery(rfmListQuery());
  const mayOpenCustomers = useMay("customers/read");
  const items = list.data?.items;
  const [only, ...others] = items ?? [];
  return (
    <>
      <PageHeader
        title={t("title")}
        count={only && others.length === 0 ? rfmNameOf(only, t) : undefined}
        actions={
          <>
            {only?.page_actions.includes("create") ? <NewGroupRfm /> : null}
            {only && others.length === 0 ? <ScoreAgain rfm={only} /> : null}
            {only && others.length === 0 ? <EditButton rfm={only} primary /> : null}
          </>
        }
      />
      {list.isError ? (
        <Card>
          <ErrorState message={list.error.message} onRetry={() => void list.refetch()} />
        </Card>
      ) : items === undefined ? (
        <RfmSkeleton />
      ) : items.length === 0 ? (
        <Card>
          <EmptyState
            icon={<IconLayoutGrid size={24} aria-hidden />}
            sentence={t("empty")}
            action={
              mayOpenCustomers ? <Button onClick={() => void go("/customers")}>{t("toCustomers")}</Button> : undefined
            }
          />
        </Card>
      ) : (
        items.map((rfm) => <RfmBlock key={rfm.id} rfm={rfm} at={list.dataUpdatedAt} headed={items.length > 1} />)
      )}
    </>
  );
}

function EditButton({ rfm, primary }: { rfm: Rfm; primary?: boolean }) {
  const { t } = useTranslation("rfms");
  const go = useGo();
  if (!rfm.page_actions.includes("edit")) return null;
  return (
    <Button
      {...(primary ? { variant: "filled" } : {})}
      leftSection={<IconPencil size={16} aria-hidden />}
      onClick={() => void go(`/rfms/${rfm.id}/edit`)}
    >
      {t("edit")}
    </Button>
  );
}

function RfmBlock({ rfm, at, headed }: { rfm: Rfm; at: number; headed: boolean }) {
  const { t } = useTranslation(["rfms", "ui"]);
  const name = rfmNameOf(rfm, t);
  return (
    <section className={styles.block} aria-label={name}>
      {headed ? (
        <div className={styles.blockHead}>
          <div>
            <h2>{name}</h2>
            {rfm.group_id === null ? null : (
              <p className={styles.lead}>
                {rfm.group_accounts.length === 0
                  ? t("share.noAccounts")
                  : t("share.counted", { accounts: rfm.group_accounts.join(t("share.and")) })}
              </p>
            )}
          </div>
          <span className={styles.headActions}>
            <RemoveGroupRfm rfm={rfm} name={name} />
            <ScoreAgain rfm={rfm} headed />
            <EditButton rfm={rfm} />
          </span>
        </div>
      ) : null}
      <ScoringNotice rfm={rfm} at={at} />
      <SummaryStrip
        items={[
          { label: t("facts.scored"), value: formatCount(rfm.customers_scored, "people") },
          {
            label: t("facts.withoutStay"),
            value: formatCount(rfm.customers_without_stay, "people"),
            note: t("facts.withoutStayNote"),
          },
          {
            label: t("facts.scoredOn"),
            value: rfm.scored_on ? <DateText value={rfm.scored_on} /> : t("facts.notScored"),
          },
          {
            label: t("facts.years"),
            value: yearsInWords(rfm, t),
          },
        ]}
      />
      <div className={styles.pair}>
        <div className={styles.stack}>
          <RfmMapCard rfm={rfm} />
          <ThresholdsCard rfm={rfm} />
        </div>
        <RfmGroupsCard rfm={rfm} />
      </div>
      {rfm.customers_scored > 0 ? <MovementCard rfm={rfm} /> : null}
    </section>
  );
}

function yearsInWords(rfm: Rfm, t: TFunction<["rfms", "ui"]>): string {
  const { frequency_aggregation_years: f, monetary_aggregation_years: m } = rfm;
  return f === m
    ? t("facts.yearsBoth", { count: f })
    : t("facts.yearsOf", { f: formatCount(f, "years"), m: formatCount(m, "years") });
}

function RfmSkeleton() {
  const { t } = useTranslation("ui");
  return (
    <div className={styles.block} role="status" aria-label={t("table.loading")}>
      <span className={styles.bone} data-part="strip" />
      <div className={styles.pair}>
        <span className={styles.bone} data-part="map" />
        <span className={styles.bone} data-part="map" />
      </div>
    </div>
  );
}
