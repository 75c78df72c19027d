import type { CampaignEdit } from "@okaeri/contract/campaigns/document";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { all, couponAction, EVERYBODY, mailAction, makeGuests, promotion } from "../../campaigns.fixture.ts";
import { openPipeline, type Pipeline } from "../../pipeline.fixture.ts";

// A mail shows each guest their own coupon (docs/adr/0179), and is not sent to guests without one. Today is 2026-11-20.

let p: Pipeline;
beforeEach(async () => {
  p = await openPipeline();
});
afterEach(() => p.close());

type Action = CampaignEdit["segments"][number]["actions"][number];
const offer = (actions: Action[], target: CampaignEdit["segments"][number]["target"] = EVERYBODY) =>
  promotion({ segments: [{ id: null, priority_seq: 1, target, actions }] });
const NAMING = "{{ name }}様: {{ coupon_name }} {{ coupon_code }} {{ coupon_until }}まで。";
const naming = (over: Parameters<typeof mailAction>[0] = {}) => ({ ...mailAction({ body: NAMING, ...over }), seq: 1 });
/** The mail's action stands before the coupon's: the coupon is given first all the same. */
const pool = (terms: Parameters<typeof couponAction>[0] = {}) =>
  couponAction({ type: "code", code: null, reservation_end_date: "2026-12-24", ...terms });

async function saved(document: CampaignEdit, codes?: string): Promise<{ id: number; coupon: number; action: number }> {
  const { id } = await p.call("POST", "/campaigns", document);
  const [coupon] = (await p.call("GET", `/campaigns/${id}/coupons`)).items;
  if (codes) await p.call("POST", `/campaigns/${id}/coupons/${coupon.id}/codes`, { text: codes });
  const { segments } = await p.detail(id);
  const action = segments[0].actions.find((one: Action) => one.type === "coupon")?.id;
  return { id, coupon: coupon?.id, action };
}
async function sent(id: number): Promise<void> {
  const { version } = await p.detail(id);
  await p.call("POST", `/campaigns/${id}/activate`, { version });
  await p.drain();
}
const textOf = async (address: string) => (await p.sink.parsed(address)).text ?? "";
const mailed = async (id: number) =>
  (await p.call("GET", `/campaigns/${id}/recipients?size=100`)).items
    .filter((one: { type: string }) => one.type === "mail")
    .map((one: { address: string; outcome: string; reason: string | null }) =>
      [one.address, one.outcome, one.reason ?? ""].join(" ").trim(),
    )
    .sort();
const NONE = "いま使えるクーポンがないため、送りませんでした";

test("of the same send: each guest's own code; who got none gets no mail, with the reason", async () => {
  await makeGuests(p.t.app, p.inn.accountId, { count: 3, mail: "guest" });
  const { id } = await saved(offer([naming(), pool()]), "C-1\nC-2");
  await sent(id);
  expect(await mailed(id)).toEqual([
    "guest1@example.jp sent",
    "guest2@example.jp sent",
    `guest3@example.jp skipped ${NONE}`,
  ]);
  const given = await p.query<{
    email: string;
    code: string;
  }>(sql`select customer.email, coupon_code.code from acquire_coupons acquired
    join coupon_codes coupon_code on coupon_code.acquire_coupon_id = acquired.id
      join customers customer on customer.id = acquired.customer_id order by 1`);
  expect(given.map((one) => one.code)).toEqual(["C-1", "C-2"]);
  for (const { email, code } of given)
    expect(await textOf(email)).toContain(`秋の2,000円割引 ${code} 2026年12月24日まで。`);
  const english = await p.staff({
    method: "GET",
    url: `/api/campaigns/${id}/recipients?outcome=skipped&size=100`,
    headers: { "x-okaeri-language": "en" },
  });
  expect(english.json().items.map((one: { reason: string }) => one.reason)).toContain(
    "Not sent, because the guest has no coupon that can be used",
  );
});

