import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { act, type ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { queryClient } from "../api/query-client.ts";
import { loadWords } from "../i18n/i18n.ts";
import { theme } from "../ui/theme.ts";
import { atEndOfFile } from "./end-of-file.fixture.ts";

// What a browser has and jsdom has not.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
globalThis.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
window.matchMedia = (media) =>
  ({ media, matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }) as never;
Object.assign(document, { fonts: { addEventListener: () => undefined, removeEventListener: () => undefined } });
Element.prototype.scrollIntoView = () => undefined;
window.scrollTo = () => undefined;

/** What the document says, without its style sheets. */
export function shownText(): string {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let text = "";
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
    if (!/^(style|script)$/i.test(node.parentElement?.tagName ?? "")) text += node.nodeValue;
  return text;
}

/** Goes on until it is so: what calls, timers and transitions bring. The limit is for what never comes, not for a busy machine. */
export async function until<T>(look: () => T | undefined, what: string): Promise<T> {
  for (let turns = 0; turns < 2_500; turns += 1) {
    const found = look();
    if (found !== undefined) return found;
    await act(() => new Promise((resolve) => setTimeout(resolve, 10)));
  }
  throw new Error(`${what}: ${shownText().slice(-400)}`);
}

let earlier: Root | undefined;
atEndOfFile(async () => {
  await act(async () => earlier?.unmount());
  earlier = undefined;
  queryClient.clear();
});

/** Parts of a page in a document of their own, used as a person does: by what things are called. */
export async function mount(page: ReactNode) {
  // As the root of all pages does.
  await loadWords("ui");
  await act(async () => earlier?.unmount());
  document.body.innerHTML = "";
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  earlier = root;
  const show = (next: ReactNode) =>
    act(async () =>
      root.render(
        <QueryClientProvider client={queryClient}>
          <MantineProvider theme={theme}>{next}</MantineProvider>
        </QueryClientProvider>,
      ),
    );
  await show(page);
  const field = (label: string) => {
    const named = [...place.querySelectorAll<HTMLInputElement>("input, textarea, select")].filter(
      (one) => !one.hasAttribute("aria-hidden") && nameOf(one) === label,
    );
    if (named.length !== 1) throw new Error(`${named.length} fields are called ${label}`);
    return named[0] as HTMLInputElement;
  };
  return {
    place,
    show,
    field,
    text: () => [...place.children].map((one) => (one.tagName === "STYLE" ? "" : one.textContent)).join(""),
    button: (name: string) => {
      const found = [...place.querySelectorAll("button")].find(
        (one) => (one.getAttribute("aria-label") ?? one.textContent) === name,
      );
      if (found === undefined) throw new Error(`no button is called ${name}`);
      return found;
    },
    /** What a screen reader says beside the field's name. */
    described: (input: Element) =>
      (input.getAttribute("aria-describedby") ?? "")
        .split(" ")
        .map((id) => document.getElementById(id)?.textContent ?? "")
        .join(" ")
        .trim(),
    type: (input: HTMLInputElement, text: string) =>
      act(async () => {
        const prototype = input.tagName === "TEXTAREA" ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
        Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(input, text);
        input.dispatchEvent(new Event("input", { bubbles: true }));
      }),
    leave: (input: HTMLElement) =>
      act(async () => void input.dispatchEvent(new FocusEvent("focusout", { bubbles: true }))),
    press: (element: HTMLElement) => act(async () => element.click()),
    key: (element: HTMLElement, init: KeyboardEventInit) =>
      act(
        async () =>
          void element.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...init })),
      ),
  };
}

let onPage: ReactNode;
const Shown = () => onPage;

/** A page of the product at an address; whatever the address, the same parts. */
export async function at(path: string, page: ReactNode) {
  onPage = page;
  const root = createRootRoute();
  const all = createRoute({ getParentRoute: () => root, path: "$", component: Shown });
  const router = createRouter({
    routeTree: root.addChildren([all]),
    history: createMemoryHistory({ initialEntries: [path] }),
  });
  await router.load();
  return { ...(await mount(<RouterProvider router={router as never} />)), router };
}

function nameOf(input: HTMLInputElement): string {
  const label = input.labels?.[0]?.textContent;
  return input.getAttribute("aria-label") ?? label ?? "";
}
