import { Button } from "@mantine/core";
import { IconTrophy } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useGo } from "../../shell/navigation.ts";
import { useMay } from "../../shell/use-may.ts";
import { Card } from "../../ui/Card.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { formatCount, formatDate } from "../../ui/format.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { EvaluationNotice } from "./EvaluationNotice.tsx";
import { RankActions } from "./RankActions.tsx";
import { RankComingCard } from "./RankComingCard.tsx";
import { RankDistributionCard } from "./RankDistributionCard.tsx";
import { RankMonthsCard } from "./RankMonthsCard.tsx";
import { RankTableCard } from "./RankTableCard.tsx";
import { type Rank, rankListQuery } from "./ranks.api.ts";
import styles from "./ranks.module.css";

/** How a rank is won, who holds which, and what each allows (product §3, ranks). */
export function RankListPage() {
  const { t } = useTranslation("ranks");
  const go = useGo();
  const list = useQuery(rankListQuery());
  const mayCreate = useMay("ranks/create");
  const items = list.data?.items;
  return (
    <>
      <PageHeader
        title={t("title")}
        count={items?.length === 1 ? items[0]?.account_name : undefined}
        actions={items?.map((rank) => <RankActions key={rank.id} rank={rank} />)}
      />
      {list.isError ? (
        <Card>
          <ErrorState message={list.error.message} onRetry={() => void list.refetch()} />
        </Card>
      ) : items === undefined ? (
        <RankSkeleton />
      ) : items.length === 0 ? (
        <Card>
          <EmptyState
            icon={<IconTrophy size={24} aria-hidden />}
            sentence={t(mayCreate ? "empty" : "emptyReading")}
            action={
              mayCreate ? (
                <Button variant="filled" onClick={() => void go("/ranks/new")}>
                  {t("create")}
                </Button>
              ) : undefined
            }
          />
        </Card>
      ) : (
        items.map((rank) => <RankBlock key={rank.id} rank={rank} at={list.dataUpdatedAt} headed={items.length > 1} />)
      )}
    </>
  );
}

function RankBlock({ rank, at, headed }: { rank: Rank; at: number; headed: boolean }) {
  const { t } = useTranslation("ranks");
  return (
    <section className={styles.block} aria-label={rank.account_name}>
      {headed ? <h2 className={styles.name}>{rank.account_name}</h2> : null}
      <EvaluationNotice rank={rank} at={at} />
      <div className={styles.definition}>
        <strong>
          {t(`definition.${rank.definition}`, {
            base: formatCount(rank.base_month, "months"),
            active: formatCount(rank.active_month, "months"),
          })}
        </strong>
        <p>
          {/* A base date past a month's end means its last day (product §11). */}
          {rank.base_date >= 31 ? t("evaluatedLastDay") : t("evaluated", { day: rank.base_date })}
        </p>
        {rank.evaluated_on === null ? null : <p>{t("evaluation.last", { day: formatDate(rank.evaluated_on) })}</p>}
      </div>
      {rank.coming ? <RankComingCard coming={rank.coming} /> : null}
      <RankDistributionCard rank={rank} />
      <RankTableCard rank={rank} />
      <RankMonthsCard rank={rank} />
    </section>
  );
}

function RankSkeleton() {
  const { t } = useTranslation("ui");
  return (
    <div className={styles.block} role="status" aria-label={t("table.loading")}>
      <span className={styles.bone} data-part="words" />
      <span className={styles.bone} />
      <span className={styles.bone} />
    </div>
  );
}
