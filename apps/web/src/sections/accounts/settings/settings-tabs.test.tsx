// @vitest-environment jsdom

import { ACCOUNT_PARTS } from "@okaeri/contract/accounts";
import { beforeEach, describe, expect, it } from "vitest";
import type { AnswerOf, FakeCalls } from "../../../test/fake-calls.fixture.ts";
import { administrator, headquarters, openProduct, serverFor } from "../../../test/product.fixture.tsx";
import { delivery, noKey, owner, sender, understood } from "./sender.fixture.ts";

let server: FakeCalls;
beforeEach(() => {
  server = serverFor(administrator);
  server.answer("accounts.get", headquarters);
  server.answer("mailDelivery.get", delivery);
  server.answer("mailDelivery.dkim", noKey);
  server.answer("unrecognisedReports.ofAccount", understood);
});
const bodies = (name: Parameters<FakeCalls["callsOf"]>[0]) => server.callsOf(name).map(({ body }) => body);

describe("sender", () => {
  beforeEach(() => {
    server.answer("accountSettings.sender", sender);
    server.answer("accountSettings.updateSender", ({ body }) => ({ ...sender, ...body, version: 2 }));
  });

  it("saves what was changed, each kind of field as the contract takes it", async () => {
    const page = await openProduct("/accounts/1/sender", server);
    await page.type("差出人名", "花の湯 別館");
    await page.type("差出人アドレス", "info@new.example.jp");
    await page.says("「example.jp」のDNSに");
    await page.press("field", "上限を設ける");
    await page.type("お一人への上限", "4");
    await page.type("数える期間", "45");
    await page.says("差出人名、差出人アドレス、お一人への上限");
    await page.press("button", "保存する");
    await page.says("メール送信の設定を保存しました");
    const {
      owner: _owner,
      display_name_default: _default,
      mail_from_state: _state,
      mail_from_in_use: _inUse,
      mail_from_asked_at: _asked,
      ...fields
    } = sender;
    expect(bodies("accountSettings.updateSender")).toEqual([
      {
        ...fields,
        mail_from_name: "花の湯 別館",
        mail_from_address: "info@new.example.jp",
        frequency_cap_count: 4,
        frequency_cap_days: 45,
      },
    ]);
  });

  it("takes who is left out of everything and how late a run is made up, within their bounds", async () => {
    const page = await openProduct("/accounts/1/sender", server);
    await page.says("だれになるかは変わりません");
    await page.type("常設の比較グループの割合", "60");
    await page.type("遅れた実行を行う時間", "0");
    await page.press("button", "保存する");
    await page.find("link", "常設の比較グループの割合: 50以下で入力してください");
    await page.find("link", /^遅れた実行を行う時間: /);
    await page.type("常設の比較グループの割合", "5");
    await page.type("遅れた実行を行う時間", "12");
    await page.press("button", "保存する");
    await page.says("メール送信の設定を保存しました");
    expect(bodies("accountSettings.updateSender")).toMatchObject([{ standing_control_rate: 5, missed_run_hours: 12 }]);
  });

  it("says beside the field and above the form what is wrong, and warns without the law's lines", async () => {
    const page = await openProduct("/accounts/1/sender", server);
    await page.type("差出人アドレス", "info@");
    await page.press("field", "上限を設ける");
    await page.type("お一人への上限", "3");
    await page.type("数える期間", "400");
    await page.type("送信者の名称", "");
    await page.says("送信者の名称と住所がそろうまで");
    await page.press("button", "保存する");
    await page.find("link", /^差出人アドレス: /);
    const errorLink = await page.find("link", "数える期間: 365以下で入力してください");
    expect(errorLink.getAttribute("href")).toBe(`#${(await page.find("field", "数える期間")).id}`);
    await page.type("数える期間", "");
    await page.press("button", "保存する");
    await page.find("link", "数える期間: 入力してください");
    expect(bodies("accountSettings.updateSender")).toEqual([]);
  });
});

