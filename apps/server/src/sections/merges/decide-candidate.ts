import { likeness } from "@okaeri/domain/customers/likeness";
import { recordAudit } from "../../audit/record-audit.ts";
import type { Tx } from "../../database/connection.ts";
import { lockProgramme } from "../../database/lock-programme.ts";
import { takeIds } from "../../database/take-ids.ts";
import { CallError, fieldError } from "../../http/errors.ts";
import type { Cipher } from "../../session/cipher.ts";
import { bookingChannels } from "../accounts/booking-channels.read.ts";
import { learnAddresses } from "../customers/agency-addresses.ts";
import { comparedPerson, plainKana } from "../customers/customer-fields.ts";
import type { Guest } from "../customers/guest.ts";
import { IdentityResolver } from "../customers/identity-resolver.ts";
import {
  isNewWord,
  knownCustomers,
  latestConsents,
  saveConsents,
  saveCustomers,
  saveKeys,
} from "../customers/known-customers.ts";
import { consentsReported } from "../stays/consents-of-stays.read.ts";
import { giveGuest } from "../stays/give-guest.ts";
import { type WaitingGuest, waitingGuest } from "../stays/waiting-guests.read.ts";
import type { MergeContext } from "./merge-context.ts";
import { partGuest } from "./part-guest.ts";
import { queueReleased } from "./queue-guests.ts";
import { saveCandidates } from "./save-candidates.ts";

type Candidate = {
  id: number;
  customer_id: number | null;
  other_customer_id: number | null;
  guest_id: number | null;
  /** The line lists a booking of the customer's that an agency's address gave to them. */
  is_joined: boolean;
};
type DecisionContext = MergeContext & { cipher: Pick<Cipher, "fingerprints"> };
type Answer = "merged" | "separate" | "new_customer" | "set_aside";

/** Two different people: never asked about again. A guest without any other likeness goes on waiting. @throws CallError. */
export async function markSeparate(tx: Tx, ctx: DecisionContext, id: number): Promise<void> {
  await lockProgramme(tx, ctx.accountId);
  const candidate = await openCandidate(tx, ctx, id);
  if (candidate.customer_id === null) throw new CallError("WRONG_STATE");
  await partJoined(tx, ctx, candidate);
  await answer(tx, ctx, [id], "separate");
  if (candidate.guest_id !== null) {
    if (candidate.is_joined) await queueReleased(tx, ctx.accountId, candidate.guest_id, candidate.customer_id);
    const left = await openOfGuest(tx, ctx, candidate.guest_id);
    const guest = await waitingGuest(tx, ctx.accountId, candidate.guest_id);
    const reasons = (guest?.waiting_reason ? [guest.waiting_reason] : []) as [];
    const nobody = { customerId: null, otherCustomerId: null, guestId: candidate.guest_id, score: 0, reasons };
    if (left.length === 0 && guest) await saveCandidates(tx, ctx.accountId, [nobody]);
  }
  await audit(tx, ctx, "mark_separate", candidate);
}

/** A waiting guest who is nobody's customer and is not to become one: removed from the queue. @throws CallError NOT_FOUND, WRONG_STATE. */
export async function setAside(tx: Tx, ctx: DecisionContext, id: number): Promise<void> {
  await lockProgramme(tx, ctx.accountId);
  const candidate = await openCandidate(tx, ctx, id);
  if (candidate.guest_id === null) throw new CallError("WRONG_STATE");
  await partJoined(tx, ctx, candidate);
  await answer(tx, ctx, await openOfGuest(tx, ctx, candidate.guest_id), "set_aside");
  await audit(tx, ctx, "set_aside", candidate);
}

/**
 * The waiting guest is this customer or, with null, a new one, who takes all that was reported of the guest (docs/adr/0100): empty fields,
 * keys, consent, the stay with its points. A booking that an agency's address gave to a customer is taken away from that customer first, or
 * stays if the customer is the right one. @throws CallError NOT_FOUND, WRONG_STATE, INVALID_INPUT (no such customer).
 */
