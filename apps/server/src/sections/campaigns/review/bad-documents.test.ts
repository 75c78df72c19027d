import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Caller, makeUser } from "../../../test/app.ts";
import { couponAction, EVERYBODY, mailAction, pointAction, promotion } from "../campaigns.fixture.ts";
import { asked } from "../document.fixture.ts";
import { openPipeline, type Pipeline } from "../pipeline.fixture.ts";

// What is wrong is refused at its place, in a new campaign and in a saved one; nothing of it is kept, and no text breaks the server.
let p: Pipeline;
let staff: ReturnType<typeof asked>;
beforeAll(async () => {
  p = await openPipeline();
  staff = asked(p.staff);
});
afterAll(() => p.close());

const of = (...actions: object[]) => ({
  id: null,
  priority_seq: 1,
  target: EVERYBODY,
  actions: actions.map((action, at) => ({ ...action, seq: at + 1 })) as never,
});
const only = (...actions: object[]) => promotion({ segments: [of(...actions)] });
const named = (name: string) => promotion({ segments: [{ ...of(mailAction()), name }] });
const EMOJI = "😀".repeat(10_000);
const LONE = "秋\ud83d";
const AT = "segments.0.actions.0";

test.each<[string, object, string]>([
  ["a NUL in the name", promotion({ name: "a\0b" }), "name"],
  ["half a character in the name", promotion({ name: LONE }), "name"],
  ["10,000 emoji in the name", promotion({ name: EMOJI }), "name"],
  ["a name that is read backwards", promotion({ name: "\u202e秋" }), "name"],
  ["a NUL in a segment's name", named("a\0b"), "segments.0.name"],
  ["half a character in a segment's name", named(LONE), "segments.0.name"],
  ["10,000 emoji in a segment's name", named(EMOJI), "segments.0.name"],
  ["half a character in a coupon's name", only(couponAction({ name: LONE })), `${AT}.coupon.name`],
  ["10,000 emoji in a coupon's name", only(couponAction({ name: EMOJI })), `${AT}.coupon.name`],
  ["half a character in a mail", only(mailAction({ body: LONE })), `${AT}.mail.body`],
  ["20,001 emoji in a mail", only(mailAction({ body: `${EMOJI}${EMOJI}😀` })), `${AT}.mail.body`],
  ["10,000 emoji in a subject", only(mailAction({ title: EMOJI })), `${AT}.mail.title`],
  ["a sender with half a character", only(mailAction({ from_address: LONE })), `${AT}.mail.from_address`],
  [
    "an end before the start",
    promotion({ campaign_start_dt: "2026-12-02", campaign_end_dt: "2026-12-01" }),
    "campaign_end_dt",
  ],
  ["a day that there is not", promotion({ campaign_start_dt: "2026-02-30" }), "campaign_start_dt"],
  [
    "a coupon whose stays end before they begin",
    only(couponAction({ stay_start_date: "2027-02-01", stay_end_date: "2027-01-01" })),
    `${AT}.coupon.stay_end_date`,
  ],
  ["a preset that there is not", { ...promotion(), preset_type: "x" }, "preset_type"],
])("%s", async (_, document, field) => {
  const answer = await staff.ask("POST", "/campaigns", document);
  expect([answer.status, answer.fields]).toEqual([400, [field]]);
  const id = await staff.made(promotion());
  const before = await staff.saved(id);
  const edit = document as { segments: object[] };
  const [segment] = before.segments;
  const segments = edit.segments.map((one) => ({ ...one, id: segment?.id }));
  const refused = await staff.put(id, { ...edit, segments, version: before.version });
  expect([refused.status, refused.fields]).toEqual([400, [field]]);
  expect(await staff.saved(id)).toEqual(before);
});

test("a coupon that has ended before it can be used is saved, and is missing until it is mended", async () => {
  const id = await staff.made(only(couponAction({ stay_end_date: "2026-11-01" }), mailAction()));
  const { missing } = await staff.request("GET", `/campaigns/${id}`);
  expect(missing.map(({ path }: { path: string }) => path)).toEqual([`${AT}.coupon.stay_end_date`]);
  expect((await staff.ask("POST", `/campaigns/${id}/activate`, { version: 1 })).fields).toEqual([
    `${AT}.coupon.stay_end_date`,
  ]);
});

test("what a name may hold it keeps: 100 emoji, and 60 in a segment", async () => {
  const segments = [{ ...of(mailAction()), name: "🍵".repeat(60) }];
  const id = await staff.made(promotion({ name: "👘".repeat(100), segments }));
  const saved = await staff.saved(id);
  expect([saved.name, saved.segments[0]?.name]).toEqual(["👘".repeat(100), "🍵".repeat(60)]);
});

describe("ten people at once", () => {
  const people: Caller[] = [];
  beforeAll(async () => {
    for (let n = 0; n < 10; n++) people.push(await p.t.as(await makeUser(p.t.app, p.inn, "role_admin", ["*"])));
  });

  test("one gets a code for everybody, the others are told where it is taken", async () => {
    const document = only(couponAction({ type: "code", code: "MINNA" }));
    const answers = await Promise.all(people.map((one) => asked(one).ask("POST", "/campaigns", document)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(400)]);
    for (const { status, fields } of answers) if (status === 400) expect(fields).toEqual([`${AT}.coupon.code`]);
  });

  test("copies of one campaign, and of others with a code like its, each have a code of their own", async () => {
    const ids: number[] = [];
    for (const code of ["KYO", "KYO-1"]) ids.push(await staff.made(only(couponAction({ type: "code", code }))));
    const answers = await Promise.all(
      people.map((one, n) => asked(one).request("POST", `/campaigns/${ids[n % 2]}/copy`)),
    );
    const codes = await Promise.all(
      answers.map(async ({ id }) => (await staff.request("GET", `/campaigns/${id}/coupons`)).items[0].code),
    );
    expect(new Set([...codes, "KYO", "KYO-1"]).size).toBe(12);
  });

  test("what is put back while others save is one version like any other", async () => {
    const id = await staff.made(only(pointAction(), mailAction()));
    await staff.save(id, { ...(await staff.saved(id)), name: "二" });
    const answers = await Promise.all(
      people.map((one, n) =>
        n % 2 === 0
          ? asked(one).ask("POST", `/campaigns/${id}/edits/1/restore`, { version: 2 })
          : asked(one).put(id, { ...promotion(), name: `${n}`, segments: [of()], version: 2 }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(412)]);
    const { version, segments } = await staff.saved(id);
    expect([version, segments.length]).toEqual([3, 1]);
  });
});