describe("LINE", () => {
  const none: AnswerOf<"accountSettings.line"> = { owner, channel: null };
  let line: typeof none;
  beforeEach(() => {
    line = none;
    server.answer("accountSettings.line", () => line);
    server.answer("accountSettings.updateLine", ({ body }) => {
      const { version, name, channel_id, basic_id } = body;
      const stored = { channel_secret_set: true, channel_access_token_set: true, updated_at: "2026-11-20T03:00:00Z" };
      line = { owner, channel: { version: version + 1, name, channel_id, basic_id, ...stored } };
      return line;
    });
    server.answer("accountSettings.removeLine", () => {
      line = none;
      return line;
    });
  });

  it("takes secrets once, never shows them, replaces one alone, and removes the channel", async () => {
    const page = await openProduct("/accounts/1/line", server);
    const secrets = () => [...document.querySelectorAll<HTMLInputElement>('input[type="password"]')];
    await page.type("表示名", "公式");
    await page.type("チャネルID", "12ab");
    await page.press("button", "保存する");
    await page.find("link", "チャネルシークレット: 入力してください");
    await page.find("link", "チャネルID: 5桁から20桁の数字で入力してください");
    await page.type("チャネルID", "1650001111");
    await page.type("チャネルシークレット", "secret-canary");
    await page.type(/^チャネルアクセストークン/, "token-canary");
    await page.press("button", "保存する");
    await page.find("button", "チャネルシークレットを置き換える");
    expect(secrets()).toEqual([]);
    expect(document.documentElement.outerHTML).not.toContain("canary");
    await page.press("button", "チャネルシークレットを置き換える");
    await page.type("チャネルシークレット", "another-secret");
    await page.press("button", "保存する");
    await page.find("button", "チャネルシークレットを置き換える");
    expect(bodies("accountSettings.updateLine")).toEqual([
      {
        version: 0,
        name: "公式",
        channel_id: "1650001111",
        basic_id: null,
        channel_secret: "secret-canary",
        channel_access_token: "token-canary",
      },
      { version: 1, name: "公式", channel_id: "1650001111", basic_id: null, channel_secret: "another-secret" },
    ]);
    await page.press("button", "LINEチャネルを外す");
    await page.press("button", "LINEチャネルを外す", await page.find("dialog", "「公式」を外しますか"));
    await page.says("未登録");
    expect(secrets()).toHaveLength(2);
  });
});

it("the registration card's extra fields: the code follows the English label until somebody writes another", async () => {
  const card: AnswerOf<"accountSettings.registrationCard"> = {
    version: 1,
    legal_profile: "ryokan",
    asks_passport_photo: false,
    extra_fields: [],
  };
  server.answer("accountSettings.registrationCard", card);
  server.answer("accountSettings.updateRegistrationCard", ({ body }) => ({ ...card, ...body, version: 2 }));
  const page = await openProduct("/accounts/1/card", server);
  await page.press("button", "項目を追加する");
  expect(document.activeElement).toBe(await page.find("field", "項目名(日本語)"));
  await page.type("項目名(日本語)", "アレルギー");
  await page.type("項目名(英語)", "Food allergy");
  expect((await page.find<HTMLInputElement>("field", "項目コード")).value).toBe("food_allergy");
  await page.type("項目コード", "9");
  await page.press("button", "保存する");
  await page.find("link", /目 項目コード: 英小文字で始め/);
  await page.type("項目コード", "allergy");
  await page.press("field", /番目の項目を必須にする$/);
  await page.press("field", /住宅宿泊事業法/);
  await page.press("button", "保存する");
  await page.says("宿泊者名簿の設定を保存しました");
  expect(bodies("accountSettings.updateRegistrationCard")).toEqual([
    {
      version: 1,
      legal_profile: "minpaku",
      asks_passport_photo: false,
      extra_fields: [{ key: "allergy", label_ja: "アレルギー", label_en: "Food allergy", is_required: true }],
    },
  ]);
});

