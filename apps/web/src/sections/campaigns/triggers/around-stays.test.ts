import type { CampaignAction } from "@okaeri/contract/campaigns/document";
import { BY_HAND } from "@okaeri/domain/campaigns/schedule/timing";
import { judgedIn } from "@okaeri/domain/campaigns/triggers/occasions";
import { SEGMENT_REFERENCES } from "@okaeri/domain/segments/fields";
import { expect, test } from "vitest";
import type { ConditionNames } from "../../../parts/campaigns/conditions/names.ts";
import { wordsOffered } from "../actions/mail/words-offered.ts";
import { audienceQuestion } from "../audience/audience-question.ts";
import { offersFor } from "../audience/offered-facts.ts";
import { newAction, newDraft, withSegment } from "../editor/draft.ts";
import { draftProblems } from "../editor/draft-problems.ts";

// A campaign around a stay is offered the facts and words of its reservation, and asks with its occasions.

const names = Object.fromEntries(
  SEGMENT_REFERENCES.map((kind) => [kind, [{ id: 1, name: "一", in_use: true }]]),
) as unknown as ConditionNames;
const AROUND = { base: "before_check_in", offset_days: 3, time: "10:00", once_per: "stay", once_days: null } as const;
const BIRTHDAY = { ...AROUND, base: "birthday", once_per: "year" } as const;
const mail = (timing: object) =>
  ({ id: 1, seq: 1, type: "mail", mail: null, ...BY_HAND, ...timing }) as unknown as CampaignAction;
const segment = (...actions: CampaignAction[]) => ({ target: { combinator: "and" as const, rules: [] }, actions });

test("facts of the reservation come first where each timed action is about one, and nowhere else", () => {
  const groups = (judged: Parameters<typeof offersFor>[1]) => offersFor(names, judged).map(({ group }) => group);
  expect(groups("occasion")[0]).toBe("reservation");
  expect(offersFor(names, "occasion")[0]?.offers).toContainEqual({ kind: "fact", field: "reservation_plan_code" });
  expect(groups("now")).toEqual(groups("occasion").slice(1));
  expect(groups("evening")).not.toContain("reservation");
});

test("questions carry a segment's own occasions, those of others while it has none, and none beside another trigger", () => {
  const occasions = (...segments: ReturnType<typeof segment>[]) =>
    audienceQuestion("customer_service", segments).segments.map((one) => one.occasions);
  const out = { ...AROUND, base: "after_check_out", offset_days: 1 };
  expect(occasions(segment(mail({ trigger: AROUND })), segment(mail({ trigger: out })), segment())).toEqual([
    [{ base: "before_check_in", offset_days: 3 }],
    [{ base: "after_check_out", offset_days: 1 }],
    [
      { base: "before_check_in", offset_days: 3 },
      { base: "after_check_out", offset_days: 1 },
    ],
  ]);
  expect(occasions(segment(mail({ trigger: AROUND })), segment(mail({ trigger: BIRTHDAY })))).toEqual([[], []]);
  expect(judgedIn({ type: "customer_service", segments: [segment(mail({ trigger: BIRTHDAY }))] })).toBe("now");
});

test("words of the reservation are chips there alone, and what says them elsewhere lacks something", () => {
  expect(wordsOffered(new Set(["reservation"]))).toContain("check_in_on");
  expect(wordsOffered(new Set(["points"]))).not.toContain("check_in_on");
  const telling = newAction("mail", { title: "ご到着の前に", body: "{{ check_in_on }}にお待ちしています" });
  const draft = withSegment({ ...newDraft(), name: "便り" }, 0, (old) => ({ ...old, actions: [telling] }));
  expect(draftProblems(draft, "2026-11-21")).toEqual([
    { path: "segments.0.actions.0.mail.body", code: "no_reservation_mentioned" },
  ]);
});
