import {
  type Announcements,
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from "@dnd-kit/sortable";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

type ActionOrderProps = {
  /** Keys of the actions in their order, and what each is called. */
  items: readonly { key: string; title: string }[];
  move: (key: string, overKey: string) => void;
  children: ReactNode;
};

/** Actions of one group, dragged by their handles with the pointer, a finger or the keyboard. */
export function ActionOrder({ items, move, children }: ActionOrderProps) {
  const { t } = useTranslation("campaigns");
  const sensors = useSensors(
    // A press that does not move is a click.
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const keys = items.map(({ key }) => key);
  const place = (key: unknown) => keys.indexOf(String(key)) + 1;
  const announcements: Announcements = {
    onDragStart: ({ active }) => t("what.taken", { title: items[place(active.id) - 1]?.title ?? "" }),
    onDragOver: ({ over }) => (over ? t("what.over", { n: place(over.id) }) : undefined),
    onDragEnd: ({ over }) => (over ? t("what.dropped", { n: place(over.id) }) : t("order.cancelled")),
    onDragCancel: () => t("order.cancelled"),
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements, screenReaderInstructions: { draggable: t("order.how") } }}
      onDragEnd={({ active, over }) => {
        if (over && over.id !== active.id) move(String(active.id), String(over.id));
      }}
    >
      <SortableContext items={keys} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  );
}
