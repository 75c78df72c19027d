// @vitest-environment jsdom
import type { PresetType } from "@okaeri/domain/enumerations";
import { CAMPAIGN_TYPE_OF_PRESET } from "@okaeri/domain/enumerations";
import { beforeEach, expect, test, vi } from "vitest";
import { type FakeCalls, refusal } from "../../../test/fake-calls.fixture.ts";
import { administrator, menuWithout, openProduct, serverFor } from "../../../test/product.fixture.tsx";
import type { OfferedPreset } from "../campaigns.api.ts";
import { audienceAnswer, campaignOf } from "../campaigns.fixture.ts";

const preset = (preset_type: PresetType, name: string, lacks: OfferedPreset["lacks"] = []): OfferedPreset => ({
  preset_type,
  type: CAMPAIGN_TYPE_OF_PRESET[preset_type],
  name,
  text: `${name}の説明`,
  ready: lacks.length === 0,
  lacks,
  matched: null,
  edit:
    lacks.length > 0
      ? null
      : {
          name,
          type: CAMPAIGN_TYPE_OF_PRESET[preset_type],
          preset_type,
          campaign_start_dt: null,
          campaign_end_dt: null,
          segments: [{ id: null, priority_seq: 1, name: "もとの対象", target: TARGET, actions: [] }],
        },
});
const TARGET = { combinator: "and" as const, rules: [{ field: "stay_count", operator: ">=", value: 2 }] };
const PICKED = { combinator: "and" as const, rules: [{ field: "customer_id", operator: "in", value: [7, 8] }] };

let server: FakeCalls;
beforeEach(() => {
  for (const way of ["error", "warn"] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
  server = serverFor(administrator);
  server.answer("campaigns.presets", {
    items: [
      preset("weekday_benefit", "平日特典"),
      preset("vip_treatment", "VIP", [
        { code: "preset_card_link", message: "まだ使えません", path: null },
        { code: "preset_no_ranks", message: "ランクがまだありません", path: "/ranks" },
      ]),
      preset("customer_defection_benefit", "離反防止"),
      preset("information", "お知らせ", [
        { code: "legal_sender_missing", message: "送信者がありません", path: "/accounts/1/sender" },
      ]),
    ],
  });
  server.answer("campaigns.audience", audienceAnswer([{ matched: 1234 }]));
  server.answer("campaigns.create", { id: 7 });
  server.answer("campaigns.get", campaignOf({ type: "repeat_promotion" }));
  server.answer("accountSettings.sender", {} as never);
});

test("each preset says whom it means today, one after the other, or what it lacks and where that is set up", async () => {
  let asked = 0;
  let answered = 0;
  server.answer("campaigns.audience", async () => {
    expect(asked++).toBe(answered);
    await new Promise((resolve) => setTimeout(resolve, 5));
    answered++;
    return audienceAnswer([{ matched: 1234 }]);
  });
  const page = await openProduct("/campaigns/new", server);
  await page.says("直近のご宿泊が当てはまるお客様 1,234人");
  await page.says("いまの対象 1,234人");
  expect(asked).toBe(2);
  const links = [...document.querySelectorAll("article a")].map((link) => link.getAttribute("href"));
  expect(links).toEqual(["/ranks", "/accounts/1/sender"]);
  const groups = [...document.querySelectorAll("section h2")].map((head) => head.textContent);
  expect(groups).toEqual(["宿泊のたびにポイントを付与する", "ご滞在の前後におもてなしする", "またお越しいただく"]);
  expect(document.querySelectorAll("[data-blank]")).toHaveLength(3);
});

test("one press makes the draft and takes the page's place; a second press makes no second one", async () => {
  let made = 0;
  server.answer("campaigns.create", async () => {
    made++;
    await new Promise((resolve) => setTimeout(resolve, 20));
    return { id: 7 };
  });
  const page = await openProduct("/campaigns/new", server);
  const card = await page.find("button", "離反防止");
  card.click();
  card.click();
  await page.at(/^\/campaigns\/7\/edit/);
  expect(made).toBe(1);
  expect(server.callsOf("campaigns.create")[0]?.body).toMatchObject({
    name: "離反防止",
    preset_type: "customer_defection_benefit",
    segments: [{ name: "もとの対象", target: TARGET }],
  });
});

test("a draft that cannot be made says why, and the page stays", async () => {
  server.answer("campaigns.create", () =>
    refusal(400, { message: "入力内容をご確認ください。", fields: { "segments.0.target": "ランクがなくなりました" } }),
  );
  const page = await openProduct("/campaigns/new", server);
  await page.press("button", "離反防止");
  await page.says("ランクがなくなりました");
  await page.at("/campaigns/new");
  // Where it leads is asked above; here it is enough that it is asked for.
  server.answer("campaigns.create", () => refusal(500, { message: "いまは作れません" }));
  await page.press("button", "白紙から作る: リピート促進");
  await page.says("いまは作れません");
  expect(server.callsOf("campaigns.create").at(-1)?.body).toMatchObject({
    name: "",
    type: "repeat_promotion",
    preset_type: null,
    segments: [{ target: { combinator: "and", rules: [] }, actions: [] }],
  });
});

test("guests who are brought along stand above, are the first segment's, and can be left behind", async () => {
  const page = await openProduct("/campaigns", server);
  window.history.pushState({ target: PICKED, __TSR_index: 1 }, "", "/campaigns/new");
  window.dispatchEvent(new PopStateEvent("popstate", { state: window.history.state }));
  await page.says("1,234人のお客様に");
  expect(server.callsOf("campaigns.audience")).toHaveLength(1);
  // Who was picked by hand is nobody whom a stay could be judged by.
  const weekday = await page.find<HTMLButtonElement>("button", "平日特典");
  expect(weekday.disabled).toBe(true);
  server.answer("campaigns.create", () => refusal(500, { message: "いまは作れません" }));
  await page.press("button", "離反防止");
  await page.says("いまは作れません");
  expect(server.callsOf("campaigns.create")[0]?.body).toMatchObject({
    preset_type: "customer_defection_benefit",
    segments: [{ name: "", target: PICKED }],
  });
  await page.press("button", "この対象を使わない");
  await page.says("いまの対象 1,234人");
  await page.no("1,234人のお客様に");
});

test("presets that do not come can be asked for again; in an account without the right none are shown", async () => {
  server.answer("campaigns.presets", () => refusal(500, { message: "いまは答えられません" }));
  const failed = await openProduct("/campaigns/new", server);
  await failed.find("button", "もう一度読み込む");
  server.answer("campaigns.presets", { items: [preset("weekday_benefit", "平日特典")] });
  await failed.press("button", "もう一度読み込む");
  await failed.find("button", "平日特典");
  const reader = serverFor(administrator);
  reader.answer(
    "menu.list",
    menuWithout().map((entry) => ({ ...entry, page_actions: ["read"] })),
  );
  const page = await openProduct("/campaigns/new", reader);
  await page.find("link", "キャンペーンの一覧へ戻る");
  expect(document.querySelectorAll("[data-blank]")).toHaveLength(0);
});
