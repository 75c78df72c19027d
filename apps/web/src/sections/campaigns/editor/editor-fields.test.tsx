// @vitest-environment jsdom
import { useState } from "react";
import { beforeAll, expect, it } from "vitest";
import { loadWords, startWords } from "../../../i18n/i18n.ts";
import type { ConditionNames } from "../../../parts/campaigns/conditions/names.ts";
import { mount } from "../../../test/mount.fixture.tsx";
import { ActionCard } from "../actions/ActionCard.tsx";
import { campaignOf } from "../campaigns.fixture.ts";
import { WhenCard } from "../schedule/WhenCard.tsx";
import { campaignDocumentOf, type Draft, newAction, newDraft, withSegment } from "./draft.ts";
import { EditorContext } from "./editor-context.ts";

beforeAll(async () => {
  await startWords("ja");
  await loadWords("signedIn");
});

let draft: Draft;

/** A part of the editor over a draft of its own. */
function Editing({ start }: { start: Draft }) {
  const [now, setDraft] = useState(start);
  draft = now;
  const action = now.segments[0]?.actions[0];
  const editor = {
    draft: now,
    change: setDraft,
    errorAt: () => undefined,
    problems: [],
    focusOn: () => undefined,
    missing: [],
    names: {} as ConditionNames,
    current: 0,
    setCurrent: () => undefined,
    variantKeyOf: () => ({ variant: "A", language: "ja" }) as const,
    setWording: () => undefined,
    record: campaignOf(),
    today: "2026-11-20",
    card: "what" as const,
    open: () => undefined,
    save: async () => undefined,
    refuse: async () => undefined,
  };
  return (
    <EditorContext value={editor}>
      <WhenCard />
      {action ? (
        <ActionCard
          action={action}
          place={{ segment: 0, action: 0, path: "segments.0.actions.0" }}
          onRemove={() => undefined}
        />
      ) : null}
    </EditorContext>
  );
}

const sent = () => {
  const action = campaignDocumentOf(draft).segments[0]?.actions[0];
  return action?.type === "point" ? action.point : undefined;
};

it("days are typed in any spelling, shown in the page's order, and what is none stays and is said to be none", async () => {
  const { field, type, leave, described } = await mount(<Editing start={newDraft()} />);
  await type(field("開始日"), "２０２６／１２／１");
  await leave(field("開始日"));
  expect([field("開始日").value, draft.campaign_start_dt]).toEqual(["2026年12月01日", "2026-12-01"]);
  await type(field("終了日"), "年末");
  await leave(field("終了日"));
  expect(field("終了日").value).toBe("年末");
  expect(described(field("終了日"))).toContain("日付を「2026年1月5日」のように入力してください");
  expect(campaignDocumentOf(draft).campaign_end_dt).toBeNull();
});

it("points are figures with their unit: full-width digits are read, what is too many is said, nothing is cut", async () => {
  const start = withSegment(newDraft(), 0, (segment) => ({ ...segment, actions: [newAction("point")] }));
  const { field, type, leave, described } = await mount(<Editing start={start} />);
  const points = () => field("付与するポイント");
  expect(points().required).toBe(true);
  expect(described(points())).toContain("単位: ポイント");
  await type(points(), "１，０００");
  await leave(points());
  expect([points().value, sent()?.grant_absolute]).toEqual(["1,000", 1000]);
  await type(points(), "99999999999");
  await leave(points());
  expect(points().value).toBe("99,999,999,999");
  expect(described(points())).toContain("以下で入力してください");
  await type(points(), "千");
  await leave(points());
  expect(points().value).toBe("千");
  expect(described(points())).toContain("数字で入力してください");
  expect(sent()?.grant_absolute).toBeNull();
});
