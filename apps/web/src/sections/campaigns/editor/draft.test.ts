import { describe, expect, it } from "vitest";
import { type BuilderRule, toTarget, withOperator } from "../audience/target-tree.ts";
import { unread } from "../audience/unsupported.ts";
import { newestSend, sendProgress } from "../campaign-state.ts";
import type { CampaignDetail } from "../campaigns.api.ts";
import { pushOf } from "../campaigns.fixture.ts";
import { unitOfSend } from "../delivery/send-words.ts";
import {
  campaignDocumentOf,
  campaignDraftOf,
  type Draft,
  newAction,
  newDraft,
  segmentLike,
  withAction,
  withSegment,
  withSegmentMoved,
} from "./draft.ts";
import { changedDraftParts, putOver } from "./draft-changes.ts";
import { cardOf, draftProblems, fieldLabelOf, segmentOf } from "./draft-problems.ts";

const TODAY = "2026-11-21";

function filled(): Draft {
  const draft = newDraft();
  const [segment] = draft.segments;
  if (segment === undefined) throw new Error("a new draft has a segment");
  segment.actions = [newAction("point"), newAction("mail")];
  return { ...draft, name: "冬の便り" };
}

const codes = (draft: Draft) => draftProblems(draft, TODAY).map(({ path, code }) => `${path} ${code}`);

describe("a draft over somebody else's version", () => {
  const id = 7;
  const saved: Draft = { ...filled(), segments: filled().segments.map((segment) => ({ ...segment, id })) };
  const theirs: Draft = {
    ...saved,
    name: "ほかの名前",
    campaign_start_dt: "2026-12-01",
    segments: [{ ...saved.segments[0], id: 8, key: "s8", actions: [] } as never],
  };

  it("takes what was not changed here from them, and keeps what was", () => {
    const mine: Draft = { ...saved, type: "basic" };
    expect(putOver(theirs, mine, changedDraftParts(saved, mine))).toEqual({ ...theirs, type: "basic" });
  });
  it("keeps segments with their actions as a whole; what they took away is new again", () => {
    const mine = withAction(saved, 0, 1, (action) => ({ ...newAction("mail", { title: "件名" }), key: action.key }));
    const over = putOver(theirs, mine, changedDraftParts(saved, mine));
    expect(over.name).toBe("ほかの名前");
    expect(over.segments).toEqual([{ ...mine.segments[0], id: null }]);
  });
});

it("the next segment begins as the one before, as a row of its own, with a code of its own", () => {
  const [first] = filled().segments;
  if (first === undefined) throw new Error("a draft has a segment");
  const coupon = newAction("coupon", { name: "冬の券", type: "code", code: "FUYU-7K2M" });
  const saved = { ...first, id: 4, name: "常連", actions: [...first.actions, { ...coupon, id: 9 }] };
  const draft = { ...filled(), segments: [saved, segmentLike(saved)] };
  const [, next] = campaignDocumentOf(draft).segments;
  expect(next).toMatchObject({ id: null, name: "", target: campaignDocumentOf(draft).segments[0]?.target });
  expect(next?.actions.map(({ id, type }) => [id, type])).toEqual([
    [null, "point"],
    [null, "mail"],
    [null, "coupon"],
  ]);
  const [, , given] = draft.segments[1]?.actions ?? [];
  expect(given).toMatchObject({ coupon: { name: "冬の券", type: "code" } });
  expect(given).not.toMatchObject({ coupon: { code: "FUYU-7K2M" } });
  expect(new Set(draft.segments.flatMap(({ key, actions }) => [key, ...actions.map((one) => one.key)])).size).toBe(8);
});

