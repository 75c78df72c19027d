import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { SortableRows } from "../../../ui/SortableRows.tsx";
import { withSegmentMoved } from "../editor/draft.ts";
import { useEditor } from "../editor/editor-context.ts";

/** Segments, put into another order: the uppermost that matches takes the guest. */
export function SegmentOrder({ children }: { children: ReactNode }) {
  const { t } = useTranslation("campaigns");
  const { draft, change, setCurrent } = useEditor();
  const keys = draft.segments.map(({ key }) => key);
  const drop = (key: string, overKey: string) => {
    const [from, to] = [keys.indexOf(key), keys.indexOf(overKey)];
    setCurrent(to);
    change((before) => withSegmentMoved(before, from, to));
  };
  return (
    <SortableRows
      keys={keys}
      says={{
        taken: (n) => t("order.taken", { n }),
        over: (n) => t("order.over", { n }),
        dropped: (n) => t("order.dropped", { n }),
        cancelled: t("order.cancelled"),
        how: t("order.how"),
      }}
      onMove={drop}
    >
      {children}
    </SortableRows>
  );
}
