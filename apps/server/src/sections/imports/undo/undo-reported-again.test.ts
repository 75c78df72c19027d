import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "../../../test/app.ts";
import { fed, feedKey } from "../../feeds/feeds.fixture.ts";
import { countsOf, csvOf, queued, runImport } from "../imports.fixture.ts";
import { type Cells, openInn, row } from "./inn.fixture.ts";
import { difference, withoutAccount } from "./undo.fixture.ts";

let t: TestApp;
beforeAll(async () => {
  t = await testApp({ clock: { now: () => new Date("2026-11-22T03:00:00Z") } });
});
afterAll(() => t.close());

const HANAKO = { 会員番号: "M-1", 氏名: "山田 花子" };
const TARO = { 会員番号: "M-2", 氏名: "鈴木 太郎" };

type Inn = Awaited<ReturnType<typeof openInn>>;
/** Brings something and says which import it was. */
type Brings = (inn: Inn) => Promise<number>;
const bookings = (...rows: Cells[]): Brings => {
  const bytes = csvOf(rows);
  return (inn) => inn.brings(bytes);
};
const guests =
  (...people: Cells[]): Brings =>
  (inn) =>
    inn.bringsGuests(...people);

async function innWith(...all: Brings[]) {
  const inn = await openInn(t);
  await inn.inScope(
    (tx) =>
      tx.run`insert into account_customer_types (account_id, code, name) values (${inn.accountId}, 'VIP', '上客')`,
  );
  const ids: number[] = [];
  for (const brings of all) ids.push(await brings(inn));
  const snapshot = async () => withoutAccount(await inn.snapshot(), inn.accountId);
  return {
    inn,
    ids,
    differsFrom: async (...rest: Brings[]) => difference(await snapshot(), await (await innWith(...rest)).stands()),
    stands: snapshot,
  };
}

const STAYED = bookings(row("R1", HANAKO), row("R2", TARO));
const COMPANION = row("R1", { 氏名: "連れ 二", 宿泊者区分: "同伴者" });

test("a file that gave nothing but types and consents is taken back", async () => {
  const { inn, ids, differsFrom } = await innWith(
    STAYED,
    guests({ ...HANAKO, 顧客区分: "VIP" }, { ...TARO, メール配信同意: "はい" }),
  );
  expect(await inn.undo(ids[1] ?? 0)).toMatchObject({ effect: "revoked", customers_restored: 2 });
  expect(await differsFrom(STAYED)).toEqual({});
});

test("a file that named nothing but companions is taken back", async () => {
  const { inn, ids, differsFrom } = await innWith(STAYED, bookings(COMPANION));
  expect(await inn.undo(ids[1] ?? 0)).toMatchObject({ companions_removed: 1, reservations_removed: 0 });
  expect(await differsFrom(STAYED)).toEqual({});
});

const HANAKO_FULL = {
  ...HANAKO,
  メールアドレス: "h@example.jp",
  住所: "京都市",
  メール配信同意: "はい",
  顧客区分: "VIP",
};
const KNOWN_BY_MAIL = bookings(row("R1", { ...HANAKO, 会員番号: "", メールアドレス: "h@example.jp" }));
const LIST = guests(HANAKO_FULL, { ...TARO, 住所: "大阪市" });

const ALIKE = bookings(row("R1", HANAKO), row("R2", { ...HANAKO, 会員番号: "", メールアドレス: "c@example.jp" }));
/** A file of customers of which a line is refused: it names two guests, and asks who is who. */
const ASKED: Brings = async (inn) => {
  const people = [
    { ...HANAKO, メールアドレス: "", 住所: "京都市" },
    { ...HANAKO, メールアドレス: "c@example.jp", 住所: "大阪市" },
  ];
  const id = await queued(t.app, inn.accountId, inn.accountId, csvOf(people), "customers");
  await runImport(t.app, inn.accountId, id);
  expect(await countsOf(t.app, inn.accountId, id)).toMatchObject({ status: "done", refused: 1 });
  return id;
};

const COMPANY = bookings(row("R3", HANAKO), { ...COMPANION, 予約番号: "R3" });
const GROUP = bookings(row("R7", { 団体区分: "団体", 氏名: "団体の窓口", メールアドレス: "group@example.jp" }));

