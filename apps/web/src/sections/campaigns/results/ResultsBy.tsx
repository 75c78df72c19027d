import type { ResultDimension, ResultFigure } from "@okaeri/contract/campaigns/results/result-figures";
import { useTranslation } from "react-i18next";
import { workingAccount } from "../../../api/account.ts";
import { ExportMenu } from "../../../parts/lists/ExportMenu.tsx";
import { periodRefusal } from "../../../parts/periods/period-refusal.ts";
import { Card } from "../../../ui/Card.tsx";
import { DataTable } from "../../../ui/DataTable.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { formatCount } from "../../../ui/format.ts";
import { Stacked } from "../../../ui/Stacked.tsx";
import type { Column } from "../../../ui/table-props.ts";
import { ViewSwitch } from "../../../ui/ViewSwitch.tsx";
import { MailTextView } from "../actions/mail/MailTextView.tsx";
import type { Results } from "../campaigns.api.ts";
import text from "../text.module.css";
import { RESULT_UNITS, type Way } from "./funnel-steps.ts";
import styles from "./results.module.css";
import { type RowName, useRowName } from "./row-name.ts";

const SENDING: readonly Way[] = ["messages", "benefits"];

/** In a column of its own, where something came of it; also where nothing did, of campaigns that could have: `also`. */
const COLUMNS: readonly { figure: ResultFigure; also: readonly Way[] }[] = [
  { figure: "sent", also: SENDING },
  { figure: "delivered", also: SENDING },
  { figure: "opened", also: ["messages"] },
  { figure: "clicked", also: ["messages"] },
  { figure: "unsubscribed", also: [] },
  { figure: "points", also: [] },
  { figure: "points_used", also: [] },
  { figure: "coupons_given", also: [] },
  { figure: "coupons_used", also: [] },
  { figure: "reserved", also: SENDING },
  { figure: "transacted", also: SENDING },
  { figure: "use_price", also: SENDING },
  { figure: "cost", also: [] },
];

type Row = Results["total"] & RowName & { key: string; isTotal: boolean };

type ResultsByProps = {
  id: number;
  /** As it is asked: without a choice, all of its time. */
  period: { from?: string | undefined; to?: string | undefined };
  answer: {
    data: Results | undefined;
    isError: boolean;
    error: Error | null;
    isPlaceholderData: boolean;
    refetch: () => unknown;
  };
  way: Way;
  by: ResultDimension;
  offered: readonly ResultDimension[];
  onBy: (by: ResultDimension) => void;
  onOpen: (figure: ResultFigure, key: string | undefined) => void;
};

/** What each action, segment, facility or day brought, and all together; a figure leads to its guests. */
export function ResultsBy({ id, period, answer, way, by, offered, onBy, onOpen }: ResultsByProps) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const nameOf = useRowName();
  const title = t(`results.by.${by}.title`);
  const { data } = answer;
  const rows = data && [
    ...data.rows.map((row): Row => ({ ...row, ...nameOf(by, row), key: String(row.key), isTotal: false })),
    ...(data.rows.length === 0 ? [] : [{ ...data.total, key: "", name: t("results.total"), isTotal: true }]),
  ];
  // Of facilities nothing is sent; what nothing was given of is no column either.
  const shown = COLUMNS.filter(
    ({ figure, also }) =>
      rows === undefined ||
      rows.some((row) => !row.isTotal && (also.includes(way) ? row[figure] !== null : !!row[figure])),
  );
  const columns: Column<Row>[] = [
    {
      key: "name",
      title: t(`results.by.${by}.column`),
      render: ({ name, subject, note }) => (
        <Stacked
          main={<strong>{name}</strong>}
          sub={
            subject || note ? (
              <>
                {subject ? <MailTextView words={subject} /> : null}
                {subject && note ? " " : null}
                {note}
              </>
            ) : undefined
          }
        />
      ),
    },
    ...shown.map(
      ({ figure }): Column<Row> => ({
        key: figure,
        title: t(`results.figure.${figure}`),
        align: "right",
        render: (row) => {
          const value = row[figure];
          if (value === null) return t("ui:none");
          const formatted = formatCount(value, RESULT_UNITS[figure]);
          if (value === 0) return <span className="num">{formatted}</span>;
          return (
            <button
              type="button"
              className={`num ${text.textLink} ${text.figureLink}`}
              aria-label={t("results.cell", { name: row.name, figure: t(`results.figure.${figure}`), n: formatted })}
              onClick={() => onOpen(figure, row.isTotal ? undefined : row.key)}
            >
              {row.isTotal ? <strong>{formatted}</strong> : formatted}
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
        <div className={styles.tools}>
          {offered.length > 1 ? (
            <ViewSwitch
              label={t("results.by.label")}
              value={by}
              onChange={onBy}
              views={offered.map((value) => ({ value, label: t(`results.by.${value}.short`) }))}
            />
          ) : null}
          <ExportMenu
            path={`/api/campaigns/${id}/results.csv`}
            query={{ by, ...period, account_id: workingAccount() }}
            title={title}
          />
        </div>
      }
    >
      {answer.isError ? (
        <ErrorState message={periodRefusal(answer.error)} onRetry={() => void answer.refetch()} />
      ) : (
        <>
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
          {data && overlaps(data) ? <p className={`${text.quiet} ${styles.note}`}>{t("results.overlap")}</p> : null}
        </>
      )}
    </Card>
  );
}

/** Whether somebody got several of what the rows are: all together they count once. */
const overlaps = ({ rows, total }: Results): boolean =>
  rows.some(({ delivered }) => delivered !== null) &&
  rows.reduce((sum, { delivered }) => sum + (delivered ?? 0), 0) > (total.delivered ?? 0);
