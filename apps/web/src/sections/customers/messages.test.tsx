// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import type { AnswerOf, FakeCalls } from "../../test/fake-calls.fixture.ts";
import { guest } from "../../test/guest.fixture.ts";
import { administrator, openProduct, serverFor } from "../../test/product.fixture.tsx";

const message: AnswerOf<"messages.list">["items"][number] = {
  id: 12,
  channel: "mail",
  campaign_id: 3,
  campaign_name: "秋のご案内",
  subject: "花田様へ 秋のお知らせ",
  sent_at: "2026-11-19T03:00:00Z",
  status: "sent",
  reason: null,
  opened_at: "2026-11-19T05:00:00Z",
  machine_opened_at: "2026-11-19T03:00:10Z",
  clicked_at: null,
  unsubscribed_at: null,
  bounced_at: null,
  complained_at: null,
};
const html =
  '<html><head></head><body><p>秋です</p><img src="https://inn.example/o/-" width="1" height="1" alt=""></body></html>';
const PLACE = "/customers/7?tab=messages";

let server: FakeCalls;
beforeEach(() => {
  for (const way of ["error", "warn"] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
  localStorage.clear();
  server = serverFor(administrator);
  server.answer("customers.get", guest);
});

test("the tab lists what was sent with its result and reactions, opens of machines by their own name, and a row opens the mail", async () => {
  const failed = {
    ...message,
    id: 11,
    subject: "",
    status: "failed" as const,
    reason: "メールアドレスに届きません",
    opened_at: null,
    machine_opened_at: null,
  };
  server.answer("messages.list", { items: [message, failed], total: 2, page: 1, size: 50 });
  server.answer("messages.get", { ...message, html, text: "秋です" });
  const page = await openProduct(PLACE, server);
  await page.says("花田様へ 秋のお知らせ");
  expect(page.text()).toMatch(/開封 2026年11月19日 14:00.*自動の開封 2026年11月19日 12:00/s);
  expect(page.text()).toContain("メールアドレスに届きません");
  expect((await page.find("link", /花田様へ/)).getAttribute("href")).toBe(`${PLACE}&message=12`);
  await page.press("link", /花田様へ/);
  await page.says("リンクは開きません");
  expect(server.callsOf("messages.get").at(-1)?.path).toMatchObject({ id: "7", message_id: "12" });
  await page.press("link", "メッセージの一覧に戻る");
  await page.says("メールアドレスに届きません");
});

test("a mail is shown in a frame that runs nothing and asks for no sign of an open, and as text", async () => {
  server.answer("messages.get", { ...message, html, text: "秋です\nhttps://inn.example/r/-" });
  const page = await openProduct(`${PLACE}&message=12`, server);
  await page.says("リンクは開きません");
  const frame = document.querySelector("iframe");
  expect([frame?.getAttribute("sandbox"), frame?.title]).toEqual(["allow-same-origin", "メールの表示"]);
  expect([frame?.srcdoc.includes("秋です"), frame?.srcdoc.includes("/o/-")]).toEqual([true, false]);
  await page.press("button", "文字だけの版を見る");
  await page.says("https://inn.example/r/-");
  expect(document.querySelector("iframe")).toBeNull();
  await page.press("button", "画面の版を見る");
  expect((await page.find("link", "秋のご案内")).getAttribute("href")).toBe("/campaigns/3");
});

test("nothing sent, a message that cannot be read, and one of an erased guest say so", async () => {
  server.answer("messages.list", { items: [], total: 0, page: 1, size: 50 });
  await (await openProduct(PLACE, server)).says("メッセージはまだ送っていません。");
  server.refuse("messages.get", 400);
  const failed = await openProduct(`${PLACE}&message=99`, server);
  await failed.find("button", "もう一度読み込む");
  server.answer("messages.get", { ...message, html: null, text: null });
  await (await openProduct(`${PLACE}&message=12`, server)).says("本文はありません");
});
