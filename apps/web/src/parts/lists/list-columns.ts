import type { ColumnOf, List, SortOf } from "@okaeri/contract/lists/list";
import type { ReactNode } from "react";
import type { Column } from "../../ui/table-props.ts";

type ColumnPart<Row, Sort> = {
  title: string;
  render: (row: Row) => ReactNode;
  /** Where this reader's list is sorted by another field than the list says. */
  sort?: Sort;
  /** Pixels. */
  width?: number;
};

/** What a list's columns look like; `undefined` is not for this reader. */
export type ColumnParts<L extends List, Row> = {
  [Name in ColumnOf<L>]: ColumnPart<Row, L["sorts"][number]> | undefined;
};

/** The columns of a list, in its order. */
export function listColumns<L extends List, Row>(list: L, parts: ColumnParts<L, Row>): Column<Row>[] {
  return Object.entries(list.columns).flatMap(([key, { kind, sort, phone }]) => {
    const part: ColumnPart<Row, SortOf<L>> | undefined = parts[key as ColumnOf<L>];
    if (part === undefined) return [];
    return {
      key,
      ...(sort === undefined ? {} : { sort }),
      ...(kind === "figure" ? { align: "right" as const } : {}),
      ...(kind === "day" ? { newestFirst: true } : {}),
      ...(phone === undefined ? {} : { phone }),
      ...part,
    };
  });
}
