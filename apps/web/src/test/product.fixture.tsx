import "./mount.fixture.tsx";
import { EditorView } from "@codemirror/view";
import { MantineProvider } from "@mantine/core";
import { ACCOUNT_PARTS } from "@okaeri/contract/accounts";
import type { SessionData } from "@okaeri/contract/auth";
import { QueryClientProvider } from "@tanstack/react-query";
import { createBrowserHistory, createRouter, RouterProvider } from "@tanstack/react-router";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { queryClient } from "../api/query-client.ts";
import { startWords } from "../i18n/i18n.ts";
import { router as productRouter } from "../router.tsx";
import { clearAppFailure, watchForFatalErrors } from "../shell/errors/app-failure.ts";
import { followNavigation } from "../shell/router/follow-navigation.ts";
import { forgetSession } from "../shell/session.ts";
import { Toasts } from "../shell/toasts.tsx";
import { theme } from "../ui/theme.ts";
import { atEndOfFile } from "./end-of-file.fixture.ts";
import { type AnswerOf, FakeCalls } from "./fake-calls.fixture.ts";
import { shownText as text, until } from "./mount.fixture.tsx";

const EVERY = ["read", "create", "edit", "delete"];
const SECTIONS = ["users", "ranks", "rfms", "customers", "campaigns", "reports"] as const;
const LABELS = ["ユーザー管理", "ランク管理", "RFM管理", "顧客管理", "キャンペーン管理", "レポート管理"];

export const administrator: SessionData = {
  loggedIn: true,
  verified: true,
  userId: "hana_admin",
  role: "role_admin",
  pwdUpdateRequired: false,
  permitted_page_actions: [{ account_id: 1, actions: ["*"] }],
  planOptions: ["crm_option_parent"],
};
export const provider: SessionData = { ...administrator, userId: "vc_admin", role: "role_vc_admin" };
/** The provider's staff, who look at the organisation. */
export const support: SessionData = {
  ...provider,
  userId: "vc_support",
  role: "role_vc_user",
  permitted_page_actions: [{ account_id: 1, actions: ["users/read", "clients/read", "accounts/read"] }],
};
export const nobody: SessionData = {
  loggedIn: false,
  verified: false,
  userId: null,
  role: null,
  pwdUpdateRequired: false,
  permitted_page_actions: [],
  planOptions: [],
};

/** The menu of somebody who may do all, but only read nothing of the sections named. */
export const menuWithout = (...shut: (typeof SECTIONS)[number][]) =>
  SECTIONS.map((section, index) => ({
    section,
    label: LABELS[index] ?? "",
    path: `/${section}`,
    disabled: shut.includes(section),
    closed_by: null,
    page_actions: shut.includes(section) ? [] : EVERY,
    can_export: !shut.includes(section),
  }));

export const headquarters: AnswerOf<"accounts.get"> = {
  id: 1,
  code: "A",
  name: "本館",
  company_id: 1,
  company_name: "海の湯",
  version: 1,
  depth: 0,
  parent_id: null,
  parent_name: null,
  programme_account_id: 1,
  programme_account_name: "本館",
  contract_started_at: null,
  contract_ended_at: null,
  contract_state: "running",
  options: [],
  account_options: [],
  active_status: "active",
  updated_at: "2026-11-20T03:00:00Z",
  created_at: "2026-11-20T03:00:00Z",
  children: [],
  groups: [],
  user_count: 1,
  payment: null,
  page_actions: ["read", "edit"],
  readable_parts: [...ACCOUNT_PARTS],
  editable_parts: ["name", "settings", "codes", "card", "keys"],
};

const account = { id: 1, code: "A", name: "本館", parent_id: null, company_id: 1, company_name: "海の湯" };

/** A server that knows the person and their place of work, and nothing else yet. */
export function serverFor(session: SessionData): FakeCalls {
  const server = new FakeCalls();
  server.answer("auth.session", session);
  server.answer("auth.logout", { loggedIn: false });
  server.answer("menu.list", menuWithout());
  server.answer("savedViews.list", { items: [] });
  server.answer("savedConditions.list", { items: [] });
  server.answer("campaigns.conditionNames", { names: [] });
  server.answer("campaigns.presets", { items: [] });
  server.answer("campaigns.calendar", { items: [] });
  server.answer("campaigns.list", { items: [], total: 0, page: 1, size: 20 });
  server.answer("campaigns.ruleCounts", { counts: {} });
  server.answer("campaigns.valueCounts", { values: [] });
  server.answer("site.brand", {
    provider_name: "ゆけむりサービス",
    provider_logo_url: null,
    company_url: "https://example.jp/company",
    privacy_url: "https://example.jp/privacy",
    year: 2026,
    today: "2026-11-20",
    demo: false,
  });
  server.answer("accounts.picker", {
    items: [{ ...account, programme_account_id: 1, facility_count: 1, facility_only: false }],
    default_account_id: 1,
  });
  return server;
}

let earlier: { root: Root; close: () => void } | undefined;
let started: Promise<void> | undefined;
const realFetch = globalThis.fetch;
atEndOfFile(async () => {
  await act(async () => earlier?.root.unmount());
  earlier?.close();
  earlier = undefined;
  forgetSession();
  clearAppFailure();
  globalThis.fetch = realFetch;
});

