import { Button } from "@mantine/core";
import type { Column } from "./DataTable.tsx";
import styles from "./history-cells.module.css";

/** What is there, a line each. */
export function Lines({ of, none }: { of: (string | null)[]; none: string }) {
  const lines = of.filter((line): line is string => line !== null);
  if (lines.length === 0) return none;
  return (
    <span className={styles.lines}>
      {lines.map((line) => (
        <span key={line}>{line}</span>
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
