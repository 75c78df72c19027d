import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Caller, makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { type CustomerInput, makeCustomer, makeStay, within } from "./customers.fixture.ts";

// A clerk types what the guest says or writes.
let t: TestApp;
let headquarters: Caller;
let clerk: Caller;

const GUESTS: CustomerInput[] = [
  { name: "髙橋 一郎", name_kana: "タカハシ イチロウ", member_number: "H004219" },
  { name: "高橋 二郎", name_kana: "タカハシ ジロウ", member_number: "H-005731" },
  { name: "髙﨑 さくら", name_kana: "タカサキ サクラ" },
  { name: "高崎 桜", name_kana: "タカサキ サクラ" },
  { name: "𠮷田 吾郎", name_kana: "ヨシダ ゴロウ" },
  { name: "渡邉 花", name_kana: "ワタナベ ハナ" },
  { name: "渡辺 花", name_kana: "ワタナベ ハナ" },
  { name: "山田 太郎", name_kana: "ヤマダ タロウ", tel: "+81312345678", tel_national: "0312345678" },
  { name: "陶山 大吾", name_kana: "スヤマ ダイゴ" },
  { name: "小山田 次郎", name_kana: "オヤマダ ジロウ" },
  { name: "ヤマダ ダイゴ" },
  { name: "John Smith", email: "j.smith@example.jp" },
  { name: "金 ヨナ", name_kana: "キム ヨナ" },
  { name: "林 健一", name_kana: "ハヤシ ケンイチ" },
  { name: "林 優", name_kana: "ハヤシ ユウ" },
  { name: "小林 優子", name_kana: "コバヤシ ユウコ" },
  { name: "大野 京子", name_kana: "オオノ キョウコ" },
  { name: "小野 勇気", name_kana: "オノ ユウキ" },
  { name: "新庄 雪", name_kana: "シンジョウ ユキ" },
  { name: "50%_OFF\\ 商事" },
  { name: "斎藤 広", name_kana: "サイトウ ヒロシ" },
  { name: "齊藤 廣", name_kana: "サイトウ ヒロシ" },
  { name: "広田 海里", name_kana: "ヒロタ カイリ" },
  { name: "原 ヒロタカ", name_kana: "ハラ ヒロタカ" },
  { name: "大原 誠一", name_kana: "オオハラ セイイチ" },
  { name: "小原 誠", name_kana: "オハラ マコト" },
  { name: "木原 誠", name_kana: "コハラ マコト" },
  { name: "清原 誠", name_kana: "キヨハラ マコト", email: "kiyohara@example.jp" },
  { name: "無名", email: "m.ohara@example.jp" },
  { name: "Seichi Tanaka" },
  { name: "Seiichi Mori" },
];

beforeAll(async () => {
  t = await testApp();
  const hotel = await makeAccount(t.app, { name: "本社", option: "crm_option_parent" });
  const east = await makeAccount(t.app, { name: "東館", above: hotel, option: null });
  const west = await makeAccount(t.app, { name: "西館", above: hotel, option: null });
  headquarters = await t.as(await makeUser(t.app, hotel, "role_user", ["customers/read", "crm_option_parent"]));
  clerk = await t.as(await makeUser(t.app, east, "role_user", ["customers/read", "crm_option"]));
  await within(t.app, [hotel.accountId, east.accountId, west.accountId], async (tx) => {
    for (const [at, guest] of GUESTS.entries()) {
      const id = await makeCustomer(tx, hotel.accountId, guest);
      const stay = { checkIn: "2026-10-01", checkOut: "2026-10-02", usePrice: 1 };
      await makeStay(tx, hotel.accountId, id, { ...stay, code: `RSV-${at}`, facilityId: east.accountId });
      if (at === 7) await makeStay(tx, hotel.accountId, id, { ...stay, code: "WEST-2049", facilityId: west.accountId });
    }
  });
});
afterAll(() => t.close());

const found = async (caller: Caller, q: string): Promise<string[]> => {
  const answer = await caller({ method: "GET", url: `/api/customers?sort=member_number&q=${encodeURIComponent(q)}` });
  expect([answer.statusCode, answer.statusCode === 200 ? "" : answer.body]).toEqual([200, ""]);
  return answer
    .json<{ items: { name: string }[] }>()
    .items.map((item) => item.name)
    .sort();
};

