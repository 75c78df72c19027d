import { nameKey, saysAName } from "./name-key.ts";

/** What two people are compared by; each value in the one form in which it is stored. */
export type LikenessFacts = {
  member_number: string | null;
  /** The programme gave the number: another one beside it says nothing. */
  is_issued?: boolean;
  name: string;
  /** Kana without spaces. */
  kanaKey: string | null;
  email: string | null;
  tel: string | null;
  birthday: string | null;
  gender: string | null;
  postcode: string | null;
  address: string | null;
};

type CompareField = Exclude<keyof LikenessFacts, "is_issued">;

/** Why a waiting guest has not become a customer (product §4). */
export const WAIT_REASONS = [
  "group_contact",
  "companion",
  "masked_mail",
  "shared_mail",
  "shared_tel",
  "keys_disagree",
] as const;
export type WaitReason = (typeof WAIT_REASONS)[number];

/** Weights, in points, of what makes two records alike, and of what contradicts it. */
const WEIGHTS = {
  same_member_number: 60,
  same_mail: 40,
  same_tel: 30,
  same_kana: 20,
  same_name: 15,
  same_birthday: 25,
  same_address: 10,
  other_member_number: -30,
  other_birthday: -30,
  other_gender: -20,
} as const;
export type LikenessReason = keyof typeof WEIGHTS;
export const LIKENESS_REASONS = Object.keys(WEIGHTS) as LikenessReason[];

/**
 * Reasons of a line of the queue beyond what is compared: named by one reservation, put there by a person, or a booking that a mail address
 * gave to a customer before the address was known as an agency's.
 */
export const OTHER_REASONS = ["named_together", "by_hand", "joined_by_mail"] as const;
export type CandidateReason = LikenessReason | WaitReason | (typeof OTHER_REASONS)[number];

/** From here on somebody is taken to be the same until a person says otherwise: a telephone with the kana name, a mail address with the name. */
export const LIKELY = 50;

/** The one that a screen may propose: alike enough, and more than every other. Otherwise a person looks and picks. */
export function proposedAlike<One extends { score: number }>(alike: readonly One[]): One | undefined {
  const [best, next] = alike.toSorted((a, b) => b.score - a.score);
  return best && best.score >= LIKELY && best.score > (next?.score ?? 0) ? best : undefined;
}

/**
 * How alike two people are, 0 to 100, and why. `known`: keys that the first was found by in an older reservation of the second, where the
 * second's own columns say something else today.
 */
export function likeness(
  a: LikenessFacts,
  b: LikenessFacts,
  known: { mail?: boolean; tel?: boolean } = {},
): { score: number; reasons: LikenessReason[] } {
  const same = (field: CompareField) => a[field] !== null && a[field] !== "" && a[field] === b[field];
  const differs = (field: CompareField) => a[field] !== null && b[field] !== null && a[field] !== b[field];
  const facts: Record<LikenessReason, boolean> = {
    same_member_number: same("member_number"),
    same_mail: same("email") || known.mail === true,
    same_tel: same("tel") || known.tel === true,
    same_kana: same("kanaKey"),
    same_name: saysAName(a.name) && nameKey(a.name) === nameKey(b.name),
    same_birthday: same("birthday"),
    same_address: same("address") && !differs("postcode"),
    other_member_number: differs("member_number") && !a.is_issued && !b.is_issued,
    other_birthday: differs("birthday"),
    other_gender: differs("gender"),
  };
  const reasons = LIKENESS_REASONS.filter((reason) => facts[reason]);
  const score = reasons.reduce((sum, reason) => sum + WEIGHTS[reason], 0);
  return { score: Math.max(0, Math.min(100, score)), reasons };
}
