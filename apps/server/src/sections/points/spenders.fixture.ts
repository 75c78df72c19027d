import { afterAll, beforeAll, expect, it } from "vitest";
import { type Caller, makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { makeCustomer, makeGrant, within } from "../customers/customers.fixture.ts";
import { brokenLedgers } from "./broken-ledgers.ts";
import { pointJobs } from "./points.jobs.ts";

const SPENDERS = 50;
const EACH = 7;
const LOTS = 10;
const LOT = 200;

/** Fifty spend one guest's points at once, while a day ends, expiry runs and uses are cancelled: exact to the point. */
export function spendersAreExact(tries: number): void {
  let t: TestApp;
  let inn: number;
  let staff: Caller;
  let now = new Date("2026-11-20T14:59:59Z");
  beforeAll(async () => {
    t = await testApp({ clock: { now: () => now } });
    const place = await makeAccount(t.app, { name: "湯の宿" });
    inn = place.accountId;
    staff = await t.as(await makeUser(t.app, place, "role_admin", ["*"]));
  });
  afterAll(() => t.close());

  const post = (url: string, payload: object) => staff({ method: "POST", url: `/api/customers/${url}`, payload });
  const guest = (lastDay: string | null) =>
    within(t.app, [inn], async (tx) => {
      const id = await makeCustomer(tx, inn, { name: "人気 花子" });
      for (let n = 0; n < LOTS; n++)
        await makeGrant(tx, inn, id, { point: LOT, on: "2026-11-01", expiresOn: n < LOTS / 2 ? lastDay : null });
      return id;
    });
  const pointsOf = async (id: number) => (await staff({ method: "GET", url: `/api/customers/${id}/points` })).json();
  /** So many tries by fifty at a time; gives the answers' statuses. */
  const spend = async (id: number, count: number): Promise<number[]> => {
    const statuses: number[] = [];
    let next = 0;
    const spender = async () => {
      while (next++ < count) statuses.push((await post(`${id}/use-points`, { use_point: EACH })).statusCode);
    };
    await Promise.all(Array.from({ length: SPENDERS }, spender));
    return statuses;
  };

  it(`${SPENDERS} spenders and ${tries} tries on one guest: as many succeed as the balance pays, to the point`, async () => {
    const id = await guest(null);
    const statuses = await spend(id, tries);
    const done = statuses.filter((status) => status === 200).length;
    expect(statuses.filter((status) => status !== 200 && status !== 400)).toEqual([]);
    expect(done).toBe(Math.min(tries, Math.floor((LOTS * LOT) / EACH)));
    expect(await pointsOf(id)).toMatchObject({ balance: LOTS * LOT - done * EACH, used: done * EACH, debt: 0 });
    expect(await within(t.app, [inn], (tx) => brokenLedgers(tx, inn))).toEqual([]);
  });

  it("the midnight of expiry while points are used, cancelled and expired: nothing is used after its last day", async () => {
    now = new Date("2026-11-20T14:59:59Z");
    const id = await guest("2026-11-20");
    const first = (await post(`${id}/use-points`, { use_point: 100 })).json().use_point_case_id;
    const spending = spend(id, 60);
    now = new Date("2026-11-20T15:00:00Z");
    const nights = [1, 2].map(() => pointJobs(t.app)["expire-points"]({}, { signal: new AbortController().signal }));
    const cancels = [1, 2, 3].map(() => post(`${id}/use-points/${first}/cancellation`, {}));
    const cancelled = (await Promise.all(cancels)).map(({ statusCode }) => statusCode);
    await Promise.all(nights);
    await spending;
    expect(cancelled.sort()).toEqual([200, 400, 400]);
    const { balance, used, expired, granted } = await pointsOf(id);
    expect({ balance: granted - used - expired }).toEqual({ balance });
    const late = await within(
      t.app,
      [inn],
      (tx) => tx.all`select 1
        from use_point_cases point_use
        join use_points used_point on used_point.account_id = point_use.account_id
          and used_point.use_point_case_id = point_use.id
        join grant_points point_grant on point_grant.account_id = used_point.account_id and point_grant.id = used_point.grant_point_id
        where point_use.customer_id = ${id} and point_use.use_date > point_grant.expiration_date`,
    );
    expect(late).toEqual([]);
    expect(await within(t.app, [inn], (tx) => brokenLedgers(tx, inn))).toEqual([]);
  });
}