describe("what is no figure and no day", () => {
  const typed = withAction({ ...filled(), campaign_start_dt: "あした" }, 0, 0, (action) =>
    action.type === "point"
      ? {
          ...action,
          point: { ...action.point, grant_absolute: "千", expiration_type: "date", expiration_date: "年末" },
        }
      : action,
  );
  const rules = [
    { field: "stay_count", operator: ">=", value: "三" },
    { field: "last_stay_on", operator: ">=", value: "13/45" },
    { field: "stay_count", operator: ">=", value: null },
  ];
  const draft = withSegment(typed, 0, (segment) => ({ ...segment, target: { combinator: "and", rules } }));

  it("is named, once, and keeps the draft from being saved", () => {
    expect(unread(draft)).toEqual([
      { path: "campaign_start_dt", code: "not_a_day" },
      { path: "segments.0.target.rules.0.value", code: "not_a_figure" },
      { path: "segments.0.target.rules.1.value", code: "not_a_day" },
      { path: "segments.0.actions.0.point.grant_absolute", code: "not_a_figure" },
      { path: "segments.0.actions.0.point.expiration_date", code: "not_a_day" },
    ]);
    expect(draftProblems(draft, TODAY).slice(0, 5)).toEqual(unread(draft));
  });
  it("of a choice that was not made keeps nothing back", () => {
    const rate = withAction(typed, 0, 0, (action) =>
      action.type === "point"
        ? { ...action, point: { ...action.point, grant_type: "rate", expiration_type: "none" } }
        : action,
    );
    expect(unread({ ...rate, campaign_start_dt: null })).toEqual([]);
  });
  it("is an unsaved change like any other, and is not sent", () => {
    const saved = filled();
    expect(changedDraftParts({ ...saved, segments: saved.segments }, typed)).toEqual(["period", "actions"]);
    expect(campaignDocumentOf(typed).campaign_start_dt).toBeNull();
    expect(campaignDocumentOf(typed).segments[0]?.actions[0]).toMatchObject({
      point: { grant_absolute: null, expiration_date: null },
    });
  });
});

describe("a draft and what is sent of it", () => {
  it("sends no figure of a type that is not chosen, and nothing about stays in a send", () => {
    const draft = withAction(filled(), 0, 0, (action) =>
      action.type === "point"
        ? {
            ...action,
            point: {
              ...action.point,
              grant_absolute: 500,
              grant_rate: 3,
              grant_condition: 10_000,
              plan_code: ["A"],
              expiration_date: TODAY,
            },
          }
        : action,
    );
    expect(campaignDocumentOf(draft).segments[0]?.actions[0]).toMatchObject({
      point: {
        grant_absolute: 500,
        grant_rate: null,
        grant_condition: null,
        plan_code: [],
        expiration_date: null,
      },
    });
    expect(campaignDocumentOf({ ...draft, type: "basic" }).segments[0]?.actions[0]).toMatchObject({
      point: { grant_condition: 10_000, plan_code: ["A"] },
    });
  });

  it("also of a draft that was kept in the browser while each action named every kind", () => {
    const [segment] = filled().segments;
    const actions = segment?.actions.map((action) => ({ point: null, coupon: null, mail: null, ...action }));
    const stored = { ...filled(), segments: [{ ...segment, actions }] } as unknown as Draft;
    expect(campaignDocumentOf(stored)).toEqual(campaignDocumentOf(filled()));
  });

  it("comes back from a saved campaign unchanged", () => {
    const edit = campaignDocumentOf(filled());
    const saved = { ...edit, segments: edit.segments.map((one) => ({ ...one, target_count: 0, lua_script: "true" })) };
    const back = campaignDraftOf(saved as unknown as CampaignDetail);
    expect(campaignDocumentOf(back)).toEqual(edit);
    expect(changedDraftParts(campaignDraftOf(saved as unknown as CampaignDetail), back)).toEqual([]);
  });

  it("names what changed, and numbers segments anew when they move", () => {
    const before = filled();
    const two = { ...before, segments: [...before.segments, ...newDraft().segments] };
    expect(changedDraftParts(before, two)).toEqual(["target", "actions"]);
    expect(changedDraftParts(before, { ...before, name: "春", campaign_end_dt: TODAY })).toEqual(["name", "period"]);
    const swapped = withSegmentMoved(two, 0, 1);
    expect(swapped.segments.map(({ key }) => key)).toEqual(two.segments.map(({ key }) => key).reverse());
    expect(campaignDocumentOf(swapped).segments.map(({ priority_seq }) => priority_seq)).toEqual([1, 2]);
  });
});

