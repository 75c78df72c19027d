import { randomInt } from "node:crypto";
import type { Language } from "@okaeri/contract/errors";
import { type Problem, problemText } from "@okaeri/contract/problems/problems";
import { normaliseCode } from "@okaeri/domain/codes";
import { isCouponCode } from "@okaeri/domain/coupons/coupon";
import {
  hasPool,
  type ListedCode,
  listedCodes,
  MAX_CODES,
  MAX_COUPON_CODE_LENGTH,
  makeCode,
} from "@okaeri/domain/coupons/pool";
import { findBadCharacter } from "@okaeri/domain/normalise";
import { excess } from "@okaeri/domain/typed-text";
import { recordAudit } from "../../audit/record-audit.ts";
import type { Tx } from "../../database/connection.ts";
import { CallError, fieldError, staleVersion } from "../../http/errors.ts";
import type { Scope } from "../../session/scope.ts";
import { type Coupon, lockCoupon } from "./coupons.read.ts";
import { couponInCampaign } from "./pools.read.ts";
import { takeRemovedCodes } from "./removed-codes.ts";
import type { CouponContext } from "./use-coupon.ts";

// The pool of a coupon's codes: filled by staff, emptied by `giveCoupon`. Every change of it locks the coupon's counter.

/** Who does it, and from where. */
export type PoolStaff = { scope: Scope; ip: string };
type Addressed = { id: number; coupon_id: number };

/** So many refused lines are named; the others are counted. */
const NAMED = 1_000;

/** @throws CallError NOT_FOUND, WRONG_STATE (it ended, or has a code of its own). */
async function lockedPool(tx: Tx, { scope }: PoolStaff, { id, coupon_id }: Addressed): Promise<Coupon> {
  if (!(await couponInCampaign(tx, scope.accountId, id, coupon_id))) throw new CallError("NOT_FOUND");
  const coupon = await lockCoupon(tx, scope.accountId, coupon_id);
  if (coupon === undefined) throw new CallError("NOT_FOUND");
  if (coupon.state === "ended") throw new CallError("WRONG_STATE", { because: { code: "coupon_ended" } });
  if (!hasPool(coupon.terms)) throw new CallError("WRONG_STATE", { because: { code: "coupon_without_pool" } });
  return coupon;
}

function record(
  tx: Tx,
  { scope, ip }: PoolStaff,
  action: string,
  coupon: Coupon,
  about: { before?: object; after: object },
) {
  const { userId: actorUserId, accountId } = scope;
  return recordAudit(tx, { actorUserId, ip, accountId, action, entity: "coupons", entityId: coupon.id, ...about });
}

/** Adds those codes that the programme does not have yet (`on conflict do nothing`) and returns them. The coupon is locked. */
export async function insertCodes(
  tx: Tx,
  { accountId, userId }: Pick<CouponContext, "accountId" | "userId">,
  couponId: number,
  codes: readonly string[],
): Promise<Set<string>> {
  const added = await tx.all<{ code: string }>`insert into coupon_codes (account_id, coupon_id, code, created_by)
    select ${accountId}, ${couponId}, n.code, ${userId}::bigint
    from unnest(${codes}::text[]) with ordinality as n (code, place)
    where not exists (select from coupons coupon
        where coupon.account_id = ${accountId} and coupon.code = n.code
          and coupon.active_status = 'active')
    order by n.place
    on conflict (account_id, code) do nothing
    returning code`;
  await tx.run`update coupon_counters
    set code_count = code_count + ${added.length}, codes_left = codes_left + ${added.length}
    where account_id = ${accountId} and coupon_id = ${couponId}`;
  return new Set(added.map(({ code }) => code));
}

/** @throws CallError INVALID_INPUT where the pool has no room for so many. */
function refuseTooMany(field: "text" | "count", count: number, { code_count }: Coupon): void {
  const left = MAX_CODES - code_count;
  if (count > left) throw fieldError(field, { code: "too_many_codes", max: MAX_CODES, left });
}

type Refused = { line: number; problem: Problem };

/** The codes of a list in the form in which they are kept, and the lines that hold none. */
function readable(listed: readonly ListedCode[]): { codes: Map<string, number>; refused: Refused[] } {
  const codes = new Map<string, number>();
  const refused: Refused[] = [];
  for (const { line, text } of listed) {
    const code = normaliseCode(text);
    const first = codes.get(code);
    if (findBadCharacter(code)) refused.push({ line, problem: { code: "bad_character" } });
    else if (excess(code, MAX_COUPON_CODE_LENGTH) > 0)
      refused.push({ line, problem: { code: "too_long", max: MAX_COUPON_CODE_LENGTH } });
    else if (!isCouponCode(code)) refused.push({ line, problem: { code: "not_coupon_code" } });
    else if (first !== undefined) refused.push({ line, problem: { code: "code_twice", line: first } });
    else codes.set(code, line);
  }
  return { codes, refused };
}

