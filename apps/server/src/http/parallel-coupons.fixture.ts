import { couponAction, EVERYBODY, promotion } from "../sections/campaigns/campaigns.fixture.ts";
import { makeCustomer, makeStay, within } from "../sections/customers/customers.fixture.ts";
import { answerOf, audited, type Bench, type Make } from "./parallel-saves.fixture.ts";

/** A guest with a reservation, and a coupon of which one is left. */
async function guestAndCoupon({ t, spot: { accountId } }: Bench) {
  return within(t.app, [accountId], async (tx) => {
    const id = await makeCustomer(tx, accountId, { name: "割引 花子" });
    const stay = { code: `K-${id}`, checkIn: "2026-12-01", checkOut: "2026-12-02", usePrice: 9000, confirmed: false };
    const { reservationId } = await makeStay(tx, accountId, id, stay);
    const coupon = await tx.one<{
      id: number;
    }>`insert into coupons (account_id, name, type, discount_type, absolute_type, discount_absolute,
        acquire_amount_limit, use_amount_limit, issued_at)
      values (${accountId}, '一枚だけ', 'acquire', 'absolute', 'action', 1000, 1, 1, '2026-11-01') returning id`;
    await tx.run`insert into coupon_counters (account_id, coupon_id) values (${accountId}, ${coupon.id})`;
    return { id, coupon_id: coupon.id, stay_reservation_id: reservationId };
  });
}

async function given(bench: Bench) {
  const made = await guestAndCoupon(bench);
  const url = `/customers/${made.id}/acquire-coupons?account_id=${bench.spot.accountId}`;
  const body = { coupon_id: made.coupon_id, remarks: "お詫び" };
  return { ...made, ...(await answerOf(bench.boss, "POST", url, body)) };
}

/** A coupon of which each guest gets a code, and the codes it has. */
async function pool({ boss, spot: { accountId } }: Bench, codes = "") {
  const action = couponAction({ type: "code", code: null });
  const segments = [{ id: null, priority_seq: 1, target: EVERYBODY, actions: [action] }];
  const { id } = await answerOf(boss, "POST", `/campaigns?account_id=${accountId}`, promotion({ segments }));
  const { items } = await answerOf(boss, "GET", `/campaigns/${id}/coupons?account_id=${accountId}`);
  const coupon_id: number = items[0].id;
  const ids = { id, coupon_id };
  const url = `/campaigns/${id}/coupons/${coupon_id}/codes?account_id=${accountId}`;
  if (codes !== "") await answerOf(boss, "POST", url, { text: codes });
  return { ids, once: (action: string) => audited("coupons", coupon_id, action) };
}

/** What staff do with the coupons of one guest, and with the codes of a coupon. */
export const COUPON_SAVES: Record<string, Make> = {
  "couponCodes.add": async (bench) => {
    const { ids, once } = await pool(bench);
    return { ids, body: { text: `P-${ids.coupon_id}` }, once: once("add_codes") };
  },
  "couponCodes.make": async (bench) => {
    const { ids, once } = await pool(bench);
    return { ids, body: { count: 3, known: 0 }, once: once("make_codes") };
  },
  "couponCodes.remove": async (bench) => {
    const { ids, once } = await pool(bench, `R-${bench.spot.accountId}`);
    return { ids, once: once("remove_codes") };
  },
  "couponCodes.setAlarm": async (bench) => {
    const { ids, once } = await pool(bench);
    return { ids, body: { alarm_at: 3 }, once: once("set_codes_alarm") };
  },
  "coupons.give": async (bench) => {
    const { id, coupon_id } = await guestAndCoupon(bench);
    const once = `select from acquire_coupons where customer_id = ${id}`;
    return { ids: { id }, body: { coupon_id, remarks: "お詫び" }, once };
  },
  "coupons.revoke": async (bench) => {
    const { id, acquire_coupon_id } = await given(bench);
    const once = audited("acquire_coupons", acquire_coupon_id, "take_coupon_back");
    return { ids: { id, acquire_coupon_id }, body: { remarks: "別のお客様でした" }, once };
  },
  "coupons.use": async (bench) => {
    const { id, coupon_id, stay_reservation_id } = await given(bench);
    const once = `select from use_coupon_cases where customer_id = ${id}`;
    return { ids: { id }, body: { coupon_id, stay_reservation_id }, once };
  },
  "coupons.cancelUse": async (bench) => {
    const { id, coupon_id, stay_reservation_id } = await given(bench);
    const url = `/customers/${id}/use-coupons?account_id=${bench.spot.accountId}`;
    const { use_coupon_case_id } = await answerOf(bench.boss, "POST", url, { coupon_id, stay_reservation_id });
    const once = audited("use_coupon_cases", use_coupon_case_id, "cancel_coupon_use");
    return { ids: { id, use_coupon_case_id }, body: { remarks: "予約の変更" }, once };
  },
};
