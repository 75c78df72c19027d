import type { mail } from "@okaeri/contract/campaigns/actions/mail/mail";
import { grantTiming } from "@okaeri/contract/campaigns/actions/mail/question";
import type { FieldProblem } from "@okaeri/contract/problems/problems";
import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { type GrantDay, grantDay, guestBaseDay } from "@okaeri/domain/campaigns/schedule/grant-day";
import { hasPool } from "@okaeri/domain/coupons/pool";
import { lastCouponDay, validUntil } from "@okaeri/domain/coupons/valid-until";
import { INVENTED_GUEST, INVENTED_RESERVATION } from "@okaeri/domain/messaging/invented-guest";
import { couponMentionedBy, firstOfCoupon } from "@okaeri/domain/messaging/mail-text";
import { type MentionedCoupon, placeholderValues } from "@okaeri/domain/messaging/placeholders";
import { sql } from "kysely";
import type { z } from "zod";
import type { Tx } from "../../../../database/connection.ts";
import { CallError } from "../../../../http/errors.ts";
import { type CouponMention, nextPoolCode } from "../../../coupons/mentioned-coupons.read.ts";
import { compileMail } from "../../../messaging/content/compile-mail.ts";
import type { CompiledMail } from "../../../messaging/content/compiled-mail.ts";
import { fillMail, type RenderedForGuest } from "../../../messaging/content/fill-mail.ts";
import { imageSizes } from "../../../messaging/content/image-sizes.ts";
import { shownBlocks } from "../../../messaging/content/shown-blocks.ts";
import { fromHeader, hasLegalBlock, type MailSender, withSignature } from "../../../messaging/mail-sender.read.ts";
import { type FactsRow, factColumns, factJoins, messageFacts } from "../../../messaging/message-facts.ts";
import { mailEligibility } from "../../../messaging/messaging.read.ts";
import { nextReservation } from "../../../stays/reservation-facts.read.ts";
import type { CampaignContext, PreviewAudience } from "../action-kind.ts";

/** What the contract asks for a preview of a mail. */
export type PreviewedMail = z.output<(typeof mail)["preview"]["input"]>;

/**
 * The mail as one real guest of the target would get it; `problems` of its texts come back instead of what they would show.
 * @throws CallError NOT_FOUND.
 */
export async function previewMail(
  tx: Tx,
  asking: CampaignContext,
  sender: MailSender,
  input: PreviewedMail,
  audience: PreviewAudience,
  wrong: readonly FieldProblem[],
) {
  const readable = wrong.every(({ path }) => path === "from_address");
  const compiled = readable ? await compiledOf(tx, asking, sender, input) : null;
  const asked = { mention: mentionOf(input, sender), compiled };
  const guest = await guestShown(tx, asking, audience, input.customer_id, asked);
  const shown = await couponShown(tx, asking, input.coupon, { guest, mention: asked.mention, audience });
  const coupon = audience.isTest ? withSampleCode(shown) : shown;
  const { mail, omitted, omittedBlocks } =
    compiled === null
      ? NOT_READ
      : rendered(asking, sender, input, { compiled, guest: guest ?? inventedFor(audience), coupon: coupon.shown });
  const nobodys = couponProblems(input, sender, guest, coupon, asked.mention);
  const nothing = readable && mail === null && nobodys.length === 0 ? [NOTHING_TO_SAY] : [];
  return {
    customer: guest && { id: guest.customer_id, name: guest.name, email: guest.email },
    ...(mail ?? { subject: "", html: "", text: "" }),
    from: fromHeader(sender),
    language: input.mail.language,
    /** What the guest speaks. */
    guestLanguage: guest?.language ?? INVENTED_GUEST.language,
    coupon_is_example: coupon.isExample,
    coupon_given: coupon.given,
    omitted_lines: omitted.map(({ field, ...line }) => ({ ...line, ...placeOf(field, input.mail.blocks) })),
    omitted_blocks: omittedBlocks,
    problems: [...wrong, ...senderProblems(sender), ...nobodys, ...nothing],
  };
}

const NOT_READ: RenderedForGuest = { mail: null, omitted: [], omittedBlocks: [] };
const NOTHING_TO_SAY: FieldProblem = { path: "body", code: "nothing_to_say" };

