import { expect, it } from "vitest";
import { type LikenessFacts, likeness, proposedAlike } from "./likeness.ts";

const someone = (over: Partial<LikenessFacts> = {}): LikenessFacts => ({
  member_number: null,
  name: "山田 花子",
  kanaKey: null,
  email: null,
  tel: null,
  birthday: null,
  gender: null,
  postcode: null,
  address: null,
  ...over,
});

it.each<[string, Partial<LikenessFacts>, Partial<LikenessFacts>, number, string[]]>([
  ["only the name", {}, {}, 15, ["same_name"]],
  ...["-", ".", "---", "・", "？", "***", "―"].map(
    (name): [string, Partial<LikenessFacts>, Partial<LikenessFacts>, number, string[]] => [
      `${name} is nobody's name`,
      { name, birthday: "1980-01-01" },
      { name, birthday: "1980-01-01" },
      25,
      ["same_birthday"],
    ],
  ),
  ["variants of the kanji", { name: "斎藤 廣" }, { name: "齊藤 広" }, 15, ["same_name"]],
  ["without the space", { name: "山田花子" }, {}, 15, ["same_name"]],
  ["long vowels of Latin letters", { name: "Seiichi ONO" }, { name: "SEICHI OHNO" }, 15, ["same_name"]],
  ["nothing at all", {}, { name: "鈴木 一郎" }, 0, []],
  ["what nobody stated is not the same", { name: "A", address: "" }, { name: "B", address: "" }, 0, []],
  [
    "mail and kana",
    { email: "a@x.jp", kanaKey: "ヤマダ" },
    { email: "a@x.jp", kanaKey: "ヤマダ", name: "別" },
    60,
    ["same_mail", "same_kana"],
  ],
  [
    "two member numbers of one address",
    { email: "a@x.jp", member_number: "1" },
    { email: "a@x.jp", member_number: "2" },
    25,
    ["same_mail", "same_name", "other_member_number"],
  ],
  [
    "the same house with another postcode is another house",
    { address: "1-1", postcode: "1000001" },
    { address: "1-1", postcode: "1000002" },
    15,
    ["same_name"],
  ],
  [
    "father and son of one name",
    { birthday: "1950-01-01" },
    { birthday: "1980-01-01" },
    0,
    ["same_name", "other_birthday"],
  ],
])("%s", (_, a, b, score, reasons) => {
  expect(likeness(someone(a), someone(b))).toEqual({ score, reasons });
  expect(likeness(someone(b), someone(a)), "both ways").toEqual({ score, reasons });
});

it("never counts to more than 100, and takes the keys of older reservations for the same", () => {
  const all = someone({ member_number: "1", kanaKey: "ヤ", email: "a@x.jp", tel: "+8190", birthday: "1980-01-01" });
  expect(likeness(all, all).score).toBe(100);
  expect(
    likeness(someone({ name: "A", email: "old@x.jp" }), someone({ name: "B", email: "new@x.jp" }), { mail: true }),
  ).toEqual({
    score: 40,
    reasons: ["same_mail"],
  });
});

it.each<[string, number[], number | undefined]>([
  ["nobody", [], undefined],
  ["a telephone alone", [30], undefined],
  ["a telephone and the kana name", [50], 50],
  ["the better one of two", [40, 60], 60],
  ["two who are equally alike", [60, 60], undefined],
])("proposed is only who is alike enough, and more than everybody else: %s", (_, scores, proposed) => {
  expect(proposedAlike(scores.map((score) => ({ score })))?.score).toBe(proposed);
});
