import type { LanguageCode } from "../../../enumerations.ts";
import { isMailAddress } from "../../../mail-address.ts";
import { blockFaults, blocksLack } from "../../../messaging/mail-blocks.ts";
import {
  couponMentionedBy,
  firstNaming,
  firstOfCoupon,
  firstOfReservation,
  type MailWords,
  mailTextFaults,
} from "../../../messaging/mail-text.ts";
import type { ActionCounts } from "../../audience/counting.ts";
import { type ReadinessProblem, requiredProblem } from "../../review/readiness-parts.ts";
import { variantProblems } from "../../variants/variant-problems.ts";
import type { WithVariants } from "../../variants/variants.ts";
import type { ActionRule, MentionSubject } from "../action-rule.ts";

/** `from_address`: empty for the account's own sender. */
type DraftMail = MailWords & WithVariants & { from_address: string; language: LanguageCode };

export const mailRule: ActionRule<DraftMail> = {
  problems: (mail, { given }) => [
    ...requiredProblem("title", mail.title),
    // What a mail says stands in its text or its blocks.
    ...((mail.blocks ?? []).length > 0 ? [] : requiredProblem("body", mail.body)),
    ...mailTextFaults(mail),
    ...blockFaults(mail.blocks ?? []),
    ...blocksLack(mail.blocks ?? []),
    ...emptyPromises(mail, given),
    ...(mail.from_address.trim() !== "" && !isMailAddress(mail.from_address)
      ? [{ path: "from_address", code: "invalid_mail" } as const]
      : []),
  ],
  targets: ({ blocks = [] }) =>
    blocks.flatMap(({ target }, at) => (target === null ? [] : [{ path: `blocks.${at}.target`, target }])),
  together: variantProblems,
  gives: () => [],
  couponMention: firstOfCoupon,
};

export const mailCounts: ActionCounts<MailWords> = {
  // What it tells of a coupon: who has none gets no mail. An account's own signature may not tell of any.
  counting(mail) {
    const { mentioned, withCode } = couponMentionedBy(mail);
    return { tells_of: withCode ? "code" : mentioned ? "coupon" : null };
  },
  reaches: ({ will_receive }) => will_receive,
  atMost: ({ tells_of }, short) => short && tells_of !== null,
};

/** What the mail mentions and the segment does not give: points where it grants none, a code where its coupons have none, a reservation where none is the occasion. */
function emptyPromises(mail: DraftMail, given: ReadonlySet<MentionSubject>): ReadinessProblem[] {
  const promises = [
    { path: firstNaming(mail, ["granted_points"]), code: "no_points_granted", isFulfilled: given.has("points") },
    // A mail of a segment without coupons mentions one that the guest has already.
    {
      path: firstNaming(mail, ["coupon_code"]),
      code: "no_coupon_code",
      isFulfilled: !given.has("coupon") || given.has("coupon_code"),
    },
    { path: firstOfReservation(mail), code: "no_reservation_mentioned", isFulfilled: given.has("reservation") },
  ] as const;
  return promises.flatMap(({ path, code, isFulfilled }) => (isFulfilled || path === undefined ? [] : [{ path, code }]));
}
