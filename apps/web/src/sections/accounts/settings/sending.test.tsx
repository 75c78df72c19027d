// @vitest-environment jsdom

import { beforeEach, describe, expect, it } from "vitest";
import type { FakeCalls } from "../../../test/fake-calls.fixture.ts";
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

describe("how mails are sent", () => {
  beforeEach(() => {
    server.answer("accountSettings.sender", sender);
  });

  it("says that an address waits for its confirmation and whence mails come until then, and mails the link again", async () => {
    const waiting = {
      ...sender,
      mail_from_address: "new@example.jp",
      mail_from_state: "waiting" as const,
      mail_from_asked_at: "2026-11-20T03:00:00Z",
    };
    server.answer("accountSettings.sender", waiting);
    server.answer("accountSettings.askSender", waiting);
    const page = await openProduct("/accounts/1/sender", server);
    await page.says("確認待ち");
    await page.says("いま、メールは info@example.jp から送られます");
    await page.press("button", "確認メールを送り直す");
    await page.says("new@example.jp へ確認メールを送りました。");
    expect(server.callsOf("accountSettings.askSender")).toHaveLength(1);
  });

  it("takes SendGrid's key once and never shows it, and says where its events go", async () => {
    server.answer("mailDelivery.update", ({ body }) => ({
      ...delivery,
      version: 1,
      via: body.via,
      sendgrid_api_key_set: true,
      webhook_url: "https://okaeri.example/hooks/sendgrid/abc",
      mails_per_minute: body.mails_per_minute ?? null,
    }));
    const page = await openProduct("/accounts/1/sender", server);
    await page.press("button", "送り方を変更する");
    const dialog = await page.find("dialog", "送り方を変更する");
    await page.press("field", "SendGrid", dialog);
    await page.press("button", "保存する", dialog);
    await page.says("SendGridのAPIキー: 入力してください");
    await page.type(/^SendGridのAPIキー/, "SG.canary");
    await page.type("1分間に送る上限", "600");
    await page.press("button", "保存する", dialog);
    await page.says("メールの送り方を保存しました");
    await page.says("https://okaeri.example/hooks/sendgrid/abc");
    await page.says("検証キーが保存されるまで");
    expect(document.documentElement.outerHTML).not.toContain("canary");
    expect(bodies("mailDelivery.update")).toEqual([
      {
        version: 0,
        via: "sendgrid",
        sendgrid_webhook_public_key: "",
        mails_per_minute: 600,
        domain_mails_per_minute: null,
        sendgrid_api_key: "SG.canary",
      },
    ]);
  });

  it("makes a key, shows its record to be copied, and says of each record what the DNS holds", async () => {
    const record = { name: "s1._domainkey.example.jp", type: "TXT" as const, value: "v=DKIM1; k=rsa; p=AAA" };
    server.answer("mailDelivery.makeDkim", ({ body }) => ({ owner, ...body, record }));
    const finding = { name: "example.jp", found: null, wanted: "v=spf1 mx ~all" };
    server.answer("mailDelivery.checkDkim", {
      domain: "example.jp",
      dkim: { state: "ok", name: record.name, found: record.value, wanted: record.value },
      spf: { ...finding, state: "wrong", found: "v=spf1 -all" },
      dmarc: { ...finding, state: "missing", wanted: "v=DMARC1; p=none" },
    });
    const page = await openProduct("/accounts/1/sender", server);
    await page.says("まだ鍵がありません");
    await page.press("button", "DKIMの鍵を作る");
    const dialog = await page.find("dialog", "DKIMの鍵を作りますか");
    await page.type("セレクター", "s1");
    await page.press("button", "DKIMの鍵を作る", dialog);
    await page.says(record.value);
    await page.find("button", "s1._domainkey.example.jp の値をコピーする");
    expect(bodies("mailDelivery.makeDkim")).toEqual([{ domain: "example.jp", selector: "s1" }]);
    await page.press("button", "DNSを確認する");
    await page.says("✓ 登録されています");
    await page.says("✕ 内容が違います");
    await page.says("v=spf1 -all");
    await page.says("✕ 見つかりません");
    await page.says("v=DMARC1; p=none");
  });
});
