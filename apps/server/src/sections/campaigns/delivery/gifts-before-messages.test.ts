import { sql } from "kysely";
import { expect, test } from "vitest";
import { couponAction, EVERYBODY, mailAction, makeGuests, pointAction, promotion } from "../campaigns.fixture.ts";
import { openPipeline } from "../pipeline.fixture.ts";

test("a mail that stands before what it tells of goes out after it, with the guest's own code", async () => {
  const p = await openPipeline();
  try {
    await makeGuests(p.t.app, p.inn.accountId, { count: 3, mail: "guest" });
    const actions = [
      { ...mailAction({ body: "コード {{ coupon_code }}\n{{ granted_points }}ポイント" }), seq: 1 },
      { ...couponAction({ type: "code", code: null }), seq: 2 },
      { ...pointAction(300), seq: 3 },
    ];
    const { id } = await p.call(
      "POST",
      "/campaigns",
      promotion({ segments: [{ id: null, priority_seq: 1, target: EVERYBODY, actions }] }),
    );
    const [coupon] = (await p.call("GET", `/campaigns/${id}/coupons`)).items;
    const codes = ["FUYU-1", "FUYU-2", "FUYU-3"];
    await p.call("POST", `/campaigns/${id}/coupons/${coupon.id}/codes`, { text: codes.join("\n") });
    const { version } = await p.detail(id);
    await p.call("POST", `/campaigns/${id}/activate`, { version });
    await p.drain();
    const given = await p.query<{ email: string; code: string }>(sql`select customer.email, coupon_code.code
      from coupon_codes coupon_code
      join acquire_coupons acquired on acquired.account_id = coupon_code.account_id and acquired.id = coupon_code.acquire_coupon_id
      join customers customer on customer.account_id = acquired.account_id and customer.id = acquired.customer_id`);
    expect(given.map(({ code }) => code).toSorted()).toEqual(codes);
    for (const { email, code } of given)
      expect((await p.sink.parsed(email)).text).toContain(`コード ${code}\n300ポイント`);
    // They stand as they were put.
    expect((await p.detail(id)).segments[0].actions.map(({ type }: { type: string }) => type)).toEqual([
      "mail",
      "coupon",
      "point",
    ]);
  } finally {
    await p.close();
  }
});
