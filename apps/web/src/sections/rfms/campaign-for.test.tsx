// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import type { FakeCalls } from "../../test/fake-calls.fixture.ts";
import { administrator, menuWithout, openProduct, serverFor } from "../../test/product.fixture.tsx";
import { audienceAnswer } from "../campaigns/campaigns.fixture.ts";
import { cellsOf, rfmOf } from "./rfms.fixture.ts";

// From a rank, an RFM group and a cell of the map to a campaign for its guests.

const rfm = rfmOf({
  customers_scored: 15,
  heatmap: cellsOf((recency) => (recency === 5 ? 3 : 0)),
  groups: [
    { id: 31, name: "優良", priority: 1, recency_score: 5, frequency_score: 5, monetary_score: null, count: 3 },
    { id: 32, name: "離反", priority: 2, recency_score: null, frequency_score: null, monetary_score: null, count: 0 },
  ],
});

let server: FakeCalls;
beforeEach(() => {
  for (const way of ["error", "warn"] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
  server = serverFor(administrator);
  server.answer("rfms.list", { items: [rfm], total: 1, page: 1, size: 50 });
  server.answer("campaigns.audience", audienceAnswer([{ matched: 3 }]));
});
const sentTarget = () => server.callsOf("campaigns.audience")[0]?.body.segments[0].target;

test.each([
  ["a group", "「優良」のお客様にキャンペーンを作る", [{ field: "rfm_group_id", operator: "in", value: [31] }]],
  [
    "a cell",
    "R5・F4のお客様にキャンペーンを作る",
    [
      { field: "rfm_recency_score", operator: "=", value: 5 },
      { field: "rfm_frequency_score", operator: "=", value: 4 },
    ],
  ],
])("%s of the RFM", async (_, label, rules) => {
  const page = await openProduct("/rfms", server);
  await page.press("button", label);
  await page.at("/campaigns/new");
  await page.says("3人のお客様に");
  expect(sentTarget()).toEqual({ combinator: "and", rules });
});

test("a cell of an RFM that an account group shares becomes its guests", async () => {
  server.answer("rfms.list", { items: [{ ...rfm, group_id: 9, group_name: "海辺" }], total: 1, page: 1, size: 50 });
  server.answer("customers.ids", { ids: [7, 8, 9] });
  const page = await openProduct("/rfms", server);
  await page.press("button", "R5・F4のお客様にキャンペーンを作る");
  await page.says("3人のお客様に");
  expect(server.callsOf("customers.ids")[0]?.query).toMatchObject({
    rfm_id: "4",
    recency_score: "5",
    frequency_score: "4",
  });
  expect(sentTarget()).toEqual({
    combinator: "and",
    rules: [{ field: "customer_id", operator: "in", value: [7, 8, 9] }],
  });
});

test("where nobody is, or without the right, there is no button", async () => {
  const page = await openProduct("/rfms", server);
  await page.find("button", "R5・F4のお客様にキャンペーンを作る");
  expect(page.all("button", "R4・F4のお客様にキャンペーンを作る")).toEqual([]);
  expect(page.all("button", "「離反」のお客様にキャンペーンを作る")).toEqual([]);
  const reader = serverFor(administrator);
  reader.answer("menu.list", menuWithout("campaigns"));
  reader.answer("rfms.list", { items: [rfm], total: 1, page: 1, size: 50 });
  const looking = await openProduct("/rfms", reader);
  await looking.find("link", /^優良/);
  expect(looking.all("button", /キャンペーンを作る/)).toEqual([]);
});
