import { mentionedCoupon, previewQuestion } from "@okaeri/contract/campaigns/actions/mail/question";
import { describe, expect, it } from "vitest";
import { campaignDocumentOf, newAction, newDraft } from "../../editor/draft.ts";

const OPEN = { campaign_start_dt: null, campaign_end_dt: null };

describe("the coupon that a mail's preview tells of", () => {
  const given = (id: number, coupon: Parameters<typeof newAction<"coupon">>[1]) => ({
    ...newAction("coupon", coupon),
    id,
  });
  const sent = (actions: ReturnType<typeof newDraft>["segments"][number]["actions"]) => {
    const draft = newDraft();
    return (
      campaignDocumentOf({ ...draft, segments: draft.segments.map((segment) => ({ ...segment, actions })) }).segments[0]
        ?.actions ?? []
    );
  };
  const couponShown = (actions: Parameters<typeof sent>[0], body: string) =>
    mentionedCoupon(sent(actions), { title: "", body, signature: "" }, OPEN)?.name;
  const late = given(1, { name: "late", type: "code", stay_end_date: "2027-02-28" });
  const soon = given(2, { name: "soon", reservation_end_date: "2026-12-24", stay_end_date: "2027-03-31" });

  it("is the one that is over first; where a code is told, the first that has one; none where none is given", () => {
    expect(couponShown([late, soon], "{{ coupon_name }}")).toBe("soon");
    expect(couponShown([late, soon], "{{ coupon_code }}")).toBe("late");
    expect(couponShown([given(3, { name: "open" }), late], "{{ coupon_name }}")).toBe("late");
    const counted = given(4, { name: "counted", valid_days_from_acquire: 1 });
    expect(couponShown([given(3, { name: "open" }), counted], "{{ coupon_name }}")).toBe("counted");
    expect(couponShown([newAction("mail")], "{{ coupon_name }}")).toBeUndefined();
  });

  it("stands beside the points of the segment, all together", () => {
    const point = () => newAction("point", { grant_absolute: 300 });
    const asked = (actions: Parameters<typeof sent>[0]) =>
      previewQuestion({ target: { combinator: "and", rules: [] }, occasions: [], period: OPEN }, sent(actions), null)
        ?.points;
    expect(asked([point(), newAction("mail"), point()])).toBe(600);
    expect(asked([newAction("mail")])).toBeNull();
    expect(asked([point()])).toBeUndefined();
  });
});