async function compiledOf(
  tx: Tx,
  { accountId, origin }: CampaignContext,
  sender: MailSender,
  input: PreviewedMail,
): Promise<CompiledMail> {
  const mail = withSignature(input.mail, sender);
  const images = await imageSizes(tx, accountId, [mail]);
  return compileMail({ mail, sender, purpose: input.purpose, origin, images });
}

/** "blocks.2.text" as the field and the block's number. */
function placeOf(path: string, blocks: readonly { seq: number }[]) {
  const [field = "", at] = path.split(".");
  return { field: field as OmittedField, seq: at === undefined ? null : (blocks[Number(at)]?.seq ?? null) };
}
type OmittedField = z.output<(typeof mail)["preview"]["output"]>["omitted_lines"][number]["field"];

/** What is asked of the guest for whom it is shown. */
type ShownFor = { mention: CouponMention | null; compiled: CompiledMail | null };

/** How the mail mentions a coupon, its footer included; null when it names none. */
function mentionOf({ mail: text, coupon }: PreviewedMail, sender: MailSender): CouponMention | null {
  const { mentioned, withCode } = couponMentionedBy(withSignature(text, sender));
  if (!mentioned) return null;
  if (coupon === null) return { actionIds: null, withCode };
  return { actionIds: coupon.action_id === null ? [] : [coupon.action_id], withCode };
}

/**
 * The guest who was chosen, else one whom the target means; null when it means nobody.
 * @throws CallError NOT_FOUND for a chosen guest out of reach.
 */
async function guestShown(
  tx: Tx,
  asking: CampaignContext,
  audience: PreviewAudience,
  chosen: number | null,
  asked: ShownFor,
): Promise<Guest | null> {
  if (chosen === null) return guestOf(tx, asking, audience, asked);
  const guest = await guestById(tx, asking, audience, chosen, asked);
  if (!guest) throw new CallError("NOT_FOUND");
  return guest;
}

type CouponShown = {
  shown: MentionedCoupon | null;
  isExample: boolean;
  /** From where an example's last day is counted. */
  given: Pick<GrantDay, "on" | "because"> | null;
};

/** The coupon that the guest holds, else the segment's as an example: it is given before the mail goes out. */
async function couponShown(
  tx: Tx,
  asking: CampaignContext,
  ofSegment: PreviewedMail["coupon"],
  { guest, mention, audience }: { guest: Guest | null; mention: CouponMention | null; audience: PreviewAudience },
): Promise<CouponShown> {
  const held = guest?.coupon ?? null;
  if (held !== null || mention === null || ofSegment === null) return { shown: held, isExample: false, given: null };
  const { on, because, occasionOn } = await givenOn(asking, ofSegment, guest, audience);
  const until = validUntil(ofSegment, on, occasionOn);
  return {
    shown: await example(tx, asking, ofSegment, lastCouponDay(ofSegment as Ends, until)),
    isExample: true,
    given: until === null ? null : { on, because },
  };
}

/** The day on which the guest would get the coupon. */
async function givenOn(
  { now }: CampaignContext,
  { action_id: actionId, timing }: NonNullable<PreviewedMail["coupon"]>,
  guest: Guest | null,
  { changedRuns }: PreviewAudience,
): Promise<GrantDay> {
  const known = actionId !== null && timing?.schedule ? await changedRuns(actionId) : [];
  const { check_in_on = null, check_out_on = null } = guest?.reservation ?? {};
  const days = { birthday: guest?.birthday ?? null, checkIn: check_in_on, checkOut: check_out_on };
  const baseDay = timing?.trigger ? guestBaseDay(timing.trigger, days, now) : null;
  return grantDay({ ...grantTiming(timing), known }, now, baseDay);
}

/** `date` of the contract has validated the days. */
type Ends = Parameters<typeof lastCouponDay>[0];

/** No code that anybody could use. */
const SAMPLE_CODE = "TEST-0000-0000";

function withSampleCode(coupon: CouponShown): CouponShown {
  const { shown } = coupon;
  return shown === null || shown.code === null ? coupon : { ...coupon, shown: { ...shown, code: SAMPLE_CODE } };
}

/** The coupon of the segment as the guest would get it next: the next code of its pool, and its last day. */
async function example(
  tx: Tx,
  asking: CampaignContext,
  coupon: NonNullable<PreviewedMail["coupon"]>,
  until: CalendarDate | null,
): Promise<MentionedCoupon> {
  const { action_id: actionId, variant } = coupon;
  return {
    name: coupon.name,
    description: coupon.description,
    code:
      hasPool(coupon) && actionId !== null
        ? await nextPoolCode(tx, asking.accountId, { actionId, variant })
        : coupon.code || null,
    until,
  };
}

