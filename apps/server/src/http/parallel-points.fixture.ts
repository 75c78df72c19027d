import { makeCustomer, makeGrant, makeStay, within } from "../sections/customers/customers.fixture.ts";
import { brokenLedgers } from "../sections/points/broken-ledgers.ts";
import { makeUser } from "../test/app.ts";
import { answerOf, audited, type Bench, type Make } from "./parallel-saves.fixture.ts";

const guest = ({ t, spot: { accountId } }: Bench) =>
  within(t.app, [accountId], (tx) => makeCustomer(tx, accountId, { name: "残高 花子" }));
async function guestWith(bench: Bench, point: number): Promise<number> {
  const { t, spot } = bench;
  const id = await guest(bench);
  await within(t.app, [spot.accountId], (tx) => makeGrant(tx, spot.accountId, id, { point, on: "2026-10-01" }));
  return id;
}

/** A grant of 100 points that another person requested. */
async function grantRequest(bench: Bench): Promise<{ id: number; request_id: number }> {
  const { t, spot } = bench;
  const id = await guest(bench);
  const requester = await makeUser(t.app, spot, "role_admin", ["*"]);
  const { request_id } = await within(
    t.app,
    [spot.accountId],
    (tx) =>
      tx.one<{
        request_id: number;
      }>`insert into point_grant_requests (account_id, facility_account_id, customer_id, grant_point,
        expiration_type, last_day, requested_by, requested_at)
      values (${spot.accountId}, ${spot.accountId}, ${id}, 100, 'none', '2999-01-01', ${requester}, now())
      returning id as request_id`,
  );
  return { id, request_id };
}

/** Whatever came at once, every ledger still adds up. */
const proven =
  ({ t, spot: { accountId } }: Bench) =>
  async () => {
    const broken = await within(t.app, [accountId], (tx) => brokenLedgers(tx, accountId));
    if (broken.length > 0) throw new Error(`broken ledgers: ${JSON.stringify(broken)}`);
  };

/** What staff do to the points of one guest. */
export const POINT_SAVES: Record<string, Make> = {
  "points.grant": async (bench) => {
    const { t, spot } = bench;
    const id = await guest(bench);
    // A key is one person's: here it is the same form sent again and again.
    const person = await makeUser(t.app, spot, "role_admin", ["*"]);
    return {
      ids: { id },
      by: [await t.as(person), await t.as(person)],
      headers: { "idempotency-key": `grant-${id}` },
      body: { grant_point: 100, remarks: "お詫び" },
      settle: proven(bench),
      once: `select from grant_points where customer_id = ${id}`,
    };
  },
  "points.previewGrant": async (bench) => ({
    ids: { id: await guest(bench) },
    body: { grant_point: 100, remarks: "お詫び" },
    settle: proven(bench),
  }),
  "points.approveRequest": async (bench) => {
    const ids = await grantRequest(bench);
    return { ids, body: {}, settle: proven(bench), once: `select from grant_points where customer_id = ${ids.id}` };
  },
  "points.rejectRequest": async (bench) => {
    const ids = await grantRequest(bench);
    const once = audited("point_grant_requests", ids.request_id, "reject_point_request");
    return { ids, body: { remarks: "金額の誤り" }, settle: proven(bench), once };
  },
  "points.use": async (bench) => {
    // There is enough for one of them.
    const id = await guestWith(bench, 150);
    const once = `select from use_point_cases where customer_id = ${id}`;
    return { ids: { id }, body: { use_point: 100 }, settle: proven(bench), once };
  },
  "points.cancelUse": async (bench) => {
    const id = await guestWith(bench, 150);
    const url = `/customers/${id}/use-points?account_id=${bench.spot.accountId}`;
    const { use_point_case_id } = await answerOf(bench.boss, "POST", url, { use_point: 100 });
    const once = audited("use_point_cases", use_point_case_id, "cancel_use_points");
    return { ids: { id, use_point_case_id }, body: {}, settle: proven(bench), once };
  },
  "stays.setExcluded": async (bench) => {
    const { t, spot } = bench;
    const id = await guest(bench);
    const stay = { code: `X-${id}`, checkIn: "2026-11-01", checkOut: "2026-11-02", usePrice: 9000 };
    const { reservationId } = await within(t.app, [spot.accountId], (tx) => makeStay(tx, spot.accountId, id, stay));
    const once = audited("stay_reservations", reservationId, "update");
    const body = { version: 1, excluded: true };
    return { ids: { id, reservation_id: reservationId }, body, settle: proven(bench), once };
  },
};