export async function joinGuest(tx: Tx, ctx: DecisionContext, id: number, customerId: number | null): Promise<number> {
  await lockProgramme(tx, ctx.accountId);
  const candidate = await openCandidate(tx, ctx, id);
  if (candidate.is_joined && customerId !== null && candidate.customer_id === customerId) {
    await answer(tx, ctx, [id], "merged");
    await audit(tx, ctx, "join_guest", candidate, customerId);
    return customerId;
  }
  await partJoined(tx, ctx, candidate);
  const waiting = candidate.guest_id === null ? undefined : await waitingGuest(tx, ctx.accountId, candidate.guest_id);
  if (!waiting) throw new CallError("WRONG_STATE");
  const guest = guestOf(waiting);
  const { maskedDomains } = await bookingChannels(tx, ctx.accountId);
  const keys = [guest.member_number, guest.email, guest.tel].map((one) => (one === null ? [] : [one]));
  const [members = [], emails = [], tels = []] = keys;
  const ids = customerId === null ? [] : [customerId];
  const known = await knownCustomers(tx, ctx.accountId, { members, emails, tels, ids });
  const [newId = 0] = customerId === null ? await takeIds(tx, "customers", 1) : [];
  const register = new IdentityResolver(known, maskedDomains, () => newId);
  await learnAddresses(tx, ctx.accountId, register, [guest]);
  const joined = customerId === null ? null : register.byId(customerId);
  if (joined === undefined || joined?.isActive === false) throw fieldError("customer_id", { code: "not_a_choice" });
  const { person, others } = register.decide(guest, joined);
  const { created, filled } = register;
  await saveCustomers(tx, { ...ctx, importBatchId: null, created, filled, totals: new Map() });
  await saveKeys(
    tx,
    ctx.accountId,
    register.learnt.map(({ key }) => ({ ...key, customerId: person.id })),
  );
  await giveGuest(tx, ctx, waiting.id, person.id);
  await takeConsent(tx, ctx, waiting, person.id);
  // Nobody asks whether the guest is the customer from whom a person has just parted them.
  const asked = others.filter((other) => !candidate.is_joined || other.id !== candidate.customer_id);
  await saveCandidates(
    tx,
    ctx.accountId,
    asked.map((other) => {
      const { score, reasons } = likeness(comparedPerson(person), comparedPerson(other));
      const pair = { customerId: person.id, otherCustomerId: other.id, guestId: null };
      return { ...pair, score: Math.max(score, 50), reasons: [...reasons, "named_together" as const] };
    }),
  );
  const open = await openOfGuest(tx, ctx, waiting.id);
  await answer(
    tx,
    ctx,
    open.filter((one) => one !== id),
    "separate",
  );
  await answer(tx, ctx, [id], customerId === null ? "new_customer" : "merged");
  await audit(tx, ctx, customerId === null ? "create_from_guest" : "join_guest", candidate, person.id);
  return person.id;
}

/** Puts two customers into the queue because a person thinks they are one. Returns the line. @throws CallError INVALID_INPUT. */
export async function proposePair(tx: Tx, ctx: MergeContext, customerId: number, otherId: number): Promise<number> {
  if (customerId === otherId) throw fieldError("other_customer_id", { code: "same_customer" });
  const { accountId } = ctx;
  const known = await knownCustomers(tx, accountId, { members: [], emails: [], tels: [], ids: [customerId, otherId] });
  const [one, other] = [customerId, otherId].map((id) => known.find((each) => each.id === id && each.isActive));
  if (!one) throw fieldError("customer_id", { code: "not_a_choice" });
  if (!other) throw fieldError("other_customer_id", { code: "not_a_choice" });
  const { score, reasons } = likeness(comparedPerson(one), comparedPerson(other));
  const pair = { customerId, otherCustomerId: otherId, guestId: null };
  await saveCandidates(tx, accountId, [{ ...pair, score, reasons: [...reasons, "by_hand"] }]);
  // Who was kept apart is asked again only by hand.
  const line = await tx.one<{ id: number }>`update customer_merge_candidates
    set decision = 'open', decided_by = null, decided_at = null
    where account_id = ${accountId} and customer_id = ${Math.min(customerId, otherId)}
      and other_customer_id = ${Math.max(customerId, otherId)}
    returning id`;
  await recordAudit(tx, {
    actorUserId: ctx.userId,
    ip: ctx.ip,
    action: "propose_merge",
    entity: "customers",
    entityId: customerId,
    accountId,
    after: { other_customer_id: otherId },
  });
  return line.id;
}

