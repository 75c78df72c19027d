import { randomInt } from "node:crypto";
import type { CouponEdit } from "@okaeri/contract/coupons";
import { MAX_COUPON_CODE_LENGTH, makeCode } from "@okaeri/domain/coupons/pool";
import type { Tx } from "../../../../database/connection.ts";
import { lockCodes } from "../../../coupons/removed-codes.ts";

/** So many codes are tried that look like the one they come from: AKI-2, AKI-3 … */
const LAST = 20;

/** Coupons for a copy: one code for everybody is another one that is free, as a code means one coupon. Codes of a pool are not copied. */
export async function copiedCoupons(tx: Tx, accountId: number, coupons: readonly CouponEdit[]): Promise<CouponEdit[]> {
  const wanted = coupons.map(({ type, code }) => (type === "code" && code ? likeIt(code) : []));
  if (wanted.some((codes) => codes.length > 0)) await lockCodes(tx, accountId);
  const taken = await takenCodes(tx, accountId, wanted.flat());
  return coupons.map((coupon, at) => {
    const code = wanted[at]?.find((one) => !taken.has(one));
    if (code === undefined) return coupon;
    taken.add(code);
    return { ...coupon, code };
  });
}

/** Free ones of these come first; the last is one that nobody has thought of. */
function likeIt(code: string): string[] {
  const stem = code.replace(/-\d+$/, "");
  const numbered = Array.from({ length: LAST - 1 }, (_, at) => {
    const end = `-${at + 2}`;
    return `${stem.slice(0, MAX_COUPON_CODE_LENGTH - end.length).replace(/[-_]+$/, "")}${end}`;
  });
  return [...numbered, makeCode(randomInt)];
}

/** A removed coupon's code counts as well: it may come back (docs/adr/0461). */
async function takenCodes(tx: Tx, accountId: number, codes: readonly string[]): Promise<Set<string>> {
  const taken = await tx.all<{ code: string }>`select coupon.code
    from coupons coupon
    where coupon.account_id = ${accountId} and coupon.code = any(${codes}::text[])
    union
    select coupon_code.code
    from coupon_codes coupon_code
    where coupon_code.account_id = ${accountId} and coupon_code.code = any(${codes}::text[])`;
  return new Set(taken.map(({ code }) => code));
}