/** The state before, an import, a later one that reports some of it too, and what undoing the first leads to. */
const REPORTED_AGAIN: [string, Brings, Brings, Brings, object, Brings?][] = [
  [
    "guests of a file of customers, in the same file again",
    KNOWN_BY_MAIL,
    LIST,
    LIST,
    { effect: "handed_on", handed_on: 2 },
  ],
  [
    "one of them, in a shorter file",
    KNOWN_BY_MAIL,
    LIST,
    guests(HANAKO_FULL),
    { customers_removed: 1, customers_restored: 0 },
  ],
  [
    "what bookings say of their guest",
    KNOWN_BY_MAIL,
    bookings(row("R2", HANAKO_FULL)),
    bookings(row("R3", HANAKO_FULL)),
    { reservations_removed: 1 },
  ],
  [
    "another key of a guest",
    bookings(row("R1", { ...HANAKO, メールアドレス: "a@example.jp" })),
    bookings(row("R4", HANAKO_FULL)),
    bookings(row("R5", HANAKO_FULL)),
    { reservations_removed: 1 },
  ],
  ["a companion", STAYED, bookings(COMPANION), bookings(COMPANION), { effect: "handed_on", handed_on: 1 }],
  [
    "a booking, whose companion alone comes again",
    STAYED,
    COMPANY,
    bookings({ ...COMPANION, 予約番号: "R3" }),
    { effect: "handed_on", reservations_removed: 0 },
    COMPANY,
  ],
  ["a whole file of bookings", KNOWN_BY_MAIL, STAYED, STAYED, { reservations_removed: 0, customers_removed: 0 }],
  ["a guest who waits", STAYED, GROUP, GROUP, { effect: "handed_on" }],
  ["a question who is who, about a guest who stays", ALIKE, ASKED, ASKED, { effect: "handed_on" }],
  [
    "a guest who resembles one who goes",
    STAYED,
    bookings(row("R6", { 会員番号: "M-6", 氏名: "佐藤 次郎", メールアドレス: "jiro@example.jp" })),
    bookings({ ...COMPANION, メールアドレス: "jiro@example.jp" }),
    { customers_removed: 1 },
  ],
];

test.each(REPORTED_AGAIN)(
  "what a later import tells too stays, until that one goes too: %s",
  async (_, before, first, later, comes, keeps) => {
    const { inn, ids, differsFrom } = await innWith(before, first, later);
    const whole = await innWith(before, first, later);
    expect(await inn.undo(ids[1] ?? 0)).toMatchObject(comes);
    expect(await differsFrom(before, keeps ?? later)).toEqual({});
    await inn.undo(ids[2] ?? 0);
    expect(await differsFrom(before)).toEqual({});
    // The other way round; a later import that changed nothing has something to undo only after the first.
    const [, one = 0, two = 0] = whole.ids;
    const isUndoable = async () =>
      (await whole.inn.call({ method: "GET", url: `/api/imports/${two}` })).json().undo_until !== null;
    if (await isUndoable()) await whole.inn.undo(two);
    await whole.inn.undo(one);
    if (await isUndoable()) await whole.inn.undo(two);
    expect(await whole.differsFrom(before)).toEqual({});
  },
);

test("a booking that only a companion told of, undone, told again and undone again", async () => {
  const { inn, ids, differsFrom } = await innWith(STAYED, bookings({ ...COMPANION, 予約番号: "R9" }));
  await inn.undo(ids[1] ?? 0);
  const again = await bookings({ ...COMPANION, 予約番号: "R9" })(inn);
  expect(await inn.undo(again)).toMatchObject({ reservations_removed: 1, retained: { by_hand: 0 } });
  expect(await differsFrom(STAYED)).toEqual({});
});

test("an undo of which nothing would come is refused, with the reason", async () => {
  const { inn, ids } = await innWith(STAYED);
  const id = ids[0] ?? 0;
  const key = await feedKey(t.app, { accountId: inn.accountId, facilityId: inn.accountId });
  const night = { check_in_date: "2026-10-01", check_out_date: "2026-10-02" };
  await fed(t, inn.accountId, key, "/feeds/plain/reservations", [
    { ...night, guest_name: HANAKO.氏名, reservation_code: "R1", member_number: HANAKO.会員番号 },
    { ...night, guest_name: TARO.氏名, reservation_code: "R2", member_number: TARO.会員番号 },
  ]);
  const before = await inn.snapshot();
  expect((await inn.ask(id)).json()).toMatchObject({ effect: "none", retained: { later_import: 4 } });
  const refused = await inn.ask(id, "POST");
  expect([refused.statusCode, refused.json().message]).toEqual([
    400,
    "いま取り消しても元に戻るものがないため、取り消しを始められません。残るものとその理由は、取り消しの確認に出ています",
  ]);
  expect((await inn.call({ method: "GET", url: `/api/imports/${id}` })).json()).toMatchObject({ state: "done" });
  expect(difference(await inn.snapshot(), before)).toEqual({});
});