test("a later mail: the guest's coupon that is over first and can be used; used, ended, of nobody, or without a code: none", async () => {
  const ids = await makeGuests(p.t.app, p.inn.accountId, { count: 5, mail: "guest" });
  const nobody = all({ field: "stay_count", operator: ">=", value: 99 });
  const late = await saved(offer([pool({ name: "冬" })], nobody), "W-1\nW-2\nW-3");
  const soon = await saved(offer([pool({ name: "秋", reservation_end_date: "2026-11-30" })], nobody), "A-1");
  const plain = await saved(offer([couponAction({ name: "粗品" })], nobody));
  for (const one of [late, soon, plain]) await sent(one.id);
  const give = (customer: number, coupon_id: number) =>
    p.call("POST", `/customers/${customer}/acquire-coupons`, { coupon_id, remarks: "お礼" });
  const [both = 0, one = 0, used = 0, noCode = 0] = ids;
  await give(both, late.coupon);
  await give(both, soon.coupon);
  await give(one, late.coupon);
  await give(used, late.coupon);
  await give(noCode, plain.coupon);
  await p.query(sql`insert into use_coupon_cases (account_id, facility_account_id, customer_id, coupon_id, use_date, discount,
    idempotency_key)
    values (${p.inn.accountId}, ${p.inn.accountId}, ${used}, ${late.coupon}, '2026-11-20', 1, 'x') returning id`);
  const counted = async (tells_of: "coupon" | "code") => {
    const asked = { segments: [{ target: EVERYBODY, types: ["mail"], tells_of }] };
    const [{ will_receive, reasons }] = (await p.call("POST", "/campaigns/audience", asked)).segments;
    return [will_receive, reasons.no_coupon];
  };
  expect(await counted("code")).toEqual([2, 3]);
  expect(await counted("coupon")).toEqual([3, 2]);
  const { id } = await saved(offer([naming()]));
  await sent(id);
  // The send counts by the same rule as the screen before it.
  expect(
    await p.query(
      sql`select funnel -> 'will_receive' as will, sent_count as sent from push_actions where campaign_id = ${id}`,
    ),
  ).toEqual([{ will: 2, sent: 2 }]);
  expect(await mailed(id)).toEqual([
    "guest1@example.jp sent",
    "guest2@example.jp sent",
    ...["guest3", "guest4", "guest5"].map((name) => `${name}@example.jp skipped ${NONE}`),
  ]);
  expect(await textOf("guest1@example.jp")).toContain("秋 A-1 2026年11月30日まで。");
  expect(await textOf("guest2@example.jp")).toContain("冬 W-2 2026年12月24日まで。");
  // A mail whose text does not show the code may mention a coupon without one.
  const names = await saved(offer([naming({ body: "{{ coupon_name }}をお使いください" })]));
  await sent(names.id);
  expect((await mailed(names.id)).filter((line: string) => line.endsWith("sent"))).toHaveLength(3);
});

test("a code of everybody's is told to all who are sent it, in the segment that gives it", async () => {
  await makeGuests(p.t.app, p.inn.accountId, { count: 2, mail: "guest" });
  const { id } = await saved(offer([naming(), couponAction({ type: "code", code: "AKI2026", name: "みんなの秋" })]));
  await sent(id);
  for (const n of [1, 2]) expect(await textOf(`guest${n}@example.jp`)).toContain("みんなの秋 AKI2026 期限なしまで。");
});

