import type { ResultDimension, ResultFigure } from "@okaeri/contract/campaigns/result-figures";
import { useTranslation } from "react-i18next";
import { Card } from "../../../../ui/Card.tsx";
import { DataTable } from "../../../../ui/DataTable.tsx";
import { EmptyState } from "../../../../ui/EmptyState.tsx";
import { ErrorState } from "../../../../ui/ErrorState.tsx";
import { formatCount } from "../../../../ui/format.ts";
import { Stacked } from "../../../../ui/Stacked.tsx";
import type { Column } from "../../../../ui/table-props.ts";
import { ViewSwitch } from "../../../../ui/ViewSwitch.tsx";
import type { Results } from "../../campaigns.api.ts";
import text from "../../text.module.css";
import { RESULT_UNITS } from "./funnel-steps.ts";
import { useRowName } from "./row-name.ts";

/** In a column of its own; `always`: also where nothing came of it. */
const COLUMNS: readonly { figure: ResultFigure; always: boolean }[] = [
  { figure: "sent", always: true },
  { figure: "delivered", always: true },
  { figure: "opened", always: true },
  { figure: "clicked", always: true },
  { figure: "unsubscribed", always: false },
  { figure: "points", always: false },
  { figure: "points_used", always: false },
  { figure: "coupons_given", always: false },
  { figure: "coupons_used", always: false },
  { figure: "reserved", always: true },
  { figure: "transacted", always: true },
  { figure: "use_price", always: true },
  { figure: "cost", always: false },
];

type Row = Results["total"] & { key: string; name: string; note: string | undefined; isTotal: boolean };

type ResultsByProps = {
  answer: {
    data: Results | undefined;
    isError: boolean;
    error: Error | null;
    isPlaceholderData: boolean;
    refetch: () => unknown;
  };
  by: ResultDimension;
  offered: readonly ResultDimension[];
  onBy: (by: ResultDimension) => void;
  onOpen: (figure: ResultFigure, key: string | undefined) => void;
};

/** What each action, segment, facility or day brought, and all together; a figure leads to its guests. */
export function ResultsBy({ answer, by, offered, onBy, onOpen }: ResultsByProps) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const nameOf = useRowName();
  const title = t(`results.by.${by}.title`);
  const { data } = answer;
  const rows = data && [
    ...data.rows.map((row): Row => ({ ...row, ...nameOf(by, row), key: String(row.key), isTotal: false })),
    ...(data.rows.length === 0
      ? []
      : [{ ...data.total, key: "", name: t("results.total"), note: undefined, isTotal: true }]),
  ];
  // Of facilities nothing is sent; what nothing was given of is no column either.
  const shown = COLUMNS.filter(
    ({ figure, always }) =>
      rows === undefined || rows.some((row) => !row.isTotal && (always ? row[figure] !== null : !!row[figure])),
  );
  const columns: Column<Row>[] = [
    {
      key: "name",
      title: t(`results.by.${by}.column`),
      render: (row) => <Stacked main={<strong>{row.name}</strong>} sub={row.note} />,
    },
    ...shown.map(
      ({ figure }): Column<Row> => ({
        key: figure,
        title: t(`results.figure.${figure}`),
        align: "right",
        render: (row) => {
          const value = row[figure];
          if (value === null) return t("ui:none");
          const said = formatCount(value, RESULT_UNITS[figure]);
          if (value === 0) return <span className="num">{said}</span>;
          return (
            <button
              type="button"
              className={`num ${text.textLink} ${text.figureLink}`}
              aria-label={t("results.cell", { name: row.name, figure: t(`results.figure.${figure}`), n: said })}
              onClick={() => onOpen(figure, row.isTotal ? undefined : row.key)}
            >
              {row.isTotal ? <strong>{said}</strong> : said}
            </button>
          );
        },
      }),
    ),
  ];
  return (
    <Card
      flush
      title={title}
      aside={
        offered.length > 1 ? (
          <ViewSwitch
            label={t("results.by.label")}
            value={by}
            onChange={onBy}
            views={offered.map((value) => ({ value, label: t(`results.by.${value}.short`) }))}
          />
        ) : undefined
      }
    >
      {answer.isError ? (
        <ErrorState message={answer.error?.message ?? ""} onRetry={() => void answer.refetch()} />
      ) : (
        <DataTable
          caption={title}
          columns={columns}
          rows={rows}
          rowKey={(row) => row.key}
          busy={answer.isPlaceholderData}
          skeletonRows={3}
          minWidth={240 + shown.length * 96}
          empty={<EmptyState sentence={t("results.noRows")} />}
        />
      )}
    </Card>
  );
}
