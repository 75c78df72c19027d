import type { BenchRandom } from "./random.ts";

// About 1,500 family names made of parts with a few of them frequent: what decides how many guests a search term finds.
const FIRST =
  "山 ヤマ,田 タ,中 ナカ,小 コ,大 オオ,高 タカ,松 マツ,藤 フジ,石 イシ,井 イ,川 カワ,木 キ,村 ムラ,林 ハヤシ,森 モリ,池 イケ,橋 ハシ,吉 ヨシ,上 ウエ,西 ニシ,北 キタ,南 ミナミ,東 ヒガシ,前 マエ,長 ナガ,福 フク,古 フル,新 ニイ,原 ハラ,竹 タケ,杉 スギ,桜 サクラ,梅 ウメ,青 アオ,黒 クロ,白 シロ,赤 アカ,金 カネ,宮 ミヤ,寺 テラ,堀 ホリ,岩 イワ,坂 サカ,島 シマ,谷 タニ,菊 キク,秋 アキ,水 ミズ,鈴 スズ,荒 アラ";
const SECOND =
  "田 タ,本 モト,川 カワ,村 ムラ,山 ヤマ,野 ノ,原 ハラ,井 イ,木 キ,島 シマ,崎 サキ,口 グチ,谷 タニ,沢 サワ,橋 ハシ,藤 トウ,林 バヤシ,森 モリ,岡 オカ,浜 ハマ,内 ウチ,尾 オ,部 ベ,塚 ヅカ,倉 クラ,石 イシ,池 イケ,松 マツ,場 バ,見 ミ";
const GIVEN_FIRST =
  "正 マサ,和 カズ,美 ミ,幸 ユキ,直 ナオ,智 トモ,裕 ユウ,健 ケン,洋 ヨウ,恵 ケイ,真 マ,由 ユ,千 チ,春 ハル,秋 アキ,夏 ナツ,信 ノブ,義 ヨシ,弘 ヒロ,隆 タカ,光 ミツ,清 キヨ,博 ヒロ,文 フミ,貴 タカ,敏 トシ,雅 マサ,久 ヒサ,沙 サ,麻 マ";
const GIVEN_SECOND =
  "子 コ,美 ミ,男 オ,夫 オ,一 カズ,雄 オ,彦 ヒコ,也 ヤ,人 ト,代 ヨ,恵 エ,香 カ,奈 ナ,里 リ,之 ユキ,介 スケ,太 タ,平 ヘイ,明 アキ,樹 キ";

type Part = { text: string; kana: string };
const parts = (list: string): Part[] =>
  list.split(",").map((entry) => {
    const [text = "", kana = ""] = entry.split(" ");
    return { text, kana };
  });
const combined = (first: Part[], second: Part[]): Part[] =>
  first.flatMap((a) => second.filter((b) => b.text !== a.text).map((b) => join(a, b)));
const join = (a: Part, b: Part): Part => ({ text: a.text + b.text, kana: a.kana + b.kana });

const FAMILIES = shuffled(combined(parts(FIRST), parts(SECOND)));
const GIVEN = combined(parts(GIVEN_FIRST), parts(GIVEN_SECOND));
/** Running shares of a Zipf distribution: the most frequent name is about one guest in forty. */
const SHARES = runningShares(FAMILIES.length, 0.63);

export type BenchPerson = {
  name: string;
  kana: string;
  email: string | null;
  /** Digits as people here write them, without hyphens. */
  tel: string | null;
};

/** A guest; `serial` keeps mail addresses and telephone numbers apart. */
export function personOf(random: BenchRandom, serial: number): BenchPerson {
  const family = FAMILIES[positionOf(random.next())] ?? { text: "山田", kana: "ヤマダ" };
  const given = GIVEN[random.below(GIVEN.length)] ?? { text: "太郎", kana: "タロウ" };
  const mailed = random.chance(0.7);
  const called = random.chance(0.85);
  const local = `${variantsOf(random)}.${(serial * 7919) % 1_000_003}${variantsOf(random)}`;
  // 090-0xxx-xxxx is not given to anybody.
  const tel = `0900${String((serial * 7_654_321 + 1_234_567) % 10_000_000).padStart(7, "0")}`;
  return {
    name: `${family.text} ${given.text}`,
    kana: `${family.kana} ${given.kana}`,
    email: mailed ? `${local}@${random.chance(0.6) ? "example.jp" : "example.com"}` : null,
    tel: called ? tel : null,
  };
}

const SYLLABLES = "ka ki ku ke ko sa shi su se so ta chi tsu te to na ni no ha hi fu ho ma mi mo ya yu yo ra ri".split(
  " ",
);

function variantsOf(random: BenchRandom): string {
  let text = "";
  for (let count = 2 + random.below(2); count > 0; count--) text += SYLLABLES[random.below(SYLLABLES.length)] ?? "";
  return text;
}

function runningShares(count: number, exponent: number): Float64Array {
  const shares = new Float64Array(count);
  let total = 0;
  for (let rank = 0; rank < count; rank++) {
    total += 1 / (rank + 1) ** exponent;
    shares[rank] = total;
  }
  return shares.map((share) => share / total);
}

function positionOf(share: number): number {
  let low = 0;
  let high = SHARES.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((SHARES[middle] ?? 1) < share) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Always in the same order, yet frequent names share no part by their place in the list. */
function shuffled<T>(items: T[]): T[] {
  return items
    .map((item, at) => ({ item, key: (at * 2_654_435_761) % 4_294_967_296 }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}
