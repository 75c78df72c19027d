import type { couponDetail } from "@okaeri/contract/coupons";
import { couponToldBy, type MailText } from "@okaeri/domain/messaging/mail-text";
import type { z } from "zod";

type Coupon = z.infer<typeof couponDetail>;

/** The coupon that a mail of the segment tells of: of those it gives the one that is over first. Null when it gives none. */
export function toldCoupon(actions: readonly { id: number | null; coupon: Coupon | null }[], mail: MailText) {
  const given = actions.flatMap(({ id, coupon }) => (coupon === null ? [] : [{ id, coupon }]));
  const coded = couponToldBy(mail).withCode ? given.filter(({ coupon }) => coupon.type === "code") : [];
  const end = ({ reservation_end_date: book, stay_end_date: stay }: Coupon) =>
    [book, stay].filter((day) => day !== null).sort()[0] ?? "9999";
  const [first] = [...(coded.length > 0 ? coded : given)].sort((a, b) => (end(a.coupon) < end(b.coupon) ? -1 : 1));
  if (first === undefined) return null;
  const { type, name, description, code, reservation_end_date, stay_end_date } = first.coupon;
  return { action_id: first.id, type, name, description, code, reservation_end_date, stay_end_date };
}
