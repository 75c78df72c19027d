import { TRIGGER_BASES } from "@okaeri/domain/campaigns/triggers/trigger";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { couponAction, EVERYBODY, mailAction, pointAction, promotion } from "../campaigns.fixture.ts";
import { asked, withFirst } from "../document.fixture.ts";
import { openPipeline, type Pipeline } from "../pipeline.fixture.ts";

// docs/adr/0490: when an action happens, what the campaign is for, and to whom it counts.
let p: Pipeline;
let staff: ReturnType<typeof asked>;
beforeAll(async () => {
  p = await openPipeline();
  staff = asked(p.staff);
});
afterAll(() => p.close());

const SCHEDULE = { minute: "0", hour: "10", day_of_month: "1", month: "*", day_of_week: "*", year: "*" };
const TRIGGER = { base: "before_check_in", offset_days: 3, time: "10:00", once_per: "stay", once_days: null };
const BY_HAND = { schedule: null, schedule_once: null, trigger: null };
const of = (...actions: object[]) => ({
  id: null,
  priority_seq: 1,
  target: EVERYBODY,
  actions: actions.map((action, at) => ({ ...action, seq: at + 1 })) as never,
});
const timed = (timing: object) => promotion({ segments: [of({ ...mailAction(), ...timing })] });
const trigger = (over: object) => timed({ trigger: { ...TRIGGER, ...over } });
const once = (schedule_once: object) => timed({ schedule: SCHEDULE, schedule_once });
const service = (over: object = {}) => ({ ...promotion({ type: "customer_service", ...over }), purpose: "service" });
const AT = "segments.0.actions.0";

test.each<[string, object, string[]]>([
  ["400 days after", trigger({ offset_days: -400 }), [`${AT}.trigger.offset_days`]],
  ["731 days before", trigger({ offset_days: 731 }), [`${AT}.trigger.offset_days`]],
  ["half a day before", trigger({ offset_days: 0.5 }), [`${AT}.trigger.offset_days`]],
  ["25:00", trigger({ time: "25:00" }), [`${AT}.trigger.time`]],
  ["24:00", trigger({ time: "24:00" }), [`${AT}.trigger.time`]],
  ["9:00", trigger({ time: "9:00" }), [`${AT}.trigger.time`]],
  ["a field that nobody has", trigger({ base: "favourite_tea" }), [`${AT}.trigger.base`]],
  ["once a month", trigger({ once_per: "month" }), [`${AT}.trigger.once_per`]],
  ["once in days, without days", trigger({ once_per: "days" }), [`${AT}.trigger.once_days`]],
  ["once in no days", trigger({ once_per: "days", once_days: 0 }), [`${AT}.trigger.once_days`]],
  ["once in more days than ten years", trigger({ once_per: "days", once_days: 3_651 }), [`${AT}.trigger.once_days`]],
  ["once ever, in days", trigger({ once_per: "ever", once_days: 30 }), [`${AT}.trigger.once_days`]],
  ["a birthday once for each stay", trigger({ base: "birthday" }), [`${AT}.trigger.once_per`]],
  ["a trigger with more", trigger({ hour: 10 }), [`${AT}.trigger.hour`]],
  ["a trigger without a time", timed({ trigger: { ...TRIGGER, time: undefined } }), [`${AT}.trigger.time`]],
  ["schedule and trigger", timed({ schedule: SCHEDULE, trigger: TRIGGER }), [`${AT}.trigger`]],
  ["a schedule without an hour", timed({ schedule: { ...SCHEDULE, hour: undefined } }), [`${AT}.schedule.hour`]],
  ["a schedule with an empty minute", timed({ schedule: { ...SCHEDULE, minute: "" } }), [`${AT}.schedule.minute`]],
  ["a schedule with a number", timed({ schedule: { ...SCHEDULE, minute: 0 } }), [`${AT}.schedule.minute`]],
  ["a schedule with seconds", timed({ schedule: { ...SCHEDULE, second: "0" } }), [`${AT}.schedule.second`]],
  ["a schedule of every minute", timed({ schedule: { ...SCHEDULE, minute: "*" } }), [`${AT}.schedule.minute`]],
  ["a 32nd day", timed({ schedule: { ...SCHEDULE, day_of_month: "32" } }), [`${AT}.schedule.day_of_month`]],
  [
    "a last day that is a Monday",
    timed({ schedule: { ...SCHEDULE, day_of_month: "L", day_of_week: "1" } }),
    [`${AT}.schedule.day_of_week`],
  ],
  [
    "all that is wrong with a schedule",
    timed({ schedule: { ...SCHEDULE, hour: "25", month: "mai", year: "1969" } }),
    [`${AT}.schedule.hour`, `${AT}.schedule.month`, `${AT}.schedule.year`],
  ],
  ["once in days by schedule, without days", once({ once_per: "days" }), [`${AT}.schedule_once.once_days`]],
  ["once a year by schedule, in days", once({ once_per: "year", once_days: 9 }), [`${AT}.schedule_once.once_days`]],
  ["once for each stay by schedule", once({ once_per: "stay" }), [`${AT}.schedule_once.once_per`]],
  ["once a year, by hand", timed({ schedule_once: { once_per: "year" } }), [`${AT}.schedule_once`]],
  [
    "a schedule of a basic campaign",
    promotion({ type: "basic", segments: [of({ ...pointAction(), schedule: SCHEDULE })] }),
    [`${AT}.schedule`],
  ],
  [
    "a trigger of a basic campaign",
    promotion({ type: "basic", segments: [of({ ...pointAction(), trigger: TRIGGER } as never)] }),
    [`${AT}.trigger`],
  ],
  [
    "about the stay, with a coupon",
    service({ segments: [of(mailAction(), couponAction())] }),
    ["segments.0.actions.1.type"],
  ],
  ["about the stay, in a promotion", service({ type: "repeat_promotion" }), ["purpose"]],
  ["about the stay, with a control group", { ...service(), control_rate: 5 }, ["control_rate"]],
  ["a purpose that there is not", { ...promotion(), purpose: "news" }, ["purpose"]],
  ["a control group of 51 %", { ...promotion(), control_rate: 51 }, ["control_rate"]],
  ["a control group of -1 %", { ...promotion(), control_rate: -1 }, ["control_rate"]],
  ["a control group of 2.5 %", { ...promotion(), control_rate: 2.5 }, ["control_rate"]],
  [
    "a control group of a basic campaign",
    { ...promotion({ type: "basic", segments: [of(pointAction())] }), control_rate: 5 },
    ["control_rate"],
  ],
  ["priority 0", { ...promotion(), priority: 0 }, ["priority"]],
  ["priority 10", { ...promotion(), priority: 10 }, ["priority"]],
])("%s", async (_, document, fields) => {
  const answer = await staff.ask("POST", "/campaigns", document);
  expect([answer.status, answer.fields]).toEqual([400, fields]);
});