/** The whole product in a document of its own, at an address, with a server that gives the test's answers: as after a page load. */
export async function openProduct(path: string, server: FakeCalls) {
  started ??= startWords("ja").then(watchForFatalErrors);
  await started;
  await act(async () => earlier?.root.unmount());
  earlier?.close();
  document.body.innerHTML = "";
  queryClient.clear();
  forgetSession();
  clearAppFailure();
  globalThis.fetch = ((asked: Request | string, init?: RequestInit) =>
    server.fetch(
      asked instanceof Request ? asked : new Request(new URL(asked, location.origin), init),
    )) as typeof fetch;
  window.history.replaceState({}, "", path);
  const history = createBrowserHistory();
  // Without the sign that something is loading, which once shown stays half a second.
  const router = createRouter({ ...productRouter.options, history, defaultPendingMs: 60_000 });
  followNavigation(router);
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  earlier = { root, close: () => history.destroy() };
  await act(async () =>
    root.render(
      <MantineProvider theme={theme} env="test" withCssVariables={false} withGlobalClasses={false}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
          <Toasts />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
  return {
    ...page,
    go: (to: string) => act(async () => history.push(to)),
    back: () => act(async () => history.back()),
  };
}

const ROLES: Record<string, string> = {
  button: "button, [role=button]",
  link: "a[href]",
  heading: "h1, h2, h3, [role=heading]",
  field: "input, textarea, select, [role=textbox]",
  dialog: "[role=dialog]",
  alert: "[role=alert]",
  tab: "[role=tab]",
  row: "tr",
  menuitem: "[role=menuitem]",
};
type Kind = keyof typeof ROLES;

/** The words of each label by the id of its field. The document goes through its whole tree when one field is asked for its labels. */
const wordsOfLabels = () =>
  new Map([...document.querySelectorAll("label")].map((label) => [label.htmlFor, label.textContent]));

function nameOf(element: Element, labels: ReturnType<typeof wordsOfLabels>): string {
  const by = element.getAttribute("aria-labelledby")?.split(" ");
  const labelled = by?.map((id) => document.getElementById(id)?.textContent ?? "").join(" ");
  const label = (element.id === "" ? undefined : labels.get(element.id)) ?? element.closest("label")?.textContent;
  return (element.getAttribute("aria-label") ?? labelled ?? label ?? spokenText(element)).trim();
}
/** What a screen reader reads of the content. */
function spokenText(element: Element): string {
  if (element.querySelector("[aria-hidden=true]") === null) return element.textContent ?? "";
  const spoken = element.cloneNode(true) as Element;
  for (const hidden of spoken.querySelectorAll("[aria-hidden=true]")) hidden.remove();
  return spoken.textContent ?? "";
}
const isIt = (name: string, wanted: string | RegExp) =>
  typeof wanted === "string" ? name === wanted : wanted.test(name);

function all<T extends HTMLElement = HTMLElement>(
  kind: Kind,
  name: string | RegExp = /(?:)/,
  on: ParentNode = document,
) {
  const labels = wordsOfLabels();
  return [...on.querySelectorAll<T>(ROLES[kind] ?? kind)].filter((one) => isIt(nameOf(one, labels), name));
}
/** The first of that name, as soon as it is there. */
const find = <T extends HTMLElement = HTMLElement>(kind: Kind, name?: string | RegExp, on?: ParentNode): Promise<T> =>
  until(() => all<T>(kind, name, on)[0], `${kind} ${name}`);
const says = (words: string | RegExp) =>
  until(
    () => ((typeof words === "string" ? text().includes(words) : words.test(text())) ? true : undefined),
    `${words}`,
  );

const page = {
  all,
  find,
  text,
  says,
  no: (words: string) => until(() => (text().includes(words) ? undefined : true), `no more ${words}`),
  gone: (kind: Kind, name?: string | RegExp) =>
    until(() => (all(kind, name).length === 0 ? true : undefined), `${kind} ${name} goes`),
  at: (wanted: string | RegExp) =>
    until(
      () => (isIt(`${location.pathname}${location.search}`, wanted) ? true : undefined),
      `the address ${wanted}, not ${location.href}`,
    ),
  press: async (kind: Kind, name?: string | RegExp, on?: ParentNode) => {
    const found = await find(kind, name, on);
    await act(async () => found.click());
  },
  focus: (one: HTMLElement) => act(async () => one.focus()),
  type: async (name: string | RegExp, value: string, on?: ParentNode) => {
    const input = await find<HTMLInputElement>("field", name, on);
    const editor = EditorView.findFromDOM(input);
    if (editor) {
      await act(async () => editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } }));
      return await act(async () => void input.dispatchEvent(new FocusEvent("focusout", { bubbles: true })));
    }
    const kinds = { TEXTAREA: HTMLTextAreaElement, SELECT: HTMLSelectElement, INPUT: HTMLInputElement };
    const prototype = kinds[input.tagName as keyof typeof kinds].prototype;
    await act(async () => {
      Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(input, value);
      input.dispatchEvent(new Event(input.tagName === "SELECT" ? "change" : "input", { bubbles: true }));
    });
    await act(async () => void input.dispatchEvent(new FocusEvent("focusout", { bubbles: true })));
  },
};
