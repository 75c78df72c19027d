import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeAccount, type TestApp, testApp } from "../../test/app.ts";
import { csvOf, imported } from "./imports.fixture.ts";

// docs/adr/0100: what a file says of a guest who is no customer yet is not lost.
let t: TestApp;
let accountId: number;
beforeAll(async () => {
  t = await testApp();
  accountId = (await makeAccount(t.app, { name: "湯の宿" })).accountId;
});
afterAll(() => t.close());

const line = (more: Record<string, string>) => ({
  予約番号: "R1",
  状態: "予約",
  チェックイン: "2026-12-01",
  チェックアウト: "2026-12-03",
  氏名: "山田 花子",
  氏名カナ: "ヤマダ ハナコ",
  電話: "03-1234-5678",
  生年月日: "1980-02-29",
  性別: "女性",
  国籍: "PRT",
  住所: "東京都千代田区1-1",
  郵便番号: "100-0001",
  会員番号: "M-77",
  メール配信同意: "可",
  団体区分: "個人",
  宿泊者区分: "代表",
  更新日時: "2026-11-01",
  ...more,
});
const send = (...rows: Record<string, string>[]) => imported(t.app, accountId, accountId, csvOf(rows));
type GuestRow = { name: string; customer_id: number | null; waiting_details: Record<string, unknown> | null };
const guests = async () =>
  (
    await t.app.database.inScope({ accountIds: [accountId] }, (tx) =>
      sql<GuestRow>`select name, customer_id, waiting_details from stay_reservation_customers order by id`.execute(
        tx.db,
      ),
    )
  ).rows;

test("a group's contact and a companion keep what the file says of them, until they are customers", async () => {
  const companion = line({
    宿泊者区分: "同伴",
    氏名: "山田 太郎",
    会員番号: "",
    生年月日: "1979-01-02",
    メール配信同意: "",
  });
  expect(await send(line({ 団体区分: "団体" }), companion)).toMatchObject({ customers: 0, refused: 0 });
  const [contact, second] = await guests();
  expect(contact).toMatchObject({ name: "山田 花子", customer_id: null });
  expect(contact?.waiting_details).toMatchObject({
    member_number: "M-77",
    gender: "female",
    birthday: "1980-02-29",
    nationality: "PRT",
    address: "東京都千代田区1-1",
    postcode: "100-0001",
    email_consent: true,
  });
  expect(second?.waiting_details).toMatchObject({ birthday: "1979-01-02", address: "東京都千代田区1-1" });
  expect(Object.keys(second?.waiting_details ?? {})).not.toContain("email_consent");

  await send(companion);
  expect(await guests(), "said again").toHaveLength(2);
  await send({ ...companion, 生年月日: "1979-01-03" });
  expect((await guests())[1]?.waiting_details, "corrected").toMatchObject({ birthday: "1979-01-03" });

  // The booking turns out to be her own: she is a customer, who has it all herself.
  expect(await send(line({ 更新日時: "2026-11-02" }))).toMatchObject({ customers: 1 });
  expect((await guests())[0]).toMatchObject({ customer_id: expect.any(Number), waiting_details: null });
  const { rows } = await t.app.database.inScope({ accountIds: [accountId] }, (tx) =>
    sql`select customer.birthday, customer.nationality, customer.member_number,
      customer.import_batch_id = max(import_batch.id) as by_last_file
      from customers customer join import_batches import_batch on import_batch.account_id = customer.account_id
        group by customer.account_id, customer.id`.execute(tx.db),
  );
  expect(rows, "the import that made her").toEqual([
    { birthday: "1980-02-29", nationality: "PRT", member_number: "M-77", by_last_file: true },
  ]);
});

test("who resembles a known customer waits in the merge queue, once, and what was decided stays", async () => {
  const inn = (await makeAccount(t.app, { name: "似た客の宿" })).accountId;
  const bring = (...rows: Record<string, string>[]) => imported(t.app, inn, inn, csvOf(rows));
  const queue = async () => {
    const { rows } = await t.app.database.inScope({ accountIds: [inn] }, (tx) =>
      sql`select customer.member_number as known, other_customer.member_number as other, reservation.original_reservation_code as booking,
        candidate.reasons, candidate.decision
        from customer_merge_candidates candidate left join customers customer on customer.account_id = candidate.account_id
          and customer.id = candidate.customer_id
        left join customers other_customer on other_customer.account_id = candidate.account_id
          and other_customer.id = candidate.other_customer_id
        left join stay_reservation_customers guest on guest.account_id = candidate.account_id
          and guest.id = candidate.stay_reservation_customer_id
        left join stay_reservations reservation on reservation.account_id = guest.account_id and reservation.id = guest.stay_reservation_id
          order by candidate.id`.execute(tx.db),
    );
    return rows;
  };
  const guest = (code: string, member: string, email: string, more = {}) =>
    line({ 予約番号: code, 会員番号: member, メール: email, 電話: "", ...more });
  await bring(guest("A1", "M-1", "a@example.jp"), guest("A2", "M-2", "b@example.jp"));
  expect(await queue()).toEqual([]);
  const contact = guest("B2", "", "b@example.jp", { 団体区分: "団体" });
  await bring(guest("B1", "M-3", "a@example.jp"), contact);
  const pair = {
    known: "M-1",
    other: "M-3",
    booking: null,
    reasons: ["same_mail", "same_kana", "same_name", "same_birthday", "same_address", "other_member_number"],
  };
  const second = {
    known: "M-2",
    other: null,
    booking: "B2",
    reasons: ["same_mail", "same_kana", "same_name", "same_birthday", "same_address", "group_contact"],
  };
  const open = { decision: "open" };
  expect(await queue()).toEqual([
    { ...pair, ...open },
    { ...second, ...open },
  ]);
  await t.app.database.inScope({ accountIds: [inn] }, (tx) =>
    sql`update customer_merge_candidates set decision = 'separate' where other_customer_id is null`.execute(tx.db),
  );
  await bring({ ...contact, 更新日時: "2026-11-02", チェックアウト: "2026-12-04" });
  expect(await queue()).toEqual([
    { ...pair, ...open },
    { ...second, decision: "separate" },
  ]);
});
