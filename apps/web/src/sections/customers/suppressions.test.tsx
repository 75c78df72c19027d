// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import { type FakeCalls, refusal } from "../../test/fake-calls.fixture.ts";
import { guest } from "../../test/guest.fixture.ts";
import { administrator, openProduct, serverFor } from "../../test/product.fixture.tsx";

const bounce = {
  id: 1,
  kind: "hard" as const,
  source: "report" as const,
  address: "hanako@example.jp",
  status_code: "5.1.1",
  detail: "smtp; 550 no such user",
  remarks: "",
  happened_at: "2026-11-19T03:00:00Z",
  entered_by: null,
};
const lift = {
  ...bounce,
  id: 2,
  kind: "lift" as const,
  source: "staff" as const,
  status_code: "",
  detail: "",
  remarks: "お電話で確認",
  entered_by: "花田 千冬",
};

let server: FakeCalls;
beforeEach(() => {
  for (const way of ["error", "warn"] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
  localStorage.clear();
  server = serverFor(administrator);
  server.answer("customers.get", { ...guest, page_actions: ["read", "edit"] });
  server.answer("customers.notes", { items: [] });
  server.answer("customers.consents", { items: [] });
  server.answer("merges.ofCustomer", { items: [] });
});

test("the page says why mail does not go; a bounce is lifted with a reason, and an empty one stays at its field", async () => {
  const current = { reason: "bounced" as const, since: "2026-11-19T03:00:00Z", can_lift: true };
  server.answer("customers.suppressions", { current, items: [bounce] });
  const page = await openProduct("/customers/7", server);
  await page.says("届かなかったため、このメールアドレスへの送信を止めています。");
  await page.says(/不達の通知メール \/ 5.1.1 \/ smtp; 550 no such user/);
  await page.press("button", "送信の停止を解除する");
  server.answer("customers.liftSuppression", () => refusal(400, { fields: { reason: "入力してください" } }));
  await page.press("button", "解除する");
  await page.says("入力してください");
  server.answer("customers.liftSuppression", { current: null, items: [lift, bounce] });
  await page.type("解除する理由", "お電話で確認");
  await page.press("button", "解除する");
  await page.says("いまは、このメールアドレスに送れます。");
  await page.says(/担当者の操作 \/ 花田 千冬 \/ お電話で確認/);
  expect(server.callsOf("customers.liftSuppression").at(-1)?.body).toEqual({ reason: "お電話で確認" });
});

test("a complaint has no button", async () => {
  const current = { reason: "complained" as const, since: null, can_lift: false };
  server.answer("customers.suppressions", { current, items: [{ ...bounce, kind: "complaint" as const }] });
  const page = await openProduct("/customers/7", server);
  await page.says("お客様ご本人の意思によるものなので、解除できません。");
  await page.gone("button", "送信の停止を解除する");
});
