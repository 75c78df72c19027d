import { calendarDate } from "@okaeri/domain/calendar-date";
import { pointsForStay } from "@okaeri/domain/points/amount";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cloneDatabase } from "../../test/database.ts";
import { brokenLedgers } from "../points/broken-ledgers.ts";
import { expirePoints } from "../points/lots.ts";
import { recordRuleVersion } from "../points/record-rule-version.ts";
import { useWithinLimits } from "../points/use-within-limits.ts";
import { heldRanks } from "../ranks/held-ranks.read.ts";
import {
  applyStays,
  changeStays,
  makeBasicCampaign,
  makeStay,
  makeWorld,
  pointAccount,
  reverseStays,
} from "./stays.fixture.ts";

let clone: Awaited<ReturnType<typeof cloneDatabase>>;
beforeAll(async () => {
  clone = await cloneDatabase();
});
afterAll(() => clone.drop());

describe("applyStay", () => {
  it("counts a stay once, however often it is applied, and takes all of it back", async () => {
    const { accountId, facilities, customers, inScope, ctx } = await makeWorld(clone.database);
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
      expect([await applyStays(tx, ctx, [stay, stay]), await applyStays(tx, ctx, [stay])]).toEqual([1, 0]);
      const totals = () =>
        sql`select stay_count, use_price_total, first_stay_on, last_stay_on, last_facility_account_id from customer_totals
          where customer_id = ${customerId}`
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
      expect(await pointAccount(tx, customerId)).toEqual({ balance: 185, debt: 0 });
      const status = () =>
        sql<{
          grant_status: string;
        }>`select grant_status from stay_reservations where original_reservation_code = 'A' and account_id = ${accountId}`
          .execute(tx.db)
          .then((r) => r.rows[0]?.grant_status);
      expect(await status()).toBe("granted");
      await reverseStays(tx, ctx, [stay, stay]);
      await reverseStays(tx, ctx, [stay]);
      expect(await totals()).toEqual({
        stay_count: 0,
        use_price_total: 0,
        first_stay_on: null,
        last_stay_on: null,
        last_facility_account_id: null,
      });
      expect(await copies()).toEqual({ stay_count: 0, use_price_total: 0, last_stay_on: null });
      expect(await pointAccount(tx, customerId)).toEqual({ balance: 0, debt: 0 });
      expect(await status()).toBe("not_granted");
      expect(await brokenLedgers(tx, accountId)).toEqual([]);
    });
  });

  it("turns spent points of a cancelled stay into a debt that the next grant pays first", async () => {
    const { accountId, facilities, customers, inScope, ctx } = await makeWorld(clone.database);
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
      await applyStays(tx, ctx, [first]);
      const use = (points: number, idempotencyKey: string) =>
        useWithinLimits(
          tx,
          { ...ctx, heldRanks },
          {
            customerId,
            facilityAccountId: facilityId,
            stayReservationId: null,
            points,
            remarks: "",
            idempotencyKey,
          },
        );
      expect(await use(501, "too-much")).toEqual({ refused: [{ code: "above_balance", balance: 500 }] });
      const used = await use(200, "use");
      expect(await use(200, "use")).toEqual(used);
      await use(200, "another");
      await reverseStays(tx, ctx, [first]);
      expect(await pointAccount(tx, customerId)).toEqual({ balance: 0, debt: 400 });
      await applyStays(tx, ctx, [await stay("B")]);
      expect(await pointAccount(tx, customerId)).toEqual({ balance: 100, debt: 0 });
      expect(await brokenLedgers(tx, accountId)).toEqual([]);
    });
  });

  it("grants by period, segment, plan and minimum as the domain decides, and not what was dead when it was earned", async () => {
    const { accountId, facilities, customers, inScope, ctx } = await makeWorld(clone.database);
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
      // Switched on, and stopped, only after these check-outs; points that were dead on the check-out day.
      await makeBasicCampaign(tx, {
        accountId,
        since: "2026-11-03",
        rule: { grant_type: "absolute", grant_absolute: 3 },
      });
      await makeBasicCampaign(tx, {
        accountId,
        status: "stopped",
        since: "2026-11-02",
        rule: { grant_type: "absolute", grant_absolute: 6 },
      });
      await makeBasicCampaign(tx, {
        accountId,
        rule: { grant_type: "absolute", grant_absolute: 4, expiration_type: "date", expiration_date: "2026-11-01" },
      });
      await makeBasicCampaign(tx, {
        accountId,
        target: { combinator: "and", rules: [{ field: "stay_count", operator: ">=", value: 1000 }] },
        rule: { grant_type: "absolute", grant_absolute: 5 },
      });
      const stays: { usePrice: number; planCode: string; id: number }[] = [];
      for (const usePrice of [0, 4_999, 5_000, 9_999, 12_345, 999_999_937, 1_000_000_000])
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
        ctx,
        stays.map(({ id }) => id),
      );
      const granted = await sql<{
        stay: number;
        action: number;
        point: number;
      }>`select stay_transaction_id as stay, action_id as action, grant_point as point from grant_points
        where account_id = ${accountId}`.execute(tx.db);
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

  it("pays by the rules of the check-out day, also when a correction comes after the campaign has stopped", async () => {
    const { accountId, facilities, customers, inScope, ctx } = await makeWorld(clone.database);
    await inScope(async (tx) => {
      const { campaignId } = await makeBasicCampaign(tx, { accountId, rule: { grant_type: "rate", grant_rate: 10 } });
      const make = (code: string, checkOut: string) =>
        makeStay(tx, {
          accountId,
          facilityId: facilities[0] ?? 0,
          customerId: customers[0] ?? 0,
          code,
          checkIn: "2026-11-01",
          checkOut,
          usePrice: 1_000,
        });
      const [old, before, after] = [
        await make("A", "2026-11-02"),
        await make("B", "2026-11-09"),
        await make("C", "2026-11-10"),
      ];
      await applyStays(tx, ctx, [old]);
      const stopped = { campaignId, from: calendarDate("2026-11-10"), pays: false };
      await recordRuleVersion(tx, { accountId, userId: null }, stopped);
      const write = async () => {
        await sql`update stay_transactions set use_price = 3000 where id = ${old}`.execute(tx.db);
      };
      await changeStays(tx, ctx, { reverse: [old], write, apply: [old, before, after] });
      expect(await pointAccount(tx, customers[0] ?? 0)).toEqual({ balance: 400, debt: 0 });
    });
  });

  it("rolls the last day forward while a lot lives, and back again", async () => {
    const { accountId, facilities, customers, inScope, ctx } = await makeWorld(clone.database);
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
      await applyStays(tx, ctx, [await make("A", "2026-11-05")]);
      expect(await lastDay()).toEqual([{ day: "2026-12-05", remaining: 10 }]);
      const [b, c] = [await make("B", "2026-11-19"), await make("C", "2026-11-10")];
      await applyStays(tx, ctx, [b]);
      await applyStays(tx, ctx, [c]);
      expect(await lastDay()).toEqual([{ day: "2026-12-19", remaining: 10 }]);
      // A correction in which the day passes through the past must not let the points die.
      const later = { ...ctx, today: calendarDate("2026-12-18") };
      const touch = async () => {
        await sql`update stay_transactions set use_price = 2 where id = ${b}`.execute(tx.db);
      };
      await changeStays(tx, later, { reverse: [b], write: touch, apply: [b] });
      expect(await lastDay()).toEqual([{ day: "2026-12-19", remaining: 10 }]);
      await reverseStays(tx, ctx, [b]);
      expect(await lastDay()).toEqual([{ day: "2026-12-10", remaining: 10 }]);
      await expirePoints(tx, { ...ctx, today: calendarDate("2026-12-11") });
      expect(await lastDay()).toEqual([{ day: "2026-12-10", remaining: 0 }]);
      expect(await pointAccount(tx, customerId)).toEqual({ balance: 0, debt: 0 });
      expect(await brokenLedgers(tx, accountId)).toEqual([]);
    });
  });
});
