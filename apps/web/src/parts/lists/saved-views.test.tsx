// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import { type AnswerOf, type FakeCalls, refusal } from "../../test/fake-calls.fixture.ts";
import { guestRow } from "../../test/guest.fixture.ts";
import { administrator, openProduct, serverFor } from "../../test/product.fixture.tsx";

type View = AnswerOf<"savedViews.list">["items"][number];
const view = (id: number, name: string, more: Partial<View> = {}): View => ({
  id,
  name,
  is_own: true,
  is_shared: false,
  is_default: false,
  owner_name: null,
  version: 1,
  search: {},
  dropped: [],
  page_actions: ["edit", "delete"],
  ...more,
});
const regulars = view(1, "常連", { search: { stay_count_min: 5, sort: "-stay_count", hide: "member" } });
const others = view(2, "皆の", {
  is_own: false,
  is_shared: true,
  owner_name: "山田 花子",
  page_actions: ["unshare"],
  search: { mail: "reachable" },
  dropped: ["rank_detail_id", "last_stay_from", "colour"],
});

let server: FakeCalls;
let storedViews: View[];
beforeEach(() => {
  for (const way of ["error", "warn"] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
  localStorage.clear();
  storedViews = [regulars, others];
  server = serverFor(administrator);
  server.answer("customers.list", { items: [guestRow({ use_price_total: 30_000 })], total: 1, page: 1, size: 50 });
  server.answer("customers.filters", { rfm_groups: [], rfms: [], ranks: [], customer_types: [], facilities: [] });
  server.answer("savedViews.list", () => ({ items: storedViews }));
});
const opened = "/customers?stay_count_min=5&sort=-stay_count&hide=member&view=1";

test("a view brings its conditions, order and columns into the address, and says when they are others now", async () => {
  const page = await openProduct("/customers", server);
  await page.find("th", "会員番号");
  await page.press("button", "常連");
  await page.at(opened);
  expect((await page.find("button", "常連")).getAttribute("aria-current")).toBe("true");
  await page.gone("th", "会員番号");
  expect(server.callsOf("customers.list").at(-1)?.query).toMatchObject({ stay_count_min: "5", sort: "-stay_count" });
  // The columns are the view's: outside of it the browser's own choice is as it was.
  await page.press("button", "表示項目");
  await page.press("field", "ポイント");
  await page.at(`${opened.replace("hide=member", "hide=member%2Cpoints")}`);
  await page.find("button", "常連変更あり");
  await page.press("button", "「常連」の操作");
  await page.press("[role=menuitem]", "保存したときの条件に戻す");
  await page.at(opened);
  await page.press("tab", /^すべて/);
  await page.at("/customers?sort=-stay_count&hide=member");
  await page.go("/customers");
  await page.find("th", "会員番号");
});

test("what is shown is saved under a name, and a name that is taken is told beside it", async () => {
  server.answer("savedViews.create", ({ body }) =>
    body.name === "常連"
      ? refusal(400, { message: "入力を確認してください", fields: { name: "すでに使われています" } })
      : { items: [...storedViews.slice(0, 1), view(3, body.name, { search: body.search }), ...storedViews.slice(1)] },
  );
  const page = await openProduct("/customers?birthday_month=12&page=2", server);
  await page.press("button", "表示を保存する");
  await page.type("名前", "常連");
  await page.press("button", "保存する");
  await page.says("すでに使われています");
  await page.type("名前", "十二月");
  await page.press("input[role=switch]");
  await page.press("button", "保存する");
  await page.at("/customers?birthday_month=12&hide=-&view=3");
  expect(server.callsOf("savedViews.create").at(-1)).toMatchObject({
    path: { section: "customers" },
    body: { name: "十二月", is_shared: true, is_default: false, search: { birthday_month: "12", hide: "-" } },
  });
  expect((await page.find("button", "十二月")).getAttribute("aria-current")).toBe("true");
});

test("one's own is overwritten, renamed and deleted", async () => {
  server.answer("savedViews.update", ({ body }) => ({ items: [{ ...regulars, ...body, version: 2 }] }));
  server.answer("savedViews.remove", { items: [others] });
  const page = await openProduct("/customers?stay_count_min=9&view=1&hide=-", server);
  await page.press("button", "「常連」の操作");
  await page.press("[role=menuitem]", "いまの条件で上書きする");
  await page.says("表示「常連」を変更しました");
  const { search, version } = server.callsOf("savedViews.update").at(-1)?.body ?? {};
  expect([search, version]).toEqual([{ stay_count_min: 9, hide: "-" }, 1]);
  await page.press("button", "「常連」の操作");
  await page.press("[role=menuitem]", "名前と共有を変更する");
  await page.type("名前", "大の常連");
  await page.press("button", "保存する");
  await page.find("button", "大の常連");
  await page.press("button", "「大の常連」の操作");
  await page.press("[role=menuitem]", "削除する");
  await page.press("button", "削除する", await page.find("dialog", /削除しますか/));
  await page.gone("button", "大の常連");
});

test("of another's view conditions that are gone are told by name, and an administrator takes the sharing back", async () => {
  server.answer("savedViews.unshare", { items: [regulars] });
  const page = await openProduct("/customers", server);
  await page.press("button", /^皆の/);
  await page.says("「ランク」「最終宿泊」「以前の条件」の条件は、なくなったか、ご利用になれないため外しています");
  await page.press("button", "「皆の」の操作");
  expect(page.all("[role=menuitem]").map((one) => one.textContent)).toEqual(["共有をやめさせる"]);
  await page.press("[role=menuitem]", "共有をやめさせる");
  await page.press("button", "共有をやめさせる", await page.find("dialog", /やめさせますか/));
  await page.gone("button", /^皆の/);
});

test("the menu opens the list with the view that is set for it; an address does not", async () => {
  storedViews = [{ ...regulars, is_default: true }, others];
  const page = await openProduct("/customers", server);
  await page.find("button", /常連/);
  await page.at("/customers");
  await page.press("link", "顧客管理");
  await page.at(opened);
  // From there every condition can be taken away, and stays away.
  await page.press("tab", /^すべて/);
  await page.at("/customers?sort=-stay_count&hide=member");
});

test("a list without saved views has no row for them, and where they do not come the list is there all the same", async () => {
  server.refuse("savedViews.list", 500);
  const page = await openProduct("/customers", server);
  await page.find("link", /山田 花子/);
  expect(page.all("nav[aria-label=保存した表示]")).toEqual([]);
});
