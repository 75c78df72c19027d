import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { App } from "../app.ts";
import { actAs } from "./demo-client.ts";

/** Guests who stayed last are looked at in turns, another quarter of them first in each month. */
const OFFERED = 20;
const TURN = 5;
const USES_A_MONTH = 2;
const GIVEN_FOR = ["お部屋の不備へのお詫び", "ご結婚記念日のお祝い", "常連のお客様へのお礼"];

/** On a day of each month staff give one guest a coupon and use some for those who have one and a reservation; one is cancelled. */
export async function demoCoupons(
  app: App,
  { accountId, user }: { accountId: number; user: string },
  day: CalendarDate,
): Promise<void> {
  const month = Number(day.slice(5, 7));
  await actAs(app, user, accountId, async (calls) => {
    const { items } = await calls.customers.list({ sort: "-last_stay_on", size: OFFERED });
    let [given, used] = [false, 0];
    const first = (month * TURN) % OFFERED;
    for (const { id } of [...items.slice(first), ...items.slice(0, first)]) {
      if (given && used === USES_A_MONTH) break;
      const { to_give, to_use, reservations } = await calls.coupons.choices({ id });
      const gift = to_give[0];
      if (!given && gift !== undefined) {
        const remarks = GIVEN_FOR[month % GIVEN_FOR.length] ?? "";
        await calls.coupons.give({ id, coupon_id: gift.id, remarks });
        given = true;
        continue;
      }
      const [coupon, reservation] = [to_use[0], reservations[0]];
      if (coupon === undefined || reservation === undefined || used === USES_A_MONTH) continue;
      const request = { id, coupon_id: coupon.id, stay_reservation_id: reservation.id, quantity: 1 };
      if (!(await calls.coupons.quote(request)).applicable) continue;
      const { use_coupon_case_id } = await calls.coupons.use({ ...request, remarks: "フロント精算" });
      used += 1;
      if (month === 3 && used === 1)
        await calls.coupons.cancelUse({ id, use_coupon_case_id, remarks: "別のご予約で使うため" });
    }
  });
}
