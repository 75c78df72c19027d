import type { BrowserContext, Page, Response } from "playwright-core";
import { openWindow, signIn } from "./browser.ts";
import { PAGES, type PageVisitor } from "./page-routes.ts";

type Row = { id: number; [field: string]: unknown };

/**
 * Opens each page of a person once and hands it over when it has come to rest, with all texts that calls have answered. The first is
 * loaded; the others are gone to as by a link, which takes a third of the time.
 */
export async function onEveryPage(
  persons: readonly PageVisitor[],
  work: (page: Page, path: string, data: ReadonlySet<string>) => Promise<void>,
): Promise<void> {
  const data = new Set<string>();
  const hearing: Promise<void>[] = [];
  for (const person of persons) {
    const { context, page } = await openWindow();
    page.on("response", (answer) => void hearing.push(hear(answer, data)));
    if (person !== "") await signIn(context, person);
    await page.goto(PAGES[person][0] ?? "/", { waitUntil: "commit" });
    for (const route of PAGES[person]) {
      const path = await addressOf(route, context);
      await goTo(page, path);
      await Promise.all(hearing.splice(0));
      await work(page, path, data);
    }
    await context.close();
  }
}

type Moving = { state: { status: string; resolvedLocation?: { pathname: string } } };

/** Another page of the same window, when whatever it loads has come: title, rows, figures. */
export async function goTo(page: Page, path: string): Promise<void> {
  // What a page waits for is seen on it; fonts that come after it are not asked about.
  await page.waitForFunction(() => document.querySelector("h1"));
  await page.evaluate((to) => history.pushState({}, "", to), path);
  await page.waitForFunction(() => {
    const { state } = (window as unknown as { __TSR_ROUTER__: Moving }).__TSR_ROUTER__;
    return (
      state.status === "idle" &&
      state.resolvedLocation?.pathname === location.pathname &&
      document.querySelector("h1") !== null &&
      document.querySelector("[aria-busy=true], .mantine-Skeleton-root") === null
    );
  });
}

async function hear(answer: Response, data: Set<string>): Promise<void> {
  if (!new URL(answer.url()).pathname.startsWith("/api/")) return;
  const gather = (value: unknown): void => {
    if (typeof value === "string") data.add(value);
    else if (typeof value === "object" && value !== null) for (const each of Object.values(value)) gather(each);
  };
  // A page that is left takes the answers on their way along.
  gather(await answer.json().catch(() => null));
}

/** Templates of mails are made at the programme's account. */
const programme = (rows: readonly Row[]) => rows.find((row) => row.parent_id === null);

const LISTS: Record<string, (rows: readonly Row[]) => Row | undefined> = {
  "/accounts/$id_/mail-templates/new": programme,
  "/accounts/$id_/mail-templates/$template": programme,
  // One that was sent has results; the newest is a draft.
  "/campaigns/$id": (rows) => rows.find((row) => row.last_sent_at !== null),
  "/campaigns/$id/edit": (rows) => rows.find((row) => row.status === "inactive" && row.last_sent_at === null),
  // Two customers beside each other, the fuller page; a guest who waits has the higher score.
  "/customers/merges/$id": (rows) => rows.find((row) => row.kind === "pair"),
};

/** Lists whose call does not lie where their page does. */
const CALLS: Record<string, string> = { "/customers/imports": "/imports", "/customers/merges": "/merges" };

async function addressOf(route: string, context: BrowserContext): Promise<string> {
  const name = /\$\w+/.exec(route)?.[0];
  if (name === undefined) return route;
  const above = route.slice(0, route.indexOf(`/${name}`));
  const list = CALLS[above] ?? above.replace(/^\/accounts\/(\d+)\/mail-templates$/, "/mail-templates?account_id=$1");
  const { items } = (await (await context.request.get(`/api${list}`)).json()) as { items: Row[] };
  const row = (LISTS[route] ?? ((rows) => rows[0]))(items);
  // A row beneath another one is looked for beneath that.
  if (row !== undefined) return addressOf(route.replace(name, String(row.id)), context);
  if (list === "/accounts/groups") return route.replace(name, String(await makeGroup(context)));
  if (list === "/customers/inbox") return route.replace(name, String(await makeBatch(context)));
  if (list.startsWith("/mail-templates?")) return route.replace(name, String(await makeTemplate(context, list)));
  throw new Error(`no row for ${route}`);
}

/** No hotel system sends to the demo; a batch of one row that is refused changes nothing. */
async function makeBatch(context: BrowserContext): Promise<number> {
  const { items } = (await (await context.request.get("/api/accounts/picker")).json()) as { items: Row[] };
  // Headquarters take no bookings; their houses do, and the provider issues the keys of these.
  const house = items.find((row) => row.id !== row.programme_account_id) ?? items[0];
  const provider = await openWindow();
  await signIn(provider.context, "vc_admin");
  const data = { kind: "feed", name: "PMS", feed_channel: null, expires_on: null };
  const made = await provider.context.request.post(`/api/accounts/${house?.id}/keys`, { data });
  if (!made.ok()) throw new Error(await made.text());
  const { key } = (await made.json()) as { key: string };
  await provider.context.close();
  const headers = { authorization: `Bearer ${key}`, "idempotency-key": "every-page" };
  const sent = await context.request.post("/feeds/plain/reservations", { headers, data: { rows: [{}] } });
  if (!sent.ok()) throw new Error(await sent.text());
  return ((await sent.json()) as { batch_id: number }).batch_id;
}

/** Mails of the demo begin from none. */
async function makeTemplate(context: BrowserContext, list: string): Promise<number> {
  const data = {
    name: "季節のお便り",
    title: "季節のお便り",
    body: "お待ちしております。",
    signature: "",
    from_address: "",
  };
  const answer = await context.request.post(`/api${list}`, { data });
  if (!answer.ok()) throw new Error(await answer.text());
  return ((await answer.json()) as Row).id;
}

/** The demo has no account group. */
async function makeGroup(context: BrowserContext): Promise<number> {
  const { items } = (await (await context.request.get("/api/accounts?q=HANA")).json()) as { items: Row[] };
  const [account] = items;
  const members = items.filter((row) => row.company_id === account?.company_id).map((row) => row.id);
  const data = { name: "東日本", description: "", account_ids: members };
  const answer = await context.request.post("/api/accounts/groups", { data });
  if (!answer.ok()) throw new Error(await answer.text());
  return ((await answer.json()) as Row).id;
}
