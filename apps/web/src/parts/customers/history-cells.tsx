import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { formatDate } from "../../ui/format.ts";
import { Stacked } from "../../ui/Stacked.tsx";
import { Tag } from "../../ui/Tag.tsx";
import type { Column } from "../../ui/table-props.ts";
import styles from "./history-cells.module.css";

/** What is there, a line each. */
export function Lines({ of, none }: { of: (string | null)[]; none: string }) {
  const lines = of.filter((line): line is string => line !== null);
  if (lines.length === 0) return none;
  return (
    <span className={styles.lines}>
      {lines.map((line, at) => (
        // Two grants of one day may have given the same.
        <span key={`${line} ${lines.slice(0, at).filter((other) => other === line).length}`}>{line}</span>
      ))}
    </span>
  );
}

/** The button of a row that the server says may be changed. */
export function actColumn<Row extends { page_actions: string[] }>(
  words: { title: string; act: string; none: string },
  labelOf: (one: Row) => string,
  act: (one: Row) => void,
): Column<Row> {
  return {
    key: "act",
    title: words.title,
    render: (one) =>
      one.page_actions.includes("edit") ? (
        <Button size="compact-sm" aria-label={labelOf(one)} onClick={() => act(one)}>
          {words.act}
        </Button>
      ) : (
        words.none
      ),
  };
}

/** The chip for the states of a use, of points as of coupons. */
export function useStateOfUseFilter() {
  const { t } = useTranslation("fields");
  return {
    label: t("history.state"),
    pinned: true,
    word: (state: "valid" | "reservation_cancelled" | "cancelled") => t(`history.states.${state}`),
  };
}

type UseFacts = { cancel_date: string | null; reservation_cancel_date: string | null };

/** Whether a use counts, and that the reservation it is for does not; beneath it what else there is to say. */
export function stateOfUseColumn<Row extends UseFacts>(
  title: string,
  more: (one: Row) => string | null = () => null,
): Column<Row> {
  return { key: "state", title, render: (one) => <Stacked main={<UseState {...one} />} sub={more(one)} /> };
}

function UseState({ cancel_date, reservation_cancel_date }: UseFacts) {
  const { t } = useTranslation("fields");
  if (cancel_date !== null)
    return <Tag kind="neutral">{t("history.cancelled", { date: formatDate(cancel_date) })}</Tag>;
  if (reservation_cancel_date === null) return <Tag kind="success">{t("history.states.valid")}</Tag>;
  return <Tag kind="warning">{t("history.reservationCancelled", { date: formatDate(reservation_cancel_date) })}</Tag>;
}

type Remarked = { remarks: string | null; cancel_remarks?: string | null; created_by: string | null };

/** Why it was written, why it was taken back, and by whom, for entries of people. */
export function remarksColumn<Row extends Remarked>(title: string): Column<Row> {
  return { key: "remarks", title, render: (one) => <Remarks {...one} /> };
}

function Remarks({ remarks, cancel_remarks = null, created_by }: Remarked) {
  const { t } = useTranslation(["fields", "ui"]);
  const why = cancel_remarks === null ? null : t("fields:history.whyCancelled", { why: cancel_remarks });
  const by = created_by === null ? null : t("fields:history.by", { name: created_by });
  return <Lines of={[remarks, why, by]} none={t("ui:none")} />;
}
