import { CONTRACT_ACTION_KINDS as CONTRACT } from "@okaeri/contract/campaigns/actions/kinds";
import { CAMPAIGN_TYPES } from "@okaeri/domain/enumerations";
import i18next from "i18next";
import { expect, test } from "vitest";
import { texts as en } from "../../../i18n/en/campaigns.ts";
import { loadWords, startWords } from "../../../i18n/i18n.ts";
import { texts as ja } from "../../../i18n/ja/campaigns.ts";
import { campaignDocumentOf, newAction, newDraft } from "../editor/draft.ts";
import { fieldLabelOf } from "../editor/draft-problems.ts";
import type { T } from "./kind.ts";
import { ALL_KINDS, KINDS } from "./kinds.ts";

test("the screens have the contract's kinds", () => {
  expect(ALL_KINDS.map(({ type }) => type)).toEqual(Object.keys(CONTRACT));
});

test.each(ALL_KINDS)("$type: each field of the contract has a label of the kind's own, in both languages", (kind) => {
  // Fields of the blocks of a mail are at home in it, too.
  const within = kind.type === "mail" ? ["text", "label", "url", "image", "alt", "target"] : [];
  const fields = [...Object.keys(CONTRACT[kind.type].detail.shape), ...within];
  expect(kind.content.fields.toSorted()).toEqual(fields.toSorted());
  for (const { field } of [ja, en]) expect(Object.keys(field[kind.type]).toSorted()).toEqual(fields.toSorted());
  const paths = fields.map((field) => `segments.1.actions.2.${kind.type}.${field}`);
  expect(paths.map(fieldLabelOf)).toEqual(fields.map((field) => `${kind.type}.${field}`));
});

test.each(ALL_KINDS.flatMap(({ type }) => CAMPAIGN_TYPES.map((campaign) => [type, campaign] as const)))(
  "%s from blank is what a %s campaign can be saved with",
  (type, campaign) => {
    const draft = newDraft();
    const actions = [newAction(type)];
    const edit = campaignDocumentOf({
      ...draft,
      type: campaign,
      segments: draft.segments.map((segment) => ({ ...segment, actions })),
    });
    const [action] = edit.segments[0]?.actions ?? [];
    const detail = action?.[type as keyof typeof action];
    expect(CONTRACT[type].detail.parse(detail)).toEqual(detail);
  },
);

test("what an action gives or tells is one line, also while it is not filled in", async () => {
  await startWords("ja");
  await loadWords("signedIn");
  const t = i18next.getFixedT("ja", ["campaigns", "ui"]) as T;
  const { point, coupon, mail } = KINDS;
  const pointDetail = { ...point.content.blank(), grant_absolute: 500, expiration_type: "days_from_grant" as const };
  expect([
    coupon.content.sentence(t, coupon.content.sent({ ...coupon.content.blank(), discount_absolute: 3_000 })),
    coupon.content.sentence(
      t,
      coupon.content.sent({
        ...coupon.content.blank(),
        discount_type: "rate",
        discount_rate: 10,
        discount_limit: 5_000,
      }),
    ),
    coupon.content.sentence(t, coupon.content.sent(coupon.content.blank())),
    point.content.sentence(
      t,
      point.content.sent({ ...pointDetail, expiration_days_from_grant: 365 }, "repeat_promotion"),
    ),
    point.content.sentence(t, point.content.sent({ ...pointDetail, expiration_type: "none" }, "repeat_promotion")),
    point.content.sentence(t, point.content.sent(point.content.blank(), "basic")),
    mail.content.sentence(t),
  ]).toEqual([
    "クーポン 3,000円",
    "クーポン 10%(上限 5,000円)",
    "クーポン",
    "500ポイント・365日有効",
    "500ポイント・期限なし",
    "ポイント",
    "メール",
  ]);
  expect(ALL_KINDS.filter(({ gives }) => gives).map(({ type }) => type)).toEqual(["point", "coupon"]);
});
