// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { act } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "../../api/query-client.ts";
import { startWords } from "../../i18n/i18n.ts";
import { mount, until } from "../../test/mount.fixture.tsx";
import { menuQuery } from "../use-may.ts";
import { GlobalSearch } from "./GlobalSearch.tsx";

const GUEST = {
  rank: null,
  rfm_group: null,
  last_stay_on: null,
  page_actions: ["read"],
  name_kana: null,
  tel: null,
  email: null,
};
const GUESTS = [
  { ...GUEST, id: 11, name: "山田 太郎", name_kana: "ヤマダ タロウ", member_number: "H004219" },
  { ...GUEST, id: 12, name: "山本 花子", member_number: null },
];
const CUSTOMERS = {
  section: "customers" as const,
  label: "顧客管理",
  path: "/customers",
  disabled: false,
  page_actions: ["read" as const],
  closed_by: null,
  can_export: false,
};
/** What was asked, and how to answer it. */
let asked: { q: string; answer: (items: unknown[]) => void }[] = [];

beforeEach(async () => {
  await startWords("ja");
  queryClient.clear();
  queryClient.setQueryData(menuQuery().queryKey, [CUSTOMERS]);
  asked = [];
  vi.stubGlobal("fetch", (request: Request) => {
    const q = new URL(request.url).searchParams.get("q") ?? "";
    return new Promise<Response>((resolve) => {
      const answer = (items: unknown[]) => resolve(Response.json({ items, total: items.length, page: 1, size: 20 }));
      asked.push({ q, answer });
    });
  });
});
afterEach(() => vi.unstubAllGlobals());

async function header() {
  const root = createRootRoute();
  const all = createRoute({ getParentRoute: () => root, path: "$", component: GlobalSearch });
  const router = createRouter({
    routeTree: root.addChildren([all]),
    history: createMemoryHistory({ initialEntries: ["/reports"] }),
  });
  await router.load();
  const page = await mount(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  const box = page.field("顧客を検索");
  const names = () => [...page.place.querySelectorAll("[role=option] strong")].map((one) => one.textContent);
  const type = async (words: string) => {
    await act(async () => box.focus());
    await page.type(box, words);
  };
  const answered = async (at: number, items: unknown[]) => {
    await until(() => asked.length > at || undefined, "not so");
    await act(async () => asked[at]?.answer(items));
  };
  return { ...page, box, router, names, type, answered };
}

test("answers while one types, asks once for what stands still, and shows no late answer", async () => {
  const page = await header();
  await page.type("や");
  await page.type("やま");
  await until(() => asked.length === 1 || undefined, "not so");
  expect(asked[0]?.q).toBe("やま");
  await page.type("やまだ");
  await until(() => asked.length === 2 || undefined, "not so");
  await page.answered(1, GUESTS.slice(0, 1));
  await until(() => page.names().length === 1 || undefined, "not so");
  await page.answered(0, GUESTS);
  expect(page.names()).toEqual(["山田 太郎"]);
  expect(page.text()).toContain("H004219");
});

test("arrow keys choose, Enter opens the guest, Escape closes", async () => {
  const page = await header();
  await page.type("山");
  await page.answered(0, GUESTS);
  await until(() => page.names().length === 2 || undefined, "not so");
  expect(page.box.getAttribute("aria-expanded")).toBe("true");
  await page.key(page.box, { key: "ArrowDown" });
  await page.key(page.box, { key: "ArrowDown" });
  const chosen = document.getElementById(page.box.getAttribute("aria-activedescendant") ?? "");
  expect([chosen?.textContent, chosen?.getAttribute("aria-selected")]).toEqual(["山本 花子", "true"]);
  await page.key(page.box, { key: "Escape" });
  expect(page.names()).toEqual([]);
  await page.type("山本");
  await page.answered(1, GUESTS.slice(1));
  await until(() => page.names().length === 1 || undefined, "not so");
  await page.key(page.box, { key: "ArrowDown" });
  await act(async () => page.box.form?.requestSubmit());
  expect(page.router.state.location.pathname).toBe("/customers/12");
});

test("Enter without a choice shows all on the home page", async () => {
  const page = await header();
  await page.type("山田");
  await act(async () => page.box.form?.requestSubmit());
  expect(page.router.state.location).toMatchObject({ pathname: "/", search: { q: "山田" } });
});

test("who is not there is said", async () => {
  const page = await header();
  await page.type("だれか");
  await page.answered(0, []);
  await until(() => page.text().includes("該当するお客様がいません。") || undefined, "not so");
});

test("results of earlier words are marked while the new ones load, and Enter does not open them", async () => {
  const page = await header();
  const isBusy = () => page.place.querySelector("[role=listbox]")?.parentElement?.getAttribute("aria-busy");
  await page.type("山");
  await page.answered(0, GUESTS);
  await until(() => page.names().length === 2 || undefined, "not so");
  expect(isBusy()).toBe("false");
  await page.type("山本");
  expect([page.names().length, isBusy()]).toEqual([2, "true"]);
  await page.key(page.box, { key: "ArrowDown" });
  await act(async () => page.box.form?.requestSubmit());
  expect(page.router.state.location).toMatchObject({ pathname: "/", search: { q: "山本" } });
});
