import { readFileSync } from "node:fs";
import iconv from "iconv-lite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Caller, makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { guestForm } from "../customers/customers.fixture.ts";
import { csvOf, imported } from "../imports/imports.fixture.ts";
import { booking, fed, feedKey } from "./feeds.fixture.ts";

// Guests as hotels' systems really write them: by a feed, by a file in Shift_JIS, and on the guest's page.
let t: TestApp;
let inn: { accountId: number };
let staff: Caller;
let key: string;
beforeAll(async () => {
  t = await testApp();
  const made = await makeAccount(t.app, { name: "宿" });
  inn = made;
  staff = await t.as(await makeUser(t.app, made, "role_admin", ["*"]));
  key = await feedKey(t.app, { accountId: made.accountId, facilityId: made.accountId });
});
afterAll(() => t.close());

type Guest = Record<string, unknown>;
const get = async (url: string) => (await staff({ method: "GET", url: `/api/customers${url}` })).json();
const guestOf = async (code: string): Promise<Guest> => {
  const { items } = await get(`?q=${encodeURIComponent(code)}`);
  expect(items).toHaveLength(1);
  return get(`/${items[0].id}`);
};

/** What happens to each, in the words of the page. */
const ODD: [name: string, input: Record<string, string>, expected: Guest][] = [
  [
    "machine characters of Shift_JIS: ①㈱髙﨑",
    { guest_name: "①㈱髙﨑 太郎" },
    { name: "1(株)髙﨑 太郎", name_typed: "①㈱髙﨑 太郎" },
  ],
  ["half-width kana in a name", { guest_name: "ﾔﾏﾓﾄ ｹｲｺ" }, { name: "ヤマモト ケイコ", name_typed: "ﾔﾏﾓﾄ ｹｲｺ" }],
  ["only kana", { guest_name: "ヤマモト ケイコ" }, { name: "ヤマモト ケイコ", name_typed: null }],
  [
    "hiragana in place of katakana",
    { guest_name: "山本 恵子", guest_name_kana: "やまもと けいこ" },
    { name_kana: "ヤマモト ケイコ", name_kana_typed: "やまもと けいこ" },
  ],
  [
    "kanji in the column of kana",
    { guest_name: "山本 景子", guest_name_kana: "山本景子" },
    { name_kana: null, name_kana_typed: "山本景子" },
  ],
  [
    "no birthday, no contact",
    { guest_name: "無連絡 太郎" },
    { birthday: null, email: null, tel: null, mail_state: "none", name_typed: null },
  ],
  ["29 February", { guest_name: "閏年 花子", birthday: "2000-02-29" }, { birthday: "2000-02-29" }],
  ["29 February of the era", { guest_name: "閏年 花", birthday: "平成12年2月29日" }, { birthday: "2000-02-29" }],
  [
    "tel: before a number",
    { guest_name: "電話 一郎", tel: "tel:03-1234-5678" },
    { tel: "0312345678", tel_typed: null },
  ],
  [
    "an extension",
    { guest_name: "電話 二郎", tel: "03-1234-5679 内線123" },
    { tel: "0312345679", tel_typed: "03-1234-5679 内線123" },
  ],
  [
    "an extension as an address of the web",
    { guest_name: "電話 三郎", tel: "tel:+81-3-1234-5680;ext=12" },
    { tel: "0312345680", tel_typed: "tel:+81-3-1234-5680;ext=12" },
  ],
  [
    "two numbers",
    { guest_name: "電話 四郎", tel: "03-1111-2222 / 090-1111-2222" },
    { tel: "0311112222", tel_typed: "03-1111-2222 / 090-1111-2222" },
  ],
  [
    "full-width digits",
    { guest_name: "電話 五郎", tel: "０３ー１２３４ー５６８１" },
    { tel: "0312345681", tel_typed: null },
  ],
  ["a number of no numbering plan", { guest_name: "電話 六郎", tel: "123" }, { tel: null, tel_typed: "123" }],
  [
    "an address that no mail server takes",
    { guest_name: "郵便 太郎", email: "a@b" },
    { email: null, email_typed: "a@b", mail_state: "none" },
  ],
  [
    "a full-width address",
    { guest_name: "郵便 次郎", email: "ｊｉｒｏ＠ｅｘａｍｐｌｅ．ｊｐ" },
    { email: "jiro@example.jp", email_typed: null },
  ],
  [
    "U+FEFF in a name",
    { guest_name: "\ufeff佐藤\ufeff 花", guest_name_kana: "\ufeffサトウ ハナ" },
    { name: "佐藤 花", name_kana: "サトウ ハナ" },
  ],
  ["a voicing mark of its own", { guest_name: "か\u3099 さ" }, { name: "が さ", name_typed: "か\u3099 さ" }],
];
const FROM_UNICODE: typeof ODD = [
  ["a kanji beyond the first plane: 𠮷田", { guest_name: "𠮷田 一郎" }, { name: "𠮷田 一郎", name_typed: null }],
  ["a hundred of them", { guest_name: "𠮷".repeat(100) }, { name: "𠮷".repeat(100) }],
  ["emoji", { guest_name: "😀 花子" }, { name: "😀 花子" }],
];

