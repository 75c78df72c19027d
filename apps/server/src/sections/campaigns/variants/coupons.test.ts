import type { CampaignEdit } from "@okaeri/contract/campaigns/document";
import { shareInterval } from "@okaeri/domain/campaigns/results/lift";
import type { Variant } from "@okaeri/domain/pushes/variants";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ACTION_KINDS } from "../../../main/action-kinds.ts";
import { recomputeAttributions } from "../../conversions/conversions.jobs.ts";
import { blankBlock } from "../../messaging/mail-document.fixture.ts";
import { couponAction, EVERYBODY, mailAction, makeGuests, promotion } from "../campaigns.fixture.ts";
import { openPipeline, type Pipeline } from "../pipeline.fixture.ts";
import { contentHash } from "../review/content-hash.ts";

// Several coupons of one action: each guest gets one by the shares, the others wait until a person has chosen (docs/adr/0565).

type Terms = NonNullable<Parameters<typeof couponAction>[0]>;
type Actions = CampaignEdit["segments"][number]["actions"];
type Given = { customer_id: number; variant: Variant; name: string; code: string | null };

let now: Date;
let p: Pipeline;
beforeEach(async () => {
  now = new Date("2026-11-20T12:00:00+09:00");
  p = await openPipeline({ clock: { now: () => now } });
  await p.rules({ quiet_from: null, quiet_until: null, grace_above_count: null });
});
afterEach(() => p.close());

const variantTerms = (variant: Variant, share: number | null, over: Terms = {}): Terms => ({
  variant,
  share,
  name: `券${variant}`,
  ...over,
});
const comparing = (a: Terms, b: Terms, seq = 1) => ({
  ...couponAction(a),
  seq,
  other_coupons: [couponAction(b).coupon as NonNullable<ReturnType<typeof couponAction>["coupon"]>],
});
const campaign = (actions: Actions, over: object = {}) =>
  promotion({
    segments: [{ id: null, priority_seq: 1, target: EVERYBODY, benefits_to_reached: false, actions }],
    ...over,
  });
const guests = (count: number) => makeGuests(p.t.app, p.inn.accountId, { count, mail: "guest" });
const refused = async (actions: Actions) => {
  const { id } = await p.call("POST", "/campaigns", campaign(actions));
  const answer = await p.staff({ method: "POST", url: `/api/campaigns/${id}/activate`, payload: { version: 1 } });
  return answer.json().fields as Record<string, string>;
};
const given = () =>
  p.query<Given>(sql`select acquired.customer_id::int, coupon.variant, coupon.name, coupon_code.code
    from acquire_coupons acquired
    join coupons coupon on coupon.id = acquired.coupon_id
    left join coupon_codes coupon_code on coupon_code.acquire_coupon_id = acquired.id
    where acquired.active_status = 'active'
    order by acquired.customer_id`);
const variantsOf = async () =>
  (await p.query<{ customer_id: number; variant: Variant | null; outcome: string; reason: string | null }>(
    sql`select target.customer_id::int, target.variant, target.outcome, target.reason
      from push_action_targets target
      join push_actions push on push.id = target.push_action_id and push.channel = 'coupon'
      order by target.customer_id`,
  )) as { customer_id: number; variant: Variant | null; outcome: string; reason: string | null }[];
const couponOf = async (id: number, variant: Variant) =>
  (await p.call("GET", `/campaigns/${id}/coupons`)).items.find((one: { variant: Variant }) => one.variant === variant);
const compared = async (id: number) => (await p.call("GET", `/campaigns/${id}/variants`)).items;
const choose = async (id: number, variant: Variant) => {
  const [{ rest }] = await compared(id);
  const { version } = await p.detail(id);
  await p.call("POST", `/campaigns/${id}/variants`, { push_action_id: rest.push_action_id, variant, version });
};
const bodies = async () => {
  const texts = p.sink.received.map(async (to) => [to, (await p.sink.parsed(to)).text ?? ""] as const);
  return new Map(await Promise.all(texts));
};
const addressOf = async () =>
  new Map(
    (await p.query<{ id: number; email: string }>(sql`select id::int, email from customers`)).map((row) => [
      row.id,
      row.email,
    ]),
  );