/** @throws CallError NOT_FOUND, WRONG_STATE, INVALID_INPUT (no room for so many). */
export async function addCodes(
  tx: Tx,
  staff: PoolStaff,
  input: Addressed & { text: string; first_line: number },
  language: Language,
) {
  const coupon = await lockedPool(tx, staff, input);
  const { codes, refused } = readable(listedCodes(input.text, input.first_line));
  refuseTooMany("text", codes.size, coupon);
  await takeRemovedCodes(tx, staff.scope.accountId, [...codes.keys()]);
  const added = await insertCodes(tx, staff.scope, coupon.id, [...codes.keys()]);
  const left = coupon.codes_left + added.size;
  const others = [...codes].filter(([code]) => !added.has(code));
  const known = await knownInPools(
    tx,
    staff.scope.accountId,
    others.map(([code]) => code),
  );
  for (const [code, line] of others)
    refused.push({ line, problem: { code: known.has(code) ? "code_known" : "code_of_coupon" } });
  if (added.size > 0) await record(tx, staff, "add_codes", coupon, { after: { added: added.size, left } });
  const named = refused.toSorted((a, b) => a.line - b.line).slice(0, NAMED);
  return {
    added: added.size,
    left,
    refused_count: refused.length,
    refused: named.map(({ line, problem }) => ({ line, code: problem.code, message: problemText(problem, language) })),
  };
}

async function knownInPools(tx: Tx, accountId: number, codes: readonly string[]): Promise<Set<string>> {
  const known = await tx.all<{ code: string }>`select coupon_code.code
    from coupon_codes coupon_code
    where coupon_code.account_id = ${accountId} and coupon_code.code = any(${codes}::text[])`;
  return new Set(known.map(({ code }) => code));
}

/** @throws CallError NOT_FOUND, WRONG_STATE, STALE_VERSION (codes were added meanwhile), INVALID_INPUT (no room for so many). */
export async function makeCodes(tx: Tx, staff: PoolStaff, input: Addressed & { count: number; known: number }) {
  const coupon = await lockedPool(tx, staff, input);
  if (coupon.code_count !== input.known) throw staleVersion("coupons", coupon.id);
  refuseTooMany("count", input.count, coupon);
  for (let missing = input.count; missing > 0; ) {
    const made = new Set<string>();
    while (made.size < missing) made.add(makeCode(randomInt));
    missing -= (await insertCodes(tx, staff.scope, coupon.id, [...made])).size;
  }
  const done = { added: input.count, left: coupon.codes_left + input.count };
  await record(tx, staff, "make_codes", coupon, { after: done });
  return done;
}

/** Takes away the codes that nobody has. @throws CallError NOT_FOUND, WRONG_STATE (there are none). */
export async function removeCodes(tx: Tx, staff: PoolStaff, { id, coupon_id }: Addressed) {
  const { accountId } = staff.scope;
  if (!(await couponInCampaign(tx, accountId, id, coupon_id))) throw new CallError("NOT_FOUND");
  const coupon = await lockCoupon(tx, accountId, coupon_id);
  if (coupon === undefined) throw new CallError("NOT_FOUND");
  if (coupon.codes_left === 0) throw new CallError("WRONG_STATE", { because: { code: "coupon_codes_out" } });
  const removed = await tx.run`delete from coupon_codes
    where account_id = ${accountId} and coupon_id = ${coupon_id}
      and acquire_coupon_id is null`;
  await tx.run`update coupon_counters
    set code_count = code_count - ${removed}, codes_left = 0
    where account_id = ${accountId} and coupon_id = ${coupon_id}`;
  await record(tx, staff, "remove_codes", coupon, { after: { removed } });
  return { removed };
}

/** When staff are told that codes run low. @throws CallError NOT_FOUND, WRONG_STATE. */
export async function setCodesAlarm(tx: Tx, staff: PoolStaff, input: Addressed & { alarm_at: number | null }) {
  const coupon = await lockedPool(tx, staff, input);
  const { alarm_at } = input;
  if (alarm_at !== coupon.codes_alarm_at) {
    await tx.run`update coupons
      set codes_alarm_at = ${alarm_at}, updated_by = ${staff.scope.userId}, updated_at = now()
      where account_id = ${staff.scope.accountId} and id = ${coupon.id}`;
    const before = { codes_alarm_at: coupon.codes_alarm_at };
    await record(tx, staff, "set_codes_alarm", coupon, { before, after: { codes_alarm_at: alarm_at } });
  }
  return { alarm_at };
}
