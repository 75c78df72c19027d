import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { SortableRows } from "../../../ui/SortableRows.tsx";

type ActionOrderProps = {
  /** Keys of the actions in their order, and what each is called. */
  items: readonly { key: string; title: string }[];
  move: (key: string, overKey: string) => void;
  children: ReactNode;
};

/** Actions of one group, put into another order. */
export function ActionOrder({ items, move, children }: ActionOrderProps) {
  const { t } = useTranslation("campaigns");
  return (
    <SortableRows
      keys={items.map(({ key }) => key)}
      says={{
        taken: (n) => t("what.taken", { title: items[n - 1]?.title ?? "" }),
        over: (n) => t("what.over", { n }),
        dropped: (n) => t("what.dropped", { n }),
        cancelled: t("order.cancelled"),
        how: t("order.how"),
      }}
      onMove={move}
    >
      {children}
    </SortableRows>
  );
}
