import { lazy, Suspense } from "react";
import { createStore } from "./store.ts";

export type ToastKind = "success" | "info" | "warning" | "error";
export type ToastMessage = { id: number; kind: ToastKind; text: string };

const latest = createStore<ToastMessage | undefined>(undefined);
let count = 0;

// The toast library comes with the first message; most visits to the sign-in page never need it.
const ToastHost = lazy(() => import("./ToastHost.tsx").then((module) => ({ default: module.ToastHost })));

/** Shows a message at the bottom right; a new one replaces the one on screen (specification §2, shell). */
export function notify(kind: ToastKind, text: string): void {
  count += 1;
  latest.set({ id: count, kind, text });
}

/** Mounted once at the root, so that a message outlives a change of page. */
export function Toasts() {
  const message = latest.use();
  return message === undefined ? null : (
    <Suspense>
      <ToastHost message={message} />
    </Suspense>
  );
}
