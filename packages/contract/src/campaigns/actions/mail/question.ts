import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { type GrantTiming, grantDay } from "@okaeri/domain/campaigns/schedule/grant-day";
import { lastCouponDay, validUntil } from "@okaeri/domain/coupons/valid-until";
import { couponMentionedBy, type MailWords } from "@okaeri/domain/messaging/mail-text";
import type { z } from "zod";
import type { SegmentTarget } from "../../audience/condition.ts";
import type { CampaignAction } from "../../document.ts";
import type { mail as kind } from "./mail.ts";

// What is asked to see a segment's mail, for the screens and for tests. Without schemas: the screens read it in the browser.

type PreviewQuestion = z.output<(typeof kind)["preview"]["input"]>;
type Actions = readonly CampaignAction[];

const mailOf = (actions: Actions) =>
  actions.flatMap((action) => (action.type === "mail" && action.mail !== null ? [action.mail] : []))[0];

/** The segment has a mail with words in it. */
export function isWritten(actions: Actions): boolean {
  const mail = mailOf(actions);
  return mail !== undefined && isMailWritten(mail);
}

/** The same of a mail that stands in no campaign. */
export const isMailWritten = (mail: { title: string; body: string; blocks: readonly unknown[] }): boolean =>
  mail.title.trim() !== "" && (mail.body.trim() !== "" || mail.blocks.length > 0);

/** What is asked to see the segment's mail, with what stands beside it. */
export function previewQuestion(
  {
    target,
    occasions,
    purpose = "marketing",
    period,
  }: {
    target: SegmentTarget;
    occasions: PreviewQuestion["occasions"];
    purpose?: PreviewQuestion["purpose"];
    period: Period;
  },
  actions: Actions,
  guest: number | null,
  now: Date = new Date(),
): PreviewQuestion | undefined {
  const mail = mailOf(actions);
  return (
    mail && {
      target,
      occasions,
      mail,
      purpose,
      points: pointsOf(actions),
      coupon: mentionedCoupon(actions, mail, period, now),
      customer_id: guest,
    }
  );
}

/** Points every recipient of a send gets; null when the segment grants none. */
function pointsOf(actions: Actions): number | null {
  const amounts = actions.flatMap((action) => (action.type === "point" ? [action.point?.grant_absolute ?? 0] : []));
  return amounts.length === 0 ? null : amounts.reduce((total, amount) => total + amount, 0);
}

/** First and last day of the campaign. */
type Period = { campaign_start_dt: string | null; campaign_end_dt: string | null };
type CouponTiming = NonNullable<NonNullable<PreviewQuestion["coupon"]>["timing"]>;

/** The timing of a coupon as the rule takes it. The contract has read the days. */
export const grantTiming = (timing: CouponTiming | null): GrantTiming => ({
  schedule: timing?.schedule,
  trigger: timing?.trigger,
  start: (timing?.campaign_start_dt ?? null) as CalendarDate | null,
  end: (timing?.campaign_end_dt ?? null) as CalendarDate | null,
});

// The contract has read the days.
type Ends = Parameters<typeof lastCouponDay>[0];

/** The coupon that a mail of the segment tells of: of those it gives the one that is over first. Null when it gives none. */
export function mentionedCoupon(
  actions: Actions,
  mail: MailWords,
  period: Period,
  now: Date = new Date(),
): PreviewQuestion["coupon"] {
  // The caller may pass a whole campaign as its period; the call takes two fields of it.
  const { campaign_start_dt, campaign_end_dt } = period;
  const given = actions.flatMap((action) =>
    action.type === "coupon" && action.coupon !== null
      ? [action.coupon, ...(action.other_coupons ?? [])].map((coupon) => ({
          id: action.id,
          coupon,
          timing: {
            schedule: action.schedule ?? null,
            trigger: action.trigger ?? null,
            campaign_start_dt,
            campaign_end_dt,
          },
        }))
      : [],
  );
  const coded = couponMentionedBy(mail).withCode ? given.filter(({ coupon }) => coupon.type === "code") : [];
  const end = ({ coupon, timing }: (typeof given)[number]) => {
    const { on, occasionOn } = grantDay(grantTiming(timing), now);
    return lastCouponDay(coupon as Ends, validUntil(coupon, on, occasionOn)) ?? "9999";
  };
  const [first] = [...(coded.length > 0 ? coded : given)].sort((a, b) => (end(a) < end(b) ? -1 : 1));
  if (first === undefined) return null;
  const { type, name, description, code, variant, reservation_end_date, stay_end_date } = first.coupon;
  const { valid_days_from_acquire, valid_months_from_acquire } = first.coupon;
  const ends = { reservation_end_date, stay_end_date, valid_days_from_acquire, valid_months_from_acquire };
  return { action_id: first.id, timing: first.timing, variant, type, name, description, code, ...ends };
}
