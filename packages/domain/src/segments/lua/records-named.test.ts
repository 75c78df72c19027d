import { expect, test } from "vitest";
import { recordsNamed } from "./records-named.ts";

const named = (script: string) =>
  recordsNamed(script).flatMap(({ kind, id, line, column }) => (id === null ? [] : [[kind, id, line, column]]));

test.each<[string, string, ReturnType<typeof named>]>([
  ["a rank", "rank_detail_id == 3", [["rank_details", 3, 1, 19]]],
  [
    "the other way round, and a group",
    "7 == rfm_group_id or rank_detail_id ~= 3",
    [
      ["rfm_groups", 7, 1, 1],
      ["rank_details", 3, 1, 40],
    ],
  ],
  ["in a list", "contains(facility_account_ids, 5)", [["facilities", 5, 1, 32]]],
  ["behind a local", "local vip = 3\nreturn rank_detail_id == vip", [["rank_details", 3, 1, 13]]],
  ["a fact behind a local", "local r = rank_detail_id\nreturn r == 3", [["rank_details", 3, 2, 13]]],
  [
    "one of two",
    "local vip = 3\nif stay_count > 9 then\n  vip = 4\nend\nreturn rank_detail_id == vip",
    [
      ["rank_details", 3, 1, 13],
      ["rank_details", 4, 3, 9],
    ],
  ],
  [
    "of a thing of a list",
    "count(stays, function(x) return x.facility_account_id == 5 and x.stay_days == 2 end) >= 8",
    [["facilities", 5, 1, 58]],
  ],
  ["figures are no ids", "stay_count == 3 and contains(2, 3) and point_balance >= 5", []],
  ["nor are texts and comments", 'language == "rank_detail_id == 3" -- rank_detail_id == 4', []],
  ["a local of its own", "local a = b\nlocal b = a\nreturn rank_detail_id == a", []],
  ["what cannot be read names nothing", "rank_detail_id == 3 and", []],
])("%s", (_, script, expected) => {
  expect(named(script)).toEqual(expected);
});

test("a long chain is walked", { timeout: 60_000 }, () => {
  const ids = Array.from({ length: 1_000 }, (_, at) => at + 1);
  const chain = ids.map((id) => `rank_detail_id == ${id}`).join(" or ");
  expect(recordsNamed(chain).flatMap(({ id }) => id ?? [])).toEqual(ids);
});

test("a fact that is asked for without an id is told, too", () => {
  const asked = recordsNamed("local r = rank_detail_id\nreturn r ~= nil or contains(customer_type_ids, stay_count)");
  expect(asked.map(({ kind, id, line, column }) => [kind, id, line, column])).toEqual([
    ["rank_details", null, 1, 11],
    ["customer_types", null, 2, 29],
  ]);
});
