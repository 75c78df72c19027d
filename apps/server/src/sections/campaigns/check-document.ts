import type { campaignEdit } from "@okaeri/contract/campaigns";
import type { FieldProblem } from "@okaeri/contract/problems/problems";
import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { typeProblems } from "@okaeri/domain/campaigns/offered-types";
import { periodPosition } from "@okaeri/domain/campaigns/period";
import { readinessProblems } from "@okaeri/domain/campaigns/readiness";
import { couponErrors } from "@okaeri/domain/coupons/coupon";
import { isMailAddress } from "@okaeri/domain/mail-address";
import { mailTextFaults } from "@okaeri/domain/messaging/mail-text";
import { findBadCharacter } from "@okaeri/domain/normalise";
import { targetErrors } from "@okaeri/domain/segments/as-of";
import { type ConditionNode, isGroup, parseCondition } from "@okaeri/domain/segments/condition";
import { SEGMENT_FIELDS, type SegmentReference } from "@okaeri/domain/segments/fields";
import type { z } from "zod";
import type { Tx } from "../../database/connection.ts";
import { emptyPools } from "../coupons/pools.read.ts";
import { type CouponEdit, couponTerms, savedCouponProblems } from "../coupons/write-coupon.ts";
import { hasLegalBlock, type MailSender } from "../messaging/mail-sender.read.ts";
import { countPoints } from "../ranks/check-rank-edit.ts";
import { knownReferences } from "../segments/known-references.ts";

export type CampaignEdit = z.output<typeof campaignEdit>;
export type MailEdit = NonNullable<CampaignEdit["segments"][number]["actions"][number]["mail"]>;

/**
 * What no campaign may be saved with. A draft may have empty fields, but no wrong ones (quality T03, B18). `gone`: actions that the
 * campaign had and that the document leaves out.
 */
export async function documentProblems(
  tx: Tx,
  accountId: number,
  input: CampaignEdit,
  sender: MailSender,
  gone: readonly number[] = [],
): Promise<FieldProblem[]> {
  const problems: FieldProblem[] = [];
  if (input.name.trim() === "") problems.push({ path: "name", code: "required" });
  if (findBadCharacter(input.name)) problems.push({ path: "name", code: "bad_character" });
  problems.push(...typeProblems(input.type));
  const { campaign_start_dt: start, campaign_end_dt: end } = input;
  if (start && end && end < start) problems.push({ path: "campaign_end_dt", code: "before_start" });
  problems.push(...duplicates(input.segments, (s) => s.priority_seq, "segments", "priority_seq"));
  for (const [index, segment] of input.segments.entries()) {
    const path = `segments.${index}`;
    problems.push(...prefixed(`${path}.target`, targetErrors(segment.target, input.type)));
    problems.push(...duplicates(segment.actions, (a) => a.seq, `${path}.actions`, "seq"));
    for (const [n, action] of segment.actions.entries())
      if (action.type === "mail" && action.mail)
        problems.push(...prefixed(`${path}.actions.${n}.mail`, mailProblems(action.mail, sender)));
      else if (action.type === "coupon" && action.coupon)
        problems.push(
          ...prefixed(
            `${path}.actions.${n}.coupon`,
            await couponProblems(tx, accountId, { actionId: action.id, gone }, action.coupon),
          ),
        );
  }
  problems.push(...codesTwice(input));
  return problems.length > 0 ? problems : referenceProblems(tx, accountId, input);
}

/** What a coupon may not even be drafted with: contradictions, a code that is taken, less than was given out already. */
async function couponProblems(
  tx: Tx,
  accountId: number,
  place: { actionId: number | null; gone: readonly number[] },
  coupon: CouponEdit,
): Promise<FieldProblem[]> {
  const contradictions = couponErrors(couponTerms(coupon)).filter(({ code }) => code !== "required");
  return [...contradictions, ...(await savedCouponProblems(tx, accountId, place, coupon))];
}

/** Two coupons of the document with one code. */
function codesTwice({ segments }: CampaignEdit): FieldProblem[] {
  const seen = new Set<string>();
  return segments.flatMap(({ actions }, at) =>
    actions.flatMap(({ type, coupon }, n) => {
      const code = type === "coupon" && coupon?.type === "code" ? coupon.code : null;
      if (!code) return [];
      const twice = seen.has(code);
      seen.add(code);
      return twice ? [{ path: `segments.${at}.actions.${n}.coupon.code`, code: "taken" }] : [];
    }),
  );
}

/** Faults of a mail's texts and sender; an empty field is none. */
export function mailProblems(mail: MailEdit, sender: MailSender): FieldProblem[] {
  const problems: FieldProblem[] = mailTextFaults(mail);
  if (mail.from_address !== "" && mail.from_address !== sender.fromAddress)
    problems.push({ path: "from_address", code: isMailAddress(mail.from_address) ? "sender_unknown" : "invalid_mail" });
  return problems;
}

