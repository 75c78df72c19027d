// @vitest-environment jsdom
import { MantineProvider } from "@mantine/core";
import type { accountGroupList } from "@okaeri/contract/lists/account-groups";
import type { accountList } from "@okaeri/contract/lists/accounts";
import type { auditList } from "@okaeri/contract/lists/audit";
import type { campaignList } from "@okaeri/contract/lists/campaigns";
import type { clientList } from "@okaeri/contract/lists/clients";
import type { customerList } from "@okaeri/contract/lists/customers";
import type { inboxList } from "@okaeri/contract/lists/inbox";
import type { List } from "@okaeri/contract/lists/list";
import { callOfList } from "@okaeri/contract/lists/lists";
import { mergeList } from "@okaeri/contract/lists/merges";
import type { userList } from "@okaeri/contract/lists/users";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "../api/query-client.ts";
import { startWords } from "../i18n/i18n.ts";
import { router } from "../router.tsx";
import { until } from "../test/mount.fixture.tsx";

/** Each condition: what the address says, and what its chip says then. A condition without a line does not compile. */
type Chips<L extends List> = { [Name in Exclude<keyof L["filters"], "q">]: [query: string, chip: string] };

const customers: Chips<typeof customerList> = {
  rank_detail_id: ["rank_detail_id=2,1", "ランク:金・銀"],
  rfm_group_id: ["rfm_group_id=9", "RFM:選択中の項目"],
  rfm_id: ["rfm_id=6", "RFM(アカウントグループ):海辺"],
  last_stay: ["last_stay_from=2026-01-01&last_stay_to=2026-01-31", "最終宿泊:2026年01月01日〜2026年01月31日"],
  stay_count: ["stay_count_min=2", "宿泊回数:2回以上"],
  use_price: ["use_price_max=10000", "累計利用額:¥10,000以下"],
  point: ["point_min=0&point_max=500", "ポイント残高:0ポイント〜500ポイント"],
  birthday_month: ["birthday_month=1,12", "誕生月:1月・12月"],
  mail: ["mail=reachable", "メール:届く"],
  line: ["line=unreachable", "LINE:届かない"],
  facility_account_id: ["facility_account_id=1", "宿泊した施設:本館"],
  reserved_facility_account_id: ["reserved_facility_account_id=1", "予約した施設(キャンセルも含む):本館"],
  customer_type_id: ["customer_type_id=5", "顧客区分:法人"],
  recency_score: ["recency_score=5", "R(最終宿泊)スコア:5"],
  frequency_score: ["frequency_score=1", "F(宿泊回数)スコア:1"],
  monetary_score: ["monetary_score=3", "M(利用金額)スコア:3"],
  rfm_flow: [
    "rfm_flow=6.2026-09-30.2026-11-20.4.unscored",
    "RFMグループの移動:優良→スコアなし(2026年09月30日から2026年11月20日)",
  ],
};
const users: Chips<typeof userList> = {
  status: ["status=pending", "状態:招待中"],
  role: ["role=role_admin", "役割:管理者"],
  company_id: ["company_id=1", "クライアント:海の湯"],
  in_account_id: ["in_account_id=1", "所属するアカウント:本館"],
};
const campaigns: Chips<typeof campaignList> = {
  status: ["status=stopped", "状態:停止中"],
  type: ["type=customer_service", "種類:顧客サービス"],
  preset_type: ["preset_type=customer_defection_benefit", "プリセット:離反防止"],
};
const clients: Chips<typeof clientList> = {
  contract_state: ["contract_state=before", "契約:契約前"],
  active_status: ["active_status=inactive", "状態:無効"],
};
const accounts: Chips<typeof accountList> = {
  company_id: ["company_id=1", "クライアント:海の湯"],
  contract_state: ["contract_state=ended", "契約:契約終了"],
  option_type: ["option_type=crm_option_parent", "有効なオプション:CRM(本部)"],
  active_status: ["active_status=active", "状態:有効"],
};
const accountGroups: Chips<typeof accountGroupList> = {
  company_id: ["company_id=1", "クライアント:海の湯"],
  active_status: ["active_status=active", "状態:有効"],
};
const audit: Chips<typeof auditList> = {
  period: ["to=2026-01-31", "期間:2026年01月31日まで"],
  actor_user_id: ["actor_user_id=3", "操作した人:山田 花子"],
  action: ["action=create", "操作:登録"],
  entity: ["entity=users", "対象:ユーザー"],
  company_id: ["company_id=1", "クライアント:海の湯"],
  in_account_id: ["in_account_id=1", "アカウント:本館"],
};
const merges: Chips<typeof mergeList> = {
  kind: ["kind=guest", "種類:顧客になっていない宿泊者"],
  reason: ["reason=keys_disagree", "理由:複数の顧客に当てはまる"],
  decision: ["decision=separate", "状態:別人"],
  import_batch_id: ["import_batch_id=7", "取り込み・受信:番号 7"],
};
const inbox: Chips<typeof inboxList> = {
  state: ["state=doing", "状態:取り込み中"],
  held: ["held=yes", "保留の行:保留の行あり"],
  channel: ["channel=none", "送り元:標準のJSON"],
  kind: ["kind=stays", "種類:宿泊"],
  facility_account_id: ["facility_account_id=1", "施設:本館"],
  received: ["received_from=2026-01-01&received_to=2026-01-31", "受信日:2026年01月01日〜2026年01月31日"],
};
const PAGES: Record<string, Record<string, [string, string]>> = {
  "/customers/inbox": inbox,
  "/customers/merges": merges,
  "/customers": customers,
  "/users": users,
  "/campaigns": campaigns,
  "/clients": clients,
  "/accounts": accounts,
  "/accounts/groups": accountGroups,
  "/audit": audit,
};