describe("a guest, by a feed", () => {
  it.each([...ODD, ...FROM_UNICODE])("%s", async (name, input, expected) => {
    const code = `F-${[...ODD, ...FROM_UNICODE].findIndex(([one]) => one === name)}`;
    const { status } = await fed(t, inn.accountId, key, "/feeds/plain/reservations", [booking(code, input)]);
    expect(status.refused).toEqual([]);
    expect(await guestOf(code)).toMatchObject(expected);
  });

  it.each<[name: string, input: Record<string, unknown>, field: string, reason: string]>([
    ["29 February of another year", { birthday: "2001-02-29" }, "birthday", "not_a_date"],
    ["a name of what nobody sees", { guest_name: "\u200b\ufeff" }, "guest_name", "required"],
    ["a name of 101 characters", { guest_name: "𠮷".repeat(101) }, "guest_name", "too_long"],
    ["words in place of a telephone", { tel: "なし(不明)" }, "tel", "invalid_tel"],
    ["a state that only a day decides", { state: "Valid" }, "state", "unknown_code"],
    ["a reservation_status nobody knows", { reservation_status: "???" }, "reservation_status", "unknown_code"],
  ])("refused, and held: %s", async (_name, input, field, reason) => {
    const { status } = await fed(t, inn.accountId, key, "/feeds/plain/reservations", [booking("HELD", input)]);
    expect(status.refused.map((row) => [row.field, row.reason])).toEqual([[field, reason]]);
  });
});

describe("a name that is none", () => {
  it.each([
    ["-", "-"],
    [".", "."],
    ["---", "ーー"],
    ["・", "・"],
    ["？", "？"],
    ["***", "ー ー"],
    ["―", "…"],
  ])("%s is taken, shown as it came, and is never the same person, whatever else is alike", async (name, kana) => {
    const [code, tel] = [
      `NN-${name.codePointAt(0)}-${name.length}`,
      `03-5555-${1000 + ((name.codePointAt(0) ?? 0) % 9000)}`,
    ];
    const guest = { guest_name: name, guest_name_kana: kana, birthday: "1980-01-01", tel };
    const { status } = await fed(t, inn.accountId, key, "/feeds/plain/reservations", [
      booking(`${code}-1`, guest),
      booking(`${code}-2`, guest),
    ]);
    expect(status).toMatchObject({ new: 2, refused: [] });
    const [one, two] = [await guestOf(`${code}-1`), await guestOf(`${code}-2`)];
    expect(one.id).not.toBe(two.id);
    expect([one.name, two.name]).toEqual([name.normalize("NFKC"), name.normalize("NFKC")]);
    const queue = (await staff({ method: "GET", url: "/api/merges" })).json();
    const names: string[][] = queue.items.map((item: { reasons: string[] }) => item.reasons);
    expect(names.filter((reasons) => reasons.some((reason) => ["same_name", "same_kana"].includes(reason)))).toEqual(
      [],
    );
  });
});

