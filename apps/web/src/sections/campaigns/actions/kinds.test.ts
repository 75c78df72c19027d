import { KINDS as CONTRACT } from "@okaeri/contract/campaigns/actions/kinds";
import { CAMPAIGN_TYPES } from "@okaeri/domain/enumerations";
import { expect, test } from "vitest";
import { texts as en } from "../../../i18n/en/campaigns.ts";
import { texts as ja } from "../../../i18n/ja/campaigns.ts";
import { editOf, newAction, newDraft } from "../editor/draft.ts";
import { labelOf } from "../editor/draft-problems.ts";
import { ALL_KINDS } from "./kinds.ts";

test("the screens have the contract's kinds", () => {
  expect(ALL_KINDS.map(({ type }) => type)).toEqual(Object.keys(CONTRACT));
});

test.each(ALL_KINDS)("$type: each field of the contract has a label of the kind's own, in both languages", (kind) => {
  const fields = Object.keys(CONTRACT[kind.type].detail.shape);
  expect(kind.fields.toSorted()).toEqual(fields.toSorted());
  for (const { field } of [ja, en]) expect(Object.keys(field[kind.type]).toSorted()).toEqual(fields.toSorted());
  const paths = fields.map((field) => `segments.1.actions.2.${kind.type}.${field}`);
  expect(paths.map(labelOf)).toEqual(fields.map((field) => `${kind.type}.${field}`));
});

test.each(ALL_KINDS.flatMap(({ type }) => CAMPAIGN_TYPES.map((campaign) => [type, campaign] as const)))(
  "%s from blank is what a %s campaign can be saved with",
  (type, campaign) => {
    const draft = newDraft();
    const actions = [newAction(type)];
    const edit = editOf({
      ...draft,
      type: campaign,
      segments: draft.segments.map((segment) => ({ ...segment, actions })),
    });
    const [action] = edit.segments[0]?.actions ?? [];
    const detail = action?.[type as keyof typeof action];
    expect(CONTRACT[type].detail.parse(detail)).toEqual(detail);
  },
);
