import { hasPool } from "@okaeri/domain/coupons/pool";
import { afterEach, beforeEach, expect, test } from "vitest";
import { couponAction, EVERYBODY, mailAction, makeGuests, promotion } from "../../campaigns.fixture.ts";
import { openPipeline, type Pipeline } from "../../pipeline.fixture.ts";

// What is said of coupons before a send, and what the send then does (docs/adr/0179). Ten guests; the first two cannot be mailed.

let p: Pipeline;
beforeEach(async () => {
  p = await openPipeline();
  const { accountId } = p.inn;
  await makeGuests(p.t.app, accountId, { count: 2, mail: null });
  await makeGuests(p.t.app, accountId, { count: 8, mail: "guest" });
});
afterEach(() => p.close());

type Terms = Parameters<typeof couponAction>[0];
const TELLS = "{{ coupon_name }}のご案内です。";

/** As the editor asks, for a campaign as it is saved or for one that is not. */
async function counted(actions: object[], body: string | null, toReached = false) {
  const coupons = actions.map((action) => {
    const { id, coupon } = action as {
      id: number | null;
      coupon: NonNullable<ReturnType<typeof couponAction>["coupon"]>;
    };
    const given = coupon.type === "acquire" ? "each" : hasPool(coupon) ? "pool" : "shared";
    return { action_id: id, given, limit: given === "each" ? coupon.acquire_amount_limit : null };
  });
  const types = [...(coupons.length > 0 ? ["coupon"] : []), ...(body === null ? [] : ["mail"])];
  const tellsOf = body?.includes("coupon_") ? "coupon" : null;
  const asked = { target: EVERYBODY, types, tells_of: tellsOf, coupons, benefits_to_reached: toReached };
  const [segment] = (await p.call("POST", "/campaigns/audience", { segments: [asked] })).segments;
  return { coupons: segment.coupons, mails: body === null ? null : segment.will_receive, reasons: segment.reasons };
}

async function saved(terms: Terms[], body: string | null, toReached = false) {
  const actions = [
    ...terms.map((one) => couponAction(one)),
    ...(body === null ? [] : [{ ...mailAction({ body }), seq: 9 }]),
  ];
  const segments = [
    {
      id: null,
      priority_seq: 1,
      target: EVERYBODY,
      benefits_to_reached: toReached,
      actions: actions.map((one, at) => ({ ...one, seq: at + 1 })),
    },
  ];
  const { id } = await p.call("POST", "/campaigns", promotion({ segments }));
  return id as number;
}
const couponActions = async (id: number) =>
  (await p.detail(id)).segments[0].actions.filter((one: { type: string }) => one.type === "coupon");
async function addCodes(id: number, codes: number): Promise<void> {
  const [{ id: coupon }] = (await p.call("GET", `/campaigns/${id}/coupons`)).items;
  const text = Array.from({ length: codes }, (_, n) => `C-${id}-${n}`).join("\n");
  await p.call("POST", `/campaigns/${id}/coupons/${coupon}/codes`, { text });
}
/** Coupons given by the campaign's only send, and mails that left. */
async function sent(id: number) {
  const { version } = await p.detail(id);
  await p.call("POST", `/campaigns/${id}/activate`, { version });
  await p.drain();
  const { items } = await p.call("GET", `/campaigns/${id}/recipients?size=100`);
  const count = (kind: string) =>
    items.filter((one: { type: string; outcome: string }) => one.type === kind && one.outcome === "sent").length;
  return { coupons: count("coupon"), mails: count("mail") };
}

test.each<[string, Terms, number, { coupons: number; mails: number }]>([
  ["without a limit", { acquire_amount_limit: null }, 0, { coupons: 10, mails: 8 }],
  ["for fewer than match", { acquire_amount_limit: 3 }, 0, { coupons: 3, mails: 3 }],
  ["for more than match", { acquire_amount_limit: 11 }, 0, { coupons: 10, mails: 8 }],
  ["fewer codes than guests", { type: "code", code: null }, 4, { coupons: 4, mails: 4 }],
  ["one code for all", { type: "code", code: "ALL-1" }, 0, { coupons: 10, mails: 8 }],
])("%s: the count before the send is what the send does", async (_, terms, codes, expected) => {
  const id = await saved([terms], TELLS);
  if (codes > 0) await addCodes(id, codes);
  const before = await counted(await couponActions(id), TELLS);
  expect(before).toMatchObject(expected);
  expect(before.reasons.no_coupon).toBe(8 - expected.mails);
  expect(await sent(id)).toEqual(expected);
});

test.each<[string, Terms, { coupons: number; mails: number }]>([
  ["without a limit", { acquire_amount_limit: null }, { coupons: 8, mails: 8 }],
  ["for fewer than the mail reaches", { acquire_amount_limit: 3 }, { coupons: 3, mails: 3 }],
  ["one code for all", { type: "code", code: "ALL-2" }, { coupons: 8, mails: 8 }],
])("%s, to those alone whom the mail reaches: the count is what the send does", async (_, terms, expected) => {
  const id = await saved([terms], TELLS, true);
  expect(await counted(await couponActions(id), TELLS, true)).toMatchObject(expected);
  expect(await sent(id)).toEqual(expected);
});

test("not saved yet, and a pool without codes: nobody gets one, nor a mail that tells of it", async () => {
  const actions = [{ id: null, coupon: couponAction({ type: "code", code: null }).coupon }];
  expect(await counted(actions, TELLS)).toMatchObject({ coupons: 0, mails: 0 });
  expect(await counted(actions, "こんにちは")).toMatchObject({ coupons: 0, mails: 8 });
  expect(await counted([{ id: null, coupon: couponAction({ acquire_amount_limit: 2 }).coupon }], null)).toMatchObject({
    coupons: 2,
  });
  expect(await counted([], "こんにちは")).toMatchObject({ coupons: null, mails: 8 });
});

test("several coupons: whoever gets any of them is told; a second send gives no second one", async () => {
  const id = await saved([{ acquire_amount_limit: 2 }, { acquire_amount_limit: 5 }], TELLS);
  const before = await counted(await couponActions(id), TELLS);
  expect(before).toMatchObject({ coupons: 5, mails: 7 });
  const done = await sent(id);
  // The same guests come first for both.
  expect(done).toEqual({ coupons: 7, mails: 5 });
  const again = await counted(await couponActions(id), TELLS);
  expect(again).toMatchObject({ coupons: 0, mails: 7 });
});
