// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import type { AnswerOf, FakeCalls } from "../../test/fake-calls.fixture.ts";
import { guest } from "../../test/guest.fixture.ts";
import { administrator, openProduct, serverFor } from "../../test/product.fixture.tsx";

const summary: AnswerOf<"points.standing"> = {
  balance: 500,
  debt: 0,
  granted: 500,
  revoked: 0,
  used: 0,
  expired: 0,
  expected: { points: 0, reservations: 0 },
  expiring: [],
  rank_name: null,
  use_point_unit: 1,
  min_use_point: null,
  max_use_point: null,
  facilities: [{ id: 3, name: "箱根" }],
  reservations: [],
  approval_above: 1_000,
  today: "2026-11-20",
  page_actions: ["read", "edit"],
};
const preview: AnswerOf<"points.previewGrant"> = {
  customer_name: "花田 千夏",
  facility_name: "箱根",
  grant_point: 300,
  expiration_date: "2026-12-31",
  remarks: "お詫び",
  balance_before: 500,
  debt_before: 0,
  balance: 800,
  debt: 0,
  needs_approval: false,
};
const request: AnswerOf<"points.requests">["items"][number] = {
  id: 11,
  customer_id: 7,
  customer_name: "花田 千夏",
  facility_name: "箱根",
  grant_point: 1_001,
  expiration_type: "none",
  expiration_date: null,
  expiration_days_from_grant: null,
  expiration_days_from_last_stay: null,
  remarks: "お詫び",
  state: "waiting",
  last_day: "2026-11-27",
  requested_by: "試験 花子",
  requested_at: "2026-11-20T03:00:00Z",
  decided_by: null,
  decided_at: null,
  decision_remarks: null,
  own: false,
  page_actions: ["read", "edit"],
};
const listed = (...items: (typeof request)[]) => ({ items, total: items.length, page: 1, size: 50 });

let server: FakeCalls;
beforeEach(() => {
  for (const way of ["error", "warn"] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
  server = serverFor(administrator);
  server.answer("customers.get", guest);
  server.answer("points.standing", summary);
  server.answer("points.grants", { items: [], total: 0, page: 1, size: 20 });
  server.answer("points.requests", listed());
});

async function confirming(points: string) {
  const page = await openProduct("/customers/7/grant-points", server);
  await page.press("button", "付与する");
  await page.type("付与するポイント", points);
  await page.type("理由・備考", "お詫び");
  await page.press("button", "確認する");
  return page;
}

test("the confirmation names guest, amount, expiry, reason and new balance, as the server answered", async () => {
  server.answer("points.previewGrant", preview);
  const page = await confirming("300");
  for (const words of ["花田 千夏 様", "300ポイント", "2026年12月31日", "お詫び", "500 → 800ポイント"])
    await page.says(words);
  expect(server.callsOf("points.grant")).toEqual([]);
});

test("above the limit the button requests approval, and the result is called a request", async () => {
  server.answer("points.previewGrant", { ...preview, grant_point: 1_001, balance: 1_501, needs_approval: true });
  server.answer("points.grant", { grant_point_id: null, point_grant_request_id: 11, balance: 500, debt: 0 });
  const page = await confirming("1001");
  await page.says("もう一人の承認が必要です");
  await page.press("button", "承認を申請する");
  await page.says("1,001ポイントの付与を申請しました");
});

test("the requests of one guest lead to those of all guests", async () => {
  server.answer("points.requests", listed(request));
  server.answer("points.programmeRequests", listed(request));
  const page = await openProduct("/customers/7/grant-points", server);
  await page.press("link", "すべての申請を見る");
  await page.at("/customers/point-requests");
  await page.find("link", "花田 千夏 様");
  expect(page.all("link", "すべての申請を見る")).toEqual([]);
});

test("a waiting request can be approved after a confirmation; one's own only says that it waits", async () => {
  server.answer("points.requests", listed(request, { ...request, id: 12, own: true, page_actions: ["read"] }));
  server.answer("points.approveRequest", { grant_point_id: 5, balance: 1_501, debt: 0 });
  const page = await openProduct("/customers/7/grant-points", server);
  await page.says("ほかの方の承認を待っています");
  await page.press("button", "花田 千夏様への1,001ポイントの付与を承認する");
  expect(server.callsOf("points.approveRequest")).toEqual([]);
  await page.says("承認すると、すぐにポイントが付与されます");
  await page.press("button", "承認する");
  await page.says("承認し、ポイントを付与しました");
  expect(server.callsOf("points.approveRequest")).toMatchObject([{ path: { id: "7", request_id: "11" } }]);
});
