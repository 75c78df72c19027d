import type { ResultDimension, ResultFigure } from "@okaeri/contract/campaigns/results/result-figures";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { AppLink } from "../../../shell/AppLink.tsx";
import { useMay } from "../../../shell/use-may.ts";
import { DataTable } from "../../../ui/DataTable.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { Pager } from "../../../ui/Pager.tsx";
import type { Column } from "../../../ui/table-props.ts";
import { CountText, DateText } from "../../../ui/values.tsx";
import { type ResultGuest, resultGuestsQuery } from "../campaigns.api.ts";
import { RESULT_UNITS } from "./funnel-steps.ts";

type ResultGuestsProps = {
  question: { id: number; from?: string; to?: string; by: ResultDimension; figure: ResultFigure; key?: string };
  /** Of the row; undefined: of all. */
  name: string | undefined;
  search: { page?: number | undefined; size?: number | undefined };
  onShow: (change: { page?: number; size?: number }) => void;
  onClose: () => void;
};

/** Who stands behind a figure: each leads to the guest, a booking or stay to the booking. */
export function ResultGuests({ question, name, search, onShow, onClose }: ResultGuestsProps) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const list = useQuery(resultGuestsQuery(question, search));
  const { figure } = question;
  const unit = RESULT_UNITS[figure];
  const word = t(`results.figure.${figure}`);
  const title = name === undefined ? word : t("results.ofRow", { name, figure: word });
  const mayRead = useMay("customers/read");
  const items = list.data?.items;
  // Where guests count once each, their own figure would be 1 on every line.
  const counted = unit !== "people" || items?.some(({ amount }) => amount !== 1);
  const columns: Column<ResultGuest>[] = [
    {
      key: "name",
      title: t("recipient.name"),
      render: ({ customer_id: id, customer_name: guest, reservation_id: booking }) =>
        id === null ? (
          t("results.noGuest")
        ) : !mayRead ? (
          guest
        ) : (
          <AppLink to={booking === null ? `/customers/${id}` : `/customers/${id}/reservations/${booking}`}>
            {guest}
          </AppLink>
        ),
    },
    {
      key: "at",
      title: t("recipient.at"),
      render: ({ at }) => <DateText value={at} withTime={at !== null && at.length > 10} />,
    },
    ...(counted
      ? [
          {
            key: "amount",
            title: word,
            align: "right" as const,
            render: (one: ResultGuest) => <CountText value={one.amount} unit={unit} />,
          },
        ]
      : []),
  ];
  return (
    <Dialog opened onClose={onClose} title={title} size="lg">
      {list.isError ? (
        <ErrorState message={list.error.message} onRetry={() => void list.refetch()} />
      ) : (
        <>
          <DataTable
            caption={title}
            columns={columns}
            rows={items}
            rowKey={(one) => items?.indexOf(one) ?? 0}
            busy={list.isPlaceholderData}
            empty={<EmptyState sentence={t("results.nobody")} />}
          />
          {list.data?.total === 0 ? null : (
            <Pager
              page={search.page ?? 1}
              size={search.size ?? 50}
              total={list.data?.total}
              unit="items"
              onPage={(page) => onShow({ page })}
              onSize={(size) => onShow({ size, page: 1 })}
            />
          )}
        </>
      )}
    </Dialog>
  );
}