describe("a document", () => {
  test("keeps the coupons by their letters, and without them it is one coupon for all", async () => {
    const { id } = await p.call(
      "POST",
      "/campaigns",
      campaign([comparing(variantTerms("B", 30), variantTerms("A", 30))]),
    );
    const { segments } = await p.detail(id);
    const [action] = segments[0].actions;
    expect([action.coupon, ...action.other_coupons].map(({ variant, share, name }) => [variant, share, name])).toEqual([
      ["A", 30, "券A"],
      ["B", 30, "券B"],
    ]);
    const one = await p.call("POST", "/campaigns", campaign([{ ...couponAction(), seq: 1 }]));
    const [alone] = (await p.detail(one.id)).segments[0].actions;
    expect([alone.coupon.variant, alone.coupon.share, alone.other_coupons]).toEqual(["A", null, []]);
  });

  test("is refused with two of a letter, and with one code for two of them", async () => {
    const code = { type: "code", code: "AKI-1" } as const;
    const answer = await p.staff({
      method: "POST",
      url: "/api/campaigns",
      payload: campaign([comparing(variantTerms("A", 50, code), variantTerms("A", 50, code))]),
    });
    expect(Object.keys(answer.json().fields)).toEqual([
      "segments.0.actions.0.other_coupons.0.variant",
      "segments.0.actions.0.other_coupons.0.code",
    ]);
  });

  test("takes the code of one letter for another, and a letter that comes back has its own again", async () => {
    const shared = (variant: Variant, code: string) => variantTerms(variant, 50, { type: "code", code });
    const { id } = await p.call(
      "POST",
      "/campaigns",
      campaign([comparing(shared("A", "AKI-1"), shared("B", "AKI-2"))]),
    );
    const save = async (actions: object[]) => {
      const { segments, version } = await p.detail(id);
      const [{ id: segment, actions: was }] = segments;
      const document = campaign(actions.map((one) => ({ ...one, id: was[0].id })) as Actions);
      await p.call("PUT", `/campaigns/${id}`, {
        ...document,
        version,
        segments: document.segments.map((one) => ({ ...one, id: segment })),
      });
      return (await p.call("GET", `/campaigns/${id}/coupons`)).items
        .map((one: { variant: Variant | null; code: string }) => [one.variant, one.code])
        .sort();
    };
    expect(await save([comparing(shared("A", "AKI-2"), shared("B", "AKI-1"))])).toEqual([
      ["A", "AKI-2"],
      ["B", "AKI-1"],
    ]);
    expect(
      await save([
        { ...couponAction(variantTerms("A", null, { type: "code", code: "AKI-2" })), seq: 1, other_coupons: [] },
      ]),
    ).toEqual([["A", "AKI-2"]]);
    expect(await save([comparing(shared("A", "AKI-2"), shared("B", "AKI-1"))])).toHaveLength(2);
  });

  test("names the share that keeps it from going out", async () => {
    expect(await refused([comparing(variantTerms("A", 60), variantTerms("B", 41))])).toEqual({
      "segments.0.actions.0.other_coupons.0.share": "割合の合計が101%です。100%以下にしてください",
    });
    const mails = { ...mailAction({ variant: "A", share: 30 }), seq: 2 };
    const other = mailAction({ variant: "B", share: 30 }).mail as NonNullable<ReturnType<typeof mailAction>["mail"]>;
    expect(
      await refused([comparing(variantTerms("A", 40), variantTerms("B", 40)), { ...mails, other_mails: [other] }]),
    ).toEqual({
      "segments.0.actions.1.other_mails.0.share": expect.stringContaining("ほかのアクションの比較で"),
    });
  });

  test("promises a code in a mail only where each of its coupons has one", async () => {
    const code = variantTerms("A", 50, { type: "code", code: "AKI-1" });
    const mail = { ...mailAction({ body: "{{ coupon_code }}" }), seq: 2 };
    expect(Object.keys(await refused([comparing(code, variantTerms("B", 50)), mail]))).toEqual([
      "segments.0.actions.1.mail.body",
    ]);
  });

  test("is approved with what each letter gives, and as before where there is one", async () => {
    const { accountId } = p.inn;
    const { id } = await p.call(
      "POST",
      "/campaigns",
      campaign([comparing(variantTerms("A", 50), variantTerms("B", 50))]),
    );
    const approvalFingerprint = () =>
      p.t.app.database.inScope({ accountIds: [accountId] }, async (tx) =>
        (await contentHash(tx, ACTION_KINDS, accountId, id)).toString("hex"),
      );
    const hashes = [await approvalFingerprint()];
    for (const change of [
      sql`discount_absolute = 500 where variant = 'B'`,
      sql`share = 40 where variant = 'B'`,
      sql`variant = 'C' where variant = 'B'`,
    ]) {
      await p.query(sql`update coupons set ${change}`);
      hashes.push(await approvalFingerprint());
    }
    expect(new Set(hashes).size).toBe(4);
  });

  test("is copied with codes of its own for each letter", async () => {
    const shared = (variant: Variant, code: string) => variantTerms(variant, 50, { type: "code", code });
    const { id } = await p.call(
      "POST",
      "/campaigns",
      campaign([comparing(shared("A", "AKI-1"), shared("B", "FUYU-1"))]),
    );
    const copy = await p.call("POST", `/campaigns/${id}/copy`);
    const [{ coupon, other_coupons: others }] = (await p.detail(copy.id)).segments[0].actions;
    expect([coupon.code, others.map(({ code }: { code: string }) => code)]).toEqual(["AKI-2", ["FUYU-2"]]);
  });
});

