import { describe, expect, it } from "vitest";
import { areDifferentFamilies, FamilyNames, familyNameOf } from "./family-names.ts";

const named = (name: string, name_kana: string | null = null) => ({ name, name_kana });
const family = (name: string, name_kana: string | null = null) => familyNameOf(named(name, name_kana));

describe("two family names", () => {
  it.each<[string, [string, string?], [string, string?], boolean]>([
    ["of two families", ["佐藤 一郎", "サトウ イチロウ"], ["鈴木 花子", "スズキ ハナコ"], true],
    ["of a family", ["佐藤 一郎", "サトウ イチロウ"], ["佐藤 花子", "サトウ ハナコ"], false],
    ["that begin with one character", ["山田 太郎"], ["山本 花子"], true],
    ["in variants of one character", ["渡辺 誠"], ["渡邊 花"], false],
    ["written differently and read alike", ["渡辺 誠", "ワタナベ マコト"], ["渡部 花", "わたなべ はな"], false],
    ["in kana alone", ["サトウ イチロウ"], ["スズキ ハナコ"], true],
    ["in kana, of one who has no other", ["サトウ イチロウ"], ["佐藤 花子", "サトウ ハナコ"], false],
    ["in scripts that cannot be compared", ["サトウ イチロウ"], ["鈴木 花子"], false],
    ["in half-width kana", ["ｻﾄｳ ｲﾁﾛｳ"], ["サトウ ハナコ"], false],
    ["in Latin letters", ["Ichiro Sato"], ["Suzuki Hanako"], true],
    ["in Latin letters in either order", ["Ichiro SATO"], ["Satō Hanako"], false],
    ["with titles", ["MR SATO/ICHIRO"], ["MR SUZUKI/KEN"], true],
    ["as one word", ["山田太郎"], ["佐藤花子"], true],
    ["as one word and with a space", ["山田太郎"], ["山田 花子"], false],
    ["as one word, which may be one family", ["山田太郎"], ["山本花子"], false],
    ["as one word, which the kana tell apart", ["山田太郎", "ヤマダ タロウ"], ["山本花子", "ヤマモト ハナコ"], true],
    ["with a form of address", ["佐藤様"], ["佐藤 花子 様"], false],
    ["with a maiden name", ["鈴木(旧姓佐藤) 花子"], ["佐藤 一郎"], false],
    ["with a maiden name behind", ["鈴木 花子(旧姓:佐藤)"], ["佐藤 一郎"], false],
    ["with a remark behind", ["鈴木 花子(母)"], ["佐藤 一郎(母)"], true],
  ])("%s", (_, [a, aKana], [b, bKana], expected) => {
    const [one, other] = [family(a, aKana), family(b, bKana)];
    if (!one || !other) throw new Error("a name expected");
    expect(areDifferentFamilies(one, other)).toBe(expected);
    expect(areDifferentFamilies(other, one), "the other way round").toBe(expected);
  });

  it.each(["", " ", "-", "・", "様"])("are not read from a name without letters: %j", (name) => {
    expect(family(name)).toBeNull();
  });
});

describe("an address", () => {
  const isAgency = (names: readonly (readonly [string, string?])[]) => {
    const used = new FamilyNames();
    for (const [name, kana] of names) used.add(named(name, kana));
    return used.isAgency;
  };
  const agency = [["佐藤 一郎"], ["鈴木 花子"], ["高橋 健"], ["田中 実"]] as const;

  it("is an agency's from the fourth family name on, in any order and for good", () => {
    expect(isAgency(agency.slice(0, 3))).toBe(false);
    expect(isAgency(agency)).toBe(true);
    expect(isAgency([...agency].reverse())).toBe(true);
    expect(isAgency([...agency, ["佐藤花子"], ["-"]])).toBe(true);
    const used = new FamilyNames();
    for (const [name] of agency.slice(0, 3)) used.add(named(name));
    expect(used.isAgencyWith(named("高橋 花"))).toBe(false);
    expect(used.isAgencyWith(named("田中 実"))).toBe(true);
    expect(used.isAgency, "nothing was added").toBe(false);
  });

  it.each<[string, [string, string?][]]>([
    ["a large family", [["佐藤 一"], ["佐藤 二"], ["佐藤 三"], ["佐藤 四"], ["佐藤 五"]]],
    ["a couple and their parents", [["佐藤 一"], ["鈴木 花"], ["高橋 実"], ["佐藤 花"], ["鈴木 実"]]],
    [
      "one family in all spellings",
      [["佐藤 一", "サトウ ハジメ"], ["サトウ"], ["Sato Hajime"], ["佐藤様"], ["佐籐 一"]],
    ],
    [
      "words for guests without a name",
      [["予約者"], ["同伴者１"], ["大人 2"], ["お客様"], ["Guest 3"], ["未定"], ["佐藤 一"]],
    ],
    ["names that are not known", [["-"], ["・"], [""], ["佐藤 一"], ["鈴木 花"], ["高橋 実"]]],
    ["one guest, once without a space", [["山田太郎"], ["山田 太郎"], ["山 田太郎"], ["ヤマダ タロウ"]]],
  ])("of %s stays a guest's", (_, names) => {
    expect(isAgency(names)).toBe(false);
  });
});
