import { blankCoupon } from "@okaeri/domain/coupons/coupon";
import { blankMail } from "@okaeri/domain/messaging/mail-blocks";
import { expect, test } from "vitest";
import { campaignOf, savedActions, segment } from "../campaigns.fixture.ts";
import { type DraftWhen, newWhen } from "../schedule/draft-when.ts";
import { campaignDraftOf, type Draft } from "./draft.ts";
import { lacksOnlyConditions, refusedInDraft } from "./refused-drafts.ts";

const rule = (value: unknown) => ({ combinator: "and", rules: [{ field: "stay_count", operator: ">=", value }] });
const block = { seq: 1, kind: "url", text: "", label: "見る", url: "", image: null, alt: "", target: null } as const;
const mail = (part: object) => savedActions([{ type: "mail", mail: { ...blankMail(), ...part } } as never]);
const coupon = (part: object) => savedActions([{ type: "coupon", coupon: { ...blankCoupon(), ...part } } as never]);
const withTarget = (target: object) => campaignDraftOf(campaignOf({ segments: [{ ...segment(), target } as never] }));
const withActions = (actions: ReturnType<typeof mail>) =>
  campaignDraftOf(campaignOf({ segments: [{ ...segment(), actions }] }));

const whenOf = (change: (when: DraftWhen) => DraftWhen, own = false): Draft => {
  const draft = withActions(mail({ title: "お知らせ", body: "本文" }));
  const when = change(newWhen());
  if (!own) return { ...draft, when };
  const [only] = draft.segments;
  return only ? { ...draft, segments: [{ ...only, actions: only.actions.map((one) => ({ ...one, when })) }] } : draft;
};
const scheduled =
  (schedule: Partial<DraftWhen["schedule"]>) =>
  (when: DraftWhen): DraftWhen => ({
    ...when,
    by: "schedule",
    schedule: { ...when.schedule, ...schedule },
  });
const triggered =
  (trigger: Partial<DraftWhen["trigger"]>) =>
  (when: DraftWhen): DraftWhen => ({
    ...when,
    by: "trigger",
    trigger: { ...when.trigger, ...trigger },
  });
const FIELDS = newWhen().schedule.fields;

// Drafts that the server refuses with 400, and the path of what is refused. They stay in the browser.
test.each([
  ["a condition without its value", withTarget(rule(null)), "segments.0.target", true],
  ["a value that no guest can have", withTarget(rule(-5)), "segments.0.target", false],
  ["a placeholder that is half typed", withActions(mail({ title: "{{ na" })), "segments.0.actions.0.mail.title", false],
  [
    "a link that is half typed",
    withActions(mail({ blocks: [{ ...block, url: "http" }] })),
    "segments.0.actions.0.mail.blocks.0.url",
    false,
  ],
  [
    "a block whose condition lacks its value",
    withActions(mail({ blocks: [{ ...block, target: rule(null) }] })),
    "segments.0.actions.0.mail.blocks.0.target",
    true,
  ],
  [
    "days of a stay that end before they begin",
    withActions(coupon({ stay_start_date: "2026-12-02", stay_end_date: "2026-12-01" })),
    "segments.0.actions.0.coupon.stay_end_date",
    false,
  ],
  ["a script that is half typed", withTarget({ lua: "return stay_count >=" }), "segments.0.target", false],
  ["a script that names no fact", withTarget({ lua: "return stay_coun >= 3" }), "segments.0.target", false],
  ["a schedule without its day", whenOf(scheduled({ every: "once", on: "" })), "when.schedule.day_of_month", false],
  ["a weekly schedule without a weekday", whenOf(scheduled({ every: "week", weekdays: [] })), "when.schedule", false],
  ["a schedule whose time is half typed", whenOf(scheduled({ every: "day", time: "1" })), "when.schedule.hour", false],
  [
    "a field of a schedule that cannot be read",
    whenOf(scheduled({ every: "other", fields: { ...FIELDS, hour: "25" } })),
    "segments.0.actions.0.schedule.hour",
    false,
  ],
  [
    "an action's own schedule without its day",
    whenOf(scheduled({ every: "once", on: "" }), true),
    "segments.0.actions.0.schedule.day_of_month",
    false,
  ],
  ["a trigger without its days", whenOf(triggered({ offset_days: "" })), "when.trigger.offset_days", false],
  [
    "a period that ends before it begins",
    campaignDraftOf(campaignOf({ campaign_start_dt: "2026-12-02", campaign_end_dt: "2026-12-01" })),
    "end",
    false,
  ],
])("%s keeps the draft from being sent", (_, draft, path, unfinished) => {
  const problems = refusedInDraft(draft);
  expect(problems[0]?.path.startsWith(path), JSON.stringify(problems)).toBe(true);
  expect(lacksOnlyConditions(draft, problems)).toBe(unfinished);
});

test.each([
  ["a new draft", campaignDraftOf(campaignOf({}))],
  ["a condition that is complete", withTarget(rule(3))],
  ["a script that is complete", withTarget({ lua: "return stay_count >= 3" })],
  ["a schedule that is complete", whenOf(scheduled({ every: "week", weekdays: [2] }))],
  ["a trigger that is complete", whenOf(triggered({}))],
  ["a mail without words", withActions(mail({ title: "", body: "" }))],
  ["an image block without a picture", withActions(mail({ blocks: [{ ...block, kind: "image", label: "" }] }))],
  ["a button without its link", withActions(mail({ blocks: [block] }))],
  ["a coupon without a name", withActions(coupon({ name: "" }))],
])("%s is sent, because a draft may be incomplete", (_, draft) => {
  expect(refusedInDraft(draft)).toEqual([]);
});
