import { addDays, type CalendarDate, calendarDate } from "@okaeri/domain/calendar-date";
import { pointsForStay } from "@okaeri/domain/points/amount";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Tx } from "../../database/connection.ts";
import { cloneDatabase } from "../../test/database.ts";
import { expirePoints } from "../points/expire-points.ts";
import { usePoints } from "../points/use-points.ts";
import { applyStays, restateStays, reverseStays } from "./apply-stay.ts";
import {
  brokenLedgers,
  makeBasicCampaign,
  makeCustomer,
  makeFacility,
  makeProgramme,
  makeStay,
} from "./stays.fixture.ts";

const today = calendarDate("2026-11-20");
let clone: Awaited<ReturnType<typeof cloneDatabase>>;
beforeAll(async () => {
  clone = await cloneDatabase();
});
afterAll(() => clone.drop());

let serial = 0;
/** A fresh programme with two facilities, three customers and whatever the test adds. */
async function world() {
  const accountId = await makeProgramme(clone.database, `P${++serial}`);
  const facilities = [
    await makeFacility(clone.database, accountId, `F${serial}a`),
    await makeFacility(clone.database, accountId, `F${serial}b`),
  ];
  const inScope = <T>(work: (tx: Tx) => Promise<T>) => clone.database.inScope({ accountIds: [accountId] }, work);
  const customers = await inScope(async (tx) => [
    await makeCustomer(tx, accountId),
    await makeCustomer(tx, accountId),
    await makeCustomer(tx, accountId),
  ]);
  return { accountId, facilities, customers, inScope, run: { accountId, today, userId: null } };
}

const account = async (tx: Tx, customerId: number) =>
  (
    await sql<{
      balance: number;
      debt: number;
    }>`select balance, debt from point_accounts where customer_id = ${customerId}`.execute(tx.db)
  ).rows[0] ?? { balance: 0, debt: 0 };