describe("a guest is found by", () => {
  it.each([
    ["a variant of a kanji", "高橋", ["高橋 二郎", "髙橋 一郎"]],
    ["the other one", "髙橋", ["高橋 二郎", "髙橋 一郎"]],
    ["a variant within a full name", "高橋一郎", ["髙橋 一郎"]],
    ["a compatibility variant", "高崎", ["高崎 桜", "髙﨑 さくら"]],
    ["both variants", "髙﨑", ["高崎 桜", "髙﨑 さくら"]],
    ["one variant kanji", "﨑", ["高崎 桜", "髙﨑 さくら"]],
    ["a kanji beyond the first plane", "吉田", ["𠮷田 吾郎"]],
    ["itself", "𠮷田", ["𠮷田 吾郎"]],
    ["one of many variants", "渡邊", ["渡辺 花", "渡邉 花"]],
    ["what people write for it", "斉藤", ["斎藤 広", "齊藤 廣"]],
    ["and the old form", "齋藤", ["斎藤 広", "齊藤 廣"]],
    ["variants of both names without the space", "斉藤廣", ["斎藤 広", "齊藤 廣"]],
    ["kana that are a given name, not across", "ひろたか", ["原 ヒロタカ"]],
    ["them in Latin letters", "hirotaka", ["原 ヒロタカ"]],
    ["the full name across", "ひろたかいり", ["広田 海里"]],
    ["it in Latin letters", "ohtaniseichi", []],
    ["with the last vowel short", "hirotakairi", ["広田 海里"]],
    ["a long o left out: both, and nobody else", "ohara", ["大原 誠一", "小原 誠", "無名"]],
    ["while the name is typed, within any word", "ohar", ["大原 誠一", "小原 誠", "清原 誠", "無名"]],
    ["spelt out", "oohara", ["大原 誠一"]],
    ["a long i left out", "seichi", ["Seichi Tanaka", "Seiichi Mori", "大原 誠一"]],
    ["a long i spelt out", "seiichi", ["Seichi Tanaka", "Seiichi Mori", "大原 誠一"]],
    ["a member number", "H004219", ["髙橋 一郎"]],
    ["a member number in small letters", "h004219", ["髙橋 一郎"]],
    ["a full-width member number", "Ｈ００４２１９", ["髙橋 一郎"]],
    ["the end of a member number", "4219", ["髙橋 一郎"]],
    ["a member number with a hyphen that was not printed", "H-004219", ["髙橋 一郎"]],
    ["one without the hyphen that was printed", "H005731", ["高橋 二郎"]],
    ["its beginning", "h0057", ["高橋 二郎"]],
    ["with a minus in the place of its hyphen", "H−005731", ["高橋 二郎"]],
    ["with a long-vowel mark", "Ｈー００５７３１", ["高橋 二郎"]],
    ["a reservation number with a dash", "RSV–7", ["山田 太郎"]],
    ["Latin letters for kana", "yamada", ["ヤマダ ダイゴ", "山田 太郎"]],
    ["Latin letters in capitals", "TAKAHASHI", ["高橋 二郎", "髙橋 一郎"]],
    ["Latin letters of a given name", "sakura", ["高崎 桜", "髙﨑 さくら"]],
    ["both names in Latin letters", "Taro Yamada", ["山田 太郎"]],
    ["Latin letters as a passport has them", "kenichi", ["林 健一"]],
    ["Latin letters that leave a long vowel out", "kyoko", ["大野 京子"]],
    ["with a line above it", "kyōko", ["大野 京子"]],
    ["spelt out", "kyouko", ["大野 京子"]],
    ["a long o as oo", "oono", ["大野 京子"]],
    ["as oh", "Ohno", ["大野 京子"]],
    ["left out: both", "ono", ["大野 京子", "小野 勇気"]],
    ["a long u left out: both", "yuki", ["小野 勇気", "新庄 雪"]],
    ["a long u spelt out", "yuuki", ["小野 勇気"]],
    ["a long vowel at the end, left out", "shinjo", ["新庄 雪"]],
    ["at the end, with h", "shinjoh", ["新庄 雪"]],
    ["both names with long vowels left out", "KYOKO ONO", ["大野 京子"]],
    ["a full name without the space", "山田太郎", ["山田 太郎"]],
    ["one of two characters", "林優", ["林 優"]],
    ["full kana without the space", "やまだたろう", ["山田 太郎"]],
    ["the start of it: nobody", "ヤマダタ", []],
    ["full Latin letters without the space, as people write them", "yamadataro", ["山田 太郎"]],
    ["kana of the family name, not across", "ヤマダ", ["ヤマダ ダイゴ", "山田 太郎"]],
    ["kana of the given name", "ダイゴ", ["ヤマダ ダイゴ", "陶山 大吾"]],
    ["one kana", "す", ["陶山 大吾"]],
    ["a hiragana name", "さくら", ["高崎 桜", "髙﨑 さくら"]],
    ["kanji anywhere in a name", "山田", ["小山田 次郎", "山田 太郎"]],
    ["kanji, not across the names", "山大", []],
    ["two Latin letters", "sm", ["John Smith"]],
    ["Latin letters within a word", "mit", ["John Smith"]],
    ["a Latin name without the space", "john smith", ["John Smith"]],
    ["a telephone number with hyphens", "03-1234-5678", ["山田 太郎"]],
    ["one with spaces", "03 1234 5678", ["山田 太郎"]],
    ["what LIKE would read as its own", "%_", ["50%_OFF\\ 商事"]],
    ["a backslash", "OFF\\", ["50%_OFF\\ 商事"]],
    ["nothing that is there", "存在しない", []],
  ])("%s: %s", async (_how, q, expected) => {
    expect(await found(headquarters, q)).toEqual([...expected].sort());
  });

  it("a reservation number, by headquarters and by the facility's own staff", async () => {
    expect(await found(headquarters, "WEST-2049")).toEqual(["山田 太郎"]);
    expect(await found(headquarters, "west-2")).toEqual(["山田 太郎"]);
    expect(await found(headquarters, "RSV-7")).toContain("山田 太郎");
    expect(await found(clerk, "RSV-7")).toEqual(["山田 太郎"]);
  });

  it("a whole number of a sister facility that the guest names; its beginning tells nothing of who stays there", async () => {
    expect(await found(clerk, "west-2049")).toEqual(["山田 太郎"]);
    expect(await found(clerk, "WEST-204")).toEqual([]);
  });
});
