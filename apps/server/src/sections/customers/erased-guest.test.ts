import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Facility, makeAccount, type TestApp, testApp } from "../../test/app.ts";
import { namesGuest } from "../intake/names-guest.ts";
import { within } from "./customers.fixture.ts";
import { erasedGuest, patternsOf } from "./erased-guest.ts";

// What counts as a text about an erased guest.
let t: TestApp;
let inn: Facility;
let ids: number[];
beforeAll(async () => {
  t = await testApp();
  inn = await makeAccount(t.app, { name: "宿" });
  ids = await inInn(async (tx) => {
    const made = await tx.all<{ id: number }>`insert into customers
        (account_id, name, name_kana, email, tel, tel_national, member_number, address)
      values (${inn.accountId}, '鰐淵 戌亥彦', 'ワニブチ イヌイヒコ', 'inui@inn.example', '+819047110815', '09047110815', 'CN-4711',
          '忘却県小鳥町12-3'),
        (${inn.accountId}, 'Ann-Marie O’Hara', null, null, null, null, '12', '三重県津市')
      returning id`;
    return made.map(({ id }) => id);
  });
});
afterAll(() => t.close());
const inInn = <T>(work: Parameters<typeof within<T>>[2]) => within(t.app, [inn.accountId], work);

const ABOUT = [
  "鰐淵　戌亥彦様",
  "鰐淵_戌亥彦.csv",
  "戌亥彦・鰐淵",
  "ﾜﾆﾌﾞﾁ.ｲﾇｲﾋｺ",
  "わにぶち-いぬいひこ",
  "INUI@inn.example.csv",
  "090.4711.0815",
  "+81 90_4711_0815",
  "忘却県小鳥町１２－３ 宛",
  "ann-marie_o’hara.xlsx",
  "O’HARA ANN-MARIE",
  "cn-4711",
  "12",
];
const NOT_ABOUT = [
  "鰐淵",
  "戌亥",
  "三重県津市の方",
  "2012年12月",
  "090.4711",
  "joann-marie o’hara",
  "winui@inn.example",
  "xcn-47110",
];

test("patterns match names in both orders, addresses and numbers as people write them, and no part of them", async () => {
  const guest = await inInn((tx) => erasedGuest(tx, inn.accountId, ids));
  const matched = await inInn(
    (tx) => tx.all<{ text: string }>`select w.text
      from unnest(${[...ABOUT, ...NOT_ABOUT]}::text[]) with ordinality w (text, place)
      where says(w.text, ${patternsOf(guest)}::text[]) order by w.place`,
  );
  expect(matched.map(({ text }) => text)).toEqual(ABOUT);
});

test.each([
  ["a,鰐淵　戌亥彦,b", true],
  ["a,ANN-MARIE O’HARA,b", true],
  ["a,o’hara ann-marie,b", true],
  ['"ＣＮ－4711"', true],
  ["a,cn-4711,b", true],
  ["a,鰐淵,b", false],
])("a held row names the guest: %s is %s", async (raw, named) => {
  const guest = await inInn((tx) => erasedGuest(tx, inn.accountId, ids));
  const found = await inInn(
    async (tx) =>
      (
        await sql<{
          named: boolean;
        }>`select ${namesGuest(guest)} as named from (values (${raw}::text)) r (raw)`.execute(tx.db)
      ).rows[0],
  );
  expect(found).toEqual({ named });
});