const every = ["read", "create", "edit", "delete"];
const ANSWERS: Record<string, unknown> = {
  "/api/auth/session": {
    loggedIn: true,
    verified: true,
    userId: "boss",
    role: "role_vc_admin",
    pwdUpdateRequired: false,
    permitted_page_actions: ["*"],
    planOptions: [],
  },
  "/api/menu": ["ranks", "rfms", "customers", "users", "campaigns", "reports"].map((section) => ({
    section,
    label: section,
    path: `/${section}`,
    disabled: false,
    page_actions: every,
    can_export: true,
  })),
  "/api/site": {
    provider_name: "x",
    provider_logo_url: null,
    company_url: "",
    privacy_url: "",
    year: 2026,
    today: "2026-11-20",
    demo: false,
  },
  "/api/accounts/picker": {
    items: [
      {
        id: 1,
        code: "A",
        name: "本館",
        parent_id: null,
        company_id: 1,
        company_name: "海の湯",
        programme_account_id: 1,
        facility_count: 1,
        facility_only: false,
      },
    ],
    default_account_id: 1,
  },
  "/api/customers/filters": {
    rfm_groups: [{ id: 4, name: "優良", count: 1 }],
    rfms: [{ id: 6, name: "海辺" }],
    ranks: [
      { id: 2, name: "金" },
      { id: 1, name: "銀" },
    ],
    customer_types: [{ id: 5, name: "法人" }],
    facilities: [{ id: 1, name: "本館" }],
  },
  "/api/users/offers": {
    roles: [],
    companies: [{ id: 1, name: "海の湯", is_provider: false }],
    default_permissions: [],
    accounts: [],
  },
  "/api/users/3": { id: 3, name: "山田 花子" },
  "/api/audit/words": { actions: ["create"], entities: ["users"] },
};
const asked: URL[] = [];

function answer(request: Request): Response {
  const url = new URL(request.url);
  asked.push(url);
  const clientsList = { items: [{ id: 1, name: "海の湯" }], total: 1, page: 1, size: 50 };
  const body =
    ANSWERS[url.pathname] ??
    (url.pathname === "/api/clients" && url.searchParams.get("size") === "100"
      ? clientsList
      : { items: [], total: 0, page: 1, size: 50 });
  return new Response(JSON.stringify(body), { headers: { "content-type": "application/json" } });
}

let root: Root;
beforeAll(async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.stubGlobal("fetch", async (request: Request) => answer(request));
  vi.stubGlobal("matchMedia", () => ({
    matches: false,
    addEventListener() {},
    removeEventListener() {},
    addListener() {},
    removeListener() {},
  }));
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  vi.stubGlobal("scrollTo", () => {});
  await startWords("ja");
  const element = document.body.appendChild(document.createElement("div"));
  root = createRoot(element);
  router.history.push("/customers?account_id=1");
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
});
afterAll(async () => {
  await act(async () => root.unmount());
  vi.unstubAllGlobals();
});
beforeEach(() => {
  asked.length = 0;
});

const button = (name: string) =>
  [...document.querySelectorAll("button")].find((one) => (one.getAttribute("aria-label") ?? one.textContent) === name);
/** The conditions that the list was asked with last. */
const conditions = (path: string) => {
  const call = path === mergeList.path ? callOfList("merges") : path;
  const query = asked.findLast(
    (url) => url.pathname === `/api${call}` && url.searchParams.get("size") === "50",
  )?.searchParams;
  for (const name of ["account_id", "page", "size", "sort"]) query?.delete(name);
  return query?.toString().replaceAll("%2C", ",");
};

const cases = Object.entries(PAGES).flatMap(([path, chips]) =>
  Object.entries(chips).map(([name, [query, chip]]) => [path, name, query, chip] as const),
);
test.each(cases)(
  "%s by %s: in the address, on a chip, in the call, and gone with the chip",
  async (path, _name, query, chip) => {
    await act(async () => router.history.push(`${path}?account_id=1&${query}`));
    await until(() => button(chip), chip);
    expect(conditions(path)).toBe(query);
    // The list without it is asked for again, though it may have been there before.
    queryClient.removeQueries({ type: "inactive" });
    const remove = button(`「${chip.split(":")[0]}」の条件を外す`);
    await act(async () => remove?.click());
    await until(() => (button(chip) === undefined ? true : undefined), "the chip goes");
    expect(window.location.pathname + window.location.search).toBe(`${path}?account_id=1`);
    await until(() => (conditions(path) === "" ? true : undefined), "the call without it");
  },
);