describe("a send", () => {
  test("gives each guest the coupon of their letter, the others wait with their mail, and get the one that is chosen", async () => {
    await guests(40);
    const mail = { ...mailAction({ title: "お知らせ", body: "{{ coupon_name }}をお届けします。" }), seq: 2 };
    const id = await p.started(campaign([comparing(variantTerms("A", 30), variantTerms("B", 30)), mail]));
    await p.drain();
    const first = await given();
    const [{ variants, rest, type }] = await compared(id);
    expect([type, (await p.detail(id)).held, p.sink.received.length, rest.waiting]).toEqual([
      "coupon",
      "variant",
      first.length,
      40 - first.length,
    ]);
    for (const { variant, sent, given: has, used } of variants) {
      const own = first.filter((one) => one.variant === variant);
      expect(own.length).toBeGreaterThan(2);
      expect([sent, has, used]).toEqual([own.length, own.length, 0]);
    }
    const [addresses, texts] = [await addressOf(), await bodies()];
    for (const { customer_id, name } of first) expect(texts.get(addresses.get(customer_id) ?? "")).toContain(name);
    await choose(id, "B");
    await p.drain();
    const all = await given();
    const later = all.filter((one) => !first.some(({ customer_id }) => customer_id === one.customer_id));
    expect([all.length, new Set(later.map(({ variant }) => variant)), p.sink.received.length]).toEqual([
      40,
      new Set(["B"]),
      40,
    ]);
    expect((await p.detail(id)).status).toBe("inactive");
    expect((await compared(id))[0].variants, "whoever waited is no part of the comparison").toEqual(variants);
  });

  test("keeps each coupon's limit by itself, and each one's codes", async () => {
    const ids = await guests(30);
    const pool = variantTerms("B", 50, { type: "code", code: null, name: "券B" });
    const { id } = await p.call(
      "POST",
      "/campaigns",
      campaign([comparing(variantTerms("A", 50, { acquire_amount_limit: 3 }), pool)]),
    );
    const missing = await p.staff({ method: "POST", url: `/api/campaigns/${id}/activate`, payload: { version: 1 } });
    expect(Object.keys(missing.json().fields)).toEqual(["segments.0.actions.0.other_coupons.0.code"]);
    const { id: couponId } = await couponOf(id, "B");
    await p.query(sql`insert into coupon_codes (account_id, coupon_id, code) select ${p.inn.accountId}, ${couponId}, 'B-' || n
      from generate_series(1, 4) n`);
    await p.query(sql`update coupon_counters set code_count = 4, codes_left = 4 where coupon_id = ${couponId}`);
    const review = await p.call("GET", `/campaigns/${id}/review`);
    expect(review.estimates[0].count).toBe(7);
    expect(review.cautions.map(({ path, code }: { path: string; code: string }) => [path, code])).toEqual(
      expect.arrayContaining([
        ["segments.0.actions.0.coupon.acquire_amount_limit", "coupons_short"],
        ["segments.0.actions.0.other_coupons.0.code", "codes_short"],
      ]),
    );
    await p.call("POST", `/campaigns/${id}/activate`, { version: 1 });
    await p.drain();
    const all = await given();
    const ofVariant = (variant: Variant) => all.filter((one) => one.variant === variant);
    expect([ofVariant("A").length, ofVariant("B").length, ofVariant("A").every(({ code }) => code === null)]).toEqual([
      3,
      4,
      true,
    ]);
    expect(new Set(ofVariant("B").map(({ code }) => code)).size).toBe(4);
    const reasons = (await variantsOf()).filter(({ outcome }) => outcome === "skipped").map(({ reason }) => reason);
    expect([reasons.length, new Set(reasons)]).toEqual([
      ids.length - 7,
      new Set(["coupon_exhausted", "coupon_no_code"]),
    ]);
  });

  test("tells of a code for everybody, and offers what guests take, by the guest's own letter, in the mail and on its page", async () => {
    await guests(24);
    const code = variantTerms("A", 50, { type: "code", code: "KURA-A" });
    const taken = variantTerms("B", 50, { taken_by_guest: true, acquire_amount_limit: 1 });
    const says = { title: "お知らせ", body: "{{ coupon_name }}", blocks: [blankBlock("coupon")] };
    const id = await p.started(campaign([comparing(code, taken), { ...mailAction(says), seq: 2 }]));
    await p.drain();
    const addresses = await addressOf();
    const recipients = await variantsOf();
    const offered: { url: string; coupon: string }[] = [];
    for (const { customer_id, variant } of recipients) {
      const { text = "" } = await p.sink.parsed(addresses.get(customer_id) ?? "");
      const url = String(/\/c\/[\w.~-]+/.exec(text)?.[0]);
      const page = await p.t.anonymous({ method: "GET", url });
      const coupon = /name="coupon" value="(\d+)"/.exec(page.body)?.[1];
      const other = variant === "A" ? "券B" : "券A";
      expect([text.includes(`券${variant}`), page.body.includes(`券${variant}`)]).toEqual([true, true]);
      expect([text.includes(other), page.body.includes(other), page.body.includes("KURA-A")]).toEqual([
        false,
        false,
        variant === "A",
      ]);
      expect(coupon === undefined).toBe(variant === "A");
      if (coupon) offered.push({ url, coupon });
    }
    expect(offered.length).toBeGreaterThan(2);
    const take = ({ url, coupon }: { url: string; coupon: string }) =>
      p.t.anonymous({
        method: "POST",
        url,
        headers: { "content-type": "application/x-www-form-urlencoded" },
        payload: `coupon=${coupon}`,
      });
    for (const one of offered.slice(0, 2)) await take(one);
    expect(
      (await given()).map(({ variant }) => variant),
      "the limit is the letter's own",
    ).toEqual(["B"]);
    const [{ variants: figures }] = await compared(id);
    expect(figures.map(({ given: has }: { given: number }) => has)).toEqual([24 - offered.length, 1]);
  });
});