async function openCandidate(tx: Tx, ctx: MergeContext, id: number): Promise<Candidate> {
  const found = await tx.maybe<Candidate & { decision: string }>`select id, customer_id, other_customer_id,
      stay_reservation_customer_id as guest_id, decision,
      reasons ? 'joined_by_mail'
        and exists (select from stay_reservation_customers guest
          where guest.account_id = candidate.account_id and guest.id = candidate.stay_reservation_customer_id
            and guest.customer_id = candidate.customer_id) as is_joined
    from customer_merge_candidates candidate
    where account_id = ${ctx.accountId} and id = ${id} for update`;
  if (!found) throw new CallError("NOT_FOUND");
  if (found.decision !== "open") throw new CallError("WRONG_STATE");
  return found;
}

async function partJoined(tx: Tx, ctx: DecisionContext, candidate: Candidate): Promise<void> {
  const { guest_id: guestId, customer_id: customerId, is_joined } = candidate;
  if (is_joined && guestId !== null && customerId !== null) await partGuest(tx, ctx, { guestId, customerId });
}

async function openOfGuest(tx: Tx, ctx: MergeContext, guestId: number): Promise<number[]> {
  const found = await tx.all<{ id: number }>`select id
    from customer_merge_candidates
    where account_id = ${ctx.accountId} and stay_reservation_customer_id = ${guestId} and decision = 'open'`;
  return found.map((row) => row.id);
}

async function answer(tx: Tx, ctx: MergeContext, ids: readonly number[], decision: Answer): Promise<void> {
  await tx.run`update customer_merge_candidates
    set decision = ${decision}, decided_by = ${ctx.userId}, decided_at = ${ctx.now}
    where account_id = ${ctx.accountId} and id = any(${ids}::bigint[])`;
}

async function audit(
  tx: Tx,
  ctx: MergeContext,
  action: string,
  candidate: Candidate,
  customerId?: number,
): Promise<void> {
  const { customer_id, other_customer_id, guest_id } = candidate;
  await recordAudit(tx, {
    actorUserId: ctx.userId,
    ip: ctx.ip,
    action,
    entity: "customers",
    entityId: customerId ?? customer_id,
    accountId: ctx.accountId,
    after: { candidate_id: candidate.id, other_customer_id, stay_reservation_customer_id: guest_id },
  });
}

/** What a file said about mails, unless the customer or a newer file said something else. */
async function takeConsent(tx: Tx, ctx: MergeContext, { details }: WaitingGuest, customerId: number): Promise<void> {
  const given = (details as Record<string, unknown>).email_consent;
  if (typeof given !== "boolean") return;
  const at = details.source_updated_at ?? ctx.now.toISOString();
  const [latest] = await latestConsents(tx, ctx.accountId, [customerId]);
  if (!isNewWord(latest, { customerId, given, at })) return;
  const reportedAt = await consentsReported(tx, ctx, latest ? [customerId] : []);
  if ((reportedAt(customerId, !given) ?? "") > at) return;
  await saveConsents(tx, ctx, [{ customerId, given, at }]);
}

function guestOf({ name, name_kana, email, tel, details }: WaitingGuest): Guest {
  const detail = (field: string) => details[field] ?? null;
  return {
    name,
    name_kana,
    email,
    tel,
    member_number: detail("member_number"),
    gender: detail("gender"),
    birthday: detail("birthday"),
    tel_national: detail("tel_national"),
    postcode: detail("postcode"),
    address: detail("address"),
    nationality: detail("nationality"),
    name_typed: detail("name_typed"),
    name_kana_typed: detail("name_kana_typed"),
    email_typed: detail("email_typed"),
    tel_typed: detail("tel_typed"),
    postcode_typed: detail("postcode_typed"),
    address_typed: detail("address_typed"),
    language: "ja",
    kanaKey: name_kana === null ? null : plainKana(name_kana),
    isContactOnly: false,
  };
}
