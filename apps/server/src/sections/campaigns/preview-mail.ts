import type { FieldProblem } from "@okaeri/contract/problems/problems";
import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { hasPool } from "@okaeri/domain/coupons/pool";
import type { CouponType } from "@okaeri/domain/enumerations";
import { couponToldBy, firstNaming } from "@okaeri/domain/messaging/mail-text";
import { COUPON_WORDS, type ToldCoupon } from "@okaeri/domain/messaging/placeholders";
import { type ConditionGroup, parseCondition } from "@okaeri/domain/segments/condition";
import type { Tx } from "../../database/connection.ts";
import { CallError, refuseProblems } from "../../http/errors.ts";
import type { Scope } from "../../session/scope.ts";
import { nextCode, type Telling } from "../coupons/told-coupons.read.ts";
import { fromHeader, hasLegalBlock, mailSenderOf } from "../messaging/mail-sender.read.ts";
import { type FactsRow, factColumns, factJoins, messageFacts } from "../messaging/message-facts.ts";
import { mailStanding } from "../messaging/messaging.read.ts";
import { mailRenderer, withSignature } from "../messaging/render-mail.ts";
import { withinReach } from "../segments/audience.ts";
import { conditionSql } from "../segments/condition-sql.ts";
import { type MailEdit, mailProblems, prefixed, signatureProblems } from "./check-document.ts";
import type { Writer } from "./save-campaign.ts";

/** The mail as one real guest of the target would get it; texts that cannot be sent come back as problems instead. @throws CallError NOT_FOUND, INVALID_INPUT. */
export async function previewMail(
  tx: Tx,
  scope: Scope,
  input: { target: unknown; mail: MailEdit; points: number | null; coupon: CouponShown; customer_id: number | null },
  writer: Writer,
) {
  const parsed = parseCondition(input.target);
  if (!parsed.ok) refuseProblems(prefixed("target", parsed.errors));
  const sender = await mailSenderOf(tx, scope.accountId, writer.origin);
  const problems: FieldProblem[] = [...mailProblems(input.mail, sender), ...signatureProblems(input.mail, sender)];
  const { told, withCode } = couponToldBy(withSignature(input.mail, sender));
  const actionId = input.coupon?.action_id ?? null;
  const own = actionId === null ? [] : [actionId];
  const telling: Telling | null = told ? { actionIds: input.coupon === null ? null : own, withCode } : null;
  const guest =
    input.customer_id === null
      ? await guestOf(tx, scope, parsed.ok ? parsed.tree : null, writer, telling)
      : await guestById(tx, scope, input.customer_id, writer, telling);
  if (input.customer_id !== null && !guest) throw new CallError("NOT_FOUND");
  const broken = problems.some(({ path }) => path !== "from_address");
  if (!hasLegalBlock(sender)) problems.push({ path: "from_address", code: "legal_sender_missing" });
  const isExample = telling !== null && input.coupon !== null && (guest?.coupon ?? null) === null;
  if (telling !== null && guest?.coupon === null && !isExample)
    problems.push({
      path: firstNaming(withSignature(input.mail, sender), COUPON_WORDS) ?? "body",
      code: "no_coupon_held",
    });
  const coupon = isExample ? await example(tx, scope, input.coupon) : (guest?.coupon ?? null);
  const facts = messageFacts({ ...(guest ?? NOBODY), coupon }, sender.accountName, input.points);
  // A link that withdraws nobody's consent: the preview is read by staff.
  const url = `${writer.origin}/u/preview`;
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

type CouponShown = {
  action_id: number | null;
  type: CouponType;
  name: string;
  description: string;
  code: string | null;
  reservation_end_date: string | null;
  stay_end_date: string | null;
} | null;

/** The coupon of the segment as the guest would get it next. */
async function example(tx: Tx, scope: Scope, coupon: CouponShown): Promise<ToldCoupon | null> {
  if (coupon === null) return null;
  const pooled = hasPool(coupon) && coupon.action_id !== null;
  const [until = null] = [coupon.reservation_end_date, coupon.stay_end_date].filter((day) => day !== null).sort();
  return {
    name: coupon.name,
    description: coupon.description,
    code: pooled ? await nextCode(tx, scope.accountId, coupon.action_id as number) : coupon.code || null,
    until: until as CalendarDate | null,
  };
}

type Guest = FactsRow & { customer_id: number };

/** A guest of the target, of those who would receive it the one who stayed last. */
async function guestOf(
  tx: Tx,
  scope: Scope,
  tree: ConditionGroup | null,
  writer: Writer,
  telling: Telling | null,
): Promise<Guest | null> {
  if (!tree) return null;
  const none = { capCount: null, capDays: 1 };
  const standing = mailStanding("set", scope.accountId, none, writer, telling);
  const found = await tx.maybe<Guest>`with picked as (
      select c.id from customers c ${standing.joins} where ${withinReach(scope)} and (${conditionSql(tree, writer)})
      order by ${standing.reason} is not null, c.last_stay_on desc nulls last, c.id limit 1)
    select c.id as customer_id, ${factColumns(writer.today, telling)} from picked join customers c on c.account_id = ${scope.accountId} and c.id = picked.id
    ${factJoins(writer.today)}`;
  return found ?? null;
}

async function guestById(
  tx: Tx,
  scope: Scope,
  id: number,
  writer: Writer,
  telling: Telling | null,
): Promise<Guest | null> {
  const found =
    await tx.maybe<Guest>`select c.id as customer_id, ${factColumns(writer.today, telling)} from customers c ${factJoins(writer.today)} where ${withinReach(scope)} and c.id = ${id}`;
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
