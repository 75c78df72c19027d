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
import { type ReactNode, useMemo } from "react";

type SortableRowsProps = {
  /** In their order, from above. */
  keys: readonly string[];
  /** What a screen reader says; `n` counts from 1. */
  says: {
    taken: (n: number) => string;
    over: (n: number) => string;
    dropped: (n: number) => string;
    cancelled: string;
    how: string;
  };
  /** A row was put in the place of another one. */
  onMove: (key: string, overKey: string) => void;
  children: ReactNode;
};

// The same objects at every drawing: with others every row would be drawn anew.
// A press that does not move is a click.
const POINTER = { activationConstraint: { distance: 4 } };
const KEYBOARD = { coordinateGetter: sortableKeyboardCoordinates };

/** Rows one below the other that are dragged by their handles, with the pointer, a finger or the keyboard. */
export function SortableRows({ keys, says, onMove, children }: SortableRowsProps) {
  const sensors = useSensors(useSensor(PointerSensor, POINTER), useSensor(KeyboardSensor, KEYBOARD));
  // The same array as long as the order is the same: with another one every row would be drawn anew.
  const order = keys.join("\n");
  const items = useMemo(() => (order === "" ? [] : order.split("\n")), [order]);
  const place = (key: unknown) => keys.indexOf(String(key)) + 1;
  const announcements: Announcements = {
    onDragStart: ({ active }) => says.taken(place(active.id)),
    onDragOver: ({ over }) => (over ? says.over(place(over.id)) : undefined),
    onDragEnd: ({ over }) => (over ? says.dropped(place(over.id)) : says.cancelled),
    onDragCancel: () => says.cancelled,
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements, screenReaderInstructions: { draggable: says.how } }}
      onDragEnd={({ active, over }) => {
        if (over && over.id !== active.id) onMove(String(active.id), String(over.id));
      }}
    >
      <SortableContext items={items} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  );
}
