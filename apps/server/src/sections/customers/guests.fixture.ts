import { sql } from "kysely";
import { type Caller, type Facility, makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { makeCustomer, makeGrant, makeStay, makeUse, one, within } from "./customers.fixture.ts";

/** Two facilities of one programme, another client, and a handful of guests. Today is 2026-11-20 in Tokyo. */
export type Guests = {
  t: TestApp;
  hotel: Facility;
  annex: Facility;
  /** The programme's administrator, and a clerk of the annex. */
  staff: Caller;
  clerk: Caller;
  id: Record<string, number>;
};

export async function openGuests(): Promise<Guests> {
  const id: Record<string, number> = {};
  const t = await testApp();
  const hotel = await makeAccount(t.app, { name: "本館", option: "crm_option_parent" });
  const annex = await makeAccount(t.app, { name: "別館", above: hotel, option: null });
  const other = await makeAccount(t.app, { name: "他社" });
  const staff = await t.as(await makeUser(t.app, hotel, "role_admin", ["*"]));
  const clerk = await t.as(await makeUser(t.app, annex, "role_user", ["customers/read", "crm_option"]));
  const account = hotel.accountId;
  await within(t.app, [account, annex.accountId], async (tx) => {
    id.taro = await makeCustomer(tx, account, {
      name: "山田 太郎",
      name_kana: "ヤマダ タロウ",
      email: "taro_100%@example.jp",
      tel: "+819012345678",
      tel_national: "09012345678",
      member_number: "M-0001",
      birthday: "1980-12-24",
    });
    id.hanako = await makeCustomer(tx, account, {
      name: "山本 花子",
      name_kana: "ヤマモト ハナコ",
      email: "hanako@example.jp",
    });
    id.john = await makeCustomer(tx, account, { name: "John Smith", email: "john@test.example" });
    id.never = await makeCustomer(tx, account, { name: "未泊 次郎", name_kana: "ミハク ジロウ" });
    id.merged = await makeCustomer(tx, account, { name: "山田 重複" });
    await sql`update customers set merged_into = ${id.taro}, active_status = 'inactive' where account_id = ${account}
      and id = ${id.merged}`.execute(tx.db);
    await makeStay(tx, account, id.taro, {
      code: "RSV-00001",
      checkIn: "2026-10-01",
      checkOut: "2026-10-03",
      usePrice: 80_000,
    });
    await makeStay(tx, account, id.taro, {
      code: "RSV-00002",
      checkIn: "2026-12-01",
      checkOut: "2026-12-03",
      usePrice: 50_000,
      confirmed: false,
    });
    await makeStay(tx, account, id.hanako, {
      code: "ANX-00009",
      facilityId: annex.accountId,
      checkIn: "2026-11-01",
      checkOut: "2026-11-02",
      usePrice: 20_000,
    });
    await makeStay(tx, account, id.john, {
      code: "RSV-00003",
      checkIn: "2025-01-01",
      checkOut: "2025-01-05",
      usePrice: 200_000,
    });
    const lot = await makeGrant(tx, account, id.taro, {
      point: 1_000,
      on: "2026-10-03",
      expiresOn: "2026-12-31",
      remarks: "お詫び",
    });
    await makeGrant(tx, account, id.taro, { point: 300, on: "2026-10-04" });
    await makeUse(tx, account, id.taro, { grantId: lot, point: 200, on: "2026-11-01" });
    await makeUse(tx, account, id.taro, { grantId: lot, point: 50, on: "2026-11-02", cancelledOn: "2026-11-03" });
    for (const [who, state] of [
      [id.taro, "given"],
      [id.john, "given"],
      [id.john, "withdrawn"],
    ] as const)
      await sql`insert into customer_consents (account_id, customer_id, channel, state, source) values (${account}, ${who}, 'mail',
        ${state}, 'staff')`.execute(tx.db);
    const coupon = await one(
      tx,
      sql<{
        id: number;
      }>`insert into coupons (account_id, name, type, code, discount_type, absolute_type, discount_absolute)
        values (${account}, '朝食無料', 'code', 'ASA', 'absolute', 'action', 1500) returning id`,
    );
    await sql`insert into acquire_coupons (account_id, customer_id, coupon_id, acquire_date, idempotency_key) values (${account},
      ${id.taro}, ${coupon.id}, '2026-10-05', 'a1')`.execute(tx.db);
    await sql`insert into use_coupon_cases (account_id, facility_account_id, customer_id, coupon_id, use_date, discount, idempotency_key)
      values (${account}, ${account}, ${id.taro}, ${coupon.id}, '2026-10-06', 1500, 'c1')`.execute(tx.db);
    const rank = await one(
      tx,
      sql<{
        id: number;
      }>`insert into ranks (account_id, definition, active_month, base_month) values (${account}, 'stay', 12, 12) returning id`,
    );
    const gold = await one(
      tx,
      sql<{
        id: number;
      }>`insert into rank_details (account_id, rank_id, name, total_stay, priority) values (${account}, ${rank.id}, 'ゴールド', 5, 1)
        returning id`,
    );
    id.gold = gold.id;
    await sql`insert into customer_ranks (account_id, customer_id, rank_detail_id, rank_type, since_date, expiration_date) values
      (${account}, ${id.taro}, ${gold.id}, 'auto', '2026-10-03', '2027-10-03'),
        (${account}, ${id.john}, ${gold.id}, 'auto', '2025-01-05', '2026-01-05')`.execute(tx.db);
  });
  await within(t.app, [other.accountId], async (tx) => {
    id.foreign = await makeCustomer(tx, other.accountId, { name: "山田 他社" });
  });
  return { t, hotel, annex, staff, clerk, id };
}
