import { expect, test } from "vitest";
import { choiceAt, offerFor, type Vocabulary, type Word, wordAt } from "./completion.ts";

const word = (name: string, overrides: Partial<Word> = {}): Word => ({
  name,
  kind: "fact",
  words: `${name}の意味`,
  notes: [],
  example: "",
  ...overrides,
});
const RANKS = [
  { value: "3", words: "ゴールド" },
  { value: "4", words: "シルバー" },
];
const FACILITIES = [{ value: "7", words: "本館" }];
const VOCABULARY: Vocabulary = {
  words: [
    word("stay_count"),
    word("rank_detail_id", { choices: RANKS }),
    word("gender", { choices: [{ value: "female", words: "女性" }] }),
    word("facility_account_ids", { choices: FACILITIES }),
    word("stays", { kind: "list" }),
    word("math.floor", { kind: "function" }),
    word("math.ceil", { kind: "function" }),
  ],
  items: {
    stays: [word("use_price"), word("facility_account_id", { choices: FACILITIES })],
    coupons: [word("got_on")],
  },
};
const offered = (before: string, asked = false) => {
  const offer = offerFor(before, VOCABULARY, asked);
  if (offer === undefined) return undefined;
  const names = "choices" in offer ? offer.choices.map(({ value }) => value) : offer.words.map(({ name }) => name);
  return [before.slice(offer.from), names];
};
const ALL = VOCABULARY.words.map(({ name }) => name);

test.each<[string, string, ReturnType<typeof offered>]>([
  ["a name that begins", "stay_count >= 3 and ra", ["ra", ALL]],
  ["nothing yet", "stay_count >= 3 and ", undefined],
  ["a figure", "stay_count >= 3", undefined],
  ["an id", "rank_detail_id == ", ["", ["3", "4"]]],
  ["an id that begins", "not (rank_detail_id ~= 3", ["3", ["3", "4"]]],
  ["what a list holds", "contains(facility_account_ids, ", ["", ["7"]]],
  ["a text", 'gender == "fe', ["fe", ["female"]]],
  ["a fact without choices", "stay_count == ", undefined],
  ["a thing of a list", "count(stays, function(x) return x.", ["", ["use_price", "facility_account_id"]]],
  ["a thing of a list, begun", "count(stays, function(s) return s.us", ["us", ["use_price", "facility_account_id"]]],
  [
    "of two lists the one whose thing it is",
    "count(stays, function(x) return x.use_price > 1 end) > 1 and count(coupons, function(x) return x.",
    ["", ["got_on"]],
  ],
  ["an id of a thing", "count(stays, function(x) return x.facility_account_id == ", ["", ["7"]]],
  ["a function of Lua's", "math.f", ["f", ["floor", "ceil"]]],
  ["a name that nobody knows", "foo.", undefined],
])("%s", (_, before, expected) => {
  expect(offered(before)).toEqual(expected);
});

test("where nothing is typed, all names are offered to who asks", () => {
  expect(offered("stay_count >= 3 and ", true)).toEqual(["", ALL]);
  expect(offered("stay_count.", true)).toBeUndefined();
});

test("what is pointed at is explained: names, facts of things, functions, ids", () => {
  const text =
    "rank_detail_id == 4 and math.floor(1.5) == 1 and count(stays, function(x) return x.use_price > 1 end) > 0";
  const named = (part: string) => wordAt(text, text.indexOf(part) + 2, VOCABULARY)?.word.name;
  expect(["rank", "math", "stays", "x.use", "count(", "and "].map(named)).toEqual([
    "rank_detail_id",
    "math.floor",
    "stays",
    "use_price",
    undefined,
    undefined,
  ]);
  expect(choiceAt(text, text.indexOf("4"), VOCABULARY)).toEqual({ from: 18, to: 19, choice: RANKS[1] });
  expect(choiceAt(text, text.indexOf("1.5"), VOCABULARY)).toBeUndefined();
});
