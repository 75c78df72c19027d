// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import { texts } from "../../i18n/ja/merges.ts";
import type { FakeCalls } from "../../test/fake-calls.fixture.ts";
import { administrator, openProduct, serverFor } from "../../test/product.fixture.tsx";
import type { CandidateDetail } from "./merges.api.ts";

const joined: CandidateDetail = {
  id: 5,
  kind: "joined",
  decision: "open",
  score: 0,
  reasons: ["joined_by_mail"],
  customer: { id: 7, name: "佐藤 一郎", name_kana: null, member_number: null, email: "yoyaku@example.jp", tel: null },
  other: null,
  guest: {
    id: 9,
    name: "鈴木 花子",
    name_kana: "スズキ ハナコ",
    email: "yoyaku@example.jp",
    tel: null,
    guest_type: "representative",
    original_reservation_code: "A-2",
    check_in_date: "2026-05-02",
    facility_name: "海の宿",
  },
  import_batch_id: 3,
  created_at: "2026-11-20T01:00:00.000Z",
  decided_at: null,
  decided_by_name: null,
  page_actions: ["read", "edit"],
  details: {},
  alike: [],
  merge_id: null,
};

let server: FakeCalls;
beforeEach(() => {
  for (const way of ["error", "warn"] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
  localStorage.clear();
  server = serverFor(administrator);
  server.answer("merges.list", { items: [joined], total: 1, page: 1, size: 50 });
  server.answer("merges.get", joined);
  for (const call of ["merges.join", "merges.createCustomer", "merges.markSeparate"] as const)
    server.answer(call, { id: 5, customer_id: null });
});

test("the queue lists bookings that an agency's address joined, and is empty once all are decided", async () => {
  const page = await openProduct("/customers/merges", server);
  await page.says("鈴木 花子");
  await page.says("佐藤 一郎");
  await page.says(texts.reason.joined_by_mail);
  server.answer("merges.list", { items: [], total: 0, page: 1, size: 50 });
  const empty = await openProduct("/customers/merges", server);
  await empty.says(texts.empty);
});

test.each([
  [texts.joined.create, texts.joined.created, "merges.createCustomer", {}],
  [texts.joined.keep, "佐藤 一郎さんの予約のままにしました", "merges.join", { customer_id: 7 }],
  [texts.joined.different, texts.joined.separateDone, "merges.markSeparate", {}],
] as const)("a listed booking is decided: %s", async (button, done, call, body) => {
  const page = await openProduct("/customers/merges/5", server);
  await page.says("このメールアドレスは4つ以上の姓で使われています");
  await page.says("佐藤 一郎さんの予約としてまとめられました");
  await page.press("button", button);
  await page.says(done);
  await page.at("/customers/merges");
  expect(server.callsOf(call).map((one) => [one.path, one.body ?? {}])).toEqual([[{ id: "5" }, body]]);
});

test("a person without the right to edit sees the booking and cannot decide", async () => {
  server.answer("merges.get", { ...joined, page_actions: ["read"] });
  const page = await openProduct("/customers/merges/5", server);
  await page.says("鈴木 花子");
  await page.says("この操作をする権限がありません");
});