describe("what is missing", () => {
  it("follows the domain's rules under the names of the calls", () => {
    expect(codes(filled())).toEqual([
      "segments.0.actions.0.point.grant_absolute required",
      "segments.0.actions.1.mail.title required",
      "segments.0.actions.1.mail.body required",
    ]);
    expect(codes({ ...filled(), campaign_end_dt: "2026-11-20" })).toContain("campaign_end_dt already_over");
    expect(codes({ ...filled(), campaign_start_dt: "2026-11-22" })).toContain("campaign_start_dt not_started");
    expect(codes({ ...filled(), type: "basic", campaign_start_dt: "2026-11-22" })).toEqual([
      "segments.0.actions.0.point.grant_absolute required",
      "segments.0.actions.1.type message_not_each_stay",
    ]);
  });

  it("knows card, segment and label of every path", () => {
    const path = "segments.2.actions.1.mail.title";
    expect([cardOf(path), segmentOf(path), fieldLabelOf(path)]).toEqual(["what", 2, "mail.title"]);
    expect([cardOf("segments.0.target.rules.1.value"), fieldLabelOf("segments.0.target.rules.1.value")]).toEqual([
      "who",
      "target",
    ]);
    expect(fieldLabelOf("segments.0.actions.1.coupon.unavailable_period.0.start")).toBe("coupon.unavailable_period");
    expect(fieldLabelOf("segments.0.actions.1.type")).toBe("type");
    expect([cardOf("campaign_end_dt"), cardOf("name"), segmentOf("name")]).toEqual(["when", undefined, undefined]);
  });
});

describe("conditions while they are built", () => {
  it("a range gets its second value and a comparison loses it", () => {
    const rule = (operator: string, value: unknown): BuilderRule => ({ field: "stay_count", operator, value });
    expect(withOperator(rule(">=", 3), "between", null)).toEqual(rule("between", [3, null]));
    expect(withOperator(rule("between", [3, 5]), ">=", null)).toEqual(rule(">=", 3));
    expect(withOperator(rule(">=", 3), "null", null)).toEqual(rule("null", null));
    expect(withOperator(rule("null", null), "in", null)).toEqual(rule("in", []));
  });

  it("leaves the builder's own ids behind", () => {
    const target = {
      id: "g",
      combinator: "or",
      not: false,
      rules: [{ id: "r", field: "gender", operator: "in", value: ["male"] }],
    };
    expect(toTarget(target)).toEqual({
      combinator: "or",
      rules: [{ field: "gender", operator: "in", value: ["male"] }],
    });
  });
});

describe("a send's progress", () => {
  it("counts all that the newest send gives and says, without those left out on purpose", () => {
    const pushes = [
      pushOf({ targets: 100, waiting: 60, sent: 9, failed: 1, skipped: 30 }),
      pushOf({ type: "point", targets: 100, sent: 100 }),
      pushOf({ push_scheduled_time: "2026-10-01T00:00:00.000Z", targets: 500, sent: 500 }),
    ];
    expect(sendProgress(newestSend(pushes))).toMatchObject({ done: 110, total: 170, waiting: 60 });
    expect(sendProgress(pushes.slice(0, 1))).toMatchObject({ done: 10, total: 70 });
    expect(sendProgress(pushes.slice(1, 2))).toMatchObject({ done: 100, total: 100 });
    expect([pushes.slice(0, 2), pushes.slice(0, 1), pushes.slice(1, 2)].map(unitOfSend)).toEqual([
      "items",
      "mails",
      "people",
    ]);
  });
});
