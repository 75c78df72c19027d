import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeAccount } from "../../test/app.ts";
import { couponAction, EVERYBODY, pointAction, promotion } from "../campaigns/campaigns.fixture.ts";
import { within } from "../customers/customers.fixture.ts";
import { fed, booking as fedBooking, feedKey } from "../feeds/feeds.fixture.ts";
import { booking, codes, openEngines, pointUse } from "./partner.fixture.ts";

// Behaviours of other promotion and loyalty engines, by their ids, replayed over HTTP; where this product does otherwise, and why,
// stands in docs/adr/0141. Today is 2026-11-20 in Tokyo.

let e: Awaited<ReturnType<typeof openEngines>>;
beforeAll(async () => {
  e = await openEngines();
});
afterAll(() => e.close());

type BookingFields = Parameters<typeof booking>[0];
const coupon = (coupon_code: string, of: BookingFields = {}, more: object = {}) => ({
  coupon_code,
  reservation: booking(of),
  ...more,
});
const redeem = (request: object, key?: string) =>
  e.ask("coupons/redeem", request, key ? { "idempotency-key": key } : {});
const cancel = (use_coupon_case_id: number) => e.ask("coupons/cancel", { use_coupon_case_id, reason: "取り消し" });
/** A code that whoever knows it may use, as often as they like. */
const freely = (terms: Parameters<typeof e.code>[0] = {}) => e.code({ use_times_limit: null, ...terms });
/** Yen off, or the codes of the reasons. */
async function judged(request: object): Promise<number | string[]> {
  const { body } = await e.ask("coupons/quote", request);
  return body.applicable ? body.discount : codes(body.reasons);
}
const reasonsOf = ({ status, body }: Awaited<ReturnType<typeof redeem>>) => [status, codes(body.reasons ?? [])];
const balance = async (member_number: string): Promise<number> =>
  (await e.ask(`customers?member_number=${member_number}`)).body.balance;
const rate = (discount_rate: number) =>
  ({
    discount_type: "rate",
    absolute_type: null,
    rate_type: "action",
    discount_absolute: null,
    discount_rate,
  }) as const;

/** `as published`, `otherwise` (docs/adr/0141), or without anything here that it could be about. */
type Replay = { is: "as published" | "otherwise"; replay: () => Promise<unknown>; answer: unknown };
/** A discount or grant is of the stay's total and is never spread over rooms, nights or lines. */
const PARTS = { is: "nothing of the kind" } as const;