describe("applyStay", () => {
  it("counts a stay once, however often it is applied, and takes all of it back", async () => {
    const { accountId, facilities, customers, inScope, run } = await world();
    const [facilityId = 0] = facilities;
    const [customerId = 0] = customers;
    await inScope(async (tx) => {
      await makeBasicCampaign(tx, {
        accountId,
        rule: { grant_type: "rate", grant_rate: 1.5, expiration_type: "days_from_grant", days: 365 },
      });
      const stay = await makeStay(tx, {
        accountId,
        facilityId,
        customerId,
        code: "A",
        checkIn: "2026-11-01",
        checkOut: "2026-11-03",
        usePrice: 12_345,
      });
      expect([await applyStays(tx, run, [stay]), await applyStays(tx, run, [stay])]).toEqual([1, 0]);
      const totals = () =>
        sql`select stay_count, use_price_total, first_stay_on, last_stay_on, last_facility_account_id from customer_totals where customer_id = ${customerId}`
          .execute(tx.db)
          .then((r) => r.rows[0]);
      const copies = () =>
        sql`select stay_count, use_price_total, last_stay_on from customers where id = ${customerId}`
          .execute(tx.db)
          .then((r) => r.rows[0]);
      expect(await totals()).toEqual({
        stay_count: 1,
        use_price_total: 12_345,
        first_stay_on: "2026-11-01",
        last_stay_on: "2026-11-03",
        last_facility_account_id: facilityId,
      });
      expect(await copies()).toEqual({ stay_count: 1, use_price_total: 12_345, last_stay_on: "2026-11-03" });
      expect(await account(tx, customerId)).toEqual({ balance: 185, debt: 0 });
      const status = () =>
        sql<{
          grant_status: string;
        }>`select grant_status from stay_reservations where original_reservation_code = 'A' and account_id = ${accountId}`
          .execute(tx.db)
          .then((r) => r.rows[0]?.grant_status);
      expect(await status()).toBe("granted");
      await reverseStays(tx, run, [stay]);
      await reverseStays(tx, run, [stay]);
      expect(await totals()).toEqual({
        stay_count: 0,
        use_price_total: 0,
        first_stay_on: null,
        last_stay_on: null,
        last_facility_account_id: null,
      });
      expect(await copies()).toEqual({ stay_count: 0, use_price_total: 0, last_stay_on: null });
      expect(await account(tx, customerId)).toEqual({ balance: 0, debt: 0 });
      expect(await status()).toBe("not_granted");
      expect(await brokenLedgers(tx, accountId)).toEqual([]);
    });
  });

  it("turns spent points of a cancelled stay into a debt that the next grant pays first", async () => {
    const { accountId, facilities, customers, inScope, run } = await world();
    const [facilityId = 0] = facilities;
    const [customerId = 0] = customers;
    await inScope(async (tx) => {
      await makeBasicCampaign(tx, { accountId, rule: { grant_type: "absolute", grant_absolute: 500 } });
      const stay = (code: string) =>
        makeStay(tx, {
          accountId,
          facilityId,
          customerId,
          code,
          checkIn: "2026-11-01",
          checkOut: "2026-11-02",
          usePrice: 1,
        });
      const first = await stay("A");
      await applyStays(tx, run, [first]);
      const use = (points: number, idempotencyKey: string) =>
        usePoints(tx, run, {
          customerId,
          facilityAccountId: facilityId,
          stayReservationId: null,
          points,
          remarks: "",
          idempotencyKey,
        });
      expect(await use(501, "too-much")).toEqual({ ok: false, code: "insufficient", balance: 500 });
      const used = await use(400, "use");
      expect(await use(400, "use")).toEqual(used);
      await reverseStays(tx, run, [first]);
      expect(await account(tx, customerId)).toEqual({ balance: 0, debt: 400 });
      await applyStays(tx, run, [await stay("B")]);
      expect(await account(tx, customerId)).toEqual({ balance: 100, debt: 0 });
      expect(await brokenLedgers(tx, accountId)).toEqual([]);
    });
  });

  it("grants by period, segment, plan and minimum as the domain decides, and not what has already expired", async () => {
    const { accountId, facilities, customers, inScope, run } = await world();
    const [facilityId = 0] = facilities;
    const rules = [
      { grant_type: "rate", grant_rate: 3.333, grant_absolute: null, grant_condition: 5_000, plan_code: ["BB", "HB"] },
      { grant_type: "rate", grant_rate: 0.001, grant_absolute: null, grant_condition: 0, plan_code: [] },
      { grant_type: "absolute", grant_rate: null, grant_absolute: 77, grant_condition: 9_999, plan_code: ["BB"] },
    ] as const;
    await inScope(async (tx) => {
      const actions: { actionId: number }[] = [];
      for (const rule of rules)
        actions.push(
          await makeBasicCampaign(tx, {
            accountId,
            rule: {
              grant_type: rule.grant_type,
              grant_condition: rule.grant_condition,
              plan_code: [...rule.plan_code],
              ...(rule.grant_type === "rate"
                ? { grant_rate: rule.grant_rate }
                : { grant_absolute: rule.grant_absolute }),
            },
          }),
        );
      await makeBasicCampaign(tx, {
        accountId,
        start: "2026-12-01",
        rule: { grant_type: "absolute", grant_absolute: 1 },
      });
      await makeBasicCampaign(tx, {
        accountId,
        end: "2026-10-31",
        rule: { grant_type: "absolute", grant_absolute: 2 },
      });
      await makeBasicCampaign(tx, {
        accountId,
        status: "inactive",
        rule: { grant_type: "absolute", grant_absolute: 3 },
      });
      await makeBasicCampaign(tx, {
        accountId,
        rule: { grant_type: "absolute", grant_absolute: 4, expiration_type: "date", expiration_date: "2026-11-19" },
      });
      await makeBasicCampaign(tx, {
        accountId,
        target: { combinator: "and", rules: [{ field: "stay_count", operator: ">=", value: 1000 }] },
        rule: { grant_type: "absolute", grant_absolute: 5 },
      });
      const stays: { usePrice: number; planCode: string; id: number }[] = [];
      for (const usePrice of [0, 4_999, 5_000, 9_999, 12_345, 1_000_000_007, 1_000_000_000_000])
        for (const planCode of ["", "BB", "HB", "X"]) {
          const code = `${usePrice}${planCode}`;
          stays.push({
            usePrice,
            planCode,
            id: await makeStay(tx, {
              accountId,
              facilityId,
              customerId: customers[stays.length % 3] ?? 0,
              code,
              checkIn: "2026-11-01",
              checkOut: "2026-11-02",
              usePrice,
              planCode,
            }),
          });
        }
      await applyStays(
        tx,
        run,
        stays.map(({ id }) => id),
      );
      const granted = await sql<{
        stay: number;
        action: number;
        point: number;
      }>`select stay_transaction_id as stay, action_id as action, grant_point as point from grant_points where account_id = ${accountId}`.execute(
        tx.db,
      );
      const expected = stays.flatMap(({ id, usePrice, planCode }) =>
        rules.flatMap((rule, i) => {
          const point = Math.min(
            1_000_000_000,
            pointsForStay({ ...rule }, { use_price: usePrice, plan_code: planCode || null }),
          );
          return point > 0 ? [{ stay: id, action: actions[i]?.actionId, point }] : [];
        }),
      );
      const ordered = (rows: { stay: number; action: number | undefined; point: number }[]) =>
        rows.map((r) => `${r.stay} ${r.action} ${r.point}`).sort();
      expect(ordered(granted.rows)).toEqual(ordered(expected));
      expect(await brokenLedgers(tx, accountId)).toEqual([]);
    });
  });

  it("keeps what a correction earned after the campaign has stopped", async () => {
    const { accountId, facilities, customers, inScope, run } = await world();
    await inScope(async (tx) => {
      const { campaignId } = await makeBasicCampaign(tx, { accountId, rule: { grant_type: "rate", grant_rate: 10 } });
      const make = (code: string) =>
        makeStay(tx, {
          accountId,
          facilityId: facilities[0] ?? 0,
          customerId: customers[0] ?? 0,
          code,
          checkIn: "2026-11-01",
          checkOut: "2026-11-02",
          usePrice: 1_000,
        });
      const [old, later] = [await make("A"), await make("B")];
      await applyStays(tx, run, [old]);
      await sql`update campaigns set status = 'stopped' where id = ${campaignId}`.execute(tx.db);
      const write = async () => {
        await sql`update stay_transactions set use_price = 3000 where id = ${old}`.execute(tx.db);
      };
      await restateStays(tx, run, { reverse: [old], write, apply: [old, later] });
      expect(await account(tx, customers[0] ?? 0)).toEqual({ balance: 300, debt: 0 });
    });
  });

  it("rolls the last day forward while a lot lives, and back again", async () => {
    const { accountId, facilities, customers, inScope, run } = await world();
    const [customerId = 0] = customers;
    await inScope(async (tx) => {
      await makeBasicCampaign(tx, {
        accountId,
        end: "2026-11-05",
        rule: { grant_type: "absolute", grant_absolute: 10, expiration_type: "days_from_last_stay", days: 30 },
      });
      const make = (code: string, checkOut: string) =>
        makeStay(tx, {
          accountId,
          facilityId: facilities[0] ?? 0,
          customerId,
          code,
          checkIn: checkOut,
          checkOut,
          usePrice: 1,
        });
      const lastDay = () =>
        sql<{
          day: string;
          remaining: number;
        }>`select expires_on as day, remaining from point_lots where customer_id = ${customerId}`
          .execute(tx.db)
          .then((r) => r.rows);
      await applyStays(tx, run, [await make("A", "2026-11-05")]);
      expect(await lastDay()).toEqual([{ day: "2026-12-05", remaining: 10 }]);
      const [b, c] = [await make("B", "2026-11-19"), await make("C", "2026-11-10")];
      await applyStays(tx, run, [b]);
      await applyStays(tx, run, [c]);
      expect(await lastDay()).toEqual([{ day: "2026-12-19", remaining: 10 }]);
      // A correction in which the day passes through the past must not let the points die.
      const later = { ...run, today: calendarDate("2026-12-18") };
      const touch = async () => {
        await sql`update stay_transactions set use_price = 2 where id = ${b}`.execute(tx.db);
      };
      await restateStays(tx, later, { reverse: [b], write: touch, apply: [b] });
      expect(await lastDay()).toEqual([{ day: "2026-12-19", remaining: 10 }]);
      await reverseStays(tx, run, [b]);
      expect(await lastDay()).toEqual([{ day: "2026-12-10", remaining: 10 }]);
      await expirePoints(tx, { ...run, today: calendarDate("2026-12-11") });
      expect(await lastDay()).toEqual([{ day: "2026-12-10", remaining: 0 }]);
      expect(await account(tx, customerId)).toEqual({ balance: 0, debt: 0 });
      expect(await brokenLedgers(tx, accountId)).toEqual([]);
    });
  });
});

