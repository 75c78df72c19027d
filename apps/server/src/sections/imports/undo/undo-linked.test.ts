import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "../../../test/app.ts";
import { CUSTOMER_UNDO_DECISIONS } from "../../customers/customer-fields.ts";
import { type Channel, fed, feedKey } from "../../feeds/feeds.fixture.ts";
import { UNDO_DECISIONS } from "../../stays/stay-columns.ts";
import { csvOf } from "../imports.fixture.ts";
import { type Cells, openInn, row } from "./inn.fixture.ts";

let t: TestApp;
beforeAll(async () => {
  t = await testApp({ clock: { now: () => new Date("2026-11-22T03:00:00Z") } });
});
afterAll(() => t.close());

const NIGHT = { check_in_date: "2026-10-01", check_out_date: "2026-10-02" };
const HANAKO = { guest_name: "山田 花子", member_number: "M-1" };

/** A house of which two systems tell one stay, as its booking site and its own system do. */
async function innReportedTwice() {
  const inn = await openInn(t);
  const { accountId } = inn;
  const tells = async (channel: Channel, fields: object) => {
    const key = await feedKey(t.app, { accountId, facilityId: accountId }, channel);
    await fed(t, accountId, key, `/feeds/${channel}/reservations`, [{ ...NIGHT, ...HANAKO, ...fields }]);
  };
  await tells("dynalution", { reservation_code: "D-1" });
  await tells("plain", { reservation_code: "R1", linkage: { feed_channel: "dynalution", reservation_code: "D-1" } });
  const counting = () =>
    inn.inScope(async (tx) => ({
      reservations: (
        await sql`select reservation.original_reservation_code as code, other_reservation.original_reservation_code as counted_by,
          stay.reversed_at is null as stayed,
          stay.is_reported_elsewhere from stay_reservations reservation
          left join stay_reservations other_reservation on other_reservation.account_id = reservation.account_id
            and other_reservation.id = reservation.linked_to_id
          left join stay_transactions stay on stay.account_id = reservation.account_id and stay.stay_reservation_id = reservation.id
          where reservation.account_id = ${accountId} and reservation.active_status = 'active' order by 1`.execute(
          tx.db,
        )
      ).rows,
      stands: await inn.snapshot(),
    }));
  return { inn, tells, counting };
}

/** Every column of every row of the account, but who changed it last and when. */
function rowsOf(inn: Awaited<ReturnType<typeof openInn>>) {
  // A stay that an import brought keeps its row, reversed and of nobody.
  const STANDS: Record<string, string> = { stay_transactions: "and transaction_code not like 'undone/%'" };
  return inn.inScope(async (tx) => {
    const tables = { ...UNDO_DECISIONS, customers: CUSTOMER_UNDO_DECISIONS };
    const rows: Record<string, unknown> = {};
    for (const [table, columns] of Object.entries(tables)) {
      const named = Object.keys(columns).filter((name) => columns[name as keyof typeof columns] !== "stamped");
      rows[table] = (
        await sql`select ${sql.raw(named.join(", "))} from ${sql.table(table)} where account_id = ${inn.accountId}
          ${sql.raw(STANDS[table] ?? "")} order by id`.execute(tx.db)
      ).rows;
    }
    return rows;
  });
}

const file = (...rows: Cells[]) => csvOf(rows.map((cells) => ({ ...cells, 会員番号: "M-1" })));

test("a file that says of one report that the guest stayed is taken back: the other report counts again", async () => {
  const { inn, counting } = await innReportedTwice();
  const before = await counting();
  expect(before.reservations).toMatchObject([
    { code: "D-1", counted_by: null },
    { code: "R1", counted_by: "D-1" },
  ]);
  const id = await inn.brings(file(row("R1")));
  expect((await counting()).reservations).toMatchObject([
    { code: "D-1", counted_by: "R1" },
    { code: "R1", stayed: true },
  ]);
  expect(await inn.undo(id)).toMatchObject({ reservations_restored: 1, retained: { by_hand: 0 } });
  expect((await counting()).stands).toEqual(before.stands);
});

test("a file that changes every column it may is taken back, column by column", async () => {
  const { inn, tells } = await innReportedTwice();
  const stayed = { state: "stayed", use_price: 9000, transaction_code: "T-1", confirmed_date: "2026-10-02" };
  await tells("plain", { reservation_code: "R2", ...stayed });
  await inn.brings(file(row("R3", { 予約状態: "予約", チェックイン日: "2026-12-01", チェックアウト日: "2026-12-02" })));
  const before = await rowsOf(inn);
  const changed = {
    チェックアウト日: "2026-10-04",
    利用金額: 22_000,
    支払金額: 20_000,
    予約金額: 21_000,
    プランコード: "B",
    伝票番号: "T-9",
    予約日: "2026-08-01",
    予約経路: "じゃらん",
    部屋タイプ: "和室",
    部屋番号: "301",
    大人人数: 3,
    子供人数: 1,
    部屋数: 2,
    氏名: "山田 花",
    氏名カナ: "ヤマダ ハナ",
    メールアドレス: "hana@example.jp",
    電話番号: "03-1234-5678",
    住所: "京都市",
    生年月日: "1980-01-02",
    性別: "女性",
    国籍: "JP",
    言語: "en",
    郵便番号: "600-0000",
    団体区分: "団体",
  };
  const cancelled = { 予約状態: "キャンセル", キャンセル日: "2026-11-01" };
  const id = await inn.brings(
    file(
      row("R1", changed),
      row("R2", changed),
      row("R3", { ...changed, ...cancelled, チェックイン日: "2026-12-01", チェックアウト日: "2026-12-04" }),
    ),
  );
  expect(await rowsOf(inn)).not.toEqual(before);
  await inn.undo(id);
  expect(await rowsOf(inn)).toEqual(before);
});