test("a use says the letter: in the comparison, in the results and of the booking that it brought", async () => {
  await guests(24);
  const id = await p.started(campaign([comparing(variantTerms("A", 50), variantTerms("B", 50))]));
  await p.drain();
  const all = await given();
  const used = all.filter(({ customer_id, variant }) => variant === "A" || customer_id % 2 === 0);
  const { accountId } = p.inn;
  for (const { customer_id } of used) {
    const [row] = await p.query<{
      id: number;
    }>(sql`insert into stay_reservations (account_id, facility_account_id, customer_id,
        original_reservation_code, reserved_date, reserved_price, check_in_date, check_out_date)
      values (${accountId}, ${accountId}, ${customer_id}, ${`R${customer_id}`}, '2026-11-21', 10000, '2026-12-30', '2026-12-31')
      returning id::int`);
    const [held] = await p.query<{ id: number }>(
      sql`select coupon_id::int as id from acquire_coupons where customer_id = ${customer_id}`,
    );
    await p.call("POST", `/customers/${customer_id}/use-coupons`, {
      coupon_id: held?.id,
      stay_reservation_id: row?.id,
    });
  }
  now = new Date("2026-11-22T03:00:00Z");
  await recomputeAttributions(p.t.app, { signal: new AbortController().signal });
  const count = (of: readonly Given[], variant: Variant) => of.filter((one) => one.variant === variant).length;
  const [{ variants }] = await compared(id);
  for (const variant of ["A", "B"] as const) {
    const [has, uses] = [count(all, variant), count(used, variant)];
    expect(variants.find((one: { variant: Variant }) => one.variant === variant)).toMatchObject({
      given: has,
      used: uses,
      used_interval: shareInterval(uses, has),
      reserved: uses,
    });
  }
  const { rows, total } = await p.call("GET", `/campaigns/${id}/results?by=variant`);
  expect(
    rows.map((row: Record<string, unknown>) => [
      row.variant,
      row.name,
      row.coupons_given,
      row.coupons_used,
      row.reserved,
    ]),
  ).toEqual([
    ["A", "券A", count(all, "A"), count(used, "A"), count(used, "A")],
    ["B", "券B", count(all, "B"), count(used, "B"), count(used, "B")],
  ]);
  expect([total.coupons_given, total.coupons_used]).toEqual([all.length, used.length]);
  const key = rows[1].key;
  const behind = await p.call(
    "GET",
    `/campaigns/${id}/results/guests?by=variant&key=${key}&figure=coupons_used&size=100`,
  );
  expect(behind.total).toBe(count(used, "B"));
  const { items } = await p.call("GET", `/campaigns/${id}/bookings?size=100`);
  const variantOf = new Map(all.map((one) => [one.customer_id, one.variant]));
  expect(items).toHaveLength(used.length);
  for (const { customer_id, variant, coupon_name } of items)
    expect([variant, coupon_name]).toEqual([variantOf.get(customer_id), `券${variantOf.get(customer_id)}`]);
});
