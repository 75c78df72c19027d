import { describe, expect, it } from "vitest";
import { escapeLike, searchWords } from "./search-term.ts";

const textsOf = (typed: string) => searchWords(typed).map((word) => word.texts.map(({ text }) => text));

describe("what a search looks for", () => {
  it.each([
    ["   ", []],
    ["\u3000".repeat(1000), []],
    ["ＹＡＭＡＤＡ", [["yamada"]]],
    ["ﾔﾏﾀﾞ", [["ヤマダ", "ヤ マダ", "ヤマ ダ"]]],
    ["はな", [["はな", "ハナ"]]],
    ["山田 太郎", [["山田"], ["太郎"]]],
    ["山田太郎", [["山田太郎", "山 田太郎", "山田 太郎", "山田太 郎"]]],
    ["090-1234-5678", [["090-1234-5678", "09012345678"]]],
    ["090 1234 5678", [["090 1234 5678", "09012345678"]]],
    ["a a b", [["a"], ["b"]]],
  ])("%s", (typed, expected) => {
    expect(textsOf(typed)).toEqual(expected);
  });

  it("terms without three letters in a row ask the spaced column", () => {
    const short = (typed: string) => searchWords(typed)[0]?.texts.some((text) => text.short);
    expect(["山", "山田", "a.b", "%_", "@ex"].map(short)).toEqual([true, true, true, true, true]);
    expect(["yam", "山田太", "taro@example.jp"].map((typed) => searchWords(typed)[0]?.texts[0]?.short)).toEqual([
      false,
      false,
      false,
    ]);
  });

  it("a reservation code is a prefix from five characters on, whole before that, and nothing with other letters is one", () => {
    expect(searchWords("1234")[0]?.codes).toEqual([{ value: "1234", prefix: false }]);
    expect(searchWords("rsv-1")[0]?.codes).toEqual([
      { value: "rsv-1", prefix: true },
      { value: "RSV-1", prefix: true },
    ]);
    expect(searchWords("山田")[0]?.codes).toEqual([]);
  });

  it("many words end in one literal rest", () => {
    expect(textsOf("a b c d e f g h i j").at(-1)).toEqual(["h i j"]);
  });

  it("LIKE reads none of its marks", () => {
    expect(escapeLike("50%_\\")).toBe("50\\%\\_\\\\");
  });
});
