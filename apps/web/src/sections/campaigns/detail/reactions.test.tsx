// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import { administrator, openProduct, serverFor } from "../../../test/product.fixture.tsx";
import { campaignOf, pushOf } from "../campaigns.fixture.ts";

beforeEach(() => {
  for (const way of ["error", "warn"] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
});

test("what guests did stands on the campaign with the rule of machines, and a figure opens its guests", async () => {
  const server = serverFor(administrator);
  const ended = { benefits_only: 0, left_out: 0, failed: 1, unknown: 0, waiting: 0 };
  const done = { opened: 3, machine_opened: 2, clicked: 1, unsubscribed: 0, bounced: 1, complained: 0 };
  const figures = { sends: 1, targets: 9, reached: 8, ...ended, ...done };
  server.answer("campaigns.get", () =>
    campaignOf({
      figures,
      pushes: [pushOf({ push_status: "done", targets: 9, sent: 8 })],
      totals: [{ type: "mail", targets: 9, waiting: 0, sent: 8, skipped: 0, failed: 1, unknown: 0 }],
    }),
  );
  server.answer("campaigns.pushes", () => ({ items: [], total: 0, page: 1, size: 25 }));
  server.answer("campaigns.recipients", () => ({
    items: [
      {
        push_action_id: 1,
        customer_id: 11,
        customer_name: "山田 花子",
        type: "mail",
        outcome: "sent",
        reactions: ["opened", "clicked"],
        reason: null,
        address: "hanako@example.jp",
        at: "2026-11-20T03:00:00Z",
        message_id: null,
        guest_message_id: null,
      },
    ],
    total: 1,
    page: 1,
    size: 25,
    left_out_ended: 0,
  }));
  const page = await openProduct("/campaigns/7", server);
  await page.says("配信から60秒以内");
  for (const word of ["自動の開封", "戻ってきた"]) await page.says(word);
  expect(page.all("button", /^0人$/)).toEqual([]);
  await page.press("button", "3人");
  await page.at(/tab=recipients/);
  await page.at(/reaction=opened/);
  await page.says("hanako@example.jp");
  expect(server.callsOf("campaigns.recipients").at(-1)?.query).toMatchObject({ reaction: "opened" });
});