it("by a file in Shift_JIS they are the same guests", async () => {
  const HEADINGS: Record<string, string> = {
    guest_name: "氏名",
    guest_name_kana: "氏名カナ",
    tel: "電話番号",
    email: "メール",
    birthday: "生年月日",
  };
  // What its table has no room for cannot come this way.
  const encodable = ODD.filter(
    ([, input]) =>
      iconv.decode(iconv.encode(Object.values(input).join(), "cp932"), "cp932") === Object.values(input).join(),
  );
  expect(encodable.length).toBeGreaterThan(15);
  const lines = encodable.map(([, input], at) => ({
    予約番号: `SJIS-${at}`,
    チェックイン: "2026-12-01",
    チェックアウト: "2026-12-02",
    ...Object.fromEntries(Object.entries(input).map(([field, text]) => [HEADINGS[field] ?? field, text])),
  }));
  const other = await makeAccount(t.app, { name: "別の宿" });
  const reader = await t.as(await makeUser(t.app, other, "role_admin", ["*"]));
  const bytes = iconv.encode(csvOf(lines).toString(), "cp932");
  expect(await imported(t.app, other.accountId, other.accountId, bytes)).toMatchObject({
    refused: 0,
    new: encodable.length,
  });
  for (const [at, [odd, , expected]] of encodable.entries()) {
    const found = (await reader({ method: "GET", url: `/api/customers?q=SJIS-${at}` })).json().items;
    const one = found.find((each: { name: string }) => expected.name === undefined || each.name === expected.name);
    const guest = (await reader({ method: "GET", url: `/api/customers/${one?.id}` })).json();
    expect({ odd, ...guest }).toMatchObject({ odd, ...expected });
  }
});

it("what was kept as written stays when staff change something else, and goes with what replaces it", async () => {
  const input = { guest_name: "㈱髙﨑", guest_name_kana: "高崎", tel: "123", email: "a@b", address: "箱根町①" };
  await fed(t, inn.accountId, key, "/feeds/plain/reservations", [booking("KEPT", input)]);
  const guest = await guestOf("KEPT");
  const record = { ...guestForm({ name: guest.name, address: guest.address }), version: guest.version };
  const put = (payload: object) => staff({ method: "PUT", url: `/api/customers/${guest.id}`, payload });
  const expected = { name_typed: "㈱髙﨑", name_kana_typed: "高崎", tel_typed: "123", email_typed: "a@b" };
  expect(guest).toMatchObject(expected);
  expect((await put({ ...record, gender: "female" })).json()).toMatchObject({ gender: "female", ...expected });
  const replaced = { ...record, name: "高崎商事", name_kana: "タカサキ", tel: "03-1234-5678", email: "a@example.jp" };
  expect((await put({ ...replaced, version: (guest.version as number) + 1 })).json()).toMatchObject({
    name_typed: null,
    name_kana_typed: null,
    tel: "0312345678",
    tel_typed: null,
    email_typed: null,
  });
});

describe("naughty strings", () => {
  const strings: string[] = JSON.parse(
    readFileSync(new URL("../../../fixtures/text/blns_quarter.json", import.meta.url), "utf8"),
  );
  const OURS = ["guest_name", "guest_name_kana", "address", "plan_code", "room_type"];

  it("as words of a row: taken and shown, or refused by the field's name, and nothing else is lost", async () => {
    const rows = strings.map((text, at) =>
      booking(`N-${at}`, { ...Object.fromEntries(OURS.map((field) => [field, text])), email: `n${at}@example.jp` }),
    );
    const { status } = await fed(t, inn.accountId, key, "/feeds/plain/reservations", rows);
    const refused = new Set(status.refused.map((row) => row.index));
    expect(status).toMatchObject({ status: "done", new: strings.length - refused.size });
    for (const row of status.refused) expect([OURS.includes(row.field), row.message !== ""]).toEqual([true, true]);
    for (const [at] of strings.entries()) {
      if (refused.has(at)) continue;
      expect(await guestOf(`n${at}@example.jp`)).toMatchObject({ email: `n${at}@example.jp` });
    }
  });

  it("as what is searched for: an answer, never a failure", async () => {
    for (const text of strings) {
      const asked = await staff({ method: "GET", url: `/api/customers?q=${encodeURIComponent(text.toWellFormed())}` });
      expect([text, [200, 400].includes(asked.statusCode)]).toEqual([text, true]);
    }
  });
});
