// @vitest-environment jsdom
import { blankMail } from "@okaeri/domain/messaging/mail-blocks";
import { beforeEach, expect, test, vi } from "vitest";
import type { FakeCalls } from "../../../test/fake-calls.fixture.ts";
import { administrator, openProduct, serverFor } from "../../../test/product.fixture.tsx";
import { audienceAnswer, campaignOf, reviewAnswer, segment } from "../campaigns.fixture.ts";

let server: FakeCalls;
beforeEach(() => {
  for (const way of ["error", "warn"] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
  localStorage.clear();
  server = serverFor(administrator);
  server.answer("customers.list", { items: [], total: 0, page: 1, size: 20 } as never);
  server.answer("campaigns.review", reviewAnswer());
  server.answer("campaigns.audience", audienceAnswer([{ matched: 3 }]));
  server.answer("campaigns.testRecipients", { items: [{ user_id: 1, name: "自分", is_me: true }] });
  server.answer("campaigns.testSends", { items: [] });
  server.answer("campaigns.previewSamples", {
    items: [
      { as: "least_known", customer_id: 5, name: "山田", lacks: ["name_kana", "member_number"] },
      { as: "english", customer_id: 6, name: "Smith", lacks: [] },
    ],
  });
  server.answer("campaigns.preview", ({ body }) => ({
    customer: { id: body.customer_id, name: "山田", email: null },
    subject: `${body.customer_id}番の方へ`,
    html: "",
    text: "",
    from: "",
    coupon_is_example: false,
    coupon_given: null,
    omitted_lines: [],
    omitted_blocks: [],
    problems: [],
  }));
  const mail = { ...blankMail(), title: "秋", body: "お待ちしています。" };
  server.answer(
    "campaigns.get",
    campaignOf({
      type: "repeat_promotion",
      action_types: ["mail"],
      segments: [segment([{ id: 12, seq: 1, type: "mail", mail }])],
    }),
  );
});

test("the least known guest is shown first, arrows turn to the others, and the test is of the one who is shown", async () => {
  const page = await openProduct("/campaigns/7/edit?card=what", server);
  await page.says("情報の少ない方");
  expect(page.text()).toContain("山田さん・氏名(カナ)、会員番号が未登録");
  await page.says("5番の方へ");
  await page.press("button", "次のお客様");
  await page.says("英語の方");
  await page.says("6番の方へ");
  const state = {
    id: 3,
    user_id: 1,
    name: "自分",
    channel: "mail" as const,
    mail_id: 4,
    message_id: null,
    push_scheduled_time: "2026-11-26T01:00:00Z",
  };
  server.answer("campaigns.testSend", {
    jobs: [{ ...state, push_status: "standby", failure_reason: null, message: null, push_sent_time: null }],
  });
  server.answer("campaigns.testSends", {
    items: [
      {
        ...state,
        push_status: "failure",
        failure_reason: "invalid_email",
        message: "このメールアドレスは受け取れないと返されました",
        push_sent_time: null,
      },
    ],
  });
  await page.press("button", "自分にテスト送信");
  await page.says("届きませんでした: このメールアドレスは受け取れないと返されました");
  expect(server.callsOf("campaigns.testSend")[0]?.body).toEqual({
    action_id: 12,
    variant: "A",
    customer_id: 6,
    to: null,
  });
});

test("a mail about a stay is shown as one, without what advertising must say", async () => {
  const mail = { ...blankMail(), title: "ご案内", body: "お待ちしています。" };
  server.answer(
    "campaigns.get",
    campaignOf({
      purpose: "service",
      action_types: ["mail"],
      segments: [segment([{ id: 12, seq: 1, type: "mail", mail }])],
    }),
  );
  const page = await openProduct("/campaigns/7/edit?card=what", server);
  await page.says("5番の方へ");
  const asked = new Set(server.callsOf("campaigns.preview").map(({ body }) => body.purpose));
  expect([...asked]).toEqual(["service"]);
});

test("a target of nobody is shown an invented guest, and says so", async () => {
  server.answer("campaigns.previewSamples", { items: [] });
  const page = await openProduct("/campaigns/7/edit?card=what", server);
  await page.says("見本のお客様");
  expect(page.text()).toContain("架空の見本");
});
