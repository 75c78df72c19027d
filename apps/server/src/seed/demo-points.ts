import { addDays, type CalendarDate } from "@okaeri/domain/calendar-date";
import type { App } from "../app.ts";
import { actAs } from "./demo-client.ts";
import { demoCoupons } from "./demo-coupons.ts";

const USES_A_MONTH = 4;
const REMARKS = ["館内売店", "夕食のお飲み物", "精算時のご利用", "湯あがりのマッサージ"];
const OFFERED = 20;
const QUARTER_DAYS = 91;

/**
 * Guests use points every month after a quarter's stays, within what their rank allows. Twice a year a wrong figure is cancelled and the
 * right one used at once; whose it is changes with the month.
 */
export async function demoUses(
  onDay: (day: CalendarDate) => App,
  programmes: readonly { accountId: number; user: string }[],
  after: CalendarDate,
  until: CalendarDate,
): Promise<void> {
  const days = Array.from({ length: QUARTER_DAYS }, (_, n) => addDays(after, n + 1));
  const mids = days.filter((day) => day.endsWith("-15") && day <= until);
  for (const day of mids) {
    const month = Number(day.slice(5, 7));
    const app = onDay(day);
    const one = async ({ accountId, user }: (typeof programmes)[number]) => {
      const known = await app.database.inScope(
        { accountIds: [accountId] },
        (tx) =>
          tx.all`select 1 from use_point_cases where account_id = ${accountId} and use_date = ${day}::date limit 1`,
      );
      if (known.length > 0) return;
      await actAs(app, user, accountId, async (calls) => {
        const { items } = await calls.customers.list({ sort: "-point_balance", size: OFFERED });
        const first = (month * USES_A_MONTH) % OFFERED;
        for (const [n, { id }] of items.slice(first, first + USES_A_MONTH).entries()) {
          const { points, at } = await affordable(calls.points.standing, id, day);
          if (points === 0) continue;
          const what = { id, remarks: REMARKS[n % REMARKS.length] ?? "", ...at };
          const { use_point_case_id } = await calls.points.use({ ...what, use_point: points });
          if (month % 6 !== 2 || n !== 1) continue;
          await calls.points.cancelUse({ id, use_point_case_id, remarks: "ポイント数の入力誤り" });
          const right = (await affordable(calls.points.standing, id, day, 4)).points;
          if (right > 0) await calls.points.use({ ...what, use_point: right });
        }
      });
      await demoCoupons(app, { accountId, user }, day);
    };
    await Promise.all(programmes.map(one));
  }
}

type PointSummary = {
  balance: number;
  use_point_unit: number;
  min_use_point: number | null;
  max_use_point: number | null;
  reservations: readonly { check_in_date: string; facility_account_id: number }[];
};

/** About a third of the balance, or the part that is asked for, as the rank allows it, where the guest stayed last; 0 when it allows nothing. */
async function affordable(
  summaryOf: (input: { id: number }) => Promise<PointSummary>,
  id: number,
  day: CalendarDate,
  part = 3,
): Promise<{ points: number; at: { facility_account_id?: number } }> {
  const {
    balance,
    use_point_unit: unit,
    min_use_point: min,
    max_use_point: max,
    reservations,
  } = await summaryOf({ id });
  const wanted = Math.min(max ?? balance, Math.max(min ?? 1, Math.floor(balance / part)));
  const points = Math.floor(wanted / unit) * unit;
  const last = reservations.find(({ check_in_date }) => check_in_date <= day);
  return {
    points: points > 0 && points >= (min ?? 1) && points <= balance ? points : 0,
    at: last === undefined ? {} : { facility_account_id: last.facility_account_id },
  };
}
