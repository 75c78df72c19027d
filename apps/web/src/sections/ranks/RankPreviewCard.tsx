import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { ruleProblems, rulesOf } from "../../parts/records/field-rules.ts";
import { AppLink } from "../../shell/AppLink.tsx";
import { Card } from "../../ui/Card.tsx";
import { DataTable } from "../../ui/DataTable.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { formatCount, formatDate, formatNumber } from "../../ui/format.ts";
import { Pager } from "../../ui/Pager.tsx";
import { ShareBars } from "../../ui/ShareBars.tsx";
import { SummaryStrip } from "../../ui/SummaryStrip.tsx";
import { Tag } from "../../ui/Tag.tsx";
import type { Column } from "../../ui/table-props.ts";
import { inputOf, type RankValues, rankProblems } from "./rank-draft.ts";
import { type Rank, type RankInput, type RankPreview, rankPreviewQuery } from "./ranks.api.ts";
import styles from "./ranks.module.css";

type PreviewProps = { rank: Rank | undefined; values: RankValues; today: string };

/** What the definition would change on its first day, counted on the real guests; nothing is saved. */
export function RankPreviewCard({ rank, values, today }: PreviewProps) {
  const { t } = useTranslation("ranks");
  const [settled] = useDebouncedValue(values, 400);
  const refused = {
    ...ruleProblems(settled, Object.keys(settled), rulesOf("ranks.create")),
    ...rankProblems(settled, today),
  };
  const usable = Object.keys(refused).length === 0;
  const [paging, setPaging] = useState({ page: 1, size: 20 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another definition begins at its first page
  useEffect(() => setPaging(({ size }) => ({ page: 1, size })), [settled]);
  const edit = inputOf(settled);
  const tried = useQuery({ ...rankPreviewQuery(rank?.id, edit, paging, usable), placeholderData: keepPreviousData });
  const counting = usable && (settled !== values || tried.isFetching);
  const { data } = tried;
  return (
    <Card
      title={t(rank === undefined ? "distribution" : "preview.title")}
      note={counting ? t("preview.counting") : undefined}
    >
      <div aria-busy={counting} className={styles.preview}>
        {!usable ? (
          <EmptyState sentence={t("preview.invalid")} />
        ) : tried.isError ? (
          <ErrorState message={tried.error.message} onRetry={() => void tried.refetch()} />
        ) : data ? (
          rank === undefined ? (
            <FirstOutcome data={data} />
          ) : (
            <Outcome data={data} limits={limitsOf(rank, edit)} onPaging={setPaging} />
          )
        ) : null}
      </div>
    </Card>
  );
}

/** Where nobody has a rank yet everybody rises; what is asked is how many hold each. */
function FirstOutcome({ data }: { data: RankPreview }) {
  const { t } = useTranslation("ranks");
  const bars = data.tiers.map(({ name, after }) => ({
    key: name ?? "",
    label: name ?? t("without"),
    value: after,
    ...(name === null ? { tone: "quiet" as const } : {}),
  }));
  return <ShareBars label={t("distribution")} unit="people" whole={data.customers} bars={bars} />;
}

type Limited = { name: string; min_use_point: number | null; max_use_point: number | null };
type Limits = (name: string | null, side: "from" | "to") => Limited | undefined;

/** How many points one use may be of, before and after. */
function limitsOf(rank: Rank | undefined, edit: RankInput): Limits {
  const of = (tiers: readonly Limited[], name: string | null) => tiers.find((tier) => tier.name === name);
  return (name, side) => of(side === "from" ? (rank?.details ?? []) : edit.details, name);
}

function Outcome({
  data,
  limits,
  onPaging,
}: {
  data: RankPreview;
  limits: Limits;
  onPaging: (paging: { page: number; size: number }) => void;
}) {
  const { t } = useTranslation("ranks");
  const called = (name: string | null) => name ?? t("preview.none");
  const points = (name: string | null, side: "from" | "to") => {
    const { min_use_point: least, max_use_point: most } = limits(name, side) ?? {};
    if (most !== null && most !== undefined)
      return t("preview.between", { from: formatNumber(least ?? 0), to: formatCount(most, "points") });
    return least ? t("preview.from", { from: formatCount(least, "points") }) : t("noLimit");
  };
  const tiers: Column<RankPreview["tiers"][number]>[] = [
    { key: "name", title: t("column.name"), render: (row) => called(row.name) },
    { key: "before", title: t("preview.before"), align: "right", render: (row) => formatCount(row.before, "people") },
    { key: "after", title: t("preview.after"), align: "right", render: (row) => formatCount(row.after, "people") },
    {
      key: "finally",
      title: t("preview.finally"),
      align: "right",
      render: (row) => formatCount(row.finally, "people"),
    },
  ];
  const moves: Column<RankPreview["moves"][number]>[] = [
    {
      key: "move",
      title: t("preview.move"),
      render: (row) => t("preview.fromTo", { from: called(row.from), to: called(row.to) }),
    },
    { key: "way", title: t("preview.way"), render: (row) => <Way {...row} /> },
    { key: "count", title: t("column.count"), align: "right", render: (row) => formatCount(row.count, "people") },
    {
      key: "limit",
      title: t("preview.points"),
      align: "right",
      render: (row) => t("preview.fromTo", { from: points(row.from, "from"), to: points(row.to, "to") }),
    },
  ];
  const guests: Column<RankPreview["guests"]["items"][number]>[] = [
    {
      key: "name",
      title: t("preview.guest"),
      render: (row) => <AppLink to={`/customers/${row.id}`}>{row.name}</AppLink>,
    },
    {
      key: "move",
      title: t("preview.move"),
      render: (row) => t("preview.fromTo", { from: called(row.from), to: called(row.to) }),
    },
    { key: "on", title: t("preview.on"), render: (row) => formatDate(row.on) },
  ];
  return (
    <>
      <SummaryStrip
        items={[
          { label: t("preview.up"), value: formatCount(data.up, "people") },
          { label: t("preview.down"), value: formatCount(data.down, "people") },
          { label: t("preview.downLater"), value: formatCount(data.down_later, "people") },
        ]}
      />
      <DataTable
        caption={t("preview.tiers")}
        columns={tiers}
        rows={data.tiers}
        rowKey={(row) => row.name ?? ""}
        empty={<EmptyState sentence={t("preview.nobody")} />}
      />
      <h3>{t("preview.moves")}</h3>
      <DataTable
        caption={t("preview.moves")}
        columns={moves}
        rows={data.moves}
        rowKey={(row) => [row.from, row.to, row.later].join()}
        minWidth={560}
        empty={<EmptyState sentence={t("preview.nobody")} />}
      />
      {data.guests.items.length > 0 ? (
        <>
          <h3>{t("preview.guests")}</h3>
          <DataTable
            caption={t("preview.guests")}
            columns={guests}
            rows={data.guests.items}
            rowKey={(row) => row.id}
            empty={null}
          />
          <Pager
            page={data.guests.page}
            size={data.guests.size}
            total={data.guests.total}
            unit="people"
            onPage={(page) => onPaging({ page, size: data.guests.size })}
            onSize={(size) => onPaging({ page: 1, size })}
          />
        </>
      ) : null}
    </>
  );
}

function Way({ way, later }: { way: "up" | "down"; later: boolean }) {
  const { t } = useTranslation("ranks");
  if (way === "up") return <Tag kind="success">{t("preview.ways.up")}</Tag>;
  return <Tag kind={later ? "info" : "danger"}>{t(later ? "preview.ways.later" : "preview.ways.down")}</Tag>;
}
