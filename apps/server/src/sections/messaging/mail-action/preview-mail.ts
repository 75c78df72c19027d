import type { mail } from "@okaeri/contract/campaigns/actions/mail";
import type { FieldProblem } from "@okaeri/contract/problems/problems";
import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { hasPool } from "@okaeri/domain/coupons/pool";
import { couponMentionedBy, firstNaming } from "@okaeri/domain/messaging/mail-text";
import { COUPON_WORDS, type MentionedCoupon } from "@okaeri/domain/messaging/placeholders";
import type { z } from "zod";
import type { Tx } from "../../../database/connection.ts";
import { CallError } from "../../../http/errors.ts";
import type { Asking, Whom } from "../../actions/action-kind.ts";
import { type CouponMention, nextCode } from "../../coupons/mentioned-coupons.read.ts";
import { fromHeader, hasLegalBlock, type MailSender } from "../mail-sender.read.ts";
import { type FactsRow, factColumns, factJoins, messageFacts } from "../message-facts.ts";
import { mailEligibility } from "../messaging.read.ts";
import { mailRenderer, withSignature } from "../render-mail.ts";

/** What the contract asks for a preview of a mail. */
export type PreviewedMail = z.output<(typeof mail)["preview"]["input"]>;

/**
 * The mail as one real guest of the target would get it; `problems` of its texts come back instead of what they would show.
 * @throws CallError NOT_FOUND.
 */
export async function previewMail(
  tx: Tx,
  asking: Asking,
  sender: MailSender,
  input: PreviewedMail,
  whom: Whom,
  wrong: readonly FieldProblem[],
) {
  const problems = [...wrong];
  const { mentioned, withCode } = couponMentionedBy(withSignature(input.mail, sender));
  const actionId = input.coupon?.action_id ?? null;
  const own = actionId === null ? [] : [actionId];
  const mention: CouponMention | null = mentioned ? { actionIds: input.coupon === null ? null : own, withCode } : null;
  const guest =
    input.customer_id === null
      ? await guestOf(tx, asking, whom, mention)
      : await guestById(tx, asking, whom, input.customer_id, mention);
  if (input.customer_id !== null && !guest) throw new CallError("NOT_FOUND");
  const broken = problems.some(({ path }) => path !== "from_address");
  if (!hasLegalBlock(sender)) problems.push({ path: "from_address", code: "legal_sender_missing" });
  const isExample = mention !== null && input.coupon !== null && (guest?.coupon ?? null) === null;
  if (mention !== null && guest?.coupon === null && !isExample)
    problems.push({
      path: firstNaming(withSignature(input.mail, sender), COUPON_WORDS) ?? "body",
      code: "no_coupon_held",
    });
  const coupon = isExample ? await example(tx, asking, input.coupon) : (guest?.coupon ?? null);
  const facts = messageFacts({ ...(guest ?? NOBODY), coupon }, sender.accountName, input.points);
  // A link that withdraws nobody's consent: the preview is read by staff.
  const url = `${asking.origin}/u/preview`;
  const rendered = broken
    ? { subject: "", html: "", text: "" }
    : mailRenderer(input.mail, sender)(facts, guest?.language ?? "ja", url);
  return {
    customer: guest && { id: guest.customer_id, name: guest.name, email: guest.email },
    ...rendered,
    from: fromHeader(sender),
    coupon_is_example: isExample,
    problems,
  };
}

type CouponShown = PreviewedMail["coupon"];

/** The coupon of the segment as the guest would get it next. */
async function example(tx: Tx, asking: Asking, coupon: CouponShown): Promise<MentionedCoupon | null> {
  if (coupon === null) return null;
  const pooled = hasPool(coupon) && coupon.action_id !== null;
  const [until = null] = [coupon.reservation_end_date, coupon.stay_end_date].filter((day) => day !== null).sort();
  return {
    name: coupon.name,
    description: coupon.description,
    code: pooled ? await nextCode(tx, asking.accountId, coupon.action_id as number) : coupon.code || null,
    until: until as CalendarDate | null,
  };
}

type Guest = FactsRow & { customer_id: number };

/** A guest of the target, of those who would receive it the one who stayed last. */
async function guestOf(
  tx: Tx,
  asking: Asking,
  { reach, meant }: Whom,
  mention: CouponMention | null,
): Promise<Guest | null> {
  const { accountId, today } = asking;
  const none = { capCount: null, capDays: 1 };
  const eligibility = mailEligibility("set", accountId, none, asking, mention);
  const found = await tx.maybe<Guest>`with picked as (
      select customer.id
      from customers customer ${eligibility.joins}
      where customer.account_id = ${accountId} and ${reach} and (${meant})
      order by ${eligibility.reason} is not null, customer.last_stay_on desc nulls last, customer.id limit 1
    )
    select customer.id as customer_id, ${factColumns(today, mention)}
    from picked
    join customers customer on customer.account_id = ${accountId} and customer.id = picked.id
    ${factJoins(today)}`;
  return found ?? null;
}

async function guestById(
  tx: Tx,
  { accountId, today }: Asking,
  { reach }: Whom,
  id: number,
  mention: CouponMention | null,
): Promise<Guest | null> {
  const found = await tx.maybe<Guest>`select customer.id as customer_id, ${factColumns(today, mention)}
    from customers customer ${factJoins(today)}
    where customer.account_id = ${accountId} and ${reach} and customer.id = ${id}`;
  return found ?? null;
}

/** When nobody matches, the mail still shows what stands in for what is not known. */
const NOBODY: FactsRow = {
  name: "",
  name_kana: null,
  member_number: null,
  email: null,
  language: "ja",
  last_stay_on: null,
  stay_count: 0,
  point_balance: 0,
  point_expires_on: null,
  rank: null,
  facility_name: null,
  coupon: null,
};