describe("a facility beneath a headquarters", () => {
  const shared = { id: 1, name: "本館", editable: false };
  const facility = { ...headquarters, id: 2, name: "別館", parent_id: 1, programme_account_name: "本館" };
  beforeEach(() => {
    server.answer("accounts.get", facility);
    server.answer("accountSettings.customerTypes", { owner: shared, items: [] });
    server.answer("accountSettings.bookingChannels", { owner: shared, items: [] });
    server.answer("accountSettings.sender", { ...sender, owner: shared });
    server.answer("mailDelivery.get", { ...delivery, owner: shared });
    server.answer("mailDelivery.dkim", { ...noKey, owner: shared });
    server.answer("accountSettings.line", { owner: shared, channel: null });
  });

  it.each(["types", "channels", "sender", "line"])(
    "shows the shared %s to read, with the way to change them",
    async (tab) => {
      const page = await openProduct(`/accounts/2/${tab}`, server);
      await page.says("この設定は「本館」とその施設で共通です");
      const link = await page.find("link", "「本館」の設定で変更する");
      expect(link.getAttribute("href")).toBe(`/accounts/1/${tab}`);
      const panel = await page.find("[role=tabpanel]");
      expect(panel.querySelectorAll("input, textarea, select, button")).toHaveLength(0);
    },
  );

  it("tells a clerk whom to ask, and shows no tab of what is not theirs to read", async () => {
    server = serverFor(administrator);
    server.answer("mailDelivery.get", { ...delivery, owner: shared });
    server.answer("mailDelivery.dkim", { ...noKey, owner: shared });
    server.answer("accounts.picker", { items: [], default_account_id: null });
    const readable_parts = ACCOUNT_PARTS.filter((part) => part !== "card" && part !== "keys");
    server.answer("accounts.get", { ...facility, readable_parts, editable_parts: [] });
    server.answer("accountSettings.sender", { ...sender, owner: shared });
    const page = await openProduct("/accounts/2/sender", server);
    await page.says("変更は「本館」の管理者にご依頼ください");
    expect(page.all("tab", /^(宿泊者名簿|連携キー)$/)).toEqual([]);
    await page.find("tab", "LINE");
  });
});

describe("member numbers", () => {
  const idle = { state: "idle" as const, since: null };
  const members: AnswerOf<"accountSettings.members"> = {
    owner,
    version: 1,
    point_share_percent: 100,
    point_approval_above: null,
    member_number_issue: "off",
    member_number_prefix: "",
    member_number_digits: 8,
    member_number_check: "none",
    numbering: { next_number: 42, without: 12_345, left: 99_999_958, similar: false, work: idle },
  };

  it("shows the next number while its form is typed, and says of how many guests it asks before they are numbered", async () => {
    server.answer("accountSettings.members", members);
    server.answer("accountSettings.updateMembers", ({ body }) => ({ ...members, ...body, version: 2 }));
    const page = await openProduct("/accounts/1/members", server);
    expect(page.all("button", "会員番号を付ける")).toEqual([]);
    await page.press("field", /^登録のときに付ける/);
    await page.type("接頭辞", "hn-");
    await page.type("桁数", "6");
    await page.says("HN-000042");
    await page.says("あと999,958件");
    await page.press("field", /^あり/);
    await page.says("HN-0000422");
    await page.type("桁数", "4");
    await page.says("桁数を増やしてください");
    await page.type("桁数", "6");
    await page.press("button", "保存する");
    await page.says("会員とポイントの決まりを保存しました");
    expect(bodies("accountSettings.updateMembers")).toMatchObject([
      {
        member_number_issue: "registration",
        member_number_prefix: "HN-",
        member_number_digits: 6,
        member_number_check: "luhn",
      },
    ]);
    const on = { ...members, member_number_issue: "registration" as const };
    server.answer("accountSettings.members", on);
    server.answer("accountSettings.numberMembers", {
      ...on,
      numbering: { ...members.numbering, work: { state: "running", since: "2026-11-20T00:00:00Z" } },
    });
    const other = await openProduct("/accounts/1/members", server);
    await other.press("button", "会員番号を付ける");
    const dialog = await other.find("dialog", "12,345人に会員番号を付けますか");
    await other.press("button", "会員番号を付ける", dialog);
    await other.says("残り12,345人です");
  });

  it("numbers that do not suffice, and a form that hotels use, are said", async () => {
    const short = { ...members.numbering, left: 3, similar: true };
    server.answer("accountSettings.members", { ...members, member_number_issue: "registration", numbering: short });
    const page = await openProduct("/accounts/1/members", server);
    await page.says("すでに施設の番号として使われています");
    await page.says("残り3件で、12,345人に足りません");
  });
});

describe("registration cards", () => {
  it("says beneath the refusal which option ended, and since when", async () => {
    server.refuse("accountSettings.registrationCard", 403, { message: "不正リクエストです" });
    const period = { option_started_at: "2026-01-01", option_ended_at: "2026-11-19", option_item: "" };
    const option = { id: 5, option_type: "registration_card_option" as const, ...period, is_active_today: false };
    server.answer("accounts.get", { ...headquarters, account_options: [option] });
    const page = await openProduct("/accounts/1/card", server);
    await page.find("alert", /不正リクエストです.*のオプションが2026年11月19日に終わったため、使えません。/);
    server.answer("accounts.get", headquarters);
    const without = await openProduct("/accounts/1/card", server);
    expect((await without.find("alert", /不正リクエストです/)).textContent).not.toContain("終わったため");
  });
});
