import { carriesOut } from "@okaeri/domain/campaigns/offered-types";
import { hasPool } from "@okaeri/domain/coupons/pool";
import type { CampaignType } from "@okaeri/domain/enumerations";
import { couponToldBy } from "@okaeri/domain/messaging/mail-text";
import type { Audience, AudienceQuestion, CampaignDetail, SegmentAudience } from "./campaigns.api.ts";

type Action = CampaignDetail["segments"][number]["actions"][number];
type Coupon = NonNullable<Action["coupon"]>;
/** A segment as it is saved, or as it would be. */
type Counted = {
  target: CampaignDetail["segments"][number]["target"];
  actions: readonly (Pick<Action, "type" | "coupon" | "mail"> & { id: number | null })[];
};

/** What a campaign of this type really does for a segment. */
export type Done = Pick<AudienceQuestion["segments"][number], "types" | "tells_of" | "coupons">;

/** What is counted and promised: actions that are left from another type do nothing. */
export function doneFor(type: CampaignType, { actions }: Pick<Counted, "actions">): Done {
  const done = actions.filter((action) => carriesOut(type, action.type));
  return {
    types: [...new Set(done.map((action) => action.type))],
    tells_of: toldOf(done),
    coupons: done.flatMap(({ id, coupon }) => (coupon === null ? [] : [{ action_id: id, ...givenOf(coupon) }])),
  };
}

/** What is asked of the server for these segments. While nothing is chosen yet, a target is counted for what is chosen most. */
export function audienceQuestion(type: CampaignType, segments: readonly Counted[]): AudienceQuestion {
  return {
    segments: segments.map((segment) => {
      const done = doneFor(type, segment);
      const types = done.types.length > 0 ? done.types : type === "basic" ? (["point"] as const) : (["mail"] as const);
      return { ...done, target: segment.target, types: [...types] };
    }),
  };
}

/** What its mail tells of a coupon: who has none gets no mail. An account's own signature may not tell of any. */
function toldOf(actions: Counted["actions"]): "coupon" | "code" | null {
  const mail = actions.find((action) => action.mail !== null)?.mail;
  if (!mail) return null;
  const { told, withCode } = couponToldBy(mail);
  return withCode ? "code" : told ? "coupon" : null;
}

function givenOf(coupon: Coupon): { given: "each" | "pool" | "shared"; limit: number | null } {
  if (coupon.type === "acquire") return { given: "each", limit: coupon.acquire_amount_limit };
  return { given: hasPool(coupon) ? "pool" : "shared", limit: null };
}

/** `AtMost`: coupons do not suffice for everybody, and who comes first is not known before. */
export type Reached = {
  people: number;
  mails: number;
  mailsAtMost: boolean;
  points: number;
  coupons: number;
  couponsAtMost: boolean;
};

/** Whether fewer guests get the coupon than match: it is limited, or some have it already. */
export const isCouponShort = ({ coupons, matched }: Pick<SegmentAudience, "coupons" | "matched">): boolean =>
  coupons !== null && coupons < matched;

/** How many guests a segment of these channels reaches: by mail where it has one. */
export function reachedBy(types: readonly Action["type"][], counted: SegmentAudience): number {
  return types.includes("mail") || types.includes("point")
    ? counted.will_receive
    : (counted.coupons ?? counted.matched);
}

/** What a send reaches: people, mails, and people who get points or coupons. Points reach everybody who matches, mail needs consent. */
export function reachOf(done: readonly Done[], audience: Audience): Reached {
  const reach = { people: 0, mails: 0, mailsAtMost: false, points: 0, coupons: 0, couponsAtMost: false };
  for (const [index, { types, tells_of }] of done.entries()) {
    const counted = audience.segments[index];
    if (counted === undefined) continue;
    const mails = types.includes("mail") ? counted.will_receive : 0;
    const points = types.includes("point") ? counted.matched : 0;
    const coupons = counted.coupons ?? 0;
    reach.mails += mails;
    reach.points += points;
    reach.coupons += coupons;
    const short = isCouponShort(counted);
    reach.couponsAtMost ||= short;
    reach.mailsAtMost ||= short && mails > 0 && tells_of !== null;
    reach.people += Math.max(mails, points, coupons);
  }
  return reach;
}
