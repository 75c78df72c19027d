// @vitest-environment jsdom
import { expect, test } from "vitest";
import { administrator, openProduct, serverFor } from "../../test/product.fixture.tsx";

test("the list of requests is a page of its own", async () => {
  const server = serverFor(administrator);
  server.answer("points.programmeRequests", { items: [], total: 0, page: 1, size: 50 });
  const page = await openProduct("/customers/point-requests", server);
  await page.says("ポイント付与の申請はありません。");
  expect(server.callsOf("points.programmeRequests").length).toBeGreaterThan(0);
});