describe("said before sending", () => {
  const previewed = (payload: object) =>
    p.call("POST", "/campaigns/preview", { target: EVERYBODY, points: null, customer_id: null, ...payload });

  test("a code where the segment's coupons have none", async () => {
    const { id } = await saved(offer([naming({ title: "{{ coupon_code }}" }), couponAction()]));
    const answer = await p.staff({ method: "POST", url: `/api/campaigns/${id}/activate`, payload: { version: 1 } });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields).toEqual({
      "segments.0.actions.0.mail.title": expect.stringContaining("クーポンにはコードがない"),
    });
  });

  test("the preview shows the guest's own, the next code as an example, or that this guest gets no mail", async () => {
    const [first = 0, second = 0] = await makeGuests(p.t.app, p.inn.accountId, { count: 2, mail: "guest" });
    const own = await saved(offer([naming(), pool()]), "C-1\nC-2");
    const { mail } = naming();
    const coupon = {
      action_id: own.action,
      type: "code",
      name: "書きかけ",
      description: "",
      code: null,
      reservation_end_date: "2026-12-01",
      stay_end_date: null,
    };
    const example = await previewed({ mail, coupon, customer_id: first });
    expect(example).toMatchObject({ coupon_is_example: true, problems: [] });
    expect(example.text).toContain("書きかけ C-1 2026年12月01日まで。");
    const tenDays = { ...coupon, valid_days_from_acquire: 10 };
    expect((await previewed({ mail, coupon: tenDays, customer_id: first })).text).toContain("2026年11月30日まで。");
    // With a schedule it is counted from the run, and the answer says so.
    const first_of_january = { minute: "0", hour: "10", day_of_month: "1", month: "1", day_of_week: "*", year: "*" };
    const timing = { schedule: first_of_january, trigger: null, campaign_start_dt: null, campaign_end_dt: null };
    const sixtyDays = { ...coupon, reservation_end_date: null, valid_days_from_acquire: 60, timing };
    const later = await previewed({ mail, coupon: sixtyDays, customer_id: first });
    expect(later.coupon_given).toEqual({ on: "2027-01-01", because: "run" });
    expect(later.text).toContain("2027年03月02日まで。");
    const none = await previewed({ mail, coupon: null, customer_id: first });
    expect([none.coupon_is_example, none.problems]).toEqual([
      false,
      [{ field: "body", message: "このお客様には、いま使えるクーポンがないため、このメールは送りません" }],
    ]);
    await sent(own.id);
    const held = await previewed({ mail, coupon, customer_id: second });
    expect(held).toMatchObject({ coupon_is_example: false, problems: [] });
    expect(held.text).toContain("秋の2,000円割引 C-2 2026年12月24日まで。");
    // Nobody chosen: one who has a coupon.
    await p.query(sql`update acquire_coupons set active_status = 'inactive', cancel_date = '2026-11-20'
      where customer_id = ${first} returning id`);
    expect(await previewed({ mail, coupon: null })).toMatchObject({ customer: { id: second }, problems: [] });
  });
});

test("what the coupon says of itself is told as it was written: its lines, nothing of it as HTML, one line in a subject", async () => {
  await makeGuests(p.t.app, p.inn.accountId, { count: 2, mail: "guest" });
  const description = "大浴場の<b>貸切</b>にも使えます。\n{{ name }} & 一緒の方も";
  const title = "{{ coupon_name }}: {{ coupon_description }}";
  const mail = naming({ title, body: "ご案内\n{{ coupon_description }}" });
  await sent((await saved(offer([mail, couponAction({ name: "貸切", description })]))).id);
  const { subject, text, html } = await p.sink.parsed("guest1@example.jp");
  expect(subject).toBe("貸切: 大浴場の<b>貸切</b>にも使えます。 {{ name }} & 一緒の方も");
  expect(text).toContain(`ご案内\n${description}`);
  expect(html).toContain("大浴場の&#60;b&#62;貸切&#60;/b&#62;にも使えます。<br>{{ name }} &#38; 一緒の方も");
  await sent(
    (
      await saved(
        offer([
          naming({ body: "[{{ coupon_description }}]\n{{ coupon_name }}をどうぞ。" }),
          couponAction({ description: "" }),
        ]),
      )
    ).id,
  );
  expect((await p.sink.parsed("guest1@example.jp")).text).toMatch(/^秋の2,000円割引をどうぞ。\n/);
});
