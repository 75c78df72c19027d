// @vitest-environment jsdom
import { act } from "react";
import { beforeEach, describe, expect, it } from "vitest";
import { type FakeCalls, refusal } from "../../../test/fake-calls.fixture.ts";
import { administrator, headquarters, openProduct, serverFor } from "../../../test/product.fixture.tsx";
import type { BookingChannel, CustomerType } from "./settings.api.ts";

const owner = { id: 1, name: "本館", editable: true };
const type = (id: number, name: string, more: Partial<CustomerType> = {}): CustomerType => ({
  id,
  name,
  code: `C${id}`,
  sort_order: id * 10,
  active_status: "active",
  linkages: [],
  version: 1,
  used_by: 0,
  ...more,
});

let server: FakeCalls;
let types: CustomerType[];
let channels: BookingChannel[];
beforeEach(() => {
  types = [type(1, "法人", { used_by: 3 }), type(2, "旅行会社")];
  channels = [];
  server = serverFor(administrator);
  server.answer("accounts.get", headquarters);
  server.answer("accountSettings.customerTypes", () => ({ owner, items: types }));
  server.answer("accountSettings.createCustomerType", ({ body }) => {
    types = [...types, { ...type(9, body.name), ...body }];
    return types[types.length - 1] as CustomerType;
  });
  server.answer("accountSettings.updateCustomerType", ({ path, body }) => {
    types = types
      .map((one) => (one.id === Number(path.type_id) ? { ...one, ...body, version: body.version + 1 } : one))
      .sort((a, b) => a.sort_order - b.sort_order);
    return types.find((one) => one.id === Number(path.type_id)) as CustomerType;
  });
  server.answer("accountSettings.bookingChannels", () => ({ owner, items: channels }));
  server.answer("accountSettings.createBookingChannel", ({ body }) => {
    channels = [{ ...type(9, body.name), ...body }];
    return channels[0] as BookingChannel;
  });
});

const pressEscape = () =>
  act(async () => void document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true })));

describe("types", () => {
  it("names what is missing or taken beside its field, and asks before what was typed is lost", async () => {
    const page = await openProduct("/accounts/1/types", server);
    await page.press("button", "顧客区分を追加する");
    const dialog = await page.find("dialog", "顧客区分を追加する");
    await page.press("button", "外部コードを追加する", dialog);
    await page.press("button", "追加する", dialog);
    await page.find("link", "名称: 入力してください");
    expect((await page.find("field", "名称", dialog)).getAttribute("aria-invalid")).toBe("true");
    expect(server.callsOf("accountSettings.createCustomerType")).toEqual([]);
    await page.type("名称", "団体", dialog);
    await page.type("コード", "GRP", dialog);
    await page.type("1件目の外部コード", "G1", dialog);
    // The server's words for a code that exists already come to the same place.
    server.answer("accountSettings.createCustomerType", () =>
      refusal(400, { message: "確認してください", fields: { code: "すでに使われています" } }),
    );
    await page.press("button", "追加する", dialog);
    const errorLink = await page.find("link", "コード: すでに使われています");
    expect(errorLink.getAttribute("href")).toBe(`#${(await page.find("field", "コード", dialog)).id}`);
    expect(server.callsOf("accountSettings.createCustomerType").at(-1)?.body).toMatchObject({
      name: "団体",
      code: "GRP",
      sort_order: 30,
      active_status: "active",
      linkages: [{ feed_channel: "dynalution", external_code: "G1" }],
    });
    await pressEscape();
    await page.find("dialog", "入力した内容を捨てますか");
    await page.press("button", "捨てて閉じる");
    await page.gone("dialog");
  });

  it("moves a row, keeps the focus with it, and writes the order", async () => {
    const page = await openProduct("/accounts/1/types", server);
    await page.press("button", "「旅行会社」を上へ移す");
    await page.says("「旅行会社」を1番目に移しました");
    expect([...document.querySelectorAll("tbody tr strong")].map((name) => name.textContent)).toEqual([
      "旅行会社",
      "法人",
    ]);
    expect(document.activeElement?.getAttribute("aria-label")).toContain("「旅行会社」を");
    const order = types.map((one) => [one.name, one.sort_order] as const).sort((a, b) => a[1] - b[1]);
    expect(order.map(([name]) => name)).toEqual(["旅行会社", "法人"]);
  });

  it("takes a type out of use after saying whom it is for, and back", async () => {
    const page = await openProduct("/accounts/1/types", server);
    await page.press("button", "「法人」を無効にする");
    const asked = await page.find("dialog", "「法人」を無効にしますか");
    expect(asked.textContent).toContain("3人のお客様");
    await page.press("button", "無効にする", asked);
    await page.find("button", "「法人」を有効に戻す");
    expect(types[0]?.active_status).toBe("inactive");
    await page.press("button", "「法人」を有効に戻す");
    await page.find("button", "「法人」を無効にする");
    expect(types[0]?.active_status).toBe("active");
  });

  it("keeps what was typed when somebody else saved first, and names what both changed", async () => {
    const page = await openProduct("/accounts/1/types", server);
    await page.press("button", "「法人」を編集する");
    const dialog = await page.find("dialog", "「法人」を編集");
    await page.type("名称", "法人契約", dialog);
    types = [type(1, "他の人", { code: "CO", version: 2, sort_order: 40 })];
    const save = server.callsOf.bind(server, "accountSettings.updateCustomerType");
    server.answer("accountSettings.updateCustomerType", ({ body }) =>
      body.version === 1 ? refusal(412, { message: "ほかの人が先に変更しました" }) : { ...type(1, body.name), ...body },
    );
    await page.press("button", "保存する", dialog);
    await page.says("ほかの人が先に変更しました");
    await page.press("button", "最新の内容を読み込む");
    await page.says(/ほかの人も次の項目を変更していました.*名称/);
    const values = async (name: string) => (await page.find<HTMLInputElement>("field", name, dialog)).value;
    expect([await values("名称"), await values("コード")]).toEqual(["法人契約", "CO"]);
    await page.press("button", "保存する", dialog);
    await page.says("「法人契約」を保存しました");
    // What the dialog does not show was changed elsewhere too, and stays.
    expect(save().at(-1)?.body).toMatchObject({ version: 2, name: "法人契約", code: "CO", sort_order: 40 });
  });
});

it("channels also know the mail domains of booking sites, as they are written or as an address", async () => {
  const page = await openProduct("/accounts/1/channels", server);
  await page.press("button", "予約経路を追加する");
  const dialog = await page.find("dialog", "予約経路を追加する");
  await page.type("名称", "旅の窓口", dialog);
  await page.type("コード", "OTA", dialog);
  await page.type("予約サイトのメールドメイン", "guest.example.com\nno domain", dialog);
  await page.press("button", "追加する", dialog);
  const errorLink = await page.find("link", /^予約サイトのメールドメイン: 「no domain」をドメインの形で/);
  expect(errorLink.getAttribute("href")).toBe(
    `#${(await page.find("field", "予約サイトのメールドメイン", dialog)).id}`,
  );
  await page.type("予約サイトのメールドメイン", "someone@Guest.example.com\nmask.example.net", dialog);
  await page.press("button", "追加する", dialog);
  await page.says("「旅の窓口」を追加しました");
  expect(channels[0]?.masked_email_domains).toEqual(["Guest.example.com", "mask.example.net"]);
  expect((await page.find("row", /旅の窓口/)).textContent).toContain("Guest.example.com");
});
