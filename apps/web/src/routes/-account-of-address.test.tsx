// @vitest-environment jsdom
import { expect, test, vi } from "vitest";
import type { FakeCalls, RecordedCall } from "../test/fake-calls.fixture.ts";
import { administrator, openProduct, provider, serverFor } from "../test/product.fixture.tsx";

// Every page of the route tree: whatever it shows, an address that names no account of one's own is page-not-found (docs/adr/0060).
const files = Object.keys(import.meta.glob("./**/*.tsx")).filter(
  (file) => file.startsWith("./{") && !/test/.test(file),
);
const PAGES = [
  ...new Set(
    files
      .filter((file) => !/(_app|_bare|route)\.tsx$/.test(file) && !file.includes("_bare/login"))
      .map((file) =>
        file
          .replace(/^\.\/\{-\$locale\}\/_(app|bare)/, "")
          .replace(/\/?index\.tsx$|\.tsx$/, "")
          .replaceAll(/\.(index|edit)$/g, (_, last) => (last === "edit" ? "/edit" : ""))
          .replaceAll(/\$\w+/g, "5"),
      )
      .map((path) => (path === "" ? "/" : path)),
  ),
];
const NONE_OF_MINE = ["abc", "0", "-1", "2&account_id=3", "999", "007", "1e0", "%20"];
const NOT_FOUND = "お探しのページが見つかりませんでした";

const own = {
  code: "A",
  name: "本館",
  parent_id: null,
  company_id: 1,
  company_name: "海の湯",
  programme_account_id: 1,
};
const accounts = [1, 2].map((id) => ({ ...own, id, facility_count: 1, facility_only: false }));

/** A server on which nothing of another account is to be seen, and whose list of one's accounts takes its time. */
function slowServer(session = administrator): FakeCalls {
  const server = serverFor(session);
  server.answer("accounts.picker", async () => {
    await new Promise((resolve) => setTimeout(resolve, 30));
    return { items: accounts, default_account_id: 1 };
  });
  return server;
}

const leavesItBehind = (page: Awaited<ReturnType<typeof openProduct>>) =>
  [
    ...page.all<HTMLAnchorElement>("link", "トップへ戻る"),
    ...page.all<HTMLAnchorElement>("link", "おかえり トップへ"),
  ].map((link) => link.getAttribute("href"));

test("every page of the route tree is among them", () => {
  expect(PAGES.length).toBeGreaterThan(50);
  expect(PAGES).toEqual(expect.arrayContaining(["/", "/customers/5", "/campaigns/5/edit", "/profile/edit", "/users"]));
});

test.each(NONE_OF_MINE)(
  "?account_id=%s is page-not-found on first load, and its ways out lead out",
  async (account) => {
    const at = (path: string) => `${path}?account_id=${account}`;
    for (const path of PAGES.filter((_, n) => n % NONE_OF_MINE.length === NONE_OF_MINE.indexOf(account))) {
      const page = await openProduct(at(path), slowServer());
      await page.says(NOT_FOUND);
      expect([path, page.text().includes("権限がありません")]).toEqual([path, false]);
      expect([path, page.text().includes("このリンクのアカウントは、ご利用いただけるものではありません。")]).toEqual([
        path,
        true,
      ]);
      expect([path, ...leavesItBehind(page)]).toEqual([path, "/", "/"]);
    }
  },
);

test.each(NONE_OF_MINE)("?account_id=%s is page-not-found for a move inside the product", async (account) => {
  const page = await openProduct("/nowhere", slowServer());
  for (const path of PAGES) {
    await page.go(`${path}?account_id=${account}`);
    await page.at(new RegExp(`^${path}\\?`));
    await page.says("このリンクのアカウントは、ご利用いただけるものではありません。");
    expect([path, page.text().includes(NOT_FOUND), ...leavesItBehind(page)]).toEqual([path, true, "/", "/"]);
    expect([path, page.text().includes("権限がありません")]).toEqual([path, false]);
  }
});

test("the way out leads to the home page of one's own account, and a good account is kept by every link", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const page = await openProduct("/customers?account_id=999", slowServer());
  await page.press("link", "トップへ戻る");
  await page.at("/");
  await page.go("/profile?account_id=2");
  expect((await page.find("link", "おかえり トップへ")).getAttribute("href")).toBe("/?account_id=2");
  await page.go("/nowhere?account_id=2");
  expect((await page.find("link", "トップへ戻る")).getAttribute("href")).toBe("/?account_id=2");
});

test("an account that is newer than what the browser knows of one's own is asked for once more", async () => {
  let known = accounts.slice(0, 1);
  const server = slowServer();
  server.answer("accounts.picker", () => ({ items: known, default_account_id: 1 }));
  const page = await openProduct("/nowhere?account_id=1", server);
  await page.says(NOT_FOUND);
  known = accounts;
  await page.go("/nowhere?account_id=2");
  await page.at("/nowhere?account_id=2");
  expect((await page.find("link", "トップへ戻る")).getAttribute("href")).toBe("/?account_id=2");
  expect(page.text()).not.toContain("このリンクのアカウント");
});

test.each([
  ["names an account of the colleague", "/ranks/5/edit?account_id=999", 1],
  ["names an account of the colleague", "/ranks/5/edit?account_id=999", 2],
  ["names none, and it is not in one's first account", "/ranks/5/edit", 2],
])(
  "a colleague's link that %s (%s) opens in the account of one's own where the record is: %i",
  async (_, path, where) => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const asked: string[] = [];
    const page = await openProduct(path, sharedRecord(where, asked));
    await page.at(`/ranks/5/edit?account_id=${where}`);
    expect(asked).toEqual(path.includes("999") ? ["1", "2"] : ["2"]);
  },
);

test("where no account of one's own has the record it is page-not-found, also for who may not read there", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const asked: string[] = [];
  const page = await openProduct("/ranks/5/edit?account_id=999", sharedRecord(3, asked));
  await page.says("このリンクのアカウントは、ご利用いただけるものではありません。");
  expect(asked).toEqual(["1", "2"]);
  const clerk = { ...administrator, permitted_page_actions: [{ account_id: 2, actions: ["customers/read" as const] }] };
  const none: string[] = [];
  await (await openProduct("/ranks/5/edit?account_id=999", sharedRecord(2, none, clerk))).says(
    "このリンクのアカウント",
  );
  expect(none).toEqual([]);
});

/** A rank that is visible in one account only. `asked`: the accounts that were searched. */
function sharedRecord(where: number, asked: string[], session = administrator): FakeCalls {
  const server = slowServer(session);
  const permitted = [1, 2].map((account_id) => ({ account_id, actions: ["*" as const] }));
  if (session === administrator) server.answer("auth.session", { ...session, permitted_page_actions: permitted });
  const seen = ({ query }: RecordedCall) => Number(query.account_id ?? 1) === where;
  server.refuse("ranks.get", 404);
  server.head = (path, query) => {
    if (path === "/api/ranks/5") asked.push(query.account_id ?? "");
    return seen({ query } as RecordedCall) ? 200 : 404;
  };
  return server;
}

test("the provider's staff, who hold every client, are led by their list of clients alike", async () => {
  const page = await openProduct("/customers?account_id=999", slowServer(provider));
  await page.says(NOT_FOUND);
  expect(leavesItBehind(page)).toEqual(["/", "/"]);
});