/** What is missing before it can be sent or switched on, in the input's field names. */
export function missingProblems(input: CampaignEdit, sender: MailSender, today: CalendarDate): FieldProblem[] {
  const segments = input.segments.map((segment) => ({
    target: segment.target,
    actions: segment.actions.map(({ type, point, coupon, mail }) => ({
      type,
      coupon: coupon && couponTerms(coupon),
      point: point && { ...point, expiration_date: point.expiration_date as CalendarDate | null },
      mail: mail && { ...mail, from_address: mail.from_address || sender.fromAddress },
    })),
  }));
  const period = {
    start: input.campaign_start_dt as CalendarDate | null,
    end: input.campaign_end_dt as CalendarDate | null,
  };
  const problems: FieldProblem[] = readinessProblems(
    { name: input.name, type: input.type, ...period, segments },
    today,
  ).map(({ path, ...problem }) => ({
    ...problem,
    path: path === "start" || path === "end" ? `campaign_${path}_dt` : path,
  }));
  for (const { path, mail } of mailsOf(input)) problems.push(...prefixed(path, signatureProblems(mail, sender)));
  // A basic campaign may be switched on ahead of its first day; a send goes out at once.
  if (input.type !== "basic" && periodPosition(period, today) === "upcoming")
    problems.push({ path: "campaign_start_dt", code: "not_started" });
  if (!hasLegalBlock(sender))
    for (const { path } of mailsOf(input))
      problems.push({ path: `${path}.from_address`, code: "legal_sender_missing" });
  return problems;
}

/** Coupons that nobody could get: they have neither a code nor any left for guests. */
export async function poolProblems(
  tx: Tx,
  accountId: number,
  campaignId: number,
  segments: readonly { actions: readonly { id: number }[] }[],
): Promise<FieldProblem[]> {
  const empty = await emptyPools(tx, accountId, campaignId);
  return segments.flatMap(({ actions }, at) =>
    actions.flatMap(({ id }, n) =>
      empty.has(id) ? [{ path: `segments.${at}.actions.${n}.coupon.code`, code: "coupon_codes_missing" }] : [],
    ),
  );
}

/** A mail without a signature of its own ends with the account's, which must be as sound. */
export function signatureProblems(mail: MailEdit, sender: MailSender): FieldProblem[] {
  const unsound = mailTextFaults({ title: "", body: "", signature: sender.signature }).length > 0;
  return unsound && mail.signature.trim() === "" ? [{ path: "signature", code: "account_signature" }] : [];
}

function mailsOf(input: CampaignEdit): { path: string; mail: MailEdit }[] {
  return input.segments.flatMap((segment, index) =>
    segment.actions.flatMap(({ type, mail }, n) =>
      type === "mail" && mail ? [{ path: `segments.${index}.actions.${n}.mail`, mail }] : [],
    ),
  );
}

export function prefixed<P extends { path: string }>(path: string, problems: readonly P[]): P[] {
  return problems.map((problem) => ({ ...problem, path: problem.path === "" ? path : `${path}.${problem.path}` }));
}

function duplicates<T>(items: readonly T[], key: (item: T) => number, path: string, field: string): FieldProblem[] {
  return items.flatMap((item, index) =>
    items.findIndex((other) => key(other) === key(item)) < index
      ? [{ path: `${path}.${index}.${field}`, code: "twice" }]
      : [],
  );
}

type Reference = { path: string; kind: SegmentReference; ids: number[] };

function references(node: ConditionNode, path: string): Reference[] {
  if (isGroup(node)) return node.rules.flatMap((rule, index) => references(rule, `${path}.rules.${index}`));
  const type = SEGMENT_FIELDS[node.field];
  return type.type === "reference"
    ? [{ path: `${path}.value`, kind: type.reference, ids: node.value as number[] }]
    : [];
}

/** quality I06: groups, ranks, types and facilities of another account are treated as missing. */
async function referenceProblems(tx: Tx, accountId: number, input: CampaignEdit): Promise<FieldProblem[]> {
  const named = input.segments.flatMap((segment, index) => {
    const parsed = parseCondition(segment.target);
    return parsed.ok ? references(parsed.tree, `segments.${index}.target`) : [];
  });
  if (named.length === 0) return [];
  const asksRank = named.filter(({ kind }) => input.type === "basic" && kind === "rank_details");
  if (asksRank.length > 0 && (await countPoints(tx, accountId)))
    return asksRank.map(({ path }) => ({ path: path.replace(/\.value$/, ".field"), code: "rank_by_points" }));
  const ids = (kind: SegmentReference) => [...new Set(named.filter((r) => r.kind === kind).flatMap((r) => r.ids))];
  const known = await knownReferences(tx, accountId, ids);
  return named
    .filter((reference) => reference.ids.some((id) => !known(reference.kind, id)))
    .map(({ path }) => ({ path, code: "not_a_choice" }));
}
