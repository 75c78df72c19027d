// @vitest-environment jsdom

import { KEY_REACHES } from "@okaeri/domain/accounts/partner-scopes";
import { act } from "react";
import { beforeEach, describe, expect, it } from "vitest";
import type { AnswerOf, FakeCalls } from "../../../test/fake-calls.fixture.ts";
import { administrator, headquarters, openProduct, serverFor } from "../../../test/product.fixture.tsx";

let server: FakeCalls;
beforeEach(() => {
  server = serverFor(administrator);
  server.answer("accounts.get", headquarters);
});
const bodies = (name: Parameters<FakeCalls["callsOf"]>[0]) => server.callsOf(name).map(({ body }) => body);

describe("keys", () => {
  const KEY = `okf_${"k".repeat(43)}`;
  const item: AnswerOf<"accountSettings.keys">["items"][number] = {
    id: 5,
    kind: "feed",
    name: "PMS",
    feed_channel: null,
    scopes: null,
    reach: null,
    key_hint: "okf_kkkkkk",
    created_at: "2026-11-20T03:00:00Z",
    last_used_at: null,
    expires_at: "2099-03-31T15:00:00Z",
    revoked_at: null,
    is_replaced: false,
  };
  let items: (typeof item)[];
  const origin = "https://okaeri.example.jp";

  it("shows a key once, lists only its beginning, and revokes it after asking", async () => {
    items = [];
    server.answer("accountSettings.keys", () => ({
      origin,
      items,
      kinds: ["feed", "partner"],
      reaches: ["programme"],
    }));
    server.answer("accountSettings.createKey", () => {
      items = [item];
      return { key: KEY, item };
    });
    server.answer("accountSettings.revokeKey", () => {
      items = [{ ...item, revoked_at: "2026-11-20T04:00:00Z" }];
      return { origin, items };
    });
    const page = await openProduct("/accounts/1/keys", server);
    await page.press("button", "キーを発行する");
    const asked = await page.find("dialog", "キーを発行する");
    await page.press("button", "発行する", asked);
    await page.find("link", "名称: 入力してください");
    await page.type("名称", "PMS", asked);
    await page.press("button", "発行する", asked);
    const made = await page.find("dialog", "キーを発行しました");
    expect(made.textContent).toContain(KEY);
    expect(made.textContent).toContain(
      `curl -s "${origin}/feeds/plain/reservations" -H "Authorization: Bearer ${KEY}"`,
    );
    const guide = await page.find("link", "予約データの送り方", made);
    expect(guide.getAttribute("href")).toBe("/api/docs/feeds.md");
    // Nothing closes it by accident.
    await act(
      async () => void document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true })),
    );
    await page.says("控えたことを確かめてから閉じてください");
    await page.press("field", "キーを控えました");
    await page.press("button", "閉じる", made);
    await page.gone("dialog");
    await page.says("okf_kkkkkk…");
    expect(document.documentElement.outerHTML).not.toContain(KEY);
    await page.press("button", "「PMS」を取り消す");
    const revoking = await page.find("dialog", "「PMS」を取り消しますか");
    expect(revoking.textContent).toContain("まだ一度も使われていません");
    await page.press("button", "キーを取り消す", revoking);
    await page.says("取り消し済み");
    expect(page.all("button", "「PMS」を取り消す")).toEqual([]);
  });

  it("replaces a key, with the time the old one still has, which can be cut short", async () => {
    items = [item];
    server.answer("accountSettings.keys", () => ({
      origin,
      items,
      kinds: ["feed", "partner"],
      reaches: ["programme"],
    }));
    server.answer("accountSettings.replaceKey", () => {
      const next = { ...item, id: 6, expires_at: null };
      items = [next, { ...item, is_replaced: true, expires_at: "2099-03-31T09:30:00Z" }];
      return { key: KEY, item: next };
    });
    server.answer("accountSettings.endKey", () => ({ origin, items }));
    const page = await openProduct("/accounts/1/keys", server);
    await page.press("button", "「PMS」を新しいキーに置き換える");
    const dialog = await page.find("dialog", "「PMS」を新しいキーに置き換える");
    await page.type("いまのキーを使える期間", "day", dialog);
    await page.press("button", "新しいキーを発行する", dialog);
    await page.find("link", "使える最後の日: 入力してください");
    await page.type("使える最後の日", "2026/12/5", dialog);
    await page.press("button", "新しいキーを発行する", dialog);
    const made = await page.find("dialog", "キーを発行しました");
    await page.press("field", "キーを控えました");
    await page.press("button", "閉じる", made);
    expect(bodies("accountSettings.replaceKey")).toEqual([{ works_until: "2026-12-05", expires_on: null }]);
    await page.says("置き換え済み");
    await page.says(/2099.*18:30まで/);
    await page.press("button", "「PMS」の終わりを早める");
    const ending = await page.find("dialog", "「PMS」の終わりを早める");
    await page.type("いまのキーを使える期間", "1", ending);
    await page.press("button", "終わりを早める", ending);
    await page.says("「PMS」の終わりを早めました。");
    expect(bodies("accountSettings.endKey")).toEqual([{ works_hours: 1 }]);
  });

  it("shows the last calls of a key, why one was refused, and the batch of one that was stored", async () => {
    items = [item];
    server.answer("accountSettings.keys", () => ({
      origin,
      items,
      kinds: ["feed", "partner"],
      reaches: ["programme"],
    }));
    const call = { called_at: "2026-11-20T03:00:00Z", method: "POST", path: "/feeds/plain/stays" };
    server.answer("accountSettings.keyCalls", {
      key: item,
      items: [
        {
          ...call,
          id: 2,
          status: 400,
          import_batch_id: null,
          reasons: [{ field: "Idempotency-Key", code: "required", message: "入力してください" }],
        },
        { ...call, id: 1, status: 202, import_batch_id: 77, reasons: [] },
      ],
    });
    const page = await openProduct("/accounts/1/keys", server);
    await page.press("link", "「PMS」の最近の呼び出しを見る");
    await page.says("Idempotency-Key 入力してください");
    const batch = await page.find("link", "受信箱の77番");
    expect(batch.getAttribute("href")).toBe("/customers/inbox/77");
  });

  it("says what a booking engine's key may do, and lists it", async () => {
    const engine = { ...item, kind: "partner" as const, name: "公式サイト", scopes: ["points" as const] };
    items = [engine];
    server.answer("accountSettings.keys", () => ({
      origin,
      items,
      kinds: ["feed", "partner"],
      reaches: ["programme"],
    }));
    const asked: unknown[] = [];
    server.answer("accountSettings.createKey", (input) => {
      asked.push(input);
      return { key: KEY, item: engine };
    });
    const page = await openProduct("/accounts/1/keys", server);
    await page.says("ポイントの利用");
    await page.press("button", "キーを発行する");
    const dialog = await page.find("dialog", "キーを発行する");
    await page.press("field", "予約エンジンとの連携", dialog);
    await page.type("名称", "公式サイト", dialog);
    await page.press("field", "会員の照会", dialog);
    await page.press("field", "クーポンの利用", dialog);
    await page.press("button", "発行する", dialog);
    await page.find("dialog", "キーを発行しました");
    expect(asked).toMatchObject([{ body: { kind: "partner", feed_channel: null, scopes: ["points"] } }]);
  });

  it("narrows a booking engine's key to the facility's own guests, when it is issued and later", async () => {
    const engine = { ...item, kind: "partner" as const, scopes: ["points" as const], reach: "programme" as const };
    items = [engine];
    server.answer("accountSettings.keys", () => ({ origin, items, kinds: ["partner"], reaches: [...KEY_REACHES] }));
    server.answer("accountSettings.createKey", () => ({ key: KEY, item: engine }));
    server.answer("accountSettings.updateKey", () => ({ origin, items: [{ ...engine, reach: "facility" }] }));
    const page = await openProduct("/accounts/1/keys", server);
    await page.press("button", "キーを発行する");
    const issuing = await page.find("dialog", "キーを発行する");
    await page.type("名称", "公式サイト", issuing);
    await page.press("field", "この施設の会員だけ", issuing);
    await page.press("button", "発行する", issuing);
    await page.find("dialog", "キーを発行しました");
    await page.press("field", "キーを控えました");
    await page.press("button", "閉じる");
    await page.press("button", "「PMS」で照会できる会員をこの施設に限る");
    const dialog = await page.find("dialog", "「PMS」で照会できる会員をこの施設に限りますか");
    await page.press("button", "この施設に限る", dialog);
    await page.says("「PMS」で照会できる会員を変更しました。");
    await page.says("ポイントの利用・この施設の会員だけ");
    expect(bodies("accountSettings.createKey")).toMatchObject([{ scopes: expect.any(Array), reach: "facility" }]);
    expect(bodies("accountSettings.updateKey")).toEqual([{ reach: "facility" }]);
  });

  it("offers headquarters above houses no key for bookings and stays", async () => {
    server.answer("accountSettings.keys", { origin, items: [], kinds: ["partner"], reaches: ["programme"] });
    const page = await openProduct("/accounts/1/keys", server);
    await page.press("button", "キーを発行する");
    const dialog = await page.find("dialog", "キーを発行する");
    await page.find("field", "会員の照会", dialog);
    expect(dialog.textContent).not.toContain("予約や宿泊のデータを送ってくるシステム");
  });
});