/** Who stands in where the target means nobody: every block is for them. */
const inventedFor = ({ onOccasion }: PreviewAudience): FactsRow & { shown_blocks: null } => ({
  ...INVENTED_GUEST,
  reservation: onOccasion ? INVENTED_RESERVATION : null,
  shown_blocks: null,
});

/** Subject and both bodies. Its links are the buttons' own, and its way out withdraws nobody's consent: the preview is read by staff. */
function rendered(
  { origin }: CampaignContext,
  sender: MailSender,
  input: PreviewedMail,
  {
    compiled,
    guest,
    coupon,
  }: { compiled: CompiledMail; guest: FactsRow & { shown_blocks: number[] | null }; coupon: MentionedCoupon | null },
) {
  const facts = messageFacts({ ...guest, coupon }, sender, input.points);
  const shown = guest.shown_blocks ?? compiled.conditions.map(({ seq }) => seq);
  const urls = {
    link: (no: number) => compiled.links[no - 1]?.url ?? "",
    unsubscribe: `${origin}/u/preview`,
    preferences: `${origin}/u/preview`,
    coupon: `${origin}/c/preview`,
    pixel: null,
  };
  return fillMail(compiled, { values: placeholderValues(facts, compiled.language), shown }, urls);
}

function senderProblems(sender: MailSender): FieldProblem[] {
  return hasLegalBlock(sender) ? [] : [{ path: "from_address", code: "legal_sender_missing" }];
}

/** A mail that names a coupon and goes to a guest who has none, in a segment that gives none. */
function couponProblems(
  input: PreviewedMail,
  sender: MailSender,
  guest: Guest | null,
  coupon: CouponShown,
  mention: CouponMention | null,
): FieldProblem[] {
  if (mention === null || guest?.coupon !== null || coupon.isExample) return [];
  const path = firstOfCoupon(withSignature(input.mail, sender)) ?? "body";
  return [{ path, code: "no_coupon_held" }];
}

type Guest = FactsRow & { customer_id: number; birthday: CalendarDate | null; shown_blocks: number[] };

/** SQL over customers `customer` and the joins of the facts: all that a preview shows of one. */
function columnsShown(today: CalendarDate, onOccasion: boolean, { mention, compiled }: ShownFor) {
  const reservation = onOccasion ? nextReservation(today) : null;
  return sql`customer.id as customer_id, customer.birthday, ${factColumns(today, mention, reservation)},
    ${shownBlocks(compiled === null ? [] : [compiled], today, reservation)} as shown_blocks`;
}

/** A guest of the target, of those who would receive it the one who stayed last. */
async function guestOf(
  tx: Tx,
  asking: CampaignContext,
  { reach, matches, onOccasion }: PreviewAudience,
  asked: ShownFor,
): Promise<Guest | null> {
  const { accountId, today } = asking;
  const none = { capCount: null, capDays: 1 };
  const terms = {
    purpose: "marketing",
    messageClass: "news",
    priority: 5,
    plannedAt: asking.now,
    pushActionId: null,
  } as const;
  const eligibility = mailEligibility("set", accountId, none, asking, asked.mention, terms);
  const found = await tx.maybe<Guest>`with picked as (
      select customer.id
      from customers customer ${eligibility.joins}
      where customer.account_id = ${accountId} and ${reach} and (${matches})
      order by ${eligibility.reason} is not null, customer.last_stay_on desc nulls last, customer.id limit 1
    )
    select ${columnsShown(today, onOccasion, asked)}
    from picked
    join customers customer on customer.account_id = ${accountId} and customer.id = picked.id
    ${factJoins(today)}`;
  return found ?? null;
}

/** This guest, where the person reaches them, whether the target means them or not. */
async function guestById(
  tx: Tx,
  { accountId, today }: CampaignContext,
  { reach, onOccasion }: PreviewAudience,
  id: number,
  asked: ShownFor,
): Promise<Guest | null> {
  const found = await tx.maybe<Guest>`select ${columnsShown(today, onOccasion, asked)}
    from customers customer ${factJoins(today)}
    where customer.account_id = ${accountId} and ${reach} and customer.id = ${id}`;
  return found ?? null;
}
