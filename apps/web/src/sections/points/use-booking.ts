import { useRef, useState } from "react";
import { notify } from "../../shell/toasts.tsx";
import type { Loaded } from "../../shell/use-record-form.ts";
import type { Figure } from "../../ui/fields/field-props.ts";
import { pointsChanged } from "./points.api.ts";

/** Whole points of 1 or more, or nothing that can be booked yet. */
export function pointsOf(value: Figure): number {
  return typeof value === "number" ? value : 0;
}

/**
 * The two steps of a booking as the `save` of a form: first asked, then done. What is sent again because nobody answered carries the
 * same key, so that it is booked once; what was changed carries a new one.
 */
export function useBooking<V>(
  book: (values: V, idempotencyKey: string) => Promise<unknown>,
  done: (values: V) => string,
  onClose: () => void,
) {
  const [asked, setAsked] = useState<V>();
  const sent = useRef({ text: "", key: "" });
  const save = async (edit: Loaded<V>): Promise<Loaded<V>> => {
    if (asked === undefined) {
      setAsked(edit.values);
      return edit;
    }
    const text = JSON.stringify(edit.values);
    if (sent.current.text !== text) sent.current = { text, key: crypto.randomUUID() };
    try {
      await book(edit.values, sent.current.key);
    } catch (error) {
      setAsked(undefined);
      throw error;
    }
    await pointsChanged();
    notify("success", done(edit.values));
    onClose();
    return edit;
  };
  return { asked, save, back: () => setAsked(undefined) };
}
