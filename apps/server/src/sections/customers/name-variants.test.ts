import { kanjiVariants } from "@okaeri/domain/customers/kanji-variants";
import { withoutLongVowels } from "@okaeri/domain/customers/long-vowels";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "../../test/app.ts";

// Two people are compared by the domain, a search by the database: both know the same variants.
let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const folded = (fold: "search_folded" | "search_short", texts: readonly string[]) =>
  t.app.database.inScope({ accountIds: [] }, async (tx) => {
    const call =
      fold === "search_folded"
        ? tx.all<{ text: string }>`select search_folded(w) as text
        from unnest(${texts}::text[]) with ordinality u (w, at) order by at`
        : tx.all<{
            text: string;
          }>`select search_short(w) as text from unnest(${texts}::text[]) with ordinality u (w, at) order by at`;
    return (await call).map((row) => row.text);
  });

test("the database folds every kanji to the one that the domain names", async () => {
  const variants = kanjiVariants();
  expect(variants.size).toBeGreaterThan(2_000);
  expect(await folded("search_folded", [...variants.keys()])).toEqual([...variants.values()]);
  const kanji = Array.from({ length: 0x9fff - 0x3400 }, (_, at) => String.fromCodePoint(0x3400 + at));
  expect(await folded("search_folded", kanji)).toEqual(kanji.map((one) => variants.get(one) ?? one));
});

test("each family of variants that names are written with is one", () => {
  const variants = kanjiVariants();
  for (const family of [
    "斎斉齋齊",
    "辺邊邉",
    "高髙",
    "浜濱濵",
    "沢澤",
    "島嶋嶌",
    "桜櫻",
    "広廣",
    "国國",
    "恵惠",
    "吉𠮷",
    "崎﨑嵜",
    "関關",
    "竜龍",
    "冨富",
    "曽曾",
    "薮藪籔",
    "淵渕渊",
    "峰峯",
    "岳嶽",
    "館舘",
    "桧檜",
    "条條",
    "真眞",
    "徳德",
    "瀬瀨",
    "滝瀧",
    "杉杦",
    "桑桒",
    "土圡",
    "橋槗𣘺",
    "園薗",
    "船舩",
    "松枩",
    "郷鄉鄕",
    "鶴靏靍",
    "隆𨺓",
    "万萬",
    "塩鹽",
    "秋龝",
    "柳栁",
    "槙槇",
    "阪坂",
  ])
    expect([family, new Set([...family].map((one) => variants.get(one) ?? one)).size]).toEqual([family, 1]);
});

test("Latin letters lose what makes a vowel long in both alike", async () => {
  const names = [
    "Seiichi",
    "SEICHI",
    "Ōno",
    "Ôno",
    "Ohno",
    "Oono",
    "Ohara",
    "Homma",
    "Kouichi",
    "Yūki",
    "John",
    "Müller",
    "がっこう",
  ];
  expect(await folded("search_short", names)).toEqual(names.map(withoutLongVowels));
  expect(names.slice(0, 6).map(withoutLongVowels)).toEqual(["seichi", "seichi", "ono", "ono", "ono", "ono"]);
});
