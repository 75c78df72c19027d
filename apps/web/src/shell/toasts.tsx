import { type ComponentType, useEffect } from "react";
import type { ToastKind, ToastMessage } from "./frame/ToastHost.tsx";
import { isSignedIn, useSession } from "./session.ts";
import { createStore } from "./store.ts";
import styles from "./toasts.module.css";

type Host = ComponentType<{ message: ToastMessage }>;

const latest = createStore<ToastMessage | undefined>(undefined);
const host = createStore<{ part?: Host; missing?: boolean }>({});
let count = 0;

/** Shows a message at the bottom right; a new one replaces the one on screen (specification §2, shell). */
export function notify(kind: ToastKind, text: string): void {
  count += 1;
  latest.set({ id: count, kind, text });
}

/** The frame of signed-in pages brings the part along. */
export function provideToastHost(part: Host): void {
  host.set({ part });
}

function load(): void {
  if (host.get().part) return;
  import("./frame/ToastHost.tsx").then(
    ({ ToastHost }) => provideToastHost(ToastHost),
    () => host.set({ missing: true }),
  );
}

/** Mounted once at the root, so that a message outlives a change of page. */
export function Toasts() {
  const message = latest.use();
  const { part: Part, missing } = host.use();
  const signedIn = isSignedIn(useSession());
  // Lazy loading: too large for the sign-in page, so it comes with the frame; on a page without one, as soon as somebody is signed in or a
  // message comes.
  const needed = signedIn || message !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each further message tries again for a part that was missing
  useEffect(() => {
    if (needed) load();
  }, [needed, message]);
  // A page that is drawn anew begins without the last one's message.
  useEffect(() => () => latest.set(undefined), []);
  if (message === undefined) return null;
  if (Part) return <Part message={message} />;
  // Without the part that shows messages, the message is still said in plain form.
  return missing ? <PlainMessage key={message.id} message={message} /> : null;
}

function PlainMessage({ message }: { message: ToastMessage }) {
  useEffect(() => {
    const timer = setTimeout(() => latest.set(undefined), 5000);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="alert">
      <button type="button" className={styles.plain} onClick={() => latest.set(undefined)}>
        {message.text}
      </button>
    </div>
  );
}
