import { describe, expect, it } from "vitest";
import { escapeLike, searchWords } from "./search-condition.ts";

const textsOf = (typed: string) =>
  searchWords(typed).map((word) => word.texts.map(({ text, at }) => (at === "anywhere" ? text : `${at}:${text}`)));

describe("what a search looks for", () => {
  it.each([
    ["   ", []],
    ["\u3000".repeat(1000), []],
    ["ＹＡＭＡＤＡ", [["latin_start:yamada", "latin:.yamada", "latin:_yamada", "latin:-yamada", "start:ヤマダ"]]],
    ["yamad", [["latin:yamad", "start:ヤマ"]]],
    [
      "shin'ichi",
      [
        [
          "latin_start:shin'ichi",
          "latin:.shin'ichi",
          "latin:_shin'ichi",
          "latin:-shin'ichi",
          "start:シンイチ",
          "start:シンイイチ",
          "whole:シンイチ",
          "whole:シンイイチ",
        ],
      ],
    ],
    [
      "kenichi",
      [
        [
          "latin_start:kenichi",
          "latin:.kenichi",
          "latin:_kenichi",
          "latin:-kenichi",
          "start:ケニチ",
          "start:ケンイチ",
          "start:ケニイチ",
          "start:ケンイイチ",
        ],
      ],
    ],
    ["hatt", [["latin:hatt", "start:ハ"]]],
    ["satosh", [["latin:satosh", "start:サト"]]],
    ["smith", [["latin:smith"]]],
    ["kept", [["latin:kept"]]],
    ["H004219", [["latin:h004219", "latin:h-004219"]]],
    ["h-004219", [["latin:h-004219", "latin:h004219"]]],
    ["h−004219", [["latin:h−004219", "latin:h-004219", "latin:h004219"]]],
    ["ﾔﾏﾀﾞ", [["start:ヤマダ", "whole:ヤマダ"]]],
    [
      "yamadataro",
      [
        [
          "latin_start:yamadataro",
          "latin:.yamadataro",
          "latin:_yamadataro",
          "latin:-yamadataro",
          "start:ヤマダタロ",
          "whole:ヤマダタロ",
          "whole:ヤマダタロウ",
        ],
      ],
    ],
    [
      "seiichi",
      [
        [
          "latin_start:seiichi",
          "latin:.seiichi",
          "latin:_seiichi",
          "latin:-seiichi",
          "start:セイイチ",
          "latin_start:seichi",
        ],
      ],
    ],
    ["はな", [["start:ハナ", "whole:ハナ"]]],
    ["す", [["start:ス"]]],
    ["山田 太郎", [["山田"], ["太郎"]]],
    ["山田太郎", [["山田太郎", "山 田太郎", "山田 太郎", "山田太 郎"]]],
    ["林優", [["林優", "start:林 優"]]],
    ["𠮷優", [["𠮷優", "start:𠮷 優"]]],
    ["090-1234-5678", [["latin:090-1234-5678", "latin:09012345678"]]],
    ["090 1234 5678", [["latin:09012345678"]]],
    ["jo", [["latin_start:jo", "start:ジョ"]]],
    ["taro@example.jp", [["latin:taro@example.jp"]]],
    ["%_", [["latin:%_"]]],
    ["a a 1", [["latin_start:a", "start:ア"], ["latin_start:1"]]],
  ])("%s", (typed, expected) => {
    expect(textsOf(typed)).toEqual(expected);
  });

  const readings = (typed: string) =>
    searchWords(typed).flatMap((word) => word.texts.flatMap(({ text, at }) => (at === "start" ? [text] : [])));

  it.each([
    ["キョウコ", ["kyoko", "kyouko", "kyōko", "kyôko", "KYOKO", "Kyohko"]],
    ["オオノ", ["ono", "oono", "ohno", "ōno", "Ohno"]],
    ["ユウキ", ["yuki", "yuuki", "yūki"]],
    ["シンジョウ", ["shinjō", "shinjou", "shinjoh"]],
    ["サトウ", ["satō", "satou", "satoh"]],
    ["コウタロウ", ["kotarō", "koutarou", "kootaroo"]],
    ["オオタニショウヘイ", ["otanishohei", "ohtanishohei"]],
    ["トオヤマ", ["toyama", "tooyama", "tohyama"]],
    ["コオリヤマ", ["koriyama"]],
    ["リュウノスケ", ["ryunosuke"]],
    ["フウカ", ["fuka"]],
    ["ホンマ", ["honma", "homma"]],
    ["ナンバ", ["namba", "nanba"]],
    ["ハッチョウボリ", ["hatchobori", "hacchobori"]],
    ["オハシ", ["ohashi"]],
    ["オオハシ", ["ohashi"]],
    ["オハラ", ["ohara"]],
    ["オオハラ", ["ohara", "oohara"]],
    ["セイイチ", ["seichi", "seiichi"]],
    ["ニイガタ", ["nigata", "niigata"]],
    ["イイジマ", ["ijima", "iijima"]],
    ["シュウト", ["shuto", "shuuto"]],
  ])("the reading %s is among those of %s", (reading, spellings) => {
    for (const typed of spellings) expect([typed, readings(typed)]).toEqual([typed, expect.arrayContaining([reading])]);
  });

  it("the end of a word is open, so that nothing there is looked for twice", () => {
    expect(readings("kotaro")).toEqual(["コタロ", "コウタロ", "コオタロ"]);
    expect(readings("hanako")).toEqual(["ハナコ", "ハンアコ"]);
  });

  it("a word is looked for in sixteen readings at the most, whatever is typed", () => {
    for (const typed of ["o".repeat(31), "kotohokotohokotohokotoho", "yoyonoyoyonoyoyonoyoyon", "ō".repeat(30)])
      expect(readings(typed).length).toBeLessThanOrEqual(16);
  });

  it("a reservation code is looked for as typed and in capitals, and nothing with other letters is one", () => {
    expect(searchWords("rsv-1")[0]?.codes).toEqual(["rsv-1", "RSV-1"]);
    expect(searchWords("山田")[0]?.codes).toEqual([]);
  });

  it("of many words the first eight count", () => {
    expect(searchWords("a b c d e f g h i j")).toHaveLength(8);
  });

  it("LIKE reads none of its marks", () => {
    expect(escapeLike("50%_\\")).toBe("50\\%\\_\\\\");
  });
});
