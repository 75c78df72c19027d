import { useRef, useState } from "react";
import { notify } from "../../shell/toasts.tsx";
import type { Loaded } from "./use-record-form.ts";

/**
 * The two steps of a <TwoStepDialog> as the `save` of its form: first confirm, then do. Idempotency: sent again because no answer came, it
 * carries the same key and is done once; changed values get a new key.
 */
export function useTwoSteps<V, Preview = undefined>(
  act: (values: V, idempotencyKey: string) => Promise<unknown>,
  done: (values: V) => string,
  after: {
    changed: () => Promise<void>;
    onClose: () => void;
    /** The server's answer about what `act` would do, shown in the confirmation. */
    preview?: (values: V) => Promise<Preview>;
  },
) {
  const [toConfirm, setToConfirm] = useState<V>();
  const [preview, setPreview] = useState<Preview>();
  const sent = useRef({ text: "", key: "" });
  const save = async (edit: Loaded<V>): Promise<Loaded<V>> => {
    if (toConfirm === undefined) {
      setPreview(await after.preview?.(edit.values));
      setToConfirm(edit.values);
      return edit;
    }
    const text = JSON.stringify(edit.values);
    if (sent.current.text !== text) sent.current = { text, key: crypto.randomUUID() };
    try {
      await act(edit.values, sent.current.key);
    } catch (error) {
      setToConfirm(undefined);
      throw error;
    }
    await after.changed();
    notify("success", done(edit.values));
    after.onClose();
    return edit;
  };
  return { toConfirm, preview, save, back: () => setToConfirm(undefined) };
}
