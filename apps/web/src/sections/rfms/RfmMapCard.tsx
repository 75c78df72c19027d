import { Button } from "@mantine/core";
import { SCORES } from "@okaeri/domain/rfms/score";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { CampaignFor } from "../../parts/customers/CampaignFor.tsx";
import { useGo, useHref } from "../../shell/navigation.ts";
import { useMay } from "../../shell/use-may.ts";
import { Card } from "../../ui/Card.tsx";
import { DataTable } from "../../ui/DataTable.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { formatCount } from "../../ui/format.ts";
import { type HeatCell, HeatMap, type HeatMapShown } from "../../ui/HeatMap.tsx";
import { drawHeat } from "../../ui/pictures/draw-heat.tsx";
import type { Column } from "../../ui/table-props.ts";
import { ViewSwitch } from "../../ui/ViewSwitch.tsx";
import { YenText } from "../../ui/values.tsx";
import { RfmFile } from "./RfmFile.tsx";
import { boundsOf } from "./rfm-draft.ts";
import type { Rfm } from "./rfms.api.ts";
import { shortWords } from "./threshold-text.ts";

type Cell = Rfm["heatmap"][number];

const BEST_FIRST = [...SCORES].reverse();

/** The 25 combinations of R and F, coloured by mean M; each opens its customers. The same numbers as a table. */
export function RfmMapCard({ rfm }: { rfm: Rfm }) {
  const { t } = useTranslation(["rfms", "ui"]);
  const [view, setView] = useState<"map" | "table">("map");
  const map = useHeatMap(rfm);
  const go = useGo();
  const mayOpen = useMay("customers/read");
  return (
    <Card
      title={t("map.title")}
      aside={
        <>
          <RfmFile rfm={rfm} file="heatmap" title={t("map.title")} draw={(colour) => drawHeat(map, colour)} />
          <ViewSwitch
            label={t("map.view")}
            value={view}
            onChange={setView}
            views={[
              { value: "map", label: t("map.asMap") },
              { value: "table", label: t("map.asTable") },
            ]}
          />
        </>
      }
    >
      {rfm.customers_scored === 0 ? (
        <EmptyState
          sentence={t("noneScored")}
          action={mayOpen ? <Button onClick={() => void go("/customers")}>{t("toCustomers")}</Button> : undefined}
        />
      ) : view === "map" ? (
        <ScoreMap rfm={rfm} map={map} mayOpen={mayOpen} />
      ) : (
        <CellTable rfm={rfm} mayOpen={mayOpen} />
      )}
    </Card>
  );
}

function levelOf(mean: number | null): HeatCell["level"] {
  return mean === null ? 0 : (Math.min(5, Math.max(1, Math.round(mean))) as HeatCell["level"]);
}

type CellsProps = { rfm: Rfm; mayOpen: boolean };

/** The customers of a cell; without an RFM the list means the account's own, of which a campaign can be made. */
const customersOf = (rfm: Rfm, recency_score: number, frequency_score: number) => ({
  ...(rfm.group_id === null ? {} : { rfm_id: rfm.id }),
  recency_score,
  frequency_score,
});

/** The heat map as the page and a file draw it. */
function useHeatMap(rfm: Rfm): HeatMapShown {
  const { t } = useTranslation(["rfms", "ui"]);
  const bounds = boundsOf(rfm.details);
  return {
    rowTitle: t("map.row"),
    columnTitle: t("map.column"),
    rows: BEST_FIRST.map((score) => ({
      key: score,
      label: t("map.scoreR", { n: score }),
      note: shortWords(t, "recency", bounds.recency, score),
    })),
    columns: BEST_FIRST.map((score) => ({
      key: score,
      label: t("map.scoreF", { n: score }),
      note: shortWords(t, "frequency", bounds.frequency, score),
    })),
    cells: rfm.heatmap.map((cell) => ({
      row: cell.recency_score,
      column: cell.frequency_score,
      value: cell.count,
      level: levelOf(cell.monetary_score),
      ...(cell.monetary_score === null ? {} : { note: t("map.mean", { n: cell.monetary_score.toFixed(1) }) }),
    })),
    unit: "people",
    legend: { title: t("map.legend"), levels: ["1", "2", "3", "4", "5"] },
  };
}

function ScoreMap({ rfm, map, mayOpen }: CellsProps & { map: HeatMapShown }) {
  const { t } = useTranslation(["rfms", "ui"]);
  const go = useGo();
  const href = useHref();
  const filter = (cell: HeatCell) => customersOf(rfm, cell.row, cell.column);
  return (
    <HeatMap
      caption={t("map.caption")}
      {...map}
      cellAction={(cell) => (
        <CampaignFor
          conditions={filter(cell)}
          count={cell.value}
          label={t("map.campaign", { r: cell.row, f: cell.column })}
        />
      )}
      {...(mayOpen
        ? {
            onCell: (cell: HeatCell) => void go("/customers", filter(cell)),
            cellHref: (cell: HeatCell) => href("/customers", filter(cell)),
          }
        : {})}
    />
  );
}

function CellTable({ rfm, mayOpen }: CellsProps) {
  const { t } = useTranslation(["rfms", "ui"]);
  const go = useGo();
  const href = useHref();
  const rows = [...rfm.heatmap].sort(
    (a, b) => b.recency_score - a.recency_score || b.frequency_score - a.frequency_score,
  );
  const filter = (cell: Cell) => customersOf(rfm, cell.recency_score, cell.frequency_score);
  const columns: Column<Cell>[] = [
    {
      key: "scores",
      title: t("map.r"),
      render: (cell) => `${t("map.scoreR", { n: cell.recency_score })} ${t("map.scoreF", { n: cell.frequency_score })}`,
    },
    {
      key: "count",
      title: t("map.count"),
      align: "right",
      render: (cell) => formatCount(cell.count, "people"),
    },
    {
      key: "mean",
      title: t("map.meanM"),
      align: "right",
      render: (cell) => cell.monetary_score?.toFixed(1) ?? t("ui:none"),
    },
    {
      key: "usePrice",
      title: t("map.usePrice"),
      align: "right",
      render: (cell) => <YenText value={cell.use_price} />,
    },
  ];
  return (
    <DataTable
      caption={t("map.title")}
      columns={columns}
      rows={rows}
      rowKey={(cell) => `${cell.recency_score}/${cell.frequency_score}`}
      {...(mayOpen
        ? {
            row: {
              href: (cell: Cell) => href("/customers", filter(cell)),
              open: (cell: Cell) => void go("/customers", filter(cell)),
            },
          }
        : {})}
      empty={null}
    />
  );
}