const BEHAVIOURS: Record<string, Replay | typeof PARTS> = {
  P01: PARTS,
  P02: PARTS,
  P05: PARTS,
  P12: PARTS,
  P16: {
    is: "as published",
    // A tenth of 106, 206, 306 and 406 yen, line by line rounded, would be 104.
    replay: async () => judged(coupon(await freely(rate(10)), { use_price: 106 + 206 + 306 + 406 })),
    answer: 102,
  },
  P27: {
    is: "as published",
    replay: async () => {
      const [half, fifty] = [
        await freely({ ...rate(50), includes_free: true }),
        await freely({ discount_absolute: 50, includes_free: true }),
      ];
      return Promise.all(
        [half, fifty].flatMap((code) => [0, 10].map((use_price) => judged(coupon(code, { use_price })))),
      );
    },
    answer: [0, 5, 0, 10],
  },
  P43: {
    is: "as published",
    replay: async () => {
      const code = await freely();
      const far = { check_in_date: "2036-01-01", check_out_date: "2036-01-02" };
      const guest = await e.member();
      const couponId = await e.sent({ reservation_end_date: "2026-11-20" });
      const stay = "check_in_date=2026-12-04&check_out_date=2026-12-05&price=10000";
      const quoted = async (more: string) => {
        const asked = await e.p.call(
          "GET",
          `/customers/${guest.id}/use-coupons/quote?coupon_id=${couponId}&${stay}${more}`,
        );
        return asked.applicable ? asked.discount : codes(asked.reasons);
      };
      return [
        await judged(coupon(code)),
        await judged(coupon(code, far)),
        await quoted(""),
        await quoted("&reserved_date=2026-11-21"),
      ];
    },
    answer: [2_000, 2_000, 2_000, ["coupon_booked_late"]],
  },
  P44: {
    is: "as published",
    replay: async () => {
      const ended = await freely();
      const other = await makeAccount(e.p.t.app, { name: "別の宿" });
      await within(e.p.t.app, [e.account, other.accountId], async (tx) => {
        await tx.run`update coupons set active_status = 'inactive' where account_id = ${e.account} and code = ${ended}`;
        await tx.run`insert into coupons (account_id, name, type, code, discount_type, absolute_type, discount_absolute, issued_at)
          values (${other.accountId}, '割引', 'code', 'ELSEWHERE', 'absolute', 'action', 10, now())`;
      });
      return Promise.all(["NEVER", ended, "ELSEWHERE"].map((code) => judged(coupon(code))));
    },
    answer: [["coupon_unknown"], ["coupon_ended"], ["coupon_unknown"]],
  },
  P45: {
    is: "otherwise",
    replay: async () => {
      const [once, twice] = [await freely(), await freely({ use_quantity_limit: 2 })];
      const [a, b] = [coupon(once), coupon(twice)];
      const first = await redeem(a, "behaviour-45");
      const same = await redeem(a, "behaviour-45");
      await redeem(b);
      return [
        first.body.use_coupon_case_id === same.body.use_coupon_case_id,
        reasonsOf(await redeem(a)),
        reasonsOf(await redeem(b)),
        reasonsOf(await redeem(b)),
      ];
    },
    answer: [true, [422, ["coupon_quantity_reached"]], [200, []], [422, ["coupon_quantity_reached"]]],
  },
  P46: {
    is: "as published",
    replay: async () => {
      await freely({ code: "10off" });
      return Promise.all(["10off", "10OFF", "１０ｏｆｆ"].map((code) => judged(coupon(code))));
    },
    answer: [2_000, ["coupon_unknown"], 2_000],
  },
  P48: {
    is: "as published",
    replay: async () => {
      const used = await redeem(coupon(await freely({ use_amount_limit: 1 })));
      const pointsNow = () =>
        e.p.query(sql`select id, discount from use_coupon_cases where cancel_date is null order by id`);
      const before = await pointsNow();
      const { status } = await cancel(used.body.use_coupon_case_id + 999);
      return [used.status, status, JSON.stringify(await pointsNow()) === JSON.stringify(before)];
    },
    answer: [200, 404, true],
  },
  P49: {
    is: "as published",
    replay: async () => {
      const [code, { number }] = [await e.code({ use_times_limit: 1 }), await e.member()];
      await redeem(coupon(code, {}, { member_number: number }));
      return [await judged(coupon(code, {}, { member_number: number })), await judged(coupon(code))];
    },
    answer: [["coupon_times_reached"], ["coupon_guest_needed"]],
  },
  P50: {
    is: "as published",
    replay: async () => {
      const code = await freely({ use_amount_limit: 1 });
      const used = await redeem(coupon(code));
      const full = await judged(coupon(code));
      await cancel(used.body.use_coupon_case_id);
      return [full, await judged(coupon(code))];
    },
    answer: [["coupon_used_up"], 2_000],
  },
  P53: {
    is: "as published",
    replay: async () => {
      const [code, { number: member_number }] = [await e.code({ use_times_limit: 1 }), await e.member()];
      const used = await redeem(coupon(code, {}, { member_number }));
      const again = await judged(coupon(code, {}, { member_number }));
      await cancel(used.body.use_coupon_case_id);
      return [again, await judged(coupon(code, {}, { member_number })), await judged(coupon(code))];
    },
    answer: [["coupon_times_reached"], 2_000, ["coupon_guest_needed"]],
  },
  P57: {
    is: "as published",
    replay: async () => {
      const guest = await e.member();
      const actions = [couponAction({ type: "code", code: "USED-57" })];
      const segments = [{ id: null, priority_seq: 1, target: EVERYBODY, actions }];
      const campaign = await e.p.started(promotion({ segments }));
      await e.p.drain();
      await redeem(coupon("USED-57", {}, { member_number: guest.number }));
      const removed = await e.p.staff({ method: "DELETE", url: `/api/campaigns/${campaign}` });
      const { version } = await e.p.detail(campaign);
      const without = { ...promotion({ segments: [{ ...segments[0], actions: [pointAction()] } as never] }), version };
      const saved = await e.p.staff({ method: "PUT", url: `/api/campaigns/${campaign}`, payload: without });
      const { items } = await e.p.call("GET", `/customers/${guest.id}/use-coupons`);
      return [
        removed.statusCode,
        saved.statusCode,
        await judged(coupon("USED-57", {}, { member_number: guest.number })),
        items.map((use: { coupon_name: string; discount: number }) => [use.coupon_name, use.discount]),
      ];
    },
    answer: [400, 200, ["coupon_ended", "coupon_times_reached"], [["秋の2,000円割引", 2_000]]],
  },
  P62: {
    is: "otherwise",
    replay: async () => {
      const point = pointAction().point as NonNullable<ReturnType<typeof pointAction>["point"]>;
      const actions = [
        { ...pointAction(), point: { ...point, grant_type: "rate" as const, grant_absolute: null, grant_rate: 0.1 } },
      ];
      await e.p.started(
        promotion({ type: "basic", segments: [{ id: null, priority_seq: 1, target: EVERYBODY, actions }] }),
      );
      const key = await feedKey(e.p.t.app, { accountId: e.account, facilityId: e.annex });
      const { number } = await e.member(5_000);
      const paid = await e.ask("points/redeem", { ...pointUse(number, 3_000), reservation_code: "STAY-62" });
      const pointsAfter = async (use_price: number, more: object = {}) => {
        const days = { check_in_date: "2026-11-19", check_out_date: "2026-11-20", member_number: number };
        await fed(e.p.t, e.account, key, "/feeds/plain/stays", [
          fedBooking("STAY-62", { ...days, use_price, ...more }),
        ]);
        return (await balance(number)) - 2_000;
      };
      // 0.1 % of 10,999 yen, of which 3,000 were paid with points; then half of it is given back, then all.
      return [paid.status, await pointsAfter(10_999), await pointsAfter(5_500), await pointsAfter(0)];
    },
    answer: [200, 10, 5, 0],
  },
  P66: {
    is: "otherwise",
    replay: async () => {
      const { id, number } = await e.member(500);
      const used = await e.ask("points/redeem", pointUse(number, 300));
      const before = await balance(number);
      await e.ask("points/cancel", { use_point_case_id: used.body.use_point_case_id });
      const { items } = await e.p.call("GET", `/customers/${id}/use-points`);
      return [before, await balance(number), items.map((use: { cancel_date: string }) => use.cancel_date)];
    },
    answer: [200, 500, ["2026-11-20"]],
  },
  P69: {
    is: "as published",
    replay: async () => {
      const { number } = await e.member(500);
      const used = await e.ask("points/redeem", pointUse(number, 300));
      const cancelled = { use_point_case_id: used.body.use_point_case_id };
      await e.ask("points/cancel", cancelled);
      const again = await e.ask("points/cancel", cancelled);
      const more = await e.ask("points/redeem", pointUse(number, 501));
      return [again.status, codes(again.body.reasons), more.status, codes(more.body.reasons), await balance(number)];
    },
    answer: [422, ["cancelled_already"], 422, ["above_balance"], 500],
  },
};

const replayed = Object.entries(BEHAVIOURS).flatMap(([id, behaviour]) =>
  "replay" in behaviour ? [{ id, ...behaviour }] : [],
);
test.each(replayed)("$id, $is", async ({ replay, answer }) => {
  expect(await replay()).toEqual(answer);
});

// The list lies beside the project where it is developed.
const LIST = join(import.meta.dirname, "../../../../../../shared/data/peers/behaviour_cases_sample.json");
const listed = (): string[] =>
  existsSync(LIST)
    ? JSON.parse(readFileSync(LIST, "utf8")).map(({ id }: { id: string }) => id)
    : Object.keys(BEHAVIOURS);
const decided = readFileSync(join(import.meta.dirname, "../../../../../docs/adr/0141-published-behaviours.md"), "utf8");

test("every published behaviour is here, and the decision record explains each that is otherwise or about nothing here", () => {
  expect(Object.keys(BEHAVIOURS)).toEqual(listed());
  const explained = Object.entries(BEHAVIOURS).filter(([, { is }]) => is !== "as published");
  expect(explained.map(([id]) => id).filter((id) => !decided.includes(id))).toEqual([]);
});
