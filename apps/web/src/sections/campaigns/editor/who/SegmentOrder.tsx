import {
  type Announcements,
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from "@dnd-kit/sortable";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { moved } from "../draft.ts";
import { useEditor } from "../editor-context.ts";

/** Segments that are dragged by their handles, with the pointer, a finger or the keyboard: the uppermost that matches takes the guest. */
export function SegmentOrder({ children }: { children: ReactNode }) {
  const { t } = useTranslation("campaigns");
  const { draft, change, setCurrent } = useEditor();
  const sensors = useSensors(
    // A press that does not move is a click.
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const keys = draft.segments.map(({ key }) => key);
  const placeOf = (id: UniqueIdentifier | undefined) => keys.indexOf(String(id));
  const drop = (from: number, to: number) => {
    if (from < 0 || to < 0 || from === to) return;
    setCurrent(to);
    change((before) => moved(before, from, to));
  };
  const announcements: Announcements = {
    onDragStart: ({ active }) => t("order.taken", { n: placeOf(active.id) + 1 }),
    onDragOver: ({ over }) => (over ? t("order.over", { n: placeOf(over.id) + 1 }) : undefined),
    onDragEnd: ({ over }) => (over ? t("order.dropped", { n: placeOf(over.id) + 1 }) : t("order.cancelled")),
    onDragCancel: () => t("order.cancelled"),
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements, screenReaderInstructions: { draggable: t("order.how") } }}
      onDragEnd={({ active, over }) => drop(placeOf(active.id), placeOf(over?.id))}
    >
      <SortableContext items={keys} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  );
}
