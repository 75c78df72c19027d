// @vitest-environment jsdom
import { ERASED_TEXT } from "@okaeri/domain/customers/erased-text";
import { beforeEach, expect, test, vi } from "vitest";
import { requests } from "../../i18n/ja/customers/requests.ts";
import type { FakeCalls } from "../../test/fake-calls.fixture.ts";
import { guest } from "../../test/guest.fixture.ts";
import { administrator, openProduct, serverFor } from "../../test/product.fixture.tsx";

let server: FakeCalls;
beforeEach(() => {
  for (const way of ["error", "warn"] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
  server = serverFor(administrator);
});

test("before a guest is erased, all that stays is listed, with why", async () => {
  server.answer("customers.get", { ...guest, page_actions: ["read", "delete"] });
  server.answer("customers.notes", { items: [] });
  server.answer("customers.consents", { items: [] });
  server.answer("customers.suppressions", { current: null, items: [] });
  server.answer("merges.ofCustomer", { items: [] });
  server.answer("customers.erasure", {
    version: 3,
    register_until: "2029-11-03",
    upcoming_reservations: 0,
    point_balance: 0,
    notes: 1,
  });
  const page = await openProduct("/customers/7", server);
  await page.press("button", requests.erase);
  await page.says(requests.words);
  await page.says("2029年11月03日まで");
  for (const what of Object.values(requests.retained)) await page.says(what);
});

test.each([
  ["/audit", ERASED_TEXT],
  ["/en/audit", "Erased"],
])("%s says of an erased value that it was erased", async (address, word) => {
  server.answer("audit.words", { actions: ["grant_points"], entities: ["grant_points"] });
  const after = { grant_point: 900, remarks: ERASED_TEXT };
  server.answer("audit.list", {
    items: [
      {
        id: 1,
        action: "grant_points",
        at: "2026-11-20T03:00:00Z",
        actor: null,
        actor_key: null,
        ip: null,
        entity: "grant_points",
        entity_id: 3,
        entity_name: null,
        account: null,
        company: null,
        before: null,
        after,
        mentioned_accounts: [],
      },
    ],
    total: 1,
    page: 1,
    size: 50,
  });
  const page = await openProduct(address, server);
  await page.says(word);
  expect(document.body.textContent?.includes(ERASED_TEXT)).toBe(word === ERASED_TEXT);
});