type Model = {
  id: number;
  customer: number;
  facility: number;
  from: CalendarDate;
  to: CalendarDate;
  price: number;
  alive: boolean;
};
const step = fc.record({
  kind: fc.constantFrom("apply", "apply", "correct", "cancel", "use"),
  stay: fc.nat(5),
  customer: fc.nat(2),
  facility: fc.nat(1),
  day: fc.integer({ min: 1, max: 40 }),
  nights: fc.nat(3),
  price: fc.integer({ min: 0, max: 50_000 }),
});

describe("any order of stays, corrections, cancellations and uses", () => {
  it("leaves the totals and the balance of a recomputation from scratch", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
        const { accountId, facilities, customers, inScope, run } = await world();
        const stays: Model[] = [];
        const used = [0, 0, 0];
        await inScope(async (tx) => {
          await makeBasicCampaign(tx, {
            accountId,
            rule: { grant_type: "rate", grant_rate: 10, grant_condition: 1_000 },
          });
          await makeBasicCampaign(tx, {
            accountId,
            rule: { grant_type: "absolute", grant_absolute: 50, expiration_type: "days_from_last_stay", days: 400 },
          });
          for (const [index, given] of steps.entries()) {
            const to = addDays(calendarDate("2026-10-01"), given.day);
            const facts = {
              customer: given.customer,
              facility: given.facility,
              from: addDays(to, -given.nights),
              to,
              price: given.price,
            };
            const model = stays[given.stay % Math.max(1, stays.length)];
            if (given.kind === "apply" || !model) {
              const id = await makeStay(tx, {
                accountId,
                facilityId: facilities[facts.facility] ?? 0,
                customerId: customers[facts.customer] ?? 0,
                code: `S${index}`,
                checkIn: facts.from,
                checkOut: to,
                usePrice: facts.price,
              });
              stays.push({ id, ...facts, alive: true });
              await applyStays(tx, run, [id]);
            } else if (given.kind === "use") {
              const points = 1 + (given.price % 900);
              const result = await usePoints(tx, run, {
                customerId: customers[given.customer] ?? 0,
                facilityAccountId: facilities[0] ?? 0,
                stayReservationId: null,
                points,
                remarks: "",
                idempotencyKey: `u${index}`,
              });
              if (result.ok) used[given.customer] = (used[given.customer] ?? 0) + points;
            } else {
              const alive = given.kind === "correct";
              Object.assign(model, facts, { facility: model.facility, alive });
              await restateStays(tx, run, {
                reverse: [model.id],
                write: async () => {
                  await sql`update stay_transactions set customer_id = ${customers[facts.customer]}, use_price = ${facts.price},
                    check_in_date = ${facts.from}, check_out_date = ${to}, reversed_at = ${alive ? null : new Date()}
                    where id = ${model.id}`.execute(tx.db);
                },
                apply: [model.id],
              });
            }
            expect(await brokenLedgers(tx, accountId)).toEqual([]);
          }
          for (const [index, customerId] of customers.entries()) {
            const own = stays.filter((stay) => stay.alive && stay.customer === index);
            const last = own
              .map((s) => `${s.to} ${s.facility}`)
              .sort()
              .at(-1);
            const totals =
              await sql`select stay_count, use_price_total, first_stay_on, last_stay_on, last_facility_account_id from customer_totals where customer_id = ${customerId}`.execute(
                tx.db,
              );
            expect(totals.rows[0]).toEqual({
              stay_count: own.length,
              use_price_total: own.reduce((sum, stay) => sum + stay.price, 0),
              first_stay_on: own.map((stay) => stay.from).sort()[0] ?? null,
              last_stay_on: last?.slice(0, 10) ?? null,
              last_facility_account_id: last ? facilities[Number(last.slice(11))] : null,
            });
            const { balance, debt } = await account(tx, customerId);
            const earned = own.reduce(
              (sum, stay) => sum + 50 + (stay.price >= 1_000 ? Math.floor(stay.price / 10) : 0),
              0,
            );
            expect(balance - debt).toBe(earned - (used[index] ?? 0));
            const lots = await sql<{
              right: boolean;
            }>`select l.expires_on = greatest(g.expiration_date, t.last_stay_on + 400) as right
              from point_lots l join grant_points g on g.account_id = l.account_id and g.id = l.grant_point_id join customer_totals t on t.account_id = l.account_id and t.customer_id = l.customer_id
              where l.customer_id = ${customerId} and l.rolling_days is not null and l.remaining > 0`.execute(tx.db);
            expect(lots.rows.every((lot) => lot.right)).toBe(true);
          }
        });
      }),
      { numRuns: 25 },
    );
  });
});