test("every base is kept as it was said, and what was not said is by hand, marketing, 5 and nobody left out", async () => {
  const actions = TRIGGER_BASES.map((base, at) => ({
    ...mailAction(),
    trigger: { base, offset_days: at, time: "23:59", once_per: "days", once_days: 30 },
  }));
  const id = await staff.made(promotion({ segments: [of(...actions)] }));
  const saved = await staff.saved(id);
  expect(saved.segments[0]?.actions.map(({ trigger }) => trigger)).toEqual(actions.map(({ trigger }) => trigger));
  const plain = await staff.saved(await staff.made(promotion()));
  expect([plain.purpose, plain.priority, plain.control_rate]).toEqual(["marketing", 5, 0]);
  expect(plain.segments[0]?.actions[0]).toMatchObject(BY_HAND);
  const serviceCampaign = await staff.saved(await staff.made(service() as never));
  expect([serviceCampaign.type, serviceCampaign.purpose]).toEqual(["customer_service", "service"]);
});

test("who says nothing of the timing keeps it; who says a part of it says all of it", async () => {
  const id = await staff.made(timed({ schedule: SCHEDULE, schedule_once: { once_per: "ever" } }));
  await staff.save(id, { ...(await staff.saved(id)), purpose: "marketing", priority: 2, control_rate: 10 });
  const saved = await staff.saved(id);
  const put = async (timing: object) => {
    const now = await staff.saved(id);
    const {
      purpose: _p,
      priority: _n,
      control_rate: _c,
      ...document
    } = withFirst(now, ({ actions }) => ({
      actions: actions.map(({ schedule: _s, schedule_once: _o, trigger: _t, ...action }) => ({
        ...action,
        ...timing,
      })) as never,
    }));
    await staff.save(id, document);
    return staff.saved(id);
  };
  expect(await put({})).toEqual({ ...saved, version: saved.version + 1 });
  const triggered = await put({ trigger: TRIGGER });
  expect(triggered.segments[0]?.actions[0]).toMatchObject({ ...BY_HAND, trigger: TRIGGER });
  expect([triggered.priority, triggered.control_rate]).toEqual([2, 10]);
  expect((await put({ trigger: null })).segments[0]?.actions[0]).toMatchObject(BY_HAND);
});

test("timing comes back with the action that was taken out, and ends with the campaign", async () => {
  const id = await staff.made(
    promotion({ segments: [of(pointAction(), { ...mailAction(), schedule: SCHEDULE, schedule_once: null })] }),
  );
  const whole = await staff.saved(id);
  const rows = async () =>
    (
      await p.query<{ n: number }>(
        sql`select count(*)::int as n from schedules where campaign_action_id = ${whole.segments[0]?.actions[1]?.id}`,
      )
    )[0]?.n;
  await staff.save(
    id,
    withFirst(whole, ({ actions }) => ({ actions: actions.slice(0, 1) })),
  );
  await staff.save(id, { ...whole, version: 2 });
  expect(await staff.saved(id)).toEqual({ ...whole, version: 3 });
  expect(await rows()).toBe(1);
  await staff.request("DELETE", `/campaigns/${id}`);
  expect(await rows()).toBe(0);
});

test("a change of type that no longer takes the purpose is refused at the purpose", async () => {
  const id = await staff.made(service() as never);
  const { purpose: _, ...document } = await staff.saved(id);
  const answer = await staff.put(id, { ...document, type: "repeat_promotion" });
  expect([answer.status, answer.fields]).toEqual([400, ["purpose"]]);
});
